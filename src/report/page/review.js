// The report of the game on the page, and its marks as exercises.
'use strict';

const REVIEW_NODES = 30000; // the engine searches this number of nodes for each position

const review = {
    game: null,    // the data of the report
    number: -1,    // the index of the game among the reports in the page; -1: the game is not there
    nodes: [],     // the nodes of the game by ply, the root first
    win: null,     // the chances of White in the position on the board; null: unknown, or hidden by an exercise
    stopper: null, // ends a report under way
    under: null,   // resolves once no report is under way
    list: null,    // the games of the reports in the page

    // Starts the report, or ends a report under way.
    toggle() {
        if (this.stopper)
            this.stop();
        else if (hasEngine)
            this.under = this.run();
        else
            complain('The engine is still loading.');
    },

    stop() {
        this.stopper?.abort(new Error('The explanation was stopped.'));
    },

    // The report takes the place of the search, so that the page never has more than two engines.
    async run() {
        const { tree } = view, nodes = [tree.root, ...lineFrom(tree.root)], { signal } = this.stopper = new AbortController();
        $('review').textContent = 'Stop';
        complain(null);
        view.quiz = null;
        this.tellProgress('');
        search.end();
        try {
            await search.engine.ask('isready');
            search.engine.quit();
            signal.throwIfAborted();
            const text = await search.engine.report(pgnOf(tree), { as: 'json', nodes: REVIEW_NODES, scale: 'human', onProgress: this.tellProgress, signal });
            if (tree === view.tree)
                this.show(JSON.parse(text).games[0], nodes);
        } catch (error) {
            complain(error);
        }
        await loadSearch().catch(complain);
        this.stopper = null;
        $('review').textContent = 'Explain the game';
        update();
    },

    // Shows a game of the reports that the page holds.
    open(number, ply = 0) {
        const data = readGame(number), tree = newTree(data.start, Object.fromEntries(data.tags)), nodes = [tree.root];
        for (const { uci, comment, clock } of data.plies) {
            const node = follow(nodes.at(-1), [uci]); // the board may write castling otherwise
            const time = clock !== null && clock < 86400 && `[%clk ${new Date(1000 * clock).toISOString().slice(11, 19)}]`;
            node.comment = [time, comment].filter(Boolean).join(' ');
            nodes.push(node);
        }
        view.flipped ||= judgesOnlyBlack(data);
        this.list ??= { titles: [...document.querySelectorAll('#document article h2')].map(title => title.textContent) };
        setTree(Object.assign(tree, { list: this.list, number }), nodes[Math.min(ply, nodes.length - 1)]);
        this.show(data, nodes, number);
        update();
        complain(data.error);
    },

    // line: a line of the report's messages, such as "report: game 1, move 6/17".
    tellProgress: line => showText($('why'), `Explaining the game${/, move .*/.exec(line) ?? '.'}`),

    show(game, nodes, number = -1) {
        this.clear();
        if (game.plies.length !== nodes.length - 1)
            throw new Error(game.error ?? 'The report has other moves than the board.');
        Object.assign(this, { game, nodes, number });
        markText(number);
        drawHead(game);
        game.plies.forEach((ply, i) => nodes[i + 1].review = ply);
        $('reviewed').hidden = false;
        this.curve ??= new Curve($('curve'), ply => go(this.nodes[ply]));
        this.curve.show(game);
    },

    clear() {
        this.nodes.forEach(node => delete node.review);
        Object.assign(this, { game: null, nodes: [], number: -1 });
        markText(-1);
        view.quiz = null;
        $('reviewed').hidden = true;
    },

    // Draws the panel and the curve for a node. Hides the panel at a node outside the game.
    draw(node) {
        const ply = this.nodes.indexOf(node), isShown = ply >= 0 && !view.quiz, evaluation = isShown ? evaluationAt(this.game, ply) : null;
        $('panel').hidden = !isShown;
        this.win = evaluation?.win ?? null;
        showText($('chances'), chancesText(evaluation));
        if (!isShown)
            return;
        const play = (name, at) => {
            const { first, moves } = linesOf(this.game, ply)[name];
            playLine(this.nodes[first], moves.slice(0, at).map(({ san }) => san));
            $('forward').focus(); // the panel is hidden
        };
        drawPanel($('panel'), this.game, ply, null, { choose: play, go: to => go(this.nodes[to]), ask: at => this.ask(at) });
        this.curve.mark(ply);
    },

    // The ply of the last move of the game before the node on the board, or at this node.
    plyNow() {
        return this.nodes.indexOf(pathTo(view.node).findLast(node => node.review) ?? view.tree.root);
    },

    goToMarked(forward) {
        const { nodes } = this, isMarked = ({ review: ply }) => ply && isFault(ply);
        const at = this.plyNow() + Number(!nodes.includes(view.node)); // a move that is not the game's replaces the next ply
        go(forward ? nodes.slice(at + 1).find(isMarked) : nodes.slice(0, at).findLast(isMarked));
    },

    // --- exercises ---

    ask(ply) {
        const { line: [best], san } = this.game.plies[ply - 1], node = this.nodes[ply - 1];
        go(node);
        view.quiz = { node, ply, answer: moveOf(node.position, best.san) };
        update();
        this.say(`Find a better move than ${numberOf(node.position)} ${san}.`);
    },

    say(text) {
        showText($('why'), ...exerciseText(text, shows => this.tell(shows)));
    },

    // Ends the exercise. If `shows` is true, makes the right answer on the board.
    tell(shows) {
        const { node, ply, answer } = view.quiz;
        $('forward').focus();
        if (shows)
            playLine(node, [answer]);
        else
            go(this.nodes[ply]);
    },

    // Handles the reader's move in an exercise.
    async answer(move) {
        const { quiz } = view, { position } = quiz.node, san = sanOf(position, move), isBest = move === quiz.answer;
        const { worth } = isBest ? { worth: {} } : await explain(move, position, REVIEW_NODES);
        if (view.quiz !== quiz)
            return;
        const lost = worth.better ? chancesOf(worth.better) - chancesOf(worth.move) : 0;
        if (lost < 5) {
            playLine(quiz.node, [move]);
            showText($('why'), view.why = view.praise = isBest ? `${san} is the move.` : `${san} is good, too.`);
            return;
        }
        this.say(`${san} loses ${lost.toFixed(0)} points of 100. Try again.`);
    },
};

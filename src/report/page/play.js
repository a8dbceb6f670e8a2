// A game against the engine.
'use strict';

const LEVELS = [...range(7).map(i => [`elo ${1000 + 250 * i}`, `Rating ${1000 + 250 * i}`]),
    ...[0, 5, 10, 15].map(level => [`skill ${level}`, `Skill Level ${level}`]), ['full', 'Full strength']];
// What the reader chooses before a game: [id, text, [value, name] of each option].
/** @type {[string, string, string[][]][]} */
const CHOICES = [['level', 'Opponent', LEVELS], ['side', 'You play', [['white', 'White'], ['black', 'Black'], ['random', 'either side']]],
    ['clock', 'Clock', [['', 'No clock'], ['180 2', '3 minutes + 2 s'], ['300 3', '5 minutes + 3 s'], ['900 10', '15 minutes + 10 s']]],
    ['from', 'From', [['start', 'the start'], ['here', 'this position']]]];
const MOVE_MS = 1000, TICK_MS = 100;
/** @type {(side: string) => string} */
const lostBy = side => side === 'white' ? '0-1' : '1-0';

const game = {
    isOn: false,
    side: 'white',  // the side that the reader plays
    name: '',       // the name of the engine
    clock: null,    // { increment, white, black, since }: milliseconds; since: when `spend` was last called
    last: null,     // the last node of the game
    form: null,     // the reader's CHOICES
    turn: 0,
    end: null,      // how the game ended, in words; null before the end

    enter() {
        review.stop();
        this.draw();
    },

    leave() {
        this.stop('The game was left.');
    },

    stop(end, result = '*') {
        if (!this.isOn)
            return;
        view.tree.tags.Result = result;
        Object.assign(this, { isOn: false, end, turn: this.turn + 1 });
        clearInterval(this.ticking);
        setLines();
        this.draw();
    },

    // Starts a game from the start position or from the position on the board.
    async begin(level, side, clock, from) {
        const [kind, value] = level.split(' '), [base, increment] = clock.split(' ').map(Number);
        const mine = ++this.turn;
        review.stop();
        await review.under;
        if (mine !== this.turn || part !== 'play')
            return;
        setOptions({ 'MultiPV': 1, 'UCI_LimitStrength': kind === 'elo', 'UCI_Elo': kind === 'elo' ? value : 1500,
            'Skill Level': kind === 'skill' ? value : 20 });
        search.engine.send('ucinewgame');
        this.name = `Panoptes, ${LEVELS.find(([name]) => name === level)[1].toLowerCase()}`;
        this.side = side === 'random' ? SIDES[Math.floor(2 * Math.random())] : side;
        const names = ['You', this.name], [White, Black] = this.side === 'white' ? names : names.reverse();
        const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
        setTree(newTree(from === 'here' ? fenOf(view.node.position) : START, { Event: 'A game in the page', Date: date, White, Black,
            ...base ? { TimeControl: `${base}+${increment}` } : {} }));
        Object.assign(this, { isOn: true, end: null,
            clock: base ? { increment: 1000 * increment, white: 1000 * base, black: 1000 * base, since: performance.now() } : null });
        view.flipped = this.side === 'black';
        if (this.clock)
            this.ticking = setInterval(() => this.tick(), TICK_MS);
        await this.reach(view.tree.root);
    },

    isReadersTurn() {
        return this.last.position.turn === this.side;
    },

    tick() {
        const { turn } = this.last.position;
        if (!this.spend())
            this.stop(`${capital(turn)} has no time left.`, lostBy(turn));
        drawPlayers();
    },

    // Takes the time since the last call from the side to move. Returns the milliseconds that the side has left.
    spend() {
        const { clock } = this, { turn } = this.last.position, { since } = clock;
        clock.since = performance.now();
        return clock[turn] = Math.max(0, clock[turn] + since - clock.since);
    },

    // Makes a move, and sets the clock.
    async move(move) {
        const { clock, last } = this;
        if (clock) {
            this.spend();
            clock[last.position.turn] += clock.increment;
        }
        await this.reach(childOf(last, moveOf(last.position, move)));
    },

    // Shows a node as the game's last, detects the end of the game, and lets the engine move if it is the engine's turn.
    async reach(node) {
        const mine = this.turn;
        this.last = view.node = node;
        complain(null);
        this.draw();
        await setPosition(asker, node);
        const { game: { end } } = await json('threats json');
        if (mine !== this.turn || node !== this.last)
            return;
        if (end)
            this.stop(`The game has ended: ${end}.`, end === 'checkmate' ? lostBy(node.position.turn) : '1/2-1/2');
        else
            await this.think();
    },

    async think() {
        if (this.isReadersTurn())
            return;
        const mine = this.turn, { clock, last } = this, whole = side => Math.max(1, Math.round(clock[side]));
        await setPosition(search.engine, last);
        const { bestmove } = await search.engine.go(clock ? { wtime: whole('white'), btime: whole('black'),
            winc: clock.increment, binc: clock.increment } : { movetime: MOVE_MS });
        if (mine === this.turn && this.last === last)
            await this.move(bestmove);
    },

    // Undoes the reader's last move.
    async takeBack() {
        const node = this.isReadersTurn() ? this.last.parent?.parent : this.last.parent;
        if (!node)
            return;
        this.turn++;
        search.engine.send('stop');
        node.children = [];
        await this.reach(node);
    },

    async hint() {
        const { last } = this;
        await setPosition(asker, last);
        const { bestmove } = await asker.go({ nodes: 100000 });
        if (last === view.node) {
            view.hint = bestmove;
            view.shown.add('best');
            drawBoard();
        }
    },

    resign() {
        this.stop('You resigned.', lostBy(this.side));
    },

    // Draws the page and the controls of the game.
    draw() {
        update();
        $('review').disabled = this.isOn;
        const said = this.isOn ? this.isReadersTurn() ? 'It is your move.' : `${this.name}, is thinking.` : this.end;
        this.form ??= element('form', { class: 'row-of-tools', submit: event => {
            event.preventDefault();
            this.begin(...CHOICES.map(([id]) => $(id).value)).catch(complain);
        } }, CHOICES.map(([id, text, options]) => element('label', {}, `${text} `,
            element('select', { id }, options.map(([value, name]) => element('option', { value }, name))))), element('button', { id: 'begin' }, 'Play'));
        showText($('said'), said);
        $('during').hidden = !this.isOn;
        refill($('before'), !this.isOn && [this.form, element('p', 'quiet', strengthText())]);
    },
};

// The text about the engine's strength in this page.
function strengthText() {
    const speed = search.nps ? (search.nps / 1e6).toFixed(1) : 'some';
    return `At full strength Panoptes searches ${speed} million positions a second here. Club ratings may differ by hundreds of points. Skill Levels go from 0, a beginner, to 20.`;
}

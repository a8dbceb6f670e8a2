// The part of the page that teaches how the engine works: steps that the reader does, on a board of its own. The engine
// gives the answers. learn_update.js computes updates of the matrix itself, for comparison with the engine's answers.
'use strict';

// A step: { title, text, code, costs, task, examples, moves, load, controls, draw, choose }. text: paragraphs. code: its
// source files. costs: its cost or saving, and the file that states it. examples: [name, FEN, move]. moves: true if the
// reader chooses a move. load(s) asks the engine more questions, controls(s) makes the controls, draw(s) returns the parts
// that change, choose(s, square) answers a click. s has the facts of the position: see learn.load.
const LESSONS = [];

// A button of a step. `key` names the button, so that the button keeps the focus when drawn again.
const choice = (key, text, click, pressed = null) =>
    button({ 'data-key': key, 'aria-pressed': pressed === null ? null : String(pressed), click }, text);

// If the page is in its build folder, the page links files of the repository.
const isInTree = /\/build\/panoptes\.html$/.test(location.pathname);
const codeLink = path => isInTree ? element('a', { href: `../${path}` }, element('code', {}, path)) : element('code', {}, path);
const toggled = (set, value) => set.delete(value) || set.add(value);

// A mark on a square: a disc with a sign. kind: 'open', 'right', 'wrong', 'missed'.
const signOn = (square, kind, sign) => flipped => {
    const { x, y } = cornerOf(square, flipped);
    return svg('g', { 'class': `sign-on ${kind}`, 'data-square': squareName(square) },
        svg('circle', { cx: x + 76, cy: y + 76, r: 18 }), svg('text', { 'x': x + 76, 'y': y + 85, 'text-anchor': 'middle' }, sign));
};

const tintOn = (square, kind) => squareRect(square, `tint ${kind}`, { 'data-square': squareName(square) });
const namesOf = set => squaresIn(set).map(squareName).join(' ') || 'none';

// "White's Rook d1"
const manText = ({ letter, square }) => `${capital(sideOf(letter))}’s ${pieceText(letter, square)}`;

const learn = {
    at: 0,       // the step
    s: null,     // the facts of the position, from load
    turn: 0,     // the number of the last load; answers to earlier loads are dropped
    texts: [],   // the last position of each step: { fen, move }

    // Called each time the tab Learn is opened.
    enter(step) {
        if (!this.board)
            this.build();
        this.open((Number(step) || this.at + 1) - 1);
    },

    // Called when a tab other than Learn is opened.
    leave() {
        this.turn++;
    },

    build() {
        on($('learn-entry'), { submit: event => {
            event.preventDefault();
            this.load($('learn-fen').value.trim());
        } });
        on($('learn-from'), { click: () => this.load(fenOf(view.node.position)) });
        refill($('learn-steps'), LESSONS.map(({ title }, i) => element('li', {},
            button({ 'data-step': i + 1, 'click': () => location.hash = `#learn/${i + 1}` }, `${i + 1} `, element('span', {}, title)))));
        this.board = new Board($('learn-board'), $('learn-squares'), square => {
            this.say('');
            if (this.s)
                this.step.choose?.(this.s, square);
            this.draw();
        });
    },

    get step() {
        return LESSONS[this.at];
    },

    open(at) {
        this.at = LESSONS[at] ? at : 0;
        this.s = null;
        const { title, text, task, code, costs, examples } = this.step, next = LESSONS[this.at + 1];
        document.querySelectorAll('#learn-steps button').forEach((button, i) => i === this.at
            ? button.setAttribute('aria-current', 'step') : button.removeAttribute('aria-current'));
        $('learn-title').textContent = `${this.at + 1}. ${title}`;
        $('learn-words').replaceChildren(...text.map(words => element('p', {}, words)), element('p', 'task', task));
        $('learn-examples').replaceChildren(...examples.map(([name, fen, move], i) => choice(`example-${i}`, name, () => this.load(fen, move))));
        $('learn-more').replaceChildren(
            ...costs ? [element('h3', {}, 'What it costs and saves'), element('p', {}, `${costs[0]} (`, codeLink(costs[1]), ')')] : [],
            element('h3', {}, 'In the code'), element('ul', {}, code.map(([path, what]) => element('li', {}, codeLink(path), `: ${what}`))),
            next ? element('p', {}, choice('next', `Next: ${next.title}`, () => {
                location.hash = `#learn/${this.at + 2}`;
                scrollTo(0, 0);
                $('learn-title').focus();
            })) : '');
        const { fen, move } = this.texts[this.at] ?? { fen: examples[0][1], move: examples[0][2] };
        this.load(fen, move);
    },

    // Loads a position into s: fen, position, map (the engine's answer), men and columns. If the step has moves, s also
    // has legal (the moves with their SAN), and uci, the chosen move. For this move, s has diff (the engine's answer),
    // after (the next position) and nextMap.
    async load(fen, move = null) {
        const mine = ++this.turn, { step } = this;
        $('learn').setAttribute('aria-busy', 'true');
        try {
            const [map, lists] = await Promise.all([json(`map json fen ${fen}`), json(`lists json fen ${fen}`)]);
            const men = menOf(lists.lists), s = { fen: map.fen, position: readFen(map.fen), map, men, columns: columnsOf(map, men), legal: [], uci: null };
            await asker.ask(`setoption name UCI_Chess960 value ${!isClassical(s.position)}`); // Analyse may have set another value
            if (step.moves) {
                s.legal = (await json(`moves json fen ${s.fen}`)).moves;
                s.uci = (s.legal.find(one => one.move === move) ?? s.legal[0])?.move ?? null;
            }
            if (s.uci) {
                s.diff = await json(`diff ${s.uci} json fen ${s.fen}`);
                s.after = play(s.position, s.uci);
                s.nextMap = await json(`map json fen ${s.diff.after}`);
            }
            await step.load?.(s);
            if (mine !== this.turn)
                return;
            this.s = s;
            this.texts[this.at] = { fen: s.fen, move: s.uci };
            $('learn-fen').value = s.fen;
            this.say('');
            showText($('learn-error'), step.moves && !s.uci ? 'The side to move has no legal move here.' : '');
            const { id } = focused();
            $('learn-controls').replaceChildren(...step.moves ? [this.moveChoice(s)] : [], ...step.moves && !s.uci ? [] : step.controls(s));
            $(id)?.focus();
            this.draw();
        } catch (error) {
            if (mine === this.turn)
                showText($('learn-error'), /** @type {Error} */ (error).message.replace(/^info string error: (\w+: )?/, ''));
        } finally {
            if (mine === this.turn)
                $('learn').setAttribute('aria-busy', 'false');
        }
    },

    moveChoice(s) {
        const select = element('select', { id: 'learn-move', change: () => this.load(s.fen, select.value) },
            s.legal.map(({ move, san }) => element('option', { value: move, selected: move === s.uci ? '' : null }, san)));
        return element('label', {}, 'Move ', select);
    },

    // Shows the verdict on the reader's answer; `well`: true, false or null (neither).
    /** @param {string} text @param {boolean | null} well */
    say(text, well = null) {
        $('learn-said').className = well === null ? '' : well ? 'well' : 'ill';
        $('learn-said').textContent = text;
    },

    // Draws the board and the answers of the step. If a button had the focus, the new button with the same key gets it.
    draw() {
        const { s, step } = this, key = focused()?.dataset.key;
        if (!s)
            return;
        const drawn = { position: s.position, tints: [], arrows: [], labels: [], chosen: -1, answer: [], ...step.moves && !s.uci ? {} : step.draw(s) };
        this.board.draw(drawn.position, false);
        this.board.drawOver([drawn], drawn.chosen);
        $('learn-answer').replaceChildren(...drawn.answer);
        if (key && focused().dataset.key !== key)
            /** @type {HTMLElement} */ (document.querySelector(`#learn [data-key="${key}"]`))?.focus();
    },
};

// --- functions of steps with a move -------------------------------------------------------------

const moveArrow = s => arrow(...squaresOf(s.uci), sideOf(s.position.board[squareNumber(s.uci)]));

// Returns the deltas that the page computes, and the men and the engine's matrix after the move.
function updateOf(s) {
    const after = menOf(s.diff.lists_after), to = squareNumber(s.uci.slice(2));
    const newBit = s.uci[4] ? manAt(after, to).bit : -1;
    const { deltas } = updateBy({ men: s.men, columns: s.columns }, s.uci, newBit);
    return { deltas, men: after, want: columnsOf(s.nextMap, after) };
}

// The owner of a bit before the move or, if the bit was free, after the move.
const ownerOf = (s, bit) => manOfBit(s.men, bit) ?? manOfBit(menOf(s.diff.lists_after), bit);

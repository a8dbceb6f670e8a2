// The search: the best lines of the position on the board, depth and speed.
'use strict';

const LINE_MOVES = 10, REDRAW_MS = 250, REST_MS = 80;

const search = {
    engine: null,
    isHeard: false,  // true while the engine searches the position on the board
    begun: 0,        // the time at which the search began, in milliseconds (performance.now)
    drawn: 0,        // the time at which the lines were last drawn
    timer: 0,
    nps: 0,

    // Searches the position on the board after REST_MS milliseconds, unless the position has changed by then. Without a
    // search, the bar shows what is known.
    begin() {
        this.end();
        if (!hasEngine || view.paused || part !== 'analyse' || view.quiz || review.stopper || !legalMoves(view.node.position).length)
            return this.draw();
        const timer = this.timer = setTimeout(() => setPosition(this.engine, view.node).then(() => {
            if (timer !== this.timer)
                return; // a later call has begun another search, or ended this one
            this.isHeard = true;
            this.begun = performance.now();
            this.engine.send('go json infinite');
        }).catch(complain), REST_MS);
    },

    end() {
        clearTimeout(this.timer);
        this.timer = 0;
        if (this.isHeard)
            this.engine.send('stop');
        this.isHeard = false;
    },

    // Handles a line of the engine's output.
    hear(text) {
        if (!this.isHeard || !text.startsWith('{"event":"info"'))
            return;
        const info = JSON.parse(text), sign = view.node.position.turn === 'white' ? 1 : -1;
        if (info.bound !== 'exact' || !info.line.length)
            return;
        const signed = number => number && sign * number; // the score from the view of White; null stays null
        view.lines[info.multipv - 1] = { moves: info.line.slice(0, LINE_MOVES), score: scoreText({ cp: signed(info.centipawns), mate: signed(info.mate) }),
            chances: 50 + sign * (chancesOf(info) - 50) };
        this.nps = info.nps;
        showText($('speed'), `depth ${info.depth} · ${(info.nps / 1000).toFixed(0)} knps`);
        if (performance.now() - this.drawn > REDRAW_MS || view.lines.length === 1)
            this.draw();
    },

    // Draws the lines, except while the reader points at lines that have been there for a second.
    draw() {
        if (view.preview && this.isHeard && performance.now() - this.begun > 1000)
            return;
        this.drawn = performance.now();
        refill($('lines'), view.lines.filter(Boolean).map(drawLine));
        drawBar(view.lines[0]?.chances ?? review.win);
        drawBoard();
    },
};

// The arrow keys go from move to move within a line, and from line to line.
/** @type {(event: KeyboardEvent) => void} */
function pressInLines(event) {
    const row = focused().closest('li'), moves = /** @type {HTMLElement[]} */ ([...row.querySelectorAll('button')]), at = moves.indexOf(focused());
    keyed(event, { ArrowLeft: moves[at - 1], ArrowRight: moves[at + 1], ArrowUp: row.previousElementSibling?.querySelector('button'),
        ArrowDown: row.nextElementSibling?.querySelector('button') })?.focus();
}

// The elements of the lines, which stay, since a search draws often.
/** @type {{ row: HTMLElement, title: HTMLElement, steps: any[] }[]} */
const drawnLines = [];

// Draws a line: its score, and its moves as buttons. `seen` of a button is the Preview that the page shows while the
// reader points at the button. A click plays the line to the move.
/** @type {(line: { score: string, moves: string[] }, at: number) => HTMLElement} */
function drawLine({ score, moves }, at) {
    const { row, title, steps } = drawnLines[at] ??= { row: element('li'), title: element('strong'),
        steps: range(LINE_MOVES).map(i => moveStep(' ', { tabindex: i ? -1 : 0 })) };
    let { position } = view.node;
    return refill(row, refill(title, score), ' ', moves.flatMap((uci, i) => {
        const [number, step] = steps[i][0].children;
        refill(number, (!i || position.turn === 'white') && numberOf(position));
        refill(step, sanOf(position, uci));
        const after = play(position, uci);
        step.seen = { before: position, position: after, uci, moves: moves.slice(0, i + 1) };
        position = after;
        return steps[i];
    }));
}

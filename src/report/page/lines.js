// The search: the best lines of the position on the board, depth and speed.
'use strict';

const LINE_MOVES = 10, REDRAW_MS = 250, REST_MS = 80;

const search = {
    engine: null,
    isHeard: false,  // true while the engine searches the position on the board
    drawn: 0,        // the time at which the lines were last drawn, in milliseconds (performance.now)
    timer: 0,
    nps: 0,

    // Searches the position on the board after REST_MS milliseconds, unless the position has changed by then.
    begin() {
        this.end();
        if (!hasEngine || view.paused || part !== 'analyse' || view.quiz || review.stopper || !legalMoves(view.node.position).length)
            return;
        const timer = this.timer = setTimeout(async () => {
            await setPosition(this.engine, view.node);
            if (timer !== this.timer)
                return; // a later call has begun another search, or ended this one
            this.isHeard = true;
            this.engine.send('go json infinite');
        }, REST_MS);
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
        const info = JSON.parse(text), white = view.node.position.turn === 'white', sign = white ? 1 : -1;
        if (info.bound !== 'exact' || !info.line.length)
            return;
        const signed = number => number && sign * number; // the score from the view of White; null stays null
        const chances = (info.win + info.draw / 2) / 10;
        view.lines[info.multipv - 1] = { moves: info.line.slice(0, LINE_MOVES), score: scoreText({ cp: signed(info.centipawns), mate: signed(info.mate) }),
            chances: white ? chances : 100 - chances };
        this.nps = info.nps;
        showText($('speed'), `depth ${info.depth} · ${(info.nps / 1000).toFixed(0)} knps`);
        if (performance.now() - this.drawn > REDRAW_MS || view.lines.length === 1)
            this.draw();
    },

    // Draws the lines, except while the reader points at them.
    draw() {
        if ($('lines').matches(':hover, :focus-within') && this.isHeard && $('lines').children.length)
            return;
        this.drawn = performance.now();
        refill($('lines'), view.lines.filter(Boolean).map(line => element('li', {}, element('strong', {}, line.score), ' ',
            lineButtons(view.node, line.moves))));
        drawBar(view.lines[0]?.chances ?? null);
        drawBoard();
    },
};

// The arrow keys go from move to move within a line, and from line to line.
/** @type {(event: KeyboardEvent) => void} */
function pressInLines(event) {
    const row = focused().closest('li'), moves = [...row.querySelectorAll('button')], at = moves.findIndex(move => move === focused());
    keyed(event, { ArrowLeft: moves[at - 1], ArrowRight: moves[at + 1], ArrowUp: row.previousElementSibling?.querySelector('button'),
        ArrowDown: row.nextElementSibling?.querySelector('button') })?.focus();
}

// The moves of a line as buttons: pointing at a move shows its position and a reason, a click plays the line to the
// move.
/** @type {(from: TreeNode, moves: string[]) => Child[]} */
function lineButtons(from, moves) {
    let { position } = from;
    return moves.flatMap((uci, i) => {
        const before = position, san = sanOf(position, uci), up = moves.slice(0, i + 1);
        const number = i === 0 || position.turn === 'white' ? numberOf(position) : '';
        position = play(position, uci);
        const show = () => preview({ before, position, uci, san });
        return moveStep(number, { tabindex: i ? -1 : 0, pointerenter: show, focus: show, pointerleave: () => preview(null),
            blur: () => preview(null), click: () => playLine(from, up) }, san);
    });
}

// The board: a picture in eight layers of 800 by 800 units, and 64 squares that mouse, keyboard and screen readers use.
'use strict';

const SQUARE = 100, DRAGGED = 6; // pixels

// The upper left corner of a square.
/** @type {(square: number, flipped: boolean) => { x: number, y: number }} */
function cornerOf(square, flipped) {
    const place = square ^ (flipped ? 7 : 56);
    return { x: SQUARE * fileOf(place), y: SQUARE * rankOf(place) };
}

/** @type {(square: number, kind: string, attributes?: Record<string, any>) => Mark} */
const squareRect = (square, kind, attributes) => flipped => svg('rect', { ...cornerOf(square, flipped), width: SQUARE, height: SQUARE,
    class: kind, ...attributes });

// A circle in the middle of a square.
/** @type {(square: number, r: number, kind: string) => Mark} */
const circle = (square, r, kind) => flipped => {
    const { x, y } = cornerOf(square, flipped);
    return svg('circle', { 'cx': x + 50, 'cy': y + 50, r, 'class': kind, 'data-square': squareName(square) });
};

const plainSquares = range(64).map(square => squareRect(square, (fileOf(square) + rankOf(square)) % 2 ? 'light' : 'dark'));

// The names of files and ranks, in the corners of the squares at the lower and left edge.
/** @type {(flipped: boolean) => SVGElement[]} */
const coordinates = flipped => range(8).flatMap(i => [
    svg('text', { 'x': SQUARE * i + 95, 'y': 794, 'text-anchor': 'end' }, 'abcdefgh'[flipped ? 7 - i : i]),
    svg('text', { x: 4, y: SQUARE * i + 21 }, String(flipped ? i + 1 : 8 - i))]);

// Draws the men. Keeps those of `had` that stand on their square still.
/** @type {(board: string[], flipped: boolean, had?: (SVGElement | null)[]) => (SVGElement | null)[]} */
const pieces = (board, flipped, had = []) => board.map((piece, square) => !piece ? null : had[square]?.dataset.man === piece ? had[square]
    : svg('use', { 'href': `#${typeOf(piece)}`, ...cornerOf(square, flipped), 'class': `${sideOf(piece)}-man`, 'data-man': piece }));

// The squares that the last move left and entered.
/** @type {(position: Position) => Mark[]} */
const lastMove = ({ from, to }) => from === undefined ? [] : [from, to].map(square => squareRect(square, 'last-move'));

// A board without controls, such as beside the text of a printed page.
/** @type {(position: Position, flipped: boolean) => SVGElement} */
function boardPicture(position, flipped) {
    return svg('svg', { 'viewBox': '0 0 800 800', 'class': 'board-picture', 'role': 'img', 'aria-label': positionText(position) },
        [...plainSquares, ...lastMove(position)].map(mark => mark(flipped)), svg('g', 'coordinates', coordinates(flipped)),
        pieces(position.board, flipped));
}

// An arrow from one square to another, a little to the right of the line between their centers, so that it does not
// cover an opposite arrow. kind: 'white' or 'black', the side of the man that attacks, or 'best'.
/** @type {(from: number, to: number, kind: string, dashed?: boolean) => Mark} */
const arrow = (from, to, kind, dashed) => flipped => {
    const a = cornerOf(from, flipped), b = cornerOf(to, flipped), length = Math.hypot(b.x - a.x, b.y - a.y);
    const dx = (b.x - a.x) / length, dy = (b.y - a.y) / length, aside = 7;
    const at = (point, along, across) => [point.x + 50 + along * dx - across * dy, point.y + 50 + along * dy + across * dx]
        .map(value => value.toFixed(1)).join(' ');
    const shaft = `M${at(a, 26, aside)} L${at(b, -40, aside)}`;
    const head = `M${at(b, -14, aside)} L${at(b, -42, aside - 16)} L${at(b, -42, aside + 16)} Z`;
    const name = squareName(from) + squareName(to);
    return svg('g', { 'class': `arrow by-${kind}${dashed ? ' dashed' : ''}`, 'data-arrow': name },
        Object.entries({ rim: shaft, shaft, head }).map(([part, d]) => svg('path', { class: part, d })));
};

// The board of the page. The board calls choose(square) for a click or Enter on a square. The board calls point(square)
// with the square under the pointer or in focus, or with -1. When a drag begins, the board calls lift(square), which
// returns the man's targets. At the end of the drag the board calls choose with the target, or with the man's own
// square.
class Board {
    /** @param {HTMLElement} root @param {HTMLElement} grid @param {(square: number) => void} choose @param {(square: number) => void} point @param {(square: number) => number[]} lift */
    constructor(root, grid, choose, point = () => {}, lift = () => []) {
        this.flipped = null;
        this.focused = 0;
        this.grid = grid;
        this.choose = choose;
        this.lift = lift;
        /** @type {Held | null} */
        this.held = null;
        this.layers = Object.fromEntries(['plain', 'last', 'tints', 'coordinates', 'pieces', 'arrows', 'labels', 'chosen']
            .map(name => [name, svg('g', name)]));
        root.prepend(svg('svg', { viewBox: '0 0 800 800', class: 'board-picture', 'aria-hidden': 'true' },
            Object.values(this.layers)));
        this.cells = range(64).map(square => button({
            'role': 'gridcell', 'tabindex': -1, 'data-square': squareName(square),
            // A click does not move the focus, so that the arrow keys still step through the moves.
            'mousedown': event => event.preventDefault(),
            'click': () => choose(square),
            'focus': () => {
                this.focusOn(square);
                point(square);
            },
            'blur': () => point(-1),
            'pointerenter': () => point(square),
        }));
        on(grid, {
            pointerleave: () => point(-1),
            keydown: event => this.moveFocus(event),
            pointerdown: ({ button: which, isPrimary, clientX: x, clientY: y }) => {
                this.held = which === 0 && isPrimary ? { from: this.squareAt(x, y), x, y, byX: 0, byY: 0, targets: null } : null;
            },
            pointermove: event => this.drag(event),
            pointerup: ({ clientX, clientY }) => this.drop(this.squareAt(clientX, clientY)),
            pointercancel: () => this.drop(-1),
        });
    }

    // mover: the side whose men can be dragged.
    /** @param {Position} position @param {boolean} flipped @param {Side | null} mover */
    draw(position, flipped, mover = null) {
        const shown = JSON.stringify([position, flipped, mover]);
        if (this.shown !== shown) {
            this.shown = shown;
            if (this.flipped !== flipped)
                this.turn(flipped);
            this.drawMarks('last', lastMove(position));
            refill(this.layers.pieces, this.men = pieces(position.board, flipped, this.men));
            this.cells.forEach((cell, square) => {
                const piece = position.board[square];
                cell.classList.toggle('movable', piece !== '' && sideOf(piece) === mover);
                cell.ariaLabel = squareName(square) + (piece && `, ${capital(sideOf(piece))} ${typeOf(piece)}`);
            });
        }
        this.drawHeld();
    }

    /** @param {string} layer @param {Mark[]} marks */
    drawMarks(layer, marks) {
        refill(this.layers[layer], marks.map(mark => mark(this.flipped)));
    }

    // Draws the marks of overlays, and the chosen square.
    /** @param {Overlay[]} overlays @param {number} chosen */
    drawOver(overlays, chosen) {
        for (const layer of ['tints', 'arrows', 'labels'])
            this.drawMarks(layer, overlays.flatMap(one => one[layer]));
        this.drawMarks('chosen', chosen < 0 ? [] : [squareRect(chosen, 'chosen-square', { width: 94, height: 94, transform: 'translate(3 3)' })]);
        this.cells.forEach((cell, square) => cell.ariaSelected = String(square === chosen));
    }

    // The square at a place in the window; -1: none.
    squareAt(x, y) {
        return this.cells.indexOf(/** @type {any} */ (document.elementFromPoint(x, y)));
    }

    // Begins to drag a man after the pointer has moved DRAGGED pixels. From then on the man follows the pointer.
    drag({ pointerId, buttons, clientX, clientY }) {
        const { held } = this;
        if (!held || !buttons)
            return;
        [held.byX, held.byY] = [clientX - held.x, clientY - held.y];
        if (!held.targets) {
            if (Math.hypot(held.byX, held.byY) < DRAGGED)
                return;
            held.targets = this.lift(held.from);
            if (held.targets.length)
                this.grid.setPointerCapture(pointerId);
        }
        if (held.targets.length)
            this.drawHeld();
        else
            this.held = null;
    }

    drawHeld() {
        const { held } = this, man = held?.targets && this.men[held.from];
        if (man) {
            const scale = 8 * SQUARE / this.grid.clientWidth;
            man.setAttribute('transform', `translate(${held.byX * scale} ${held.byY * scale})`);
            man.parentNode.append(man);
        }
    }

    // Drops the dragged man on a square; -1: on its own square.
    drop(square) {
        const { held } = this;
        this.held = null;
        if (!held?.targets)
            return;
        this.men[held.from]?.removeAttribute('transform');
        if (square !== held.from)
            this.choose(held.targets.includes(square) ? square : held.from);
    }

    turn(flipped) {
        this.flipped = flipped;
        this.men = [];
        this.drawMarks('plain', plainSquares);
        refill(this.layers.coordinates, coordinates(flipped));
        const first = flipped ? 7 : 56;
        refill(this.grid, range(8).map(row =>
            element('div', { role: 'row' }, range(8).map(column => this.cells[(8 * row + column) ^ first]))));
        this.focusOn(first);
    }

    // Sets the square that the Tab key reaches.
    focusOn(square) {
        this.cells[this.focused].tabIndex = -1;
        this.focused = square;
        this.cells[square].tabIndex = 0;
    }

    moveFocus(event) {
        const towards = keyed(event, { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });
        const square = towards ? step(this.focused, this.flipped ? towards.map(way => -way) : towards) : -1;
        if (square >= 0)
            this.cells[square].focus();
    }
}

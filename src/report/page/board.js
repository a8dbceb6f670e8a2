// The board as a picture in eight layers of 800 by 800, and its 64 squares for mouse, keyboard and screen readers.
'use strict';

const SQUARE = 100, DRAGGED = 6; // pixels

// The upper left corner of a square.
/** @type {(square: number, flipped: boolean) => { x: number, y: number }} */
function cornerOf(square, flipped) {
    const file = flipped ? 7 - fileOf(square) : fileOf(square);
    const row = flipped ? rankOf(square) : 7 - rankOf(square);
    return { x: SQUARE * file, y: SQUARE * row };
}

/** @type {(square: number, flipped: boolean, attributes: Record<string, any>) => SVGElement} */
const squareRect = (square, flipped, attributes) =>
    svg('rect', { ...cornerOf(square, flipped), width: SQUARE, height: SQUARE, ...attributes });

/** @type {(flipped: boolean) => SVGElement[]} */
function plainSquares(flipped) {
    return Array.from({ length: 64 }, (_, square) => squareRect(square, flipped,
        { class: (fileOf(square) + rankOf(square)) % 2 ? 'light' : 'dark' }));
}

// The names of files and ranks, in the corners of the squares at the lower and left edge.
/** @type {(flipped: boolean) => SVGElement[]} */
function coordinates(flipped) {
    const texts = [];
    for (let i = 0; i < 8; i++) {
        const file = flipped ? 7 - i : i, rank = flipped ? i : 7 - i;
        texts.push(svg('text', { x: SQUARE * i + 95, y: 794, 'text-anchor': 'end' }, 'abcdefgh'[file]),
            svg('text', { x: 4, y: SQUARE * i + 21 }, String(rank + 1)));
    }
    return texts;
}

/** @type {(piece: string, square: number, flipped: boolean) => SVGElement} */
function pieceUse(piece, square, flipped) {
    const { x, y } = cornerOf(square, flipped);
    return svg('use', { href: `#${typeOf(piece)}`, x, y, class: isWhite(piece) ? 'white-man' : 'black-man' });
}

/** @type {(board: string[], flipped: boolean) => (SVGElement | null)[]} */
const pieces = (board, flipped) => board.map((piece, square) => piece ? pieceUse(piece, square, flipped) : null);

// The squares that the last move left and entered.
/** @type {(position: Position, flipped: boolean) => SVGElement[]} */
const lastMove = (position, flipped) => position.from === undefined ? []
    : [position.from, position.to].map(square => squareRect(square, flipped, { class: 'last-move' }));

// A board without controls, such as beside the text of a printed page.
/** @type {(position: Position, flipped: boolean) => SVGElement} */
function boardPicture(position, flipped) {
    const text = positionText(position);
    return svg('svg', { 'viewBox': '0 0 800 800', 'class': 'board-picture', 'role': 'img', 'aria-label': text },
        plainSquares(flipped), lastMove(position, flipped), svg('g', { class: 'coordinates' }, coordinates(flipped)),
        pieces(position.board, flipped));
}

// An arrow from one square to another, a little to the right of the line between their centers, so that it does not
// cover an opposite arrow. kind: 'white' or 'black', the side of the man that attacks, or 'best'.
/** @type {(from: number, to: number, flipped: boolean, kind: string, dashed?: boolean) => SVGElement} */
function arrow(from, to, flipped, kind, dashed) {
    const center = square => ({ x: cornerOf(square, flipped).x + 50, y: cornerOf(square, flipped).y + 50 });
    const a = center(from), b = center(to), length = Math.hypot(b.x - a.x, b.y - a.y);
    const dx = (b.x - a.x) / length, dy = (b.y - a.y) / length, aside = 7;
    const at = (point, along, across) => [point.x + along * dx - across * dy, point.y + along * dy + across * dx]
        .map(value => value.toFixed(1)).join(' ');
    const shaft = `M${at(a, 26, aside)} L${at(b, -40, aside)}`;
    const head = `M${at(b, -14, aside)} L${at(b, -42, aside - 16)} L${at(b, -42, aside + 16)} Z`;
    const name = squareName(from) + squareName(to);
    return svg('g', { 'class': `arrow by-${kind}${dashed ? ' dashed' : ''}`, 'data-arrow': name },
        svg('path', { class: 'rim', d: shaft }), svg('path', { class: 'shaft', d: shaft }),
        svg('path', { class: 'head', d: head }));
}

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
        const layers = ['plain', 'last', 'tints', 'coordinates', 'pieces', 'arrows', 'labels', 'chosen'];
        this.layers = Object.fromEntries(layers.map(name => [name, svg('g', { class: name })]));
        root.prepend(svg('svg', { viewBox: '0 0 800 800', class: 'board-picture', 'aria-hidden': 'true' },
            ...Object.values(this.layers)));
        this.cells = Array.from({ length: 64 }, (_, square) => element('button', {
            'type': 'button', 'role': 'gridcell', 'tabindex': -1, 'data-square': squareName(square),
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
        grid.addEventListener('pointerleave', () => point(-1));
        grid.addEventListener('keydown', event => this.moveFocus(event));
        grid.addEventListener('pointerdown', event => {
            const { clientX: x, clientY: y } = event;
            this.held = event.button === 0 && event.isPrimary ? { from: this.squareAt(x, y), x, y, byX: 0, byY: 0, targets: null } : null;
        });
        grid.addEventListener('pointermove', event => this.drag(event));
        grid.addEventListener('pointerup', event => this.drop(this.squareAt(event.clientX, event.clientY)));
        grid.addEventListener('pointercancel', () => this.drop(-1));
    }

    // mover: the side whose men can be dragged.
    /** @param {Position} position @param {boolean} flipped @param {Side | null} mover */
    draw(position, flipped, mover = null) {
        if (this.flipped !== flipped)
            this.turn(flipped);
        this.layers.last.replaceChildren(...lastMove(position, flipped));
        this.men = pieces(position.board, flipped);
        this.layers.pieces.replaceChildren(...this.men.filter(Boolean));
        this.drawHeld();
        this.cells.forEach((cell, square) => {
            const piece = position.board[square];
            cell.classList.toggle('movable', piece !== '' && sideOf(piece) === mover);
            cell.setAttribute('aria-label', piece
                ? `${squareName(square)}, ${isWhite(piece) ? 'White' : 'Black'} ${typeOf(piece)}`
                : squareName(square));
        });
    }

    // Draws the elements of the overlays, and the chosen square.
    /** @param {SVGElement[]} tints @param {SVGElement[]} arrows @param {SVGElement[]} labels @param {number} chosen */
    drawOver(tints, arrows, labels, chosen) {
        this.layers.tints.replaceChildren(...tints);
        this.layers.arrows.replaceChildren(...arrows);
        this.layers.labels.replaceChildren(...labels);
        this.layers.chosen.replaceChildren(...chosen >= 0
            ? [svg('rect', { ...this.inner(chosen, 3), width: 94, height: 94, class: 'chosen-square' })] : []);
        this.cells.forEach((cell, square) => cell.setAttribute('aria-selected', String(square === chosen)));
    }

    // The square at a place in the window.
    squareAt(x, y) {
        const { left, top, width, height } = this.grid.getBoundingClientRect();
        const within = share => Math.max(0, Math.min(7, Math.floor(8 * share)));
        return (within((x - left) / width) + 8 * within((y - top) / height)) ^ (this.flipped ? 7 : 56);
    }

    // Begins to drag a man after the pointer has moved DRAGGED pixels. From then on the man follows the pointer.
    drag({ pointerId, clientX, clientY }) {
        const { held } = this;
        if (!held)
            return;
        [held.byX, held.byY] = [clientX - held.x, clientY - held.y];
        if (!held.targets && Math.hypot(held.byX, held.byY) < DRAGGED)
            return;
        if (!held.targets) {
            held.targets = this.lift(held.from);
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

    inner(square, margin) {
        const { x, y } = cornerOf(square, this.flipped);
        return { x: x + margin, y: y + margin };
    }

    turn(flipped) {
        this.flipped = flipped;
        this.layers.plain.replaceChildren(...plainSquares(flipped));
        this.layers.coordinates.replaceChildren(...coordinates(flipped));
        const order = Array.from({ length: 64 }, (_, i) => flipped ? i ^ 7 : i ^ 56);
        this.grid.replaceChildren(...Array.from({ length: 8 }, (_, row) =>
            element('div', { role: 'row' }, order.slice(8 * row, 8 * row + 8).map(square => this.cells[square]))));
        this.focusOn(order[0]);
    }

    // Sets the square that the Tab key reaches.
    focusOn(square) {
        this.cells[this.focused].tabIndex = -1;
        this.focused = square;
        this.cells[square].tabIndex = 0;
    }

    moveFocus(event) {
        const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
        if (!towards || event.ctrlKey || event.metaKey || event.altKey)
            return;
        event.preventDefault();
        event.stopPropagation();
        const square = step(this.focused, this.flipped ? towards.map(way => -way) : towards);
        if (square >= 0)
            this.cells[square].focus();
    }
}

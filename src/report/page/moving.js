// Moving by hand: the squares that a man may go to, clicks, dragging, and the choice of a promotion.
'use strict';

// The legal moves of the man on a square, each with its target. Castling has two targets: the rook's square and, unless a step
// of the king leads there, the king's.
/** @type {(position: Position, square: number) => { move: string, to: number }[]} */
function choicesAt(position, square) {
    if (square < 0)
        return [];
    return legalMoves(position).filter(move => squareNumber(move) === square).flatMap(move => {
        const [, to] = squaresOf(move), rook = castlingRook(position.board, square, to), [kingTo] = castled(square, rook);
        const targets = rook < 0 ? [to] : Math.abs(kingTo - square) < 2 ? [rook] : [...new Set([kingTo, rook])];
        return targets.map(target => ({ move, to: target }));
    });
}

// Marks the squares of choices.
/** @type {(choices: { to: number }[]) => Overlay} */
const choiceOverlay = choices => overlay(null, { tints: [...new Set(choices.map(({ to }) => to))].map(to => circle(to, 16, 'target')) });

// Makes one of the moves to a square; the reader chooses among promotions.
/** @type {(moves: string[], make: (move: string) => void) => void} */
function chooseAmong(moves, make) {
    const box = $('promotion');
    box.hidden = moves.length < 2;
    refill(box, moves.map(move => button({ click: () => {
        hidePromotion();
        make(move);
    } }, typeOf(move[4] ?? 'k'))));
    if (moves.length === 1)
        make(moves[0]);
    else
        box.querySelector('button')?.focus();
}

// Hides the choice of a promotion. If the choice has the focus, the board takes the focus.
function hidePromotion() {
    const box = $('promotion'), had = box.contains(focused());
    box.hidden = true;
    if (had)
        /** @type {HTMLElement} */ ($('squares').querySelector('[tabindex="0"]')).focus();
}

// --- for both pages, each with its own view and drawBoard -------------------------------------------

// Handles a click on a square: calls `make` for a move of the chosen man, or chooses the man on the square.
/** @type {(position: Position, square: number, make: (move: string) => void) => void} */
function clickOn(position, square, make) {
    const moves = choicesAt(position, view.square).filter(({ to }) => to === square).map(({ move }) => move);
    hidePromotion();
    view.square = view.square === square || moves.length ? -1 : square;
    drawBoard();
    if (moves.length)
        chooseAmong(moves, make);
}

// Begins to drag the man on a square. Returns its targets.
/** @type {(position: Position, square: number) => number[]} */
function liftFrom(position, square) {
    const targets = choicesAt(position, square).map(({ to }) => to);
    if (targets.length) {
        view.square = square;
        drawBoard();
    }
    return targets;
}

/** @type {(square: number) => void} */
function point(square) {
    view.pointed = square;
    if (view.shown.has('who'))
        drawBoard();
}

// The entries of KEYS for the overlays, on both pages.
const overlayKeys = () => Object.fromEntries(Object.entries(OVERLAYS).map(([key, name]) => [key, () => toggle(name)]));

// Handles the keys of KEYS, except in fields and while the page isElsewhere. A button with `data-press` does what its key
// does.
function listenToKeys() {
    on(document, { keydown: event => {
        const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (!action || isElsewhere() || isModified(event) ||
            isWithin(event, 'input, select, textarea') || (event.key === ' ' && isWithin(event, 'button, summary')))
            return;
        event.preventDefault();
        action();
    } });
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-press]')))
        on(one, { click: () => KEYS[one.dataset.press]() });
}

function drawSwitches() {
    $('flip').ariaPressed = String(view.flipped);
    for (const name of Object.values(OVERLAYS))
        $(`show-${name}`).ariaPressed = String(view.shown.has(name));
}

// Draws a side's player beside the board; hides the place if the player is not known.
/** @type {(side: Side, name: string | false, rating: string, clock: string) => void} */
function drawPlayer(side, name, rating, clock) {
    showText($(view.flipped === (side === 'white') ? 'upper-player' : 'lower-player'), name && [element('span', 'name',
        element('span', `disc ${side}`), isolated(name), isKnown(rating) && [' ', isolated(rating)]), element('span', 'clock', clock)]);
}

function flip() {
    view.flipped = !view.flipped;
    drawBoard();
    drawPlayers();
}

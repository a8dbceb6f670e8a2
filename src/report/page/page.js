// The view of the page, and the functions that change it.
'use strict';

const view = {
    number: -1,       // the number of the game shown; -1: the index
    game: null,
    positions: [],    // the positions of the game by ply, as play() returns them
    ply: 0,
    line: null,       // or { name, at }: the line of this ply that is on the board, and how many of its moves are made
    quiz: null,       // or { ply, said }: an exercise to find a better move than the move of a ply, and its text
    praise: '',       // the text after the right answer of the exercise, while the line of the answer is on the board
    flipped: false,
    shown: new Set(['best']), // the OVERLAYS that are on
    square: -1,       // the chosen square, whose attackers are shown
    pointed: -1,      // the square under the pointer
};
let board, curve, moveList;

// The positions of a game from its data, each with the squares that its move left and entered.
/** @type {(game: Game) => Position[]} */
function gamePositions(game) {
    const positions = [readFen(game.start)];
    for (const ply of game.plies)
        positions.push({ ...play(positions.at(-1), ply.uci), ...readFen(ply.fen) });
    return positions;
}

// Returns the position on the board, with data for the overlays. previous: the position before. ply: the data of the
// game's move to the position. inLine: true in a line. best: the move that an arrow shows. Any of these may be missing.
/** @type {() => Place} */
function place() {
    const { game, positions, ply, line } = view;
    if (!line)
        return { position: positions[ply], previous: positions[ply - 1], ply: game.plies[ply - 1],
            inLine: false, best: view.quiz ? null : game.plies[ply]?.line[0]?.uci };
    const { first, moves } = linesOf(game, ply)[line.name];
    let position = positions[first], previous = null;
    for (const { uci } of moves.slice(0, line.at))
        [previous, position] = [position, play(position, uci)];
    return { position, previous, ply: null, inLine: true, best: moves[line.at]?.uci };
}

// --- drawing ----------------------------------------------------------------------------------

// The text of a new move for screen readers.
function spoken() {
    const { game, ply, line } = view;
    if (line) {
        const { title, first, moves } = linesOf(game, ply)[line.name];
        return `${title}: ${moveNumber(game, first + line.at - 1)} ${moves[line.at - 1].san}`;
    }
    const data = game.plies[ply - 1];
    return [ply ? spokenMove(game, ply - 1) : 'Start position', chancesText(evaluationAt(game, ply)),
        ...data?.sentences ?? []]
        .filter(Boolean).join('. ');
}

// The latest clock time of a side, up to the ply on the board.
/** @type {(side: Side) => string} */
function clockOf(side) {
    for (let i = view.ply; i > 0; i--)
        if (view.positions[i - 1].turn === side && view.game.plies[i - 1].clock !== null)
            return clockText(view.game.plies[i - 1].clock);
    return '';
}

function drawPlayers() {
    for (const side of SIDES)
        drawPlayer(side, playerName(view.game, side), tagOf(view.game.tags, `${capital(side)}Elo`), clockOf(side));
}

function drawBoard() {
    const here = place();
    const { flipped, quiz, square } = view, choices = quiz ? choicesAt(here.position, square) : [];
    board.draw(here.position, flipped, quiz && here.position.turn);
    const overlays = overlaysAt(here, view.shown, choices.length ? -1 : shownSquare(view));
    drawOverlays(board, $('about-board'), [...overlays, choiceOverlay(choices)], square);
    $('position-text').textContent = positionText(here.position);
    drawSwitches();
    drawBar((view.line ? null : evaluationAt(view.game, view.ply)?.win) ?? null);
}

function draw() {
    const { game, ply, line } = view;
    drawBoard();
    drawPlayers();
    drawPanel($('panel'), game, ply, line, { choose: enterLine, go, ask });
    if (line)
        $('panel').append(element('p', 'line-note', 'The board shows a line, not the game. ',
            button({ id: 'leave-line', click: leaveLine }, 'Back to the game')));
    if (view.quiz)
        refill($('panel'), element('p', { role: 'status' }, exerciseText(view.quiz.said, tell)));
    else if (line?.name === 'better' && view.praise)
        $('panel').prepend(element('p', { role: 'status' }, view.praise));
    curve.mark(ply);
    moveList.mark(ply);
    showText($('chances'), [ply ? moveText(game, ply - 1) : 'Start', chancesText(evaluationAt(game, ply))]
        .filter(Boolean).join(' · '));
    $('status').textContent = spoken();
}

// --- changing ---------------------------------------------------------------------------------

/** @type {(ply: number) => void} */
function go(ply) {
    if (ply < 0 || ply > view.game.plies.length || ply === view.ply && !view.line && !view.quiz)
        return;
    Object.assign(view, { ply, line: null, quiz: null, praise: '', square: -1 });
    hidePromotion();
    draw();
}

/** @type {(name: string, at: number) => void} */
function enterLine(name, at) {
    const line = linesOf(view.game, view.ply)[name];
    if (!line || view.quiz)
        return;
    view.line = { name, at: Math.max(1, Math.min(at, line.moves.length)) };
    draw();
}

function leaveLine() {
    if (!view.line)
        return;
    view.line = null;
    draw();
}

// Goes one move forward or back, in the line if a line is on the board.
function goBy(by) {
    const { line } = view;
    if (!line)
        go(view.ply + by);
    else if (line.at + by < 1)
        leaveLine();
    else
        enterLine(line.name, line.at + by);
}

// Goes to the next marked move, or to the previous one.
function goToMarked(forward) {
    const { game: { plies }, ply } = view, index = forward ? plies.findIndex((data, i) => i >= ply && isFault(data))
        : plies.findLastIndex((data, i) => i + 1 < ply && isFault(data));
    if (index >= 0)
        go(index + 1);
}

function toggle(name) {
    toggleIn(view.shown, name);
    drawBoard();
}

// Chooses the square whose attackers are shown, or in an exercise the man that moves.
/** @type {(square: number) => void} */
function choose(square) {
    if (view.quiz) {
        clickOn(view.positions[view.ply], square, tryMove);
        return;
    }
    view.square = view.square === square ? -1 : square;
    drawBoard();
}

function cancel() {
    if (!$('promotion').hidden)
        hidePromotion();
    else if (view.line)
        leaveLine();
    else if (view.square >= 0)
        choose(view.square);
    else if (view.quiz)
        tell(false);
}

const KEYS = {
    ArrowLeft: () => goBy(-1), ArrowRight: () => goBy(1), Home: () => go(0), End: () => go(view.game.plies.length),
    Escape: cancel, f: flip, m: () => goToMarked(true), p: () => goToMarked(false),
    b: () => enterLine('better', 1), r: () => enterLine('reply', 1),
    ...overlayKeys(),
};

const isElsewhere = () => !view.game;

// --- exercises ----------------------------------------------------------------------------------

// Begins an exercise: the reader must find a better move than the move of a ply.
/** @type {(ply: number) => void} */
function ask(ply) {
    go(ply - 1);
    view.quiz = { ply, said: `Find a better move than ${moveText(view.game, ply - 1)}.` };
    draw();
}

// Ends the exercise. If `shows` is true, shows the better line on the board.
/** @type {(shows: boolean, praise?: string) => void} */
function tell(shows, praise = '') {
    go(view.quiz.ply);
    view.praise = praise;
    if (shows)
        enterLine('better', 1);
}

// Handles the reader's move in an exercise.
/** @type {(move: string) => void} */
function tryMove(move) {
    const { quiz, game, positions, ply } = view, { uci, line: [best] } = game.plies[ply], position = positions[ply], san = sanOf(position, move);
    if (move === moveOf(position, best.san)) {
        tell(true, `${san} is the move.`);
    } else {
        quiz.said = `${san} ${move === uci ? 'was played in the game' : 'is another move'}. Try again.`;
        draw();
    }
}

// --- games ------------------------------------------------------------------------------------

function showIndex() {
    view.number = -1;
    view.game = null;
    $('game').hidden = true;
    $('index').hidden = false;
    markText(-1);
    document.body.classList.add('at-index');
}

function showGame(number) {
    Object.assign(view, { number, game: readGame(number), ply: 0, line: null, quiz: null, square: -1, pointed: -1 });
    view.positions = gamePositions(view.game);
    view.flipped ||= judgesOnlyBlack(view.game);
    markText(number);
    document.body.classList.remove('at-index');
    $('index').hidden = true;
    $('game').hidden = false;
    drawTitle(view.game);
    drawHead(view.game);
    drawNeighbours(number);
    hidePromotion();
    moveList.show(view.game);
    curve.show(view.game);
    draw();
}

// Shows the game that the address names (#game-2), or the only game, or the index. The address #game-2-30 also names the
// position after a move.
function route() {
    const [, id, ply] = location.hash.match(/^#(game-\d+)(?:-(\d+))?$/) ?? [];
    const number = range(gameCount()).find(i => article(i).id === id);
    if (number !== undefined || gameCount() === 1)
        showGame(number ?? 0);
    else
        showIndex();
    if (number !== undefined && ply !== undefined)
        go(Math.min(Number(ply) + 1, view.positions.length - 1));
    window.scrollTo(0, 0);
}

// --- start ------------------------------------------------------------------------------------

function start() {
    board = new Board($('board'), $('squares'), choose, point, square => view.quiz ? liftFrom(view.positions[view.ply], square) : []);
    curve = new Curve($('curve'), go);
    moveList = new MoveList($('moves'), go);
    listenToKeys();
    on(window, { hashchange: route, beforeprint: () => preparePrint(view.game, view.positions, view.flipped) });
    drawAbout();
    drawIndex();
    $('app').hidden = false;
    route();
}

on(document, { DOMContentLoaded: start });

// A board to play on, and what the engine says about each position. The engine, which is part of the page, knows the
// rules: it says which moves are legal, reads moves and FENs as people write them, and tells the threats.
'use strict';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const view = {
    start: START,
    moves: [],        // in UCI's notation
    at: 0,            // so many of them are made
    places: [],       // the positions, the first before any move: as play() gives them
    legal: [],        // moves in the position on the board
    facts: null,      // { threats, network } of it, as overlays.js wants them
    lines: [],        // of the search: { move, text, score, chances }
    flipped: false,
    shown: new Set(),
    square: -1,       // chosen, whose moves or attackers are shown
    paused: false,
};
let module, engine, asker, board, listening = false, turn = 0;

const place = () => view.places[view.at];

// --- drawing ------------------------------------------------------------------------------------

// A move in long algebraic notation: "Ng1-f3", "e7xd8=Q", "O-O".
function longMove(position, uci) {
    const from = squareNumber(uci), to = squareNumber(uci.slice(2)), piece = position.board[from];
    const rook = castlingRook(position.board, from, to);
    if (rook >= 0)
        return rook > from ? 'O-O' : 'O-O-O';
    const letter = typeOf(piece) === 'Pawn' ? '' : piece.toUpperCase();
    const takes = position.board[to] || (!letter && fileOf(from) !== fileOf(to));
    return `${letter}${squareName(from)}${takes ? '×' : '–'}${squareName(to)}${uci[4] ? `=${uci[4].toUpperCase()}` : ''}`;
}

// Moves with their numbers, and the position behind them.
function movesText(position, moves) {
    const words = [];
    moves.forEach((uci, i) => {
        if (position.turn === 'white' || i === 0)
            words.push(`${position.number}${position.turn === 'white' ? '.' : '...'}`);
        words.push(longMove(position, uci));
        position = after(position, uci);
    });
    return words.join(' ');
}

function after(position, uci) {
    return { ...play(position, uci), number: position.number + (position.turn === 'black') };
}

// Squares that the chosen man may go to.
function targets() {
    const from = squareName(view.square);
    return view.square < 0 ? [] : view.legal.filter(move => move.startsWith(from)).map(move => squareNumber(move.slice(2)));
}

function drawBoard() {
    const position = place(), best = view.lines[0], { flipped } = view;
    board.draw(position, flipped);
    const overlays = overlaysAt({ position, previous: view.places[view.at - 1] ?? null, ply: view.facts, inLine: false },
        view.shown, targets().length ? -1 : view.square, flipped);
    const marks = [...new Set(targets())].map(square => {
        const { x, y } = cornerOf(square, flipped);
        return svg('circle', { 'cx': x + 50, 'cy': y + 50, 'r': 16, 'class': 'target', 'data-square': squareName(square) });
    });
    const arrows = best ? [arrow(squareNumber(best.move), squareNumber(best.move.slice(2)), flipped, 'best')] : [];
    overlays.push({ tints: marks, arrows, labels: [], text: null });
    drawOverlays(board, $('about-board'), overlays, view.square);
    $('position-text').textContent = positionText(position);
    $('flip').setAttribute('aria-pressed', String(flipped));
    for (const name of ['attacks', 'threats', 'changes', 'network'])
        $(`show-${name}`).setAttribute('aria-pressed', String(view.shown.has(name)));
}

function drawMoves() {
    const made = view.moves.slice(0, view.at), rest = view.moves.slice(view.at);
    showText($('made'), movesText(view.places[0], made) || 'Start position', ' ',
        element('span', { class: 'quiet' }, movesText(place(), rest)));
    $('fen').textContent = place().fen;
}

function drawLines() {
    const best = view.lines[0], white = best ? best.chances : 50;
    $('lines').replaceChildren(...view.lines.filter(Boolean).map(line => element('li', {},
        element('strong', {}, line.score), ' ', line.text)));
    $('bar-white').style.transform = `scaleX(${white / 100})`;
    $('bar').setAttribute('aria-valuenow', white.toFixed(0));
    drawBoard();
}

function complain(error) {
    showText($('error'), error ? error.message.replace(/^info string error: /, '') : '');
}

// --- the engine ---------------------------------------------------------------------------------

// What the engine says of a threat, as overlays.js wants it.
function threatOf({ kind, by, man, targets: aims }) {
    const names = aims.map(aim => `${aim.type} ${aim.square}`).join(', ');
    return { kind, side: by, from: man.square, to: aims.map(aim => aim.square),
        text: `${kind}: ${man.type} ${man.square}${names ? ` at ${names}` : ''}` };
}

// Questions go to an engine of their own, which is never busy with a search; they name their position by its FEN.
async function json(command, whom = asker) {
    const lines = await whom.ask(command), answer = lines.find(line => line.startsWith('{'));
    if (!answer)
        throw new Error(lines.join('\n'));
    return JSON.parse(answer);
}

// Lines of the search.
function hear(text) {
    if (!listening || !text.startsWith('{"event":"info"'))
        return;
    const info = JSON.parse(text), position = place(), white = position.turn === 'white', sign = white ? 1 : -1;
    if (info.bound !== 'exact' || !info.line.length)
        return;
    const score = { cp: info.centipawns === null ? null : sign * info.centipawns, mate: info.mate === null ? null : sign * info.mate };
    const chances = (info.win + info.draw / 2) / 10;
    view.lines[info.multipv - 1] = {
        move: info.line[0], text: movesText(position, info.line.slice(0, 12)),
        score: scoreText(score), chances: white ? chances : 100 - chances,
    };
    $('speed').textContent = `depth ${info.depth} · ${(info.nps / 1000).toFixed(0)} knps`;
    if (info.multipv === Math.min(Number($('count').value), view.legal.length))
        drawLines();
}

function writeAddress() {
    if (part === 'analyse')
        history.replaceState(null, '', `#${encodeURIComponent([view.start, ...view.moves.slice(0, view.at)].join('/'))}`);
}

function search() {
    listening = part !== 'learn' && !view.paused && view.legal.length > 0;
    if (listening)
        engine.send('go json infinite');
}

// Has the position on the board analysed. What an earlier call still waits for is dropped.
async function analyse() {
    if (!view.places.length)
        return;
    const mine = ++turn;
    listening = false;
    view.lines = [];
    view.legal = [];
    view.facts = null;
    view.square = -1;
    writeAddress();
    drawMoves();
    drawLines();
    engine.send('stop');
    const said = await engine.ask(`position fen ${view.start}${view.at ? ` moves ${view.moves.slice(0, view.at).join(' ')}` : ''}`);
    if (mine !== turn)
        return;
    const [moves, threats, evaluation] = await Promise.all([engine.ask('perft 1'), json('threats json', engine), json('eval json', engine)]);
    if (mine !== turn)
        return;
    view.legal = moves.map(line => /^([a-h][1-8][a-h][1-8][nbrq]?): 1$/.exec(line)?.[1]).filter(Boolean);
    view.facts = {
        threats: threats.threats.map(threatOf),
        network: (evaluation.network?.pieces ?? []).map(({ man, contribution }) => [man.square, contribution]),
    };
    place().fen = threats.fen;
    const { end } = threats.game;
    $('status').textContent = end ?? `${place().turn === 'white' ? 'White' : 'Black'} to move`;
    complain(said.length ? new Error(said.join(' ')) : end ? new Error(`The game has ended: ${end}.`) : null);
    drawMoves();
    drawBoard();
    search();
}

// --- changing -----------------------------------------------------------------------------------

// Sets a position up, and moves. Those that are not legal there end the list.
async function setUp(fen, moves = []) {
    const answer = await json(`map json fen ${fen}`), position = readFen(answer.fen);
    const places = [{ ...position, fen: answer.fen, number: Number(answer.fen.split(' ')[5]) }], good = [];
    for (const move of moves) {
        if (!/^[a-h][1-8][a-h][1-8][nbrq]?$/.test(move) || !places.at(-1).board[squareNumber(move)])
            break;
        places.push(after(places.at(-1), move));
        good.push(move);
    }
    Object.assign(view, { start: answer.fen, moves: good, at: good.length, places });
    await analyse();
}

function go(at) {
    if (at < 0 || at > view.moves.length || at === view.at)
        return;
    view.at = at;
    analyse();
}

function makeMove(uci) {
    if (view.moves[view.at] !== uci) {
        view.moves.splice(view.at, Infinity, uci);
        view.places.splice(view.at + 1, Infinity, after(place(), uci));
    }
    go(view.at + 1);
}

// One of the moves to a square; the reader chooses among promotions.
function chooseAmong(moves) {
    const box = $('promotion');
    box.hidden = moves.length < 2;
    box.replaceChildren(...moves.map(move => element('button', { type: 'button', click: () => {
        box.hidden = true;
        makeMove(move);
    } }, typeOf(move[4] ?? 'k'))));
    if (moves.length === 1)
        makeMove(moves[0]);
    else
        box.firstChild?.focus();
}

function choose(square) {
    const moves = view.square < 0 ? [] : view.legal.filter(move => move.startsWith(squareName(view.square) + squareName(square)));
    $('promotion').hidden = true;
    if (moves.length) {
        chooseAmong(moves);
        return;
    }
    view.square = view.square === square ? -1 : square;
    drawBoard();
}

// A FEN has a slash; all else is a move. The search ends, since not every browser lets a searching engine answer.
async function enter(text) {
    listening = false;
    engine.send('stop');
    try {
        if (text.includes('/'))
            await setUp(text);
        else
            makeMove((await json(`see ${text} json`, engine)).move);
        $('text').value = '';
    } catch (error) {
        complain(error);
        search();
    }
}

function toggle(name) {
    if (!view.shown.delete(name)) {
        ['attacks', 'changes', 'network'].filter(other => other !== name && name !== 'threats').forEach(other => view.shown.delete(other));
        view.shown.add(name);
    }
    drawBoard();
}

function flip() {
    view.flipped = !view.flipped;
    drawBoard();
}

function pause() {
    view.paused = !view.paused;
    $('pause').setAttribute('aria-pressed', String(view.paused));
    if (view.paused)
        engine.send('stop');
    else
        analyse();
}

const KEYS = {
    'ArrowLeft': () => go(view.at - 1), 'ArrowRight': () => go(view.at + 1), 'Home': () => go(0), 'End': () => go(view.moves.length),
    'Escape': () => view.square >= 0 && choose(view.square), ' ': pause, 'f': flip,
    'a': () => toggle('attacks'), 't': () => toggle('threats'), 'c': () => toggle('changes'), 'n': () => toggle('network'),
};

function press(event) {
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || part === 'learn' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select') ||
        (event.key === ' ' && event.target.closest('button, summary')))
        return;
    event.preventDefault();
    action();
}

// --- the parts of the page ----------------------------------------------------------------------

// A part is { enter(desk, step), leave() }. Its tab is #tab-NAME, and its address #NAME, or #NAME/STEP, such as #learn/3.
// While a part is open, body has the class at-NAME; its section #NAME, if it has one, takes the place of #view.
// enter is called when the tab is opened or the step in the address changes, leave when another tab is opened.
const desked = { enter: analyse, leave: () => engine.send('stop') };
const PARTS = { analyse: desked, play: desked, learn };

// What a part may use. It makes boards of its own by `new Board(root, grid, choose)`.
const desk = {
    json: command => json(command),        // the answer to a question such as "map json fen FEN"; throws an Error
    ask: command => asker.ask(command),    // the lines of such an answer
    load: () => Panoptes.load({ wasm: module, memory: 48 }), // another engine, to be ended by quit()
    fen: () => place().fen,                // the position on the board of Analyse
    open: (fen, moves = []) => setUp(fen, moves).then(() => openPart('analyse')), // shows a position in Analyse
};
let part = 'analyse';

function openPart(name, step = null) {
    if (name !== part)
        PARTS[part].leave();
    document.body.classList.remove(`at-${part}`);
    document.body.classList.add(`at-${name}`);
    part = name;
    for (const other of Object.keys(PARTS)) {
        $(`tab-${other}`).setAttribute('aria-current', other === name ? 'page' : 'false');
        if ($(other))
            $(other).hidden = other !== name;
    }
    $('view').hidden = Boolean($(name));
    PARTS[name].enter(desk, step);
}

// --- start --------------------------------------------------------------------------------------

// The engine's module, from its text in the page.
async function unpack() {
    const packed = Uint8Array.from(atob($('module').textContent), letter => letter.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function start() {
    module = await WebAssembly.compile(await unpack());
    [engine, asker] = await Promise.all([Panoptes.load({ wasm: module }), Panoptes.load({ wasm: module, memory: 48 })]);
    engine.onLine = hear;
    board = new Board($('board'), $('squares'), choose);
    const clicks = {
        'first': KEYS.Home, 'back': KEYS.ArrowLeft, 'forward': KEYS.ArrowRight, 'last': KEYS.End, flip, pause,
        'show-attacks': KEYS.a, 'show-threats': KEYS.t, 'show-changes': KEYS.c, 'show-network': KEYS.n,
    };
    for (const [id, action] of Object.entries(clicks))
        $(id).addEventListener('click', action);
    $('entry').addEventListener('submit', event => {
        event.preventDefault();
        enter($('text').value.trim());
    });
    const setCount = () => engine.send(`setoption name MultiPV value ${$('count').value}`);
    $('count').addEventListener('change', () => {
        setCount();
        analyse();
    });
    setCount();
    for (const name of Object.keys(PARTS))
        $(`tab-${name}`).addEventListener('click', () => location.hash = `#${name}`);
    document.addEventListener('keydown', press);
    window.addEventListener('hashchange', fromAddress);
    $('about').textContent = `${(await engine.ask('version'))[0]}. It runs in this page, with one thread and 64 MB at most, and asks nothing of the network.`;
    await fromAddress();
}

// The part of the page, or the position and the moves, that the address names.
async function fromAddress() {
    const [, name, step] = /^#([a-z]+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
    if (Object.hasOwn(PARTS, name ?? '')) {
        if (!view.places.length) {
            part = name;
            await setUp(START);
        }
        openPart(name, step);
        return;
    }
    let parts = [];
    try {
        parts = decodeURIComponent(location.hash.slice(1)).split('/');
    } catch {} // no address of ours
    openPart('analyse');
    try {
        await setUp(parts.slice(0, 8).join('/') || START, parts.slice(8));
    } catch (error) {
        await setUp(START);
        complain(error);
    }
}

start().catch(error => {
    $('about').textContent = '';
    complain(new Error(`The engine does not run here: ${error.message}`));
});

// The page that analyses: its view, and the functions that change the view. The engine in the page judges positions and
// checks FENs; rules.js makes the moves.
'use strict';

const REMEMBERED = 'panoptes', UNDO_MOST = 100;

const view = {
    tree: null,        // the tree of the game on the page
    node: null,        // the node of the tree that is on the board
    list: null,        // the games that the reader can choose: { titles, games }, games as splitPgn returns them
    lines: [],         // the best lines of the search: { moves, score, chances }
    facts: null,       // { threats, network } of the position on the board, in the form that overlays.js takes
    preview: null,     // { before, position, uci, moves }: the move under the pointer
    hint: null,        // the move that a hint shows
    quiz: null,        // { node, ply, answer }: an exercise
    praise: '',        // the text after the right answer of the exercise
    flipped: false,
    shown: new Set(['best']), // the OVERLAYS that are on
    square: -1,        // the chosen square, whose moves or attackers are shown
    pointed: -1,       // the square under the pointer
    paused: false,
    undo: [],          // functions that undo the last UNDO_MOST changes
};
let board, wasm, drawn, turn = 0, part = 'analyse', hasEngine = false;

// Replaces a missing engine: refuses each line that needs an answer, with the reason.
/** @type {(reason: string) => any} */
const noEngine = reason => ({ send() {}, ask: () => Promise.reject(new Error(reason)) });

/** @type {Engine} */
let asker = search.engine = noEngine('The engine is still loading.');

// --- drawing ------------------------------------------------------------------------------------

function drawBoard() {
    const { node, preview: seen, flipped, square } = view, position = seen?.position ?? node.position;
    board.draw(position, flipped, position.turn);
    learnMotifs().catch(complain);
    const here = seen ? { position, previous: seen.before, ply: null, inLine: true, best: null }
        : { position, previous: node.parent?.position ?? null, ply: view.facts, inLine: false,
            best: view.hint ?? view.lines[0]?.moves[0] ?? null };
    if (drawn === (drawn = JSON.stringify([here, flipped, square, shownSquare(view), ...view.shown])))
        return; // a search calls often
    const choices = seen ? [] : choicesAt(position, square);
    const overlays = overlaysAt(here, view.shown, choices.length ? -1 : shownSquare(view));
    drawOverlays(board, $('about-board'), [...overlays, choiceOverlay(choices)], square);
    $('position-text').textContent = positionText(position);
    drawSwitches();
}

function drawPlayers() {
    const { tags } = view.tree;
    for (const side of SIDES) {
        const name = tags[capital(side)], clock = part === 'play' && game.clock ? clockText(Math.ceil(game.clock[side] / 1000)) : '';
        drawPlayer(side, isKnown(name) && name, tags[`${capital(side)}Elo`], clock);
    }
}

// Shows an Error, or the text of an error; null: no error.
/** @type {(error: any) => void} */
function complain(error) {
    showText($('error'), (error?.message ?? error)?.replace(/^info string error: (map: )?/, ''));
}

// Shows the move under the pointer, and why that move is good or bad; null: no move.
/** @type {(seen?: Preview | null) => void} */
function preview(seen = null) {
    if (seen === view.preview)
        return;
    view.preview = seen;
    drawBoard();
    if (!seen)
        return showText($('why'), view.why);
    explain(seen.uci, seen.before, 0).then(answer =>
        view.preview === seen && showText($('why'), whySentence(sanOf(seen.before, seen.uci), answer)), () => {});
}

// --- the engine ---------------------------------------------------------------------------------

// Gives an engine the game up to a node.
/** @type {(engine: Engine, node: TreeNode) => Promise<any>} */
const setPosition = (engine, node) => Promise.all([`setoption name UCI_Chess960 value ${!isClassical(view.tree.root.position)}`,
    `position fen ${fenOf(view.tree.root.position)} moves ${pathTo(node).map(({ move }) => move).join(' ')}`].map(line => engine.ask(line)));

// Converts a threat of the engine's answer for overlays.js.
function threatOf({ kind, by, man, targets: aims, value }) {
    return { kind, side: by, from: man.square, to: aims.map(aim => aim.square), gain: value,
        text: `${kind}: ${man.type} ${man.square} at ${aims.map(aim => `${aim.type} ${aim.square}`).join(', ')}` };
}

// Returns the JSON answer to a command; throws an Error if the answer has no JSON. `asker`, the second engine, answers,
// so that the first engine's search continues.
/** @type {(command: string) => Promise<any>} */
async function json(command) {
    const lines = await asker.ask(command), answer = lines.find(line => line.startsWith('{'));
    if (!answer)
        throw new Error(lines.join('\n'));
    return JSON.parse(answer);
}

// Asks the second engine why a move is good or bad. The engine first searches `nodes` nodes.
/** @type {(move: string, position: Position, nodes: number) => Promise<any>} */
const explain = (move, position, nodes) => json(`explain ${move} nodes ${nodes} json fen ${fenOf(position)}`);

// Asks for the facts of the position on the board, after the position has been there for a moment. A later call cancels
// an earlier call.
async function learnFacts() {
    const mine = ++turn, { node } = view;
    const tell = end => $('status').textContent = end || `${node.san ? `${node.san}. ` : ''}${capital(node.position.turn)} to move`;
    await rest(REST_MS);
    if (mine !== turn)
        return;
    if (!hasEngine)
        return tell();
    await setPosition(asker, node);
    const [threats, evaluation] = await Promise.all([json('threats json'), json('eval json')]);
    if (mine !== turn)
        return;
    view.facts = {
        threats: threats.threats.map(threatOf),
        network: (evaluation.network?.pieces ?? []).map(({ man, contribution }) => [man.square, contribution]),
    };
    const end = threats.game.over && threats.game.end, say = text => showText($('why'), view.why = `${view.praise} ${text}`.trim());
    tell(end);
    if (end)
        say(`The game has ended: ${end}.`);
    drawBoard();
    if (!node.parent || end || view.quiz || node.move === '0000')
        return;
    const answer = await explain(node.move, node.parent.position, game.isOn ? 0 : 20000);
    if (mine !== turn)
        return;
    view.facts.made = answer.motifs;
    drawBoard();
    if (!node.review?.sentences.length || view.praise)
        say(whySentence(node.san, answer));
}

// Asks for the motifs of the best line, once for each line.
async function learnMotifs() {
    const { node, facts, lines: [best] } = view, moves = best?.moves.join(' ');
    if (!facts || !moves || facts.line === moves || !view.shown.has('motifs'))
        return;
    facts.line = moves;
    facts.ahead = (await json(`motifs ${moves} json fen ${fenOf(node.position)}`)).motifs;
    drawBoard();
}

function setLines() {
    setOptions({ 'MultiPV': $('count').value, 'UCI_LimitStrength': false, 'Skill Level': 20 });
}

// Ends the search, and sets options of the searching engine.
/** @type {(options: Record<string, any>) => void} */
function setOptions(options) {
    search.engine.send('stop');
    for (const [name, value] of Object.entries(options))
        search.engine.send(`setoption name ${name} value ${value}`);
}

// --- changing -----------------------------------------------------------------------------------

// The address of the position on the board of Analyse.
function address() {
    const { number } = review, ply = review.plyNow();
    return `#${number < 0 ? encodeURIComponent([fenOf(view.tree.root.position), ...pathTo(view.node).map(({ move }) => move)].join('/'))
        : ply < 1 ? article(number).id : `${article(number).id}-${ply - 1}`}`;
}

// Draws the view after a change, and begins to analyse the position on the board. isStep: the change is a step to
// another move, so drawTree need not draw known moves again.
function update(isStep = false) {
    if (!view.tree)
        return;
    if (review.nodes.some((node, i) => i ? !node.parent.children.includes(node) : node !== view.tree.root))
        review.clear(); // the game of the report is not on the page
    Object.assign(view, { lines: [], facts: null, square: -1, preview: null, hint: null, why: '', praise: '' });
    if (!view.quiz)
        showText($('why'));
    hidePromotion();
    $('fen').textContent = fenOf(view.node.position);
    $('undo').disabled = !view.undo.length || game.isOn;
    try {
        if (part === 'analyse')
            history.replaceState(null, '', address());
    } catch {} // too many steps in a short time for Safari or Firefox; a later step writes the address
    drawPlayers();
    drawChooser();
    drawTree(isStep);
    review.draw(view.node);
    refill($('lines'));
    drawBoard();
    learnFacts().catch(complain);
    search.begin();
}

/** @type {(node: TreeNode, isStep?: boolean) => void} */
function show(node, isStep) {
    Object.assign(view, { node, quiz: null });
    complain(null);
    update(isStep);
}

/** @type {(node: TreeNode | null | undefined) => void} */
function go(node) {
    if (!node || node === view.node)
        return;
    show(node, true);
}

// Changes the tree so that the reader can undo the change, and goes to the node that `act` returns.
/** @type {(act: () => TreeNode) => void} */
function change(act) {
    const { tree, node: old } = view, { game: data, nodes, number } = review, orders = [tree.root, ...drawnMoves.keys()].map(one => [one, one.children.slice()]);
    view.undo.push(() => {
        orders.forEach(([one, children]) => one.children = children);
        Object.assign(view, { tree, node: old, quiz: null });
        if (data && data !== review.game)
            review.show(data, nodes, number);
    });
    if (view.undo.length > UNDO_MOST)
        view.undo.shift();
    show(act());
}

// Makes moves after a node, in UCI's spelling (with passes, "0000") or as SAN, up to the first illegal move. Returns the
// last node.
/** @type {(node: TreeNode, moves: string[]) => TreeNode} */
function follow(node, moves) {
    for (const text of moves) {
        const move = text === '0000' && !isInCheck(node.position) ? text : moveOf(node.position, text);
        if (!move)
            break;
        node = childOf(node, move);
    }
    return node;
}

/** @type {(from: TreeNode, moves: string[]) => void} */
const playLine = (from, moves) => change(() => follow(from, moves));

function undo() {
    if ($('undo').disabled)
        return;
    view.undo.pop()();
    update();
}

// Shows a tree, at its start or at another node.
/** @type {(tree: Tree, node?: TreeNode) => void} */
function setTree(tree, node = tree.root) {
    view.tree ??= tree;
    view.node ??= node;
    game.forget();
    review.stop();
    change(() => (view.tree = tree, node));
}

// Returns a FEN as the engine writes it. Throws an Error that names the fault of the FEN.
/** @type {(fen: string) => Promise<string>} */
const checkedFen = async fen => fen === START ? fen : (await json(`map json fen ${fen.replace(/\s+/g, ' ').trim()}`)).fen;

// Sets a position up and makes moves, up to the first illegal move. Throws an Error as checkedFen does.
/** @type {(fen: string, moves?: string[]) => Promise<void>} */
async function setUp(fen, moves = []) {
    const tree = newTree(await checkedFen(fen));
    setTree(tree, follow(tree.root, moves));
}

/** @type {(move: string) => void} */
function makeMove(move) {
    if (game.isOn) {
        if (view.node !== game.last)
            go(game.last);
        else if (game.isReadersTurn())
            game.move(move).catch(complain);
    } else if (view.quiz) {
        review.answer(move).catch(complain);
    } else {
        playLine(view.node, [move]);
    }
}

const choose = square => clickOn(view.node.position, square, makeMove);
const lift = square => game.isOn && !game.isReadersTurn() ? [] : liftFrom(view.node.position, square);

// Replaces the last move by its next variation (by = 1) or its previous variation (by = -1).
function goAside(by) {
    const { node } = view, siblings = node.parent?.children ?? [];
    go(siblings.at((siblings.indexOf(node) + by) % siblings.length));
}

/** @type {(name: string) => void} */
function toggle(name) {
    toggleIn(view.shown, name);
    remember();
    drawBoard();
    $('explained').scrollTop = $('about-board').offsetTop;
}

function pause() {
    view.paused = !view.paused;
    $('pause').ariaPressed = String(view.paused);
    search.begin();
}

// Keeps the reader's switches in the browser's storage, if the browser allows that.
function remember() {
    try {
        localStorage.setItem(REMEMBERED, JSON.stringify({ shown: [...view.shown], count: $('count').value }));
    } catch {} // not allowed
}

function recall() {
    try {
        const { shown, count: lines } = JSON.parse(localStorage.getItem(REMEMBERED));
        view.shown = new Set(shown.filter(name => Object.values(OVERLAYS).includes(name)));
        if (/^[1-5]$/.test(lines))
            $('count').value = lines;
    } catch {} // nothing is kept
}

function cancel() {
    hidePromotion();
    view.square = -1;
    drawBoard();
}

const KEYS = {
    'ArrowLeft': () => go(view.node.parent), 'ArrowRight': () => go(view.node.children[0]),
    'ArrowUp': () => goAside(-1), 'ArrowDown': () => goAside(1),
    'Home': () => go(view.tree.root), 'End': () => go(lineFrom(view.node).at(-1)), 'Escape': cancel, ' ': () => part === 'analyse' && pause(), 'f': flip, 'u': undo,
    'm': () => review.goToMarked(true), 'p': () => review.goToMarked(false),
    ...overlayKeys(),
};

const isElsewhere = () => part === 'learn';

// --- the parts of the page ----------------------------------------------------------------------

// A part is { enter(step), leave() }. Its tab is #tab-NAME, and its address #NAME, or #NAME/STEP, such as
// #learn/3. While a part is open, body has the class at-NAME; its section #NAME, if it has one, takes the place of
// #view. The page calls enter when the tab is opened or the step in the address changes, and leave when another tab is
// opened.
/** @type {Record<string, Part>} */
const PARTS = { analyse: { enter: () => update(), leave: () => search.end() }, play: game, learn };

/** @type {(name: string, step?: string | null) => void} */
function openPart(name, step = null) {
    if (name !== part)
        PARTS[part].leave();
    part = name;
    for (const other of Object.keys(PARTS)) {
        document.body.classList.toggle(`at-${other}`, other === name);
        $(`tab-${other}`).ariaCurrent = other === name ? 'page' : 'false';
        if ($(other))
            $(other).hidden = other !== name;
    }
    $('view').hidden = Boolean($(name));
    PARTS[name].enter(step);
}

// Goes to the part, the game, or the position with moves that the address names. If the position is already on the board,
// as after a step back from Learn, keeps the game. Without an engine, shows only games of the report.
async function fromAddress() {
    const { hash } = location, [, name, step, id, ply = -1] = /^#(?:([a-z]+)(?:\/(\w+))?|(game-\d+)(?:-(\d+))?)$/.exec(hash) ?? [];
    if (view.tree && (hash === address() || (!hasEngine && gameCount() && !id)))
        return openPart('analyse');
    const number = range(gameCount()).find(i => article(i).id === id) ?? 0;
    if (gameCount() && (id || !hash || !hasEngine)) {
        review.open(number, Number(ply) + 1);
        return openPart('analyse');
    }
    if (hasEngine && Object.hasOwn(PARTS, name)) {
        if (!view.tree) {
            part = name;
            await setUp(START);
        }
        return openPart(name, step);
    }
    let parts = [];
    try {
        parts = decodeURIComponent(hash.slice(1)).split('/');
    } catch {} // no address of ours
    const fault = await setUp(parts.slice(0, 8).join('/') || START, parts.slice(8)).catch(error => setUp(START).then(() => error));
    openPart('analyse');
    complain(fault);
}

// --- start --------------------------------------------------------------------------------------

// Takes the engine's module from its text in the page, and removes the text. Compiles the module while unpacking it.
function unpack() {
    const { textContent: text } = $('module'), packed = /** @type {any} */ (Uint8Array).fromBase64?.(text) ?? Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    $('module').remove();
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compileStreaming(new Response(stream, { headers: { 'content-type': 'application/wasm' } }));
}

async function loadSearch() {
    search.engine = await Panoptes.load({ wasm });
    search.engine.onLine = line => search.hear(line);
    setLines();
}

async function loadEngines() {
    wasm = await unpack();
    [, asker] = await Promise.all([loadSearch(), Panoptes.load({ wasm, memory: 32, hash: 1 })]);
    hasEngine = true;
    return `${(await asker.ask('version'))[0]}. It runs in this page and asks nothing of the network.`;
}

function listen() {
    const clicks = {
        save, 'review': () => review.toggle(), 'open-file': () => $('file').click(),
        'copy-pgn': () => copy(pgnOf(view.tree), 'The PGN'), 'copy-fen': () => copy(fenOf(view.node.position), 'The FEN'),
        'new': () => setTree(newTree(START)), 'take-back': () => game.takeBack(), 'hint': () => game.hint(), 'resign': () => game.resign(),
    };
    listenToKeys();
    for (const [id, click] of Object.entries(clicks))
        on($(id), { click });
    on($('opponent'), { submit: event => {
        event.preventDefault();
        game.begin().catch(complain);
    } });
    on($('count'), { change: () => {
        setLines();
        remember();
        update();
    } });
    for (const name of Object.keys(PARTS))
        on($(`tab-${name}`), { click: () => location.hash = `#${name}` });
    const look = ({ target }) => preview(target.seen);
    on($('lines'), { pointerover: look, focusin: look, focusout: () => preview(), keydown: pressInLines,
        click: ({ target: { seen } }) => seen && playLine(view.node, seen.moves),
        pointerleave: () => {
            preview();
            search.draw();
        } });
    listenForFiles();
    on(window, { beforeprint: () => preparePrint(review.game, review.nodes.map(({ position }) => position), view.flipped) });
}

// Shows a report or the start position at once, and other positions after the engine has checked their FENs.
async function start() {
    board = new Board($('board'), $('squares'), choose, point, lift);
    recall();
    listen();
    drawAbout();
    const { hash } = location, opened = !hash || gameCount() ? fromAddress() : null, first = location.hash;
    await rest(0); // shows the board before the engine is unpacked
    try {
        const about = await loadEngines();
        if (!gameCount())
            $('about').textContent = about;
    } catch (error) {
        document.body.classList.add('without-engine');
        const reason = `The engine does not run here: ${/** @type {Error} */ (error).message}.`;
        asker = search.engine = noEngine(reason);
        showText($('about'), gameCount() ? `${$('about').textContent} ` : '', reason);
    }
    await opened;
    if (hasEngine && hash && location.hash === first)
        history.replaceState(null, '', hash); // the address with which the page was opened
    await fromAddress(); // the reader may have chosen a tab before the engine was there
    on(window, { hashchange: fromAddress });
    view.undo.shift(); // the first position replaces nothing
    update();
}

entries = start().catch(complain);

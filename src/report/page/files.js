// Moves, FENs and PGNs that the reader types, pastes, drops, opens or saves.
'use strict';

const MOST_BYTES = 10e6, MOST_GAMES = 5000;
const tooLarge = bytes => `The text has ${(bytes / 1e6).toFixed(0)} MB. This page reads ${MOST_BYTES / 1e6} MB at most. ` +
    'The command panoptes report reads any size.';

let entries; // the texts before: they wait for the engine, and each text waits for the texts before it

/** @type {(text: string) => Promise<void>} */
const enter = text => entries = entries.then(() => carryOut(text));

// Carries out the reader's text: makes a move, sets up a FEN, or opens a PGN.
/** @type {(text: string) => Promise<void>} */
async function carryOut(text) {
    const words = text.trim().replace(/^\d+\.+\s*/, '').split(/\s+/, 2);
    if (!words[0])
        return;
    try {
        if (text.length > MOST_BYTES)
            throw new Error(tooLarge(text.length));
        if (/^[^{[;%]*\//.test(words[0]))
            await setUp(text.trim());
        else if (words[1])
            await takePgn(text);
        else
            takeMove(words[0]);
        if ($('text').value !== text)
            return; // the reader has typed on
        $('text').value = '';
        $('text').blur();
    } catch (error) {
        complain(error);
    }
}

/** @type {(text: string) => void} */
function takeMove(text) {
    if (game.isOn)
        go(game.last);
    if (game.isOn && !game.isReadersTurn())
        throw new Error('It is not your move.');
    const move = moveOf(view.node.position, text);
    if (!move)
        throw new Error(`'${text.slice(0, 40)}' is not a legal move in this position.`);
    makeMove(move);
}

// Keeps the games of a PGN in the view, and shows the first game. Throws an Error if the text has no game, or if another
// game has come to the board meanwhile.
/** @type {(text: string) => Promise<void>} */
async function takePgn(text) {
    const { tree: old } = view, games = await splitPgn(text);
    const tree = await treeOf(games[0]).catch(error => games[1] ? { ...newTree(START, games[0].tags), error: error.message } : Promise.reject(error));
    if (old !== view.tree)
        throw new Error('Another game is on the board. Enter the text again.');
    if (!games[1] && !tree.root.children.length && (tree.error || !text.includes('[')))
        throw new Error(tree.error ?? 'The text has no moves.');
    const titles = games.map(({ tags }) => `${tags.White ?? '?'} – ${tags.Black ?? '?'} ${tags.Result ?? ''}`);
    showTree(tree, { games, titles }, 0);
}

/** @type {(game: PgnText) => Promise<Tree>} */
const treeOf = async game => readPgn(game, await checkedFen(game.tags.FEN?.trim() || START));

/** @type {(tree: Tree, list: GameList, number: number) => void} */
function showTree(tree, list, number) {
    setTree(Object.assign(tree, { list, number }));
    complain(tree.error);
}

// Offers the games of the list that has the game on the board. If no list has that game, keeps the list offered.
function drawChooser() {
    const { list, number } = view.tree, titles = list?.titles;
    if (titles && list !== view.list) {
        $('games').hidden = titles.length < 2;
        refill($('chosen-game'), titles.slice(0, MOST_GAMES).map((title, i) => element('option', { value: i }, `${i + 1}. ${title}`)),
            titles.length > MOST_GAMES && element('option', { disabled: '' }, `The list ends after ${MOST_GAMES} games.`));
        view.list = list;
    }
    $('chosen-game').value = number;
}

// Shows the chosen game of the opened PGN or, without an opened PGN, of the reports in the page.
async function showGame() {
    const { list } = view, { value } = $('chosen-game'), tree = list.games && await treeOf(list.games[value]);
    if (!tree)
        review.open(Number(value));
    else if (list === view.list && value === $('chosen-game').value)
        showTree(tree, list, Number(value));
}

// Reads UTF-8; what is not UTF-8 is read as Latin-1.
/** @type {(bytes: ArrayBuffer) => string} */
function decoded(bytes) {
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        return new TextDecoder('latin1').decode(bytes);
    }
}

/** @type {(file: File | undefined) => Promise<void>} */
async function readFile(file) {
    if (!file)
        return;
    if (file.size > MOST_BYTES)
        complain(tooLarge(file.size));
    else
        await file.arrayBuffer().then(bytes => enter(decoded(bytes)), complain);
    $('file').value = ''; // so that the same file can be opened again
}

// Copies a text. If the browser forbids copying, puts the text into the field, where the reader can copy it.
/** @type {(text: string, what: string) => Promise<void>} */
async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        $('status').textContent = $('fen').textContent = `${what} is copied.`;
    } catch {
        $('text').value = text;
        $('text').select();
    }
}

function save() {
    const address = URL.createObjectURL(new Blob([pgnOf(view.tree)], { type: 'application/x-chess-pgn' }));
    element('a', { href: address, download: 'panoptes.pgn' }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
}

function listenForFiles() {
    on($('entry'), { submit: event => {
        event.preventDefault();
        enter($('text').value);
    } });
    on($('text'), { keydown: event => {
        if (!event.shiftKey && keyed(event, { Enter: true }))
            $('entry').requestSubmit();
    } });
    on(document, {
        paste: event => {
            const text = event.clipboardData.getData('text');
            if (isElsewhere() || isWithin(event, 'input, select') || (isWithin(event, '#text') && !text.includes('\n')))
                return;
            event.preventDefault();
            enter(text);
        },
        dragover: event => event.preventDefault(),
        drop: event => {
            const { files: [file] } = event.dataTransfer;
            event.preventDefault();
            if (!isElsewhere())
                file ? readFile(file) : enter(event.dataTransfer.getData('text'));
        },
    });
    on($('file'), { change: () => readFile($('file').files[0]) });
    on($('chosen-game'), { change: () => showGame().catch(complain).finally(drawChooser) });
}

// A game as a tree of variations, and its text as PGN.
'use strict';

// A node: { move, san, position, parent, children, comment, nags }, the position after its move. The first child
// continues the line, the other children are variations. The root has no move.
/** @type {(parent: TreeNode | null, move: string, san: string, position: Position) => TreeNode} */
const newNode = (parent, move, san, position) => ({ move, san, position, parent, children: [], comment: '', nags: [] });

// A tree: { tags, root, error }. `error` gives the place at which a PGN cannot be read.
/** @type {(fen: string, tags?: Record<string, string>) => Tree} */
const newTree = (fen, tags = {}) => ({ tags, root: newNode(null, null, '', readFen(fen)), error: null });

// The child of a node by a legal move; creates the child if there is none.
/** @type {(node: TreeNode, move: string) => TreeNode} */
function childOf(node, move) {
    let child = node.children.find(known => known.move === move);
    if (!child)
        node.children.push(child = newNode(node, move, sanOf(node.position, move), play(node.position, move)));
    return child;
}

// The nodes from the first move to a node.
/** @type {(node: TreeNode) => TreeNode[]} */
function pathTo(node) {
    const path = [];
    for (; node.parent; node = node.parent)
        path.unshift(node);
    return path;
}

// The nodes of the line that a node begins, without the node itself.
/** @type {(node: TreeNode) => TreeNode[]} */
function lineFrom(node) {
    const line = [];
    while ((node = node.children[0]))
        line.push(node);
    return line;
}

// The first move of the variation that contains a node, null on the main line.
/** @type {(node: TreeNode) => TreeNode | null} */
const variationOf = node => pathTo(node).findLast(one => one.parent.children[0] !== one) ?? null;

// Promotes the variation that contains a node: the variation's first move becomes the first child of its parent.
/** @type {(node: TreeNode) => void} */
function promote(node) {
    const first = variationOf(node);
    if (first)
        first.parent.children.sort((a, b) => Number(b === first) - Number(a === first));
}

const remove = node => node.parent.children.splice(node.parent.children.indexOf(node), 1);

// "12." or "12..." before a move.
/** @type {(position: Position) => string} */
const numberOf = ({ turn, number }) => `${number}.${turn === 'white' ? '' : '..'}`;

// --- PGN ----------------------------------------------------------------------------------------

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const TAG = /^\s*\[([^\s"\]]+)\s+"(.*)"\s*\]\s*$/;
const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!']; // by the number of the NAG
const RESULT = /^(1[-:]0|0[-:]1|1\/2([-:]1\/2)?|\*)$/;
// Words among moves that are ignored: a move's number, "e.p.", and signs such as ±, but not "--", a passed move.
const NOTHING = /^(?!--$)(\d+|e\.p\.|[^\p{L}\p{N}]+)$/u;
const TURN_MS = 20, MOST_MOVES = 4000, FAR_AHEAD = 1e4; // MOST_MOVES counts moves of variations, too

// A loop awaits the returned function, which lets other tasks run after each TURN_MS, so that the loop never blocks the
// page.
/** @type {() => () => Promise<void>} */
function turns() {
    let since = performance.now();
    return async () => {
        if (performance.now() - since > TURN_MS) {
            await rest(0);
            since = performance.now();
        }
    };
}

// True if a comment in braces begins in a text, and does not end there.
/** @type {(text: string) => boolean} */
const opensComment = text => text.replace(/\{[^}]*(\}?)|;.*/g, (_, end) => end ? '' : '{').includes('{');

// The games of a PGN: [{ tags, text }]. After moves, the next game begins at a tag, or at move 1 below an empty line or a
// result. A comment without its closing brace ends at the tag Event, if the text after the tag has no `}` before the next
// `{`.
/** @type {(text: string) => Promise<PgnText[]>} */
async function splitPgn(text) {
    const games = [], others = turns();
    let game = null, isInTags = false, isBelowEmpty = false, isInComment = false;
    for (const { 0: line, index } of text.matchAll(/[^\n]*\n?/g)) {
        await others();
        if (!isInComment && line.startsWith('%'))
            continue;
        isInComment &&= !/^\[Event +"/.test(line) || /^[^{}]*\}/.test(text.slice(index, index + FAR_AHEAD));
        // A line may have several tags.
        const tags = isInComment || !TAG.test(line) ? [] : line.split(/(?<="\])(?=\s*\[\w+ ")/).map(one => TAG.exec(one)).filter(Boolean);
        if (!game || ((tags[0] ? !isInTags : !isInComment && isBelowEmpty && /^\s*1\.(?!\.)/.test(line)) && game.text.trim()))
            games.push(game = { tags: Object.create(null), text: '' });
        isInTags = tags.length > 0;
        isBelowEmpty = /^\s*$|(^|\s)(1-0|0-1|1\/2-1\/2|\*)\s*$/.test(line);
        isInComment = !isInTags && opensComment((isInComment ? '{' : '') + line);
        for (const [, name, value] of tags)
            game.tags[name] = value.replace(/\\(.)/g, '$1');
        if (!isInTags)
            game.text += line;
    }
    return games;
}

// Reads a game of splitPgn, with variations, comments and marks, from the position `fen`, which is legal. The tree and
// each variation end at a move that is not legal. The tree also ends after MOST_MOVES.
/** @type {(game: PgnText, fen: string) => Promise<Tree>} */
async function readPgn({ tags, text }, fen) {
    const tree = newTree(fen, tags), open = [], others = turns();
    let node = tree.root, moves = 0;
    /** @type {{ comment: string }} */
    let noted = node;
    for (const [token] of text.matchAll(/\{[^}]*\}?|;[^\n]*|[()]|\$\d+|[^\s(){};$]+/g)) {
        await others();
        const word = token.replace(/^\d+[.…]+/, '').replace(/[‐-―−]/g, '-').replace(/½/g, '1/2').replace(/[♔-♟]/g, man => 'KQRBNP'[(man.charCodeAt(0) - 0x2654) % 6]), [, glyph] = /[^!?]([!?]{1,2})$/.exec(word) ?? [];
        if (/^[{;]/.test(token)) {
            noted.comment += (noted.comment && ' ') + token.replace(/^[{;]|\}$/g, '').replace(/\s+/g, ' ').trim();
        } else if (token === '(') {
            open.push(node);
            node = node.parent ?? node;
            noted = { comment: '' }; // a comment here is about the next move
        } else if (token === ')') {
            noted = node = open.pop() ?? node;
        } else if (token[0] === '$') {
            node.nags?.push(Number(token.slice(1)));
        } else if (GLYPHS.indexOf(word) > 0) {
            node.nags?.push(GLYPHS.indexOf(word));
        } else if (RESULT.test(word)) {
            RESULT.test(tree.tags.Result) || (tree.tags.Result = word);
        } else if (word && node.nags && !NOTHING.test(word)) {
            const move = ++moves > MOST_MOVES ? null : /^(--|Z0)$/.test(word) && !isInCheck(node.position) ? '0000' : moveOf(node.position, word.slice(0, 20).replace(/[^\p{L}\p{N}]+$/u, ''));
            if (!move) {
                tree.error ??= moves > MOST_MOVES ? `The game has more than ${MOST_MOVES} moves. The page shows the first ones.`
                    : `The move ${numberOf(node.position)} ${word.slice(0, 20)} is not legal here.${node.parent ? ' The page shows the moves before it.' : ''}`;
                if (!open[0] || moves > MOST_MOVES)
                    return tree;
                noted = node = /** @type {any} */ ({ comment: '' }); // no node, until the variation ends
                continue;
            }
            const child = childOf(node, move);
            open[0] || child === node.children[0] || promote(child); // a variation before has the same moves
            if (noted !== node)
                child.comment += noted.comment;
            noted = node = child;
            if (glyph)
                node.nags.push(GLYPHS.indexOf(glyph));
        }
    }
    return tree;
}

/** @type {(node: TreeNode) => string[]} */
const commentPgn = ({ comment }) => comment ? `{${comment.replace(/\}/g, ')')}}`.split(' ') : [];

// The moves after a node as PGN, with all variations: a list of words.
/** @type {(node: TreeNode, isFirst?: boolean) => string[]} */
function movesPgn(node, isFirst = true) {
    const words = [];
    for (; node.children.length; node = node.children[0]) {
        const [main, ...others] = node.children, write = (child, numbered) => words.push(
            ...numbered || node.position.turn === 'white' ? [numberOf(node.position)] : [], child.san, ...child.nags.map(nag => `$${nag}`), ...commentPgn(child));
        write(main, isFirst);
        for (const other of others) {
            const first = words.length;
            write(other, true);
            words.push(...movesPgn(other, Boolean(other.comment)));
            words[first] = `(${words[first]}`;
            words[words.length - 1] += ')';
        }
        isFirst = others.length > 0 || main.comment !== '';
    }
    return words;
}

/** @type {(tree: Tree) => string} */
function pgnOf({ tags, root }) {
    const fen = fenOf(root.position);
    const known = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: '*', ...tags };
    if (fen !== START)
        Object.assign(known, { SetUp: '1', FEN: fen }, !isClassical(root.position) && { Variant: 'Chess960' });
    const lines = [''];
    for (const word of [...commentPgn(root), ...movesPgn(root), RESULT.test(known.Result) ? known.Result : '*']) {
        const between = lines.at(-1) && ' ';
        if (lines.at(-1).length + between.length + word.length > 79 && !/^[%[]/.test(word))
            lines.push(word);
        else
            lines[lines.length - 1] += between + word;
    }
    return `${Object.entries(known).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`).join('\n')}\n\n${lines.join('\n')}\n`;
}

// The few rules that the page needs: reading a position, making a legal move, and who attacks what.
// A square is a number, a1 = 0, b1 = 1, to h8 = 63. A board is an array of 64 letters as in FEN, '' for nobody.
'use strict';

document.documentElement.classList.add('js'); // at once, so that the text for readers without scripts does not flash

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const JUMPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const NAMES = { P: 'Pawn', N: 'Knight', B: 'Bishop', R: 'Rook', Q: 'Queen', K: 'King' };

const fileOf = square => square & 7;
const rankOf = square => square >> 3;
const squareName = square => 'abcdefgh'[fileOf(square)] + (rankOf(square) + 1);
const squareNumber = name => 'abcdefgh'.indexOf(name[0]) + 8 * (name[1] - 1);
const isWhite = piece => piece < 'a';
const sideOf = piece => isWhite(piece) ? 'white' : 'black';
const typeOf = piece => NAMES[piece.toUpperCase()];

// The square so many files and ranks away, or -1 beyond the edge.
function step(square, [files, ranks]) {
    const file = fileOf(square) + files, rank = rankOf(square) + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : file + 8 * rank;
}

// { board, turn }: turn is 'white' or 'black'.
function readFen(fen) {
    const [rows, turn] = fen.split(' ');
    const board = Array(64).fill('');
    rows.split('/').forEach((row, i) => {
        let square = 8 * (7 - i);
        for (const letter of row)
            if (letter >= '1' && letter <= '8')
                square += Number(letter);
            else
                board[square++] = letter;
    });
    return { board, turn: turn === 'b' ? 'black' : 'white' };
}

// Where king and rook go when the king on `from` castles with the rook on `rook`.
function castled(from, rook) {
    const rank = from & ~7;
    return rook > from ? [rank + 6, rank + 5] : [rank + 2, rank + 3];
}

// The rook that a king's move castles with, or -1. Castling is written as the king's two steps or, in Chess960, as the
// king taking its own rook.
function castlingRook(board, from, to) {
    const king = board[from];
    if (typeOf(king) !== 'King')
        return -1;
    if (board[to] && isWhite(board[to]) === isWhite(king))
        return to;
    if (Math.abs(from - to) !== 2)
        return -1;
    return to > from ? from | 7 : from & ~7;
}

// A legal move in UCI's spelling made on a position; { board, turn, from, to, castles } with the squares that the
// mover left and entered. A passed move, "0000", has none.
function play(position, uci) {
    const board = position.board.slice();
    const from = squareNumber(uci), to = squareNumber(uci.slice(2));
    const turn = position.turn === 'white' ? 'black' : 'white';
    if (uci === '0000')
        return { board, turn };
    const piece = board[from], rook = castlingRook(board, from, to);
    if (rook >= 0) {
        const [kingTo, rookTo] = castled(from, rook), rookPiece = board[rook];
        board[from] = board[rook] = '';
        board[kingTo] = piece;
        board[rookTo] = rookPiece;
        return { board, turn, from, to: kingTo, castles: [rook, rookTo] };
    }
    if (typeOf(piece) === 'Pawn' && fileOf(from) !== fileOf(to) && !board[to])
        board[(from & ~7) + fileOf(to)] = ''; // en passant
    board[from] = '';
    const promoted = uci[4];
    board[to] = promoted ? (isWhite(piece) ? promoted.toUpperCase() : promoted.toLowerCase()) : piece;
    return { board, turn, from, to, castles: null };
}

// --- attacks ----------------------------------------------------------------------------------

const slides = (piece, [files, ranks]) =>
    typeOf(piece) === 'Queen' || typeOf(piece) === (files && ranks ? 'Bishop' : 'Rook');

// True if a piece attacks the neighbour in a direction.
function attacksNeighbour(piece, direction) {
    if (typeOf(piece) === 'Pawn')
        return direction[0] !== 0 && direction[1] === (isWhite(piece) ? 1 : -1);
    return typeOf(piece) === 'King' || slides(piece, direction);
}

// All that attack a square: { square, piece, before }. `before` is -1, or for a piece that attacks through another,
// of either side, the square of that one. First those that attack it now.
function attackersOf(board, target) {
    const direct = [], behind = [];
    for (const jump of JUMPS) {
        const square = step(target, jump);
        if (square >= 0 && board[square] && typeOf(board[square]) === 'Knight')
            direct.push({ square, piece: board[square], before: -1 });
    }
    for (const direction of [...STRAIGHT, ...DIAGONAL]) {
        const towards = [-direction[0], -direction[1]];
        const neighbour = step(target, direction);
        let before = -1;
        for (let square = neighbour; square >= 0; square = step(square, direction)) {
            const piece = board[square];
            if (!piece)
                continue;
            if (!(square === neighbour ? attacksNeighbour(piece, towards) : slides(piece, towards)))
                break;
            (before < 0 ? direct : behind).push({ square, piece, before });
            before = square;
        }
    }
    return [...direct, ...behind];
}

// For each square how many of each side attack it now: [{ white, black }].
function attackCounts(board) {
    return board.map((_, square) => {
        const counts = { white: 0, black: 0 };
        for (const { piece, before } of attackersOf(board, square))
            if (before < 0)
                counts[sideOf(piece)]++;
        return counts;
    });
}

// What a move changed: for each square whose attackers are not the same as before, how many each side has gained and
// lost: [{ square, white: { gained, lost }, black: { gained, lost } }]. The pieces that moved are the same as before.
function attackChanges(board, after) {
    const moved = new Map([[after.from, after.to]]);
    if (after.castles)
        moved.set(...after.castles);
    const promoted = board[after.from] !== after.board[after.to];
    const now = square => promoted && square === after.from ? -1 : moved.get(square) ?? square;
    const attacking = (owners, target, place) => new Map(attackersOf(owners, target).filter(a => a.before < 0)
        .map(a => [`${sideOf(a.piece)} ${place(a.square)}`, sideOf(a.piece)]));
    const changes = [];
    for (let square = 0; square < 64; square++) {
        const old = attacking(board, square, now), fresh = attacking(after.board, square, at => at);
        const change = { square, white: { gained: 0, lost: 0 }, black: { gained: 0, lost: 0 } };
        old.forEach((side, key) => fresh.has(key) || change[side].lost++);
        fresh.forEach((side, key) => old.has(key) || change[side].gained++);
        if ([change.white, change.black].some(side => side.gained || side.lost))
            changes.push(change);
    }
    return changes;
}

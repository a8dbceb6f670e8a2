// The rules that the pages need: reading a position, legal moves and their notation, and who attacks what.
// A square is a number, a1 = 0, b1 = 1, to h8 = 63. A board is an array of 64 letters as in FEN, '' for nobody.
'use strict';

document.documentElement.classList.add('js'); // at once: the text for readers without scripts must not flash

const WAYS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]];
const JUMPS = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const NAMES = { P: 'Pawn', N: 'Knight', B: 'Bishop', R: 'Rook', Q: 'Queen', K: 'King' };

/** @type {(length: number) => number[]} */
const range = length => [...Array(length).keys()];
const fileOf = square => square & 7;
const rankOf = square => square >> 3;
const squareName = square => 'abcdefgh'[fileOf(square)] + (rankOf(square) + 1);
/** @type {(name: string) => number} */
const squareNumber = name => 'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
const isWhite = piece => piece < 'a';
/** @type {(piece: string) => Side} */
const sideOf = piece => isWhite(piece) ? 'white' : 'black';
/** @type {(side: Side) => string} */
const capital = side => side === 'white' ? 'White' : 'Black';
/** @type {(uci: string) => [number, number]} the squares that a move leaves and enters */
const squaresOf = uci => [squareNumber(uci), squareNumber(uci.slice(2))];
/** @type {(board: string[], side: Side) => number} */
const kingOf = (board, side) => board.indexOf(side === 'white' ? 'K' : 'k');
const typeOf = piece => NAMES[piece.toUpperCase()];

// The square `files` to the right and `ranks` up from a square, or -1 if that is off the board.
/** @param {number} square @param {Direction} direction */
function step(square, [files, ranks]) {
    const file = fileOf(square) + files, rank = rankOf(square) + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : file + 8 * rank;
}

// A position: { board, turn, castling, passant, quiet, number }. turn is 'white' or 'black'. castling has the squares
// of the rooks that may castle. passant is the square that a pawn has just passed over, or -1. quiet and number are
// FEN's counters of plies and moves.
/** @type {(fen: string) => Position} */
function readFen(fen) {
    const [rows, turn, rights, passant, quiet, number] = fen.split(' ');
    const board = Array(64).fill('');
    rows.split('/').forEach((row, i) => {
        let square = 8 * (7 - i);
        for (const letter of row)
            if (letter >= '1' && letter <= '8')
                square += Number(letter);
            else
                board[square++] = letter;
    });
    return { board, turn: turn === 'b' ? 'black' : 'white', castling: castlingRooks(board, rights),
        passant: passant === '-' ? -1 : squareNumber(passant), quiet: Number(quiet), number: Number(number) };
}

// The rooks of a FEN's castling rights, named by their file, or by K and Q for the outermost rook.
/** @type {(board: string[], rights: string) => number[]} */
function castlingRooks(board, rights) {
    return [...rights.replace('-', '')].map(letter => {
        const at = kingOf(board, sideOf(letter)), rank = at & ~7, rook = isWhite(letter) ? 'R' : 'r', small = letter.toLowerCase();
        const side = { k: square => square > at, q: square => square < at }[small];
        const rooks = range(8).map(file => rank + file).filter(square => side?.(square) && board[square] === rook);
        return !side ? rank + 'abcdefgh'.indexOf(small) : rooks.at(small === 'k' ? -1 : 0);
    }).filter(square => square !== undefined);
}

// True if each king and rook that may castle is on its square of classical chess.
/** @type {(position: Position) => boolean} */
const isClassical = ({ board, castling }) => castling.every(rook => (rook & 7) % 7 === 0 &&
    fileOf(kingOf(board, sideOf(board[rook]))) === 4);

// Returns the FEN of a position. If a king or rook that may castle is not on its classical square, the castling field
// names the rooks by their files.
/** @type {(position: Position) => string} */
function fenOf(position) {
    const { board, turn, castling, passant, quiet, number } = position;
    const rows = range(8).map(i => board.slice(56 - 8 * i, 64 - 8 * i).map(piece => piece || '1').join('')
        .replace(/1+/g, ones => String(ones.length)));
    const rights = castling.map(rook => {
        const letter = isClassical(position) ? 'qk'[+(fileOf(rook) > 3)] : 'abcdefgh'[fileOf(rook)];
        return isWhite(board[rook]) ? letter.toUpperCase() : letter;
    });
    const taken = passant >= 0 && legalMoves(position).some(uci =>
        squareNumber(uci.slice(2)) === passant && typeOf(board[squareNumber(uci)]) === 'Pawn');
    return [rows.join('/'), turn[0], rights.join('') || '-', taken ? squareName(passant) : '-', quiet, number].join(' ');
}

// The target squares of king and rook if the king on `from` castles with the rook on `rook`.
/** @type {(from: number, rook: number) => [number, number]} */
function castled(from, rook) {
    const rank = from & ~7;
    return rook > from ? [rank + 6, rank + 5] : [rank + 2, rank + 3];
}

// The rook that a king's move castles with, or -1. Castling is written as the king's two steps or, in Chess960, as the
// king taking its own rook.
/** @type {(board: string[], from: number, to: number) => number} */
function castlingRook(board, from, to) {
    if (typeOf(board[from]) !== 'King')
        return -1;
    if (board[to] && sideOf(board[to]) === sideOf(board[from]))
        return to;
    return Math.abs(from - to) !== 2 ? -1 : to > from ? from | 7 : from & ~7;
}

// Makes a legal move in UCI's spelling. Returns the next position, with from and to, the squares that the mover left
// and entered, and castles, the squares of the rook. A passed move, "0000", has no such squares.
/** @type {(position: Position, uci: string) => Position} */
function play(position, uci) {
    const board = position.board.slice(), isBlack = position.turn === 'black';
    const next = { board, turn: otherSide(position.turn), castling: position.castling, passant: -1,
        quiet: position.quiet + 1, number: position.number + Number(isBlack) };
    if (uci === '0000')
        return next;
    const [from, to] = squaresOf(uci), piece = board[from], rook = castlingRook(board, from, to), isPawn = typeOf(piece) === 'Pawn';
    next.castling = position.castling.filter(other => other !== from && other !== to &&
        (typeOf(piece) !== 'King' || isWhite(board[other]) !== isWhite(piece)));
    if (rook >= 0) {
        const [kingTo, rookTo] = castled(from, rook), rookPiece = board[rook];
        board[from] = board[rook] = '';
        board[kingTo] = piece;
        board[rookTo] = rookPiece;
        return { ...next, from, to: kingTo, castles: [rook, rookTo] };
    }
    if (isPawn || board[to])
        next.quiet = 0;
    if (isPawn && Math.abs(from - to) === 16)
        next.passant = (from + to) / 2;
    if (isPawn && fileOf(from) !== fileOf(to) && !board[to])
        board[(from & ~7) + fileOf(to)] = ''; // en passant
    board[from] = '';
    board[to] = !uci[4] ? piece : isWhite(piece) ? uci[4].toUpperCase() : uci[4];
    return { ...next, from, to, castles: null };
}

// --- attacks ----------------------------------------------------------------------------------

/** @type {(piece: string, direction: Direction) => boolean} */
const slides = (piece, [files, ranks]) =>
    typeOf(piece) === 'Queen' || typeOf(piece) === (files && ranks ? 'Bishop' : 'Rook');

// True if a piece attacks the next square in a direction.
/** @type {(piece: string, direction: Direction) => boolean} */
function attacksNeighbour(piece, direction) {
    if (typeOf(piece) === 'Pawn')
        return direction[0] !== 0 && direction[1] === (isWhite(piece) ? 1 : -1);
    return typeOf(piece) === 'King' || slides(piece, direction);
}

// The attackers of a square: { square, piece, before }. First come direct attackers, with -1 as `before`. Then come
// pieces behind another piece, of either side, on the same line; `before` is the square of that other piece.
/** @type {(board: string[], target: number) => Attacker[]} */
function attackersOf(board, target) {
    const direct = [], behind = [];
    for (const jump of JUMPS) {
        const square = step(target, jump);
        if (board[square]?.toUpperCase() === 'N')
            direct.push({ square, piece: board[square], before: -1 });
    }
    for (const direction of WAYS) {
        const towards = direction.map(way => -way), neighbour = step(target, direction);
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

// For each square, how many men of each side attack it now: [{ white, black }].
/** @type {(board: string[]) => Record<Side, number>[]} */
function attackCounts(board) {
    return board.map((_, square) => {
        const counts = { white: 0, black: 0 };
        for (const { piece, before } of attackersOf(board, square))
            if (before < 0)
                counts[sideOf(piece)]++;
        return counts;
    });
}

// The squares whose attackers a move has changed, with the squares of the attackers that each side has gained and lost: [{
// square, white: { gained, lost }, black: { gained, lost } }]. A piece that moved is the same attacker; a promoted pawn is
// a new one.
/** @type {(board: string[], after: Position) => Change[]} */
function attackChanges(board, after) {
    const moved = new Map([[after.from, after.to]]);
    if (after.castles)
        moved.set(...after.castles);
    const promoted = board[after.from] !== after.board[after.to];
    const now = square => promoted && square === after.from ? -1 : moved.get(square) ?? square;
    const attacking = (owners, target, place) => new Map(attackersOf(owners, target).filter(a => a.before < 0)
        .map(a => [`${sideOf(a.piece)} ${place(a.square)}`, a]));
    const changes = new Set();
    for (let square = 0; square < 64; square++) {
        const old = attacking(board, square, now), fresh = attacking(after.board, square, at => at);
        const change = { square, white: { gained: [], lost: [] }, black: { gained: [], lost: [] } };
        const note = (from, others, kind) => from.forEach((attacker, key) =>
            others.has(key) || changes.add(change) && change[sideOf(attacker.piece)][kind].push(attacker.square));
        note(old, fresh, 'lost');
        note(fresh, old, 'gained');
    }
    return [...changes];
}

// --- legal moves --------------------------------------------------------------------------------

/** @type {(board: string[], square: number, side: Side) => boolean} */
const isAttacked = (board, square, side) => attackersOf(board, square).some(({ piece, before }) => before < 0 && sideOf(piece) === side);
/** @type {(side: Side) => Side} */
const otherSide = side => side === 'white' ? 'black' : 'white';
/** @type {(position: Position) => boolean} */
const isInCheck = ({ board, turn }) => isAttacked(board, kingOf(board, turn), otherSide(turn));

// True if the mover's king is not in check after a move.
/** @type {(position: Position, uci: string) => boolean} */
const isSafe = (position, uci) => !isInCheck({ ...play(position, uci), turn: position.turn });

// The squares that the piece on a square may go to, except by castling. A move may leave the mover's king in check.
/** @type {(position: Position, from: number) => number[]} */
function reachOf({ board, passant }, from) {
    const piece = board[from], type = typeOf(piece);
    const isFree = square => square >= 0 && (!board[square] || isWhite(board[square]) !== isWhite(piece));
    if (type === 'Knight')
        return JUMPS.map(jump => step(from, jump)).filter(isFree);
    if (type === 'Pawn') {
        const up = isWhite(piece) ? 1 : -1, one = step(from, [0, up]), two = step(from, [0, 2 * up]);
        const squares = [-1, 1].map(file => step(from, [file, up])).filter(square => isFree(square) && (board[square] || square === passant));
        return [...squares, ...board[one] ? [] : rankOf(from) !== (up > 0 ? 1 : 6) || board[two] ? [one] : [one, two]];
    }
    return WAYS.filter(way => type === 'King' || slides(piece, way)).flatMap(way => {
        const squares = [];
        for (let square = step(from, way); isFree(square); square = step(square, way)) {
            squares.push(square);
            if (board[square] || type === 'King')
                break;
        }
        return squares;
    });
}

// Castling moves as UCI writes them: by the king's target square, in Chess960 by the rook's square.
/** @type {(position: Position) => string[]} */
function castlings(position) {
    const { board, turn, castling } = position, king = kingOf(board, turn);
    const way = (a, b) => range(Math.abs(a - b) + 1).map(i => Math.min(a, b) + i);
    const empty = board.with(king, '');
    return castling.flatMap(rook => {
        const [kingTo, rookTo] = castled(king, rook);
        const isFree = sideOf(board[rook]) === turn && [...way(king, kingTo), ...way(rook, rookTo)].every(square => !board[square] || square === king || square === rook) &&
            way(king, kingTo).every(square => !isAttacked(empty, square, otherSide(turn)));
        return isFree ? squareName(king) + squareName(isClassical(position) ? kingTo : rook) : [];
    });
}

// All moves in UCI's spelling, also those that leave the king in check.
/** @type {(position: Position) => string[]} */
function pseudoMoves(position) {
    const { board, turn } = position, moves = castlings(position);
    board.forEach((piece, from) => {
        if (piece && sideOf(piece) === turn)
            for (const to of reachOf(position, from))
                moves.push(...(typeOf(piece) === 'Pawn' && rankOf(to) % 7 === 0 ? [...'qrbn'] : ['']).map(promoted =>
                    squareName(from) + squareName(to) + promoted));
    });
    return moves;
}

/** @type {(position: Position) => string[]} */
const legalMoves = position => pseudoMoves(position).filter(uci => isSafe(position, uci));

// A legal move in SAN.
/** @type {(position: Position, uci: string) => string} */
function sanOf(position, uci) {
    if (uci === '0000')
        return '--';
    const { board } = position, [from, to] = squaresOf(uci), piece = board[from];
    const rook = castlingRook(board, from, to), next = play(position, uci), target = squareName(to);
    const check = !isInCheck(next) ? '' : legalMoves(next).length ? '+' : '#';
    if (rook >= 0)
        return (rook > from ? 'O-O' : 'O-O-O') + check;
    if (typeOf(piece) === 'Pawn')
        return (fileOf(from) === fileOf(to) ? '' : `${uci[0]}x`) + target + (uci[4] ? `=${uci[4].toUpperCase()}` : '') + check;
    const rivals = attackersOf(board, to).filter(({ square, piece: other, before }) => before < 0 && other === piece && square !== from &&
        isSafe(position, squareName(square) + target));
    const origin = !rivals.length ? '' : rivals.every(({ square }) => fileOf(square) !== fileOf(from)) ? uci[0]
        : rivals.every(({ square }) => rankOf(square) !== rankOf(from)) ? uci[1] : uci.slice(0, 2);
    return piece.toUpperCase() + origin + (board[to] ? 'x' : '') + target + check;
}

// The legal move that a text names in SAN, in UCI's spelling, or in a mixture ("Ng1-f3", "0-0", "e8Q"). Null if the
// text fits no legal move, or several.
/** @type {(position: Position, text: string) => string | null} */
function moveOf(position, text) {
    const plain = text.replace(/[-+#!?x×:=–()]|e\.?p\.?$/g, ''), { board } = position;
    const castles = /^[O0o]{2,3}$/.test(plain) ? plain.length : 0;
    const [, letter, file, rank, to, promoted = ''] = /^([KQRBNP])?([a-h])?([1-8])?([a-h][1-8])([QRBNqrbn])?$/.exec(plain) ?? [];
    const found = pseudoMoves(position).filter(uci => {
        const [from, target] = squaresOf(uci), rook = castlingRook(board, from, target);
        if (castles || rook >= 0)
            return rook >= 0 && (castles ? rook > from === (castles === 2) : [uci, squareName(from) + squareName(rook)].includes(plain));
        return uci.slice(2, 4) === to && (uci[4] ?? '') === promoted.toLowerCase() && (!file || uci[0] === file) && (!rank || uci[1] === rank) &&
            (file && rank && !letter || board[from].toUpperCase() === (letter ?? 'P'));
    }).filter(uci => isSafe(position, uci));
    return found.length === 1 ? found[0] : null;
}

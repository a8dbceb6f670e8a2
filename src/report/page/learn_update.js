// The update of the attack matrix, as src/board/make_normal.c makes it: the page's own arithmetic, for comparison with
// the engine's map. A set of squares is a BigInt of 64 bits. A man is { bit, letter, square }; a matrix has a set for
// each bit.
'use strict';

const setOf = square => 1n << BigInt(square);
const unionOf = squares => squares.reduce((set, square) => set | setOf(square), 0n);
const holds = (set, square) => (set >> BigInt(square) & 1n) > 0n;
const squaresIn = set => range(64).filter(square => holds(set, square));
const sizeOf = set => squaresIn(set).length;
const LETTERS = { Pawn: 'P', Knight: 'N', Bishop: 'B', Rook: 'R', Queen: 'Q', King: 'K' };

const manAt = (men, square) => men.find(man => man.square === square);
const manOfBit = (men, bit) => men.find(man => man.bit === bit);

// The FEN letter of a man in the engine's answers.
const letterOf = ({ color, type }) => color === 'white' ? LETTERS[type] : LETTERS[type].toLowerCase();

// The men of both rings, from an answer of `lists json` or `diff json`.
const menOf = lists => [...lists.white.ring, ...lists.black.ring].filter(({ man }) => man)
    .map(({ bit, cell, man }) => ({ bit, cell, letter: letterOf(man), square: squareNumber(man.square) }));

// The engine's map as 32 columns. `men` gives the square of each bit.
function columnsOf(map, men) {
    const columns = Array(32).fill(0n), bits = new Map(men.map(({ bit, square }) => [squareName(square), bit]));
    for (const { square, white, black } of map.squares)
        for (const name of [...white.attackers, ...black.attackers])
            columns[bits.get(name)] |= setOf(squareNumber(square));
    return columns;
}

const rowOf = (columns, square) => columns.flatMap((column, bit) => holds(column, square) ? [bit] : []);

// The squares beyond `from` in a direction, up to and with the square of the first man.
function rayFrom(board, from, direction) {
    const ray = [];
    for (let square = step(from, direction); square >= 0; square = step(square, direction)) {
        ray.push(square);
        if (board[square])
            break;
    }
    return ray;
}

// The squares that a man attacks, from scratch.
function attacksFrom(board, letter, square) {
    const type = typeOf(letter);
    if (type === 'Knight')
        return unionOf(JUMPS.map(jump => step(square, jump)).filter(to => to >= 0));
    return unionOf(WAYS.flatMap(direction => slides(letter, direction) ? rayFrom(board, square, direction)
        : attacksNeighbour(letter, direction) ? [step(square, direction)].filter(to => to >= 0) : []));
}

// The direction from one square to another on the same line.
const directionTo = (from, to) => [Math.sign(fileOf(to) - fileOf(from)), Math.sign(rankOf(to) - rankOf(from))];

const isSlider = letter => ['Bishop', 'Rook', 'Queen'].includes(typeOf(letter));

// Returns a delta for each slider that attacks `square`: the squares that the slider attacks beyond `square` if the
// line is open. Leaves out the bits in `except`.
function linesThrough(state, board, square, rule, except) {
    return state.men.filter(man => isSlider(man.letter) && !except.includes(man.bit) && state.columns[man.bit] & setOf(square))
        .map(man => ({ rule, bit: man.bit, set: unionOf(rayFrom(board, square, directionTo(man.square, square))) }));
}

const boardOf = men => men.reduce((board, { letter, square }) => board.with(square, letter), Array(64).fill(''));

// A state { men, columns } with deltas applied and men in their new places.
function applied(state, deltas, men = state.men) {
    const columns = state.columns.slice();
    for (const { bit, set } of deltas)
        columns[bit] ^= set;
    return { men, columns };
}

// Moves a man to a square and captures the man there, if any. Returns the deltas by rule, and the state after the move.
function normalMove(state, from, to) {
    const board = boardOf(state.men), mover = manAt(state.men, from), victim = manAt(state.men, to);
    const without = board.with(from, ''), moved = without.with(to, mover.letter);
    const except = [mover.bit, victim?.bit];
    const deltas = [
        { rule: 'mover', bit: mover.bit, set: state.columns[mover.bit] ^ attacksFrom(moved, mover.letter, to) },
        ...victim ? [{ rule: 'victim', bit: victim.bit, set: state.columns[victim.bit] }] : [],
        ...linesThrough(state, moved, from, 'opens', except),
        ...victim ? [] : linesThrough(state, without, to, 'closes', except),
    ];
    return { deltas, state: applied(state, deltas, state.men.filter(man => man !== victim && man !== mover).concat({ ...mover, square: to })) };
}

// Removes a man from the board, which opens lines of sliders. `rule` labels the delta of the man: 'mover' or 'victim'.
function lifted(state, square, rule) {
    const man = manAt(state.men, square), men = state.men.filter(one => one !== man);
    const deltas = [{ rule, bit: man.bit, set: state.columns[man.bit] }, ...linesThrough(state, boardOf(men), square, 'opens', [man.bit])];
    return { deltas, state: applied(state, deltas, men) };
}

// Puts a man on an empty square, which closes lines of sliders. `rule` labels the delta of the man.
function dropped(state, man, rule) {
    const board = boardOf(state.men), men = state.men.concat(man);
    const deltas = [{ rule, bit: man.bit, set: attacksFrom(board, man.letter, man.square) },
        ...linesThrough(state, board, man.square, 'closes', [man.bit])];
    return { deltas, state: applied(state, deltas, men) };
}

// Makes changes to a state, one after the other. Returns the deltas of all changes, and the last state.
function inTurn(state, ...changes) {
    const deltas = [];
    for (const change of changes) {
        const done = change(state);
        deltas.push(...done.deltas);
        state = done.state;
    }
    return { deltas, state };
}

// Castles: makes a normal move of the king, then one of the rook. If king or rook stands on a target square of
// castling, as in Chess960, removes both men first and then puts both on their targets.
function castlingMove(state, king, rook) {
    const goals = castled(king, rook), man = square => manAt(state.men, square);
    const both = change => [king, rook].map((square, i) => at => change(at, square, goals[i]));
    return inTurn(state, ...goals.some(man) ? [...both((at, square) => lifted(at, square, 'mover')),
        ...both((at, square, to) => dropped(at, { ...man(square), square: to }, 'mover'))] : both(normalMove));
}

// The deltas of a legal move in UCI's spelling, and the state after the move. `newBit` is the bit of a promoted man.
function updateBy(state, uci, newBit) {
    const [from, to] = squaresOf(uci), board = boardOf(state.men), letter = board[from];
    const rook = castlingRook(board, from, to), pawn = typeOf(letter) === 'Pawn';
    let done = rook >= 0 ? castlingMove(state, from, rook) : normalMove(state, from, to);
    if (pawn && fileOf(from) !== fileOf(to) && !board[to])
        done = inTurn(state, () => done, at => lifted(at, (from & ~7) + fileOf(to), 'victim'));
    if (uci[4]) {
        const promoted = isWhite(letter) ? uci[4].toUpperCase() : uci[4], moved = done.state;
        const men = moved.men.filter(other => other.square !== to), man = { bit: newBit, letter: promoted, square: to };
        const deltas = [{ rule: 'promotion', bit: newBit, man, set: attacksFrom(boardOf(men), promoted, to) }];
        done = { deltas: [...done.deltas, ...deltas], state: applied(moved, deltas, [...men, man]) };
    }
    return { deltas: done.deltas.filter(({ set }) => set), state: done.state };
}

// Compares two matrices as the comparator does. Returns the first square whose rows differ, this square's missing and
// extra bits, and the number of all entries that differ; null if all are equal.
function comparison(got, want) {
    const wrong = got.map((column, bit) => column ^ want[bit]), all = wrong.reduce((set, column) => set | column, 0n);
    if (!all)
        return null;
    const [square] = squaresIn(all), there = bits => bits.filter(bit => holds(wrong[bit], square));
    return { square, squares: all, missing: there(rowOf(want, square)), extra: there(rowOf(got, square)),
        entries: wrong.reduce((sum, column) => sum + sizeOf(column), 0) };
}

// node sentences.mjs FOLDER SCHEMA
//
// Validates the reports in FOLDER (JSON) by SCHEMA, src/report/report.schema.json. Proves every sentence by the rules
// of chessops: makes the moves that it names, finds attackers, plays exchanges out by legal moves, and counts pieces. A
// sentence of an unknown form is a fault. If a game is of standard chess, chess.js reads the game's PGN with comments
// (FOLDER/*.pgn), and must find the same moves.
//
// Prints the number of sentences of each form, and the faults. Exits with 1 if there is a fault.
import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import { Chess as Reader } from 'chess.js';
import { attacks, between } from 'chessops/attacks';
import { Chess, normalizeMove } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { makeUci, opposite, parseSquare, parseUci } from 'chessops/util';
import { setPlace, faultCount, note as need } from './checks.mjs';

const [folder, schema] = process.argv.slice(2);
const counts = {};

const count = name => counts[name] = (counts[name] ?? 0) + 1;

// --- positions --------------------------------------------------------------------------------

const VALUES = { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, king: 0 };
const at = fen => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

// The position with `turn` to move; undefined if the other side is in check.
function withTurn(position, turn) {
    const setup = parseFen(makeFen(position.toSetup())).unwrap();
    setup.turn = turn;
    setup.epSquare = undefined;
    return Chess.fromSetup(setup).unwrap(value => value, () => undefined);
}

// By positions: the new queens of White in the moves before, minus those of Black.
const queened = new WeakMap();

function played(position, move) {
    const next = position.clone(), side = position.turn === 'white' ? 1 : -1;
    next.play(move);
    queened.set(next, (queened.get(position) ?? 0) + (move.promotion === 'queen' ? side : 0));
    return next;
}

// Reads a numbered line, "24.Nf5 Qg6 25.Nxe7+", as moves. The line's move numbers must be right.
function lineOf(position, text) {
    let next = position.clone();
    const moves = [];
    for (const word of text.split(' ')) {
        const [, number, dots, san] = /^(?:(\d+)(\.+))?(.+)$/.exec(word);
        if (number)
            need(Number(number) === next.fullmoves && (dots === '.') === (next.turn === 'white'), `number of ${word}`);
        const move = parseSan(next, san);
        need(move !== undefined, `${word} in ${makeFen(next.toSetup())}`);
        if (move === undefined)
            return undefined;
        moves.push(move);
        next.play(move);
    }
    return { moves, end: next };
}

// The most that the side to move can win by legal captures on a square. The least valuable piece takes first, and each
// side may stop.
function exchange(position, square) {
    let best;
    for (const [from, dests] of position.allDests()) {
        const piece = position.board.get(from);
        if (dests.has(square) && piece.color === position.turn && (!best || VALUES[piece.role] < best.value))
            best = { from, value: piece.role === 'king' ? 10000 : VALUES[piece.role], role: piece.role };
    }
    return best ? Math.max(0, gain(position, moveTo(position, best.from, square))) : 0;
}

const moveTo = (position, from, to) => ({
    from, to,
    promotion: position.board.get(from).role === 'pawn' && (to < 8 || to >= 56) ? 'queen' : undefined,
});

// The gain of a capture after the best recaptures on the target square.
function gain(position, move) {
    const pawn = position.board.get(move.from).role === 'pawn';
    const taken = position.board.get(move.to) ?? (pawn && move.to === position.epSquare ? { role: 'pawn' } : undefined);
    if (!taken)
        return 0;
    return VALUES[taken.role] + (move.promotion ? VALUES.queen - VALUES.pawn : 0) - exchange(played(position, move), move.to);
}

// --- pieces in words --------------------------------------------------------------------------

const ROLE = '(pawn|knight|bishop|rook|queen)', PIECE = `the ${ROLE} on ([a-h][1-8])`;
const MOVE = '(\\d+\\.(?:\\.\\.)?[^\\s,;:]+)', LINE = `(${MOVE.slice(1, -1)}(?: [^\\s,;:]+)*?)`;

// Returns the square `name`. Fails unless this piece is on that square.
function standing(position, color, role, name) {
    const square = parseSquare(name), piece = position.board.get(square);
    need(piece?.color === color && piece.role === role, `no ${color} ${role} on ${name}`);
    return square;
}

function attacksSquare(position, from, to) {
    const piece = position.board.get(from);
    return piece !== undefined && attacks(piece, from, position.board.occupied).has(to);
}

const attackersOf = (position, square, color) => [...position.board[color]].filter(from => attacksSquare(position, from, square));

// --- trades -----------------------------------------------------------------------------------

const NUMBERS = ['', 'a', 'two', 'three', 'four', 'five', 'six'];
const ROLES = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

// For each type of piece, and for new queens: how many the side has gained on the other side from `base` to `end`.
function trade(base, end, color) {
    const ahead = position => [...ROLES.map(role => position.board.pieces(color, role).size() -
        position.board.pieces(opposite(color), role).size()), (queened.get(position) ?? 0) * (color === 'white' ? 1 : -1)];
    return ahead(end).map((count, i) => count - ahead(base)[i]);
}

function piecesInWords(counts, names) {
    const parts = names.flatMap((name, i) => counts[i] <= 0 ? [] :
        name === 'exchange' ? ['the exchange'] : [`${NUMBERS[counts[i]]} ${name}${counts[i] > 1 ? 's' : ''}`]);
    return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join();
}

// A trade in the words of players: a new queen is not won, minor pieces count alike, and a rook for a minor piece is
// "the exchange".
function inWords([queens, rook, bishop, knight, pawns, made]) {
    const added = Math.sign(made) * Math.min(Math.abs(made), Math.max(0, Math.sign(made) * queens)), queen = queens - added, pawn = pawns + added;
    const alike = bishop * knight < 0 ? Math.sign(bishop) * Math.min(Math.abs(bishop), Math.abs(knight)) : 0;
    const minors = [bishop - alike, knight + alike];
    const exchange = !queen && Math.abs(rook) === 1 && minors[0] + minors[1] === -rook && Math.abs(minors[0]) + Math.abs(minors[1]) === 1;
    const counts = [added, ...exchange ? [rook, 0, 0, 0, 0, pawn] : [0, queen, rook, ...minors, pawn]], names = ['new queen', 'exchange', ...ROLES];
    const lost = piecesInWords(counts.map(count => -count), names);
    return piecesInWords(counts, names) + (lost ? ` for ${lost}` : '');
}

// The positions of a line, beginning with `position`.
function positionsOf(position, moves) {
    return moves.reduce((all, move) => [...all, played(all.at(-1), move)], [position]);
}

function movesOf(position, steps) {
    const next = position.clone();
    return steps.map(({ uci }) => {
        const move = normalizeMove(next, parseUci(uci));
        next.play(move);
        return move;
    });
}

// Fails unless a side has made the trade `words` at some position of `line`. The trade may begin at one of `c.bases`,
// after the played move or after the best move. `words` may leave out pieces that the line `other` trades, too. If
// `c.promotes`, `words` must leave out the new queen and its pawn unless that queen is taken.
function checkTrade(c, line, other, color, words) {
    const less = (counts, others) => counts.map((count, i) => count - others[i]);
    const told = won => c.promotes && won[0] > 0 ? less(won, [1, 0, 0, 0, -1, 1]) : won;
    const trades = (positions, base) => positions.map(end => trade(base, end, color));
    const behind = c.ply.line.length ? [c.after, played(c.before, movesOf(c.before, c.ply.line)[0])] : [c.after];
    const said = [...c.bases, ...behind].some(base => trades(line, base).some(won => inWords(told(won)) === words ||
        trades(other.filter(next => !next.isCheck()), base).some(both => inWords(told(less(won, both))) === words)));
    need(said, `no trade of '${words}'; ${trades(line, c.before).map(inWords).join(' | ')}`);
}

// Checks the trade `words` against the line in `text` or, if a motif stands there instead, against the known moves.
function checkWins(c, position, text, steps, color, words) {
    const shown = text ? lineOf(position, text)?.moves ?? [] : [], known = movesOf(position, steps);
    need(shown.every((move, i) => i >= known.length || makeUci(move) === makeUci(known[i])), 'another line');
    const whole = text ? positionsOf(position, shown).slice(-1) : positionsOf(position, known).filter(next => !next.isCheck());
    const otherSteps = position !== c.before ? [c.before, movesOf(c.before, c.ply.line)] : [c.before, [c.move, ...movesOf(c.after, c.ply.reply)]];
    checkTrade(c, whole, positionsOf(...otherSteps), color, words);
}

// --- the forms of sentences -------------------------------------------------------------------

function checkMate(position, line, moves) {
    const read = lineOf(position, line);
    if (read && read.moves.length === 2 * moves - 1)
        need(read.end.isCheckmate(), 'no mate');
    else
        need(read?.moves.length === 1, 'a line that ends in no mate');
}

// Checks for clauses that say why a piece can be taken: the form of the clause, and a function that proves it.
const CAUSES = [
    [new RegExp(`^puts ${PIECE} en prise$`), (c, role, square) => {
        need(standing(c.after, c.before.turn, role, square) === c.reply.to && c.before.board.get(c.reply.to) === undefined, 'it is not taken');
        need(gain(c.after, c.reply) > 0, 'it wins nothing');
    }],
    [new RegExp(`^takes a guarded ${ROLE}$`), (c, role) => {
        need(c.before.board.get(c.move.to)?.role === role, 'it takes something else');
        need(gain(c.before, c.move) < 0, `it loses nothing: ${gain(c.before, c.move)}`);
    }],
    [new RegExp(`^leaves ${PIECE} en prise$`), (c, role, square) => {
        const taken = standing(c.after, c.before.turn, role, square);
        need(c.before.board.get(taken)?.role === role, 'it was not there');
        need(attacksSquare(c.before, c.reply.from, c.reply.to), 'it was no threat before');
        need(gain(c.after, c.reply) > 0, 'it wins nothing');
    }],
    [/^(opens the line from .+)$/, (c, text) => {
        const [form, check] = MOTIFS.find(([known]) => known.test(text));
        check({ before: c.before, after: c.after, us: c.after.turn, them: c.before.turn }, ...form.exec(text).slice(1));
    }],
    [new RegExp(`^(?:leaves|takes a guard from) (?:${PIECE}|(..))( unguarded)?$`), (c, role, square, empty, unguarded) => {
        const target = empty ? parseSquare(empty) : standing(c.after, c.before.turn, role, square);
        need(attacksSquare(c.before, c.move.from, target) && !attacksSquare(c.after, c.move.to, target), 'it guards it, or did not');
        need((attackersOf(c.after, target, c.before.turn).length === 0) === Boolean(unguarded), 'guarded or not?');
    }],
    [new RegExp(`^shuts ${PIECE} off from ${PIECE}$`), (c, role, from, other, target) => {
        const slider = standing(c.after, c.before.turn, role, from), piece = standing(c.after, c.before.turn, other, target);
        need(attacksSquare(c.before, slider, piece) && !attacksSquare(c.after, slider, piece), 'the line is not shut');
        need(between(slider, piece).has(c.move.to), 'the move is not on the line');
    }],
    [new RegExp(`^takes back with (?:the (king)|the ${ROLE} on (..)) instead of (?:the (king)|the ${ROLE} on (..))$`), (c, ...t) => {
        const [better] = movesOf(c.before, c.ply.line), us = c.before.turn;
        need(thing(c.before, us, ...t) === c.move.from && thing(c.before, us, ...t.slice(3)) === better.from, 'other pieces');
        need(c.move.to === better.to && c.before.board.get(better.to), 'another square');
    }],
    [new RegExp(`^relies on ${PIECE}, which is pinned$`), (c, role, from) => {
        const piece = standing(c.after, c.before.turn, role, from);
        need(attacksSquare(c.after, piece, c.reply.to), 'it is not a defender');
        need(!played(c.after, c.reply).dests(piece).has(c.reply.to), 'it can take back');
    }],
    [new RegExp(`^guards ${PIECE} with a pinned ${ROLE}$`), (c, role, name, guard) => {
        need(standing(c.after, c.before.turn, role, name) === c.reply.to, 'it is not taken');
        need(c.after.board.get(c.move.to)?.role === guard && attacksSquare(c.after, c.move.to, c.reply.to), 'it is not a defender');
        need(!played(c.after, c.reply).dests(c.move.to).has(c.reply.to), 'it can take back');
    }],
    [new RegExp(`^leaves (?:${PIECE}|the king) to guard both ${PIECE} and ${PIECE}$`), (c, role, from, one, a, two, b) => {
        const us = c.before.turn, piece = role ? standing(c.after, us, role, from) : c.after.board.kingOf(us);
        for (const square of [standing(c.after, us, one, a), standing(c.after, us, two, b)]) {
            need(attackersOf(c.after, square, us).join() === String(piece), 'not the only defender');
            need(attackersOf(c.after, square, opposite(us)).length > 0, 'not attacked');
        }
    }],
];

function checkCause(c, text) {
    const known = CAUSES.find(([form]) => form.test(text));
    need(known, `no known cause: ${text}`);
    known?.[1](c, ...known[0].exec(text).slice(1));
}

// Fails unless a line from `position` mates or makes the trade `words`, counted from `base`.
function checkEnd(base, position, mate, line, words) {
    const end = position && lineOf(position, mate ?? line)?.end;
    need(end && (mate ? end.isCheckmate() : inWords(trade(base, end, position.turn)) === words), mate ? 'no mate' : `no trade of '${words}'`);
}

// Fails unless the side that has just moved carries out the threat after a null move.
function checkThreat(position, ...threat) {
    const passed = withTurn(position, opposite(position.turn));
    if (passed && position.turn === 'black')
        passed.fullmoves++;
    checkEnd(passed, passed, ...threat);
}

// Fails unless a text has the first moves of a line.
function checkBegin(position, text, steps) {
    const moves = lineOf(position, text)?.moves ?? [];
    need(moves.length && moves.every((move, i) => makeUci(move) === makeUci(movesOf(position, steps)[i])), 'another line');
}

// --- motifs -----------------------------------------------------------------------------------

const THING = `(?:the (king)|the ${ROLE} on ([a-h][1-8]))`;

// The square of "the king" or "the rook on a8".
const thing = (position, color, king, role, name) => king ? position.board.kingOf(color) : standing(position, color, role, name);

// Checks for motifs. `m` has the last move of the clause's line, the positions around it, and the moves from it on.
const MOTIFS = [
    [new RegExp(`^forks ${THING} and ${THING}$`), (m, ...t) => {
        for (const square of [thing(m.after, m.them, ...t), thing(m.after, m.them, ...t.slice(3))])
            need(attacksSquare(m.after, m.move.to, square), 'it is not attacked');
    }],
    [new RegExp(`^attacks ${THING} and (?:${THING} at once|threatens mate on [a-h][1-8])$`), (m, ...t) =>
        need(attackersOf(m.after, thing(m.after, m.them, ...t), m.us).length > 0, 'it is not attacked')],
    [new RegExp(`^(pins|skewers) ${THING} (?:to|and) ${THING}$`), (m, verb, ...t) => {
        const first = thing(m.after, m.them, ...t), second = thing(m.after, m.them, ...t.slice(3));
        const line = between(m.move.to, second);
        need(attacksSquare(m.after, m.move.to, first), 'it is not attacked');
        need(line.has(first) && line.intersect(m.after.board.occupied).size() === 1, 'they are not on one line');
    }],
    [new RegExp(`^uses the pin of ${THING} to ${THING}$`), (m, ...t) => {
        const first = thing(m.after, m.them, ...t), second = thing(m.after, m.them, ...t.slice(3));
        need([...m.after.board[m.us]].some(from => attacksSquare(m.after, from, first) && between(from, second).has(first)), 'it is not pinned');
    }],
    [new RegExp(`^attacks ${PIECE}(?: and ${PIECE})?$`), (m, ...t) => {
        for (const target of [standing(m.after, m.them, ...t), ...t[2] ? [standing(m.after, m.them, ...t.slice(2))] : []])
            need(attacksSquare(m.after, m.move.to, target) && !attacksSquare(m.before, m.move.from, target), 'it is not attacked, or was');
    }],
    [new RegExp(`^saves ${PIECE}$`), (m, ...t) => {
        const saved = standing(m.before, m.us, ...t), wins = p => p && [...p.allDests()].flatMap(([from, dests]) => [...dests].map(to => moveTo(p, from, to)))
            .filter(move => p.board[m.us].has(move.to) && gain(p, move) > 0).map(move => move.to);
        need(wins(withTurn(m.before, m.them))?.includes(saved), 'it is not attacked');
        need(wins(m.after).length === 0, 'something falls');
    }],
    [new RegExp(`^takes ${PIECE}$`), (m, role, name) => {
        standing(m.before, m.them, role, name);
        const kept = m.follows.length > 4 && [1, 3].every(i => m.follows[i].to !== m.move.to);
        need(m.before.board.occupied.size() > m.after.board.occupied.size() && (kept || gain(m.before, m.move) > 0), 'it wins nothing');
    }],
    [/^trades the (queen|rook)s$/, (m, role) => {
        need(m.before.board.get(m.move.to)?.role === role, 'it takes something else');
        need([m.us, m.them].every(color => squaresOf(m.start, color, role).length > squaresOf(m.after, color, role).length), 'one side keeps them');
    }],
    [/^goes into a pawn ending$/, m => need(positionsOf(m.before, m.follows).slice(1).some(next => phase(next) === 0), 'a piece is left')],
    [/^threatens mate on ([a-h][1-8])$/, (m, square) => {
        const passed = withTurn(m.after, m.us), to = parseSquare(square);
        need(passed && [...passed.allDests()].some(([from, dests]) => dests.has(to) && played(passed, moveTo(passed, from, to)).isCheckmate()), 'no mate');
    }],
    [/^mates on the back rank$/, m => need(m.after.isCheckmate(), 'no mate')],
    [/^gives a discovered check(?: and attacks the .+)?$/, m => need(attackersOf(m.after, kingOf(m.after, m.them), m.us).some(from => from !== m.move.to), 'no discovered check')],
    [new RegExp(`^opens the line from ${PIECE} to ${THING}$`), (m, role, name, ...t) => {
        const from = standing(m.after, m.us, role, name), to = thing(m.after, m.them, ...t);
        need(attacksSquare(m.after, from, to) && !attacksSquare(m.before, from, to), 'the line is not opened');
    }],
    [new RegExp(`^overloads ${THING} with the guard of (?:${THING}|[a-h][1-8])$`), (m, ...t) => thing(m.after, m.them, ...t)],
    [new RegExp(`^removes the guard of (?:${THING}|([a-h][1-8]))$`), (m, ...t) =>
        need(attacksSquare(m.before, m.move.to, t[3] ? parseSquare(t[3]) : thing(m.before, m.them, ...t)), 'it does not guard that')],
    [new RegExp(`^(?:forces|cuts) ${THING} (?:away|off) from .+$`), (m, ...t) => thing(m.after, m.them, ...t)],
    [new RegExp(`^traps ${PIECE}$`), (m, role, name) => need(attackersOf(m.after, standing(m.after, m.them, role, name), m.us).length > 0, 'it is not attacked')],
    [new RegExp(`^sells the lost ${ROLE} for ${PIECE}$`), (m, mine, role, name) =>
        need(standing(m.before, m.them, role, name) === m.move.to && attackersOf(m.before, m.move.from, m.them).length > 0, 'it is not so')],
    [/^makes a \w+ on ([a-h][1-8])$/, (m, square) => need(m.follows.some(move => move.promotion && move.to === parseSquare(square)), 'no promotion')],
    [/^gives perpetual check$/, m => need(m.after.isCheck(), 'no check')],
    [/^offers the .+: to take it is stalemate$/, m => need([...m.after.allDests()].some(([from, dests]) => dests.has(m.move.to) &&
        played(m.after, { from, to: m.move.to }).isStalemate()), 'no stalemate')],
    [/^has the .+ behind the piece that takes back on .*([a-h][1-8])$/, (m, square) => need(m.follows.some(move => move.to === parseSquare(square)), 'nothing is taken there')],
    [/^comes before the capture of .*([a-h][1-8])$/, (m, square) => need(m.follows.some(move => move.to === parseSquare(square)), 'nothing is taken there')],
];

// Fails unless the last move of the line in `text` carries out the motif that `clause` names.
function checkMotif(start, position, text, steps, clause) {
    const { moves } = lineOf(position, text) ?? {}, known = MOTIFS.find(([form]) => form.test(clause));
    need(known, `no known motif: ${clause}`);
    if (!known || !moves)
        return;
    const all = positionsOf(position, movesOf(position, steps)), at = moves.length;
    const before = all[at - 1], follows = movesOf(position, steps).slice(at - 1);
    count(`motif ${clause.split(' ')[0]}`);
    known[1]({ start, before, after: all[at], move: moves[at - 1], us: before.turn, them: opposite(before.turn), follows }, ...known[0].exec(clause).slice(1));
}

// --- facts ------------------------------------------------------------------------------------

const file = square => square & 7;
const rank = (square, color) => color === 'white' ? square >> 3 : 7 - (square >> 3);
const squaresOf = (p, color, role) => [...p.board.pieces(color, role)];
const pawnsOf = (p, color) => squaresOf(p, color, 'pawn');
const heavy = (p, color) => [...squaresOf(p, color, 'rook'), ...squaresOf(p, color, 'queen')];
const beside = (a, b) => Math.abs(file(a) - file(b)) === 1;
const distance = (a, b) => Math.max(Math.abs(file(a) - file(b)), Math.abs((a >> 3) - (b >> 3)));
const ahead = (color, a, b) => rank(a, color) > rank(b, color);
const isPassed = (p, color, pawn) => !pawnsOf(p, opposite(color)).some(other => Math.abs(file(other) - file(pawn)) < 2 && ahead(color, other, pawn)) &&
    !pawnsOf(p, color).some(other => file(other) === file(pawn) && ahead(color, other, pawn));
const guardedByPawn = (p, color, square) => pawnsOf(p, color).some(pawn => attacksSquare(p, pawn, square));
const safeFromPawns = (p, color, square) => !pawnsOf(p, opposite(color)).some(pawn => beside(pawn, square) && ahead(color, pawn, square));
const atHome = (p, color) => [...squaresOf(p, color, 'knight').filter(square => [1, 6].includes(file(square))),
    ...squaresOf(p, color, 'bishop').filter(square => [2, 5].includes(file(square)))].filter(square => rank(square, color) === 0);
const CENTRE = ['d4', 'e4', 'd5', 'e5'].map(parseSquare);
const shade = square => (file(square) + (square >> 3)) % 2;
const shades = (p, color) => new Set(squaresOf(p, color, 'bishop').map(shade));
const inCentre = (p, color) => pawnsOf(p, color).filter(square => CENTRE.includes(square)).length;
const room = (p, color) => [2, 3, 4, 5].flatMap(f => [1, 2, 3].map(r => f + 8 * (color === 'white' ? r : 7 - r)))
    .filter(square => !pawnsOf(p, color).includes(square) && !guardedByPawn(p, opposite(color), square)).length;
const wing = (p, color, name) => pawnsOf(p, color).filter(square => (file(square) < 4) === (name === 'queenside')).length;
const kingOf = (p, color) => p.board.kingOf(color);
const on = (squares, name) => squares.includes(parseSquare(name));
const phase = p => [...p.board.occupied].reduce((sum, square) => sum + ({ knight: 1, bishop: 1, rook: 2, queen: 4 }[p.board.get(square).role] ?? 0), 0);
const hasQueen = (p, color) => squaresOf(p, color, 'queen').length > 0;
const onFile = (squares, letter) => squares.filter(square => file(square) === letter.charCodeAt(0) - 97);

// Checks for facts of a position p about a side c, which has the advantage, or owns the pawn, king or piece. In the
// clause's own line a fact holds from a margin of 2 on, in the other line only from a margin of 4 on.
const FACTS = [
    [/^passed (.)-pawn$/, (p, c, f) => onFile(pawnsOf(p, c), f).some(pawn => isPassed(p, c, pawn))],
    [/^(.)-pawn isolated$/, (p, c, f) => onFile(pawnsOf(p, c), f).some(pawn => !isPassed(p, c, pawn) && !pawnsOf(p, c).some(other => beside(other, pawn)))],
    [/^(.)-pawns doubled$/, (p, c, f) => onFile(pawnsOf(p, c), f).length > 1],
    [/^pawn on (..) backward$/, (p, c, q) => on(pawnsOf(p, c), q) && pawnsOf(p, c).some(other => beside(other, parseSquare(q))) && !pawnsOf(p, c).some(other => beside(other, parseSquare(q)) && !ahead(c, other, parseSquare(q))) &&
        guardedByPawn(p, opposite(c), parseSquare(q) + (c === 'white' ? 8 : -8))],
    [/^majority on the (.+)$/, (p, c, name) => phase(p) <= 12 && pawnsOf(p, c).length === pawnsOf(p, opposite(c)).length && wing(p, c, name) > wing(p, opposite(c), name)],
    [/^protected pawn on (..)$/, (p, c, q) => on(pawnsOf(p, c), q) && guardedByPawn(p, c, parseSquare(q))],
    [/^centre$/, (p, c) => phase(p) >= 18 && inCentre(p, c) > inCentre(p, opposite(c))],
    [/^open (.)-file$/, (p, c, f) => onFile(squaresOf(p, c, 'rook'), f).length > 0 && !onFile([...pawnsOf(p, c), ...pawnsOf(p, opposite(c)), ...heavy(p, opposite(c))], f).length],
    [/^rook on the seventh rank$/, (p, c) => (rank(kingOf(p, opposite(c)), c) === 7 || pawnsOf(p, opposite(c)).some(pawn => rank(pawn, c) === 6)) && squaresOf(p, c, 'rook').some(square => rank(square, c) === 6)],
    [/^outpost on (..)$/, (p, c, q) => ['knight', 'bishop'].some(role => on(squaresOf(p, c, role), q)) && guardedByPawn(p, c, parseSquare(q)) && safeFromPawns(p, c, parseSquare(q))],
    [/^square (..) for a knight$/, (p, c, q) => squaresOf(p, c, 'knight').some(from => attacksSquare(p, from, parseSquare(q))) && guardedByPawn(p, c, parseSquare(q)) && safeFromPawns(p, c, parseSquare(q))],
    [/^king without cover by pawns$/, (p, c) => hasQueen(p, opposite(c)) && rank(kingOf(p, c), c) < 2 && ![3, 4, 5].includes(file(kingOf(p, c))) && [-1, 0, 1].map(d => file(kingOf(p, c)) + d).filter(f => f >= 0 && f < 8 && !pawnsOf(p, c).some(pawn => file(pawn) === f && rank(pawn, c) < 3)).length > 1],
    [/^king out in the open$/, (p, c) => phase(p) >= 12 && hasQueen(p, opposite(c)) && rank(kingOf(p, c), c) > 1],
    [/^king in the centre$/, (p, c) => phase(p) >= 16 && hasQueen(p, opposite(c)) && rank(kingOf(p, c), c) < 2 && !p.castles.rook[c].a && !p.castles.rook[c].h && file(kingOf(p, c)) > 2 && file(kingOf(p, c)) < 6],
    [/^king$/, (p, c) => hasQueen(p, opposite(c)) && rank(kingOf(p, c), c) < 3 && heavy(p, opposite(c)).some(square => Math.abs(file(square) - file(kingOf(p, c))) < 2 && !pawnsOf(p, c).some(pawn => file(pawn) === file(square)) &&
        [kingOf(p, c), ...attacks({ role: 'king', color: c }, kingOf(p, c), p.board.occupied)].some(to => file(to) === file(square) && attacksSquare(p, square, to)))],
    [/^king under attack$/, (p, c) => [...p.board[opposite(c)]].filter(from => !['pawn', 'king'].includes(p.board.get(from).role) &&
        [...attacks({ role: 'king', color: c }, kingOf(p, c), p.board.occupied)].some(to => attacksSquare(p, from, to))).length > 2],
    [/^king without an escape square$/, (p, c) => rank(kingOf(p, c), c) === 0 && heavy(p, opposite(c)).length > 0 && !heavy(p, c).some(square => rank(square, c) === 0) && ![...attacks({ role: 'king', color: c }, kingOf(p, c), p.board.occupied)]
        .some(to => rank(to, c) === 1 && p.board.get(to)?.color !== c && !attackersOf(p, to, opposite(c)).length)],
    [/^bishop pair$/, (p, c) => shades(p, c).size === 2 && shades(p, opposite(c)).size < 2],
    [/^bishop behind its own pawns$/, (p, c) => squaresOf(p, c, 'bishop').some(bishop => pawnsOf(p, c).filter(pawn => shade(pawn) === shade(bishop) &&
        pawnsOf(p, opposite(c)).includes(pawn + (c === 'white' ? 8 : -8))).length > 2)],
    [/^(\w+) on (..) shut in$/, (p, c, role, q) => on(squaresOf(p, c, role), q) && [...attacks({ role, color: c }, parseSquare(q), p.board.occupied)]
        .filter(to => !pawnsOf(p, c).includes(to) && !guardedByPawn(p, opposite(c), to)).length <= (role === 'rook' ? 4 : 0)],
    [/^knight on the rim$/, (p, c) => squaresOf(p, c, 'knight').some(square => [0, 7].includes(file(square)))],
    [/^rook behind the passed (.)-pawn$/, (p, c, f) => ['white', 'black'].some(side => onFile(pawnsOf(p, side), f).some(pawn => isPassed(p, side, pawn) &&
        onFile(squaresOf(p, c, 'rook'), f).some(rook => ahead(side, pawn, rook) && attacksSquare(p, rook, pawn))))],
    [/^behind in development$/, (p, c) => atHome(p, c).length >= atHome(p, opposite(c)).length + 2],
    [/^more space$/, (p, c, margin) => phase(p) > 12 && room(p, c) >= room(p, opposite(c)) + margin],
    [/^opposition$/, (p, c) => [0, 2].includes(Math.abs(file(kingOf(p, 'white')) - file(kingOf(p, 'black')))) && p.turn !== c],
    [/^(.)-pawn run through$/, (p, c, f) => [...p.board[opposite(c)]].every(square => ['pawn', 'king'].includes(p.board.get(square).role)) && onFile(pawnsOf(p, c), f).some(pawn => isPassed(p, c, pawn))],
    [/^king nearer to the passed (.)-pawn$/, (p, c, f, margin) => phase(p) <= 8 && ['white', 'black'].some(side => onFile(pawnsOf(p, side), f).some(pawn => isPassed(p, side, pawn) &&
        distance(kingOf(p, c), pawn + (side === 'white' ? 8 : -8)) + margin <= distance(kingOf(p, opposite(c)), pawn + (side === 'white' ? 8 : -8))))],
    [/^queens$/, p => !hasQueen(p, 'white') && !hasQueen(p, 'black')],
    [/^pawn ending$/, p => phase(p) === 0],
    [/^opposite colours$/, p => ['white', 'black'].every(c => squaresOf(p, c, 'bishop').length === 1 && !squaresOf(p, c, 'knight').length) && shades(p, 'white').has(1) !== shades(p, 'black').has(1)],
    [/^more active king$/, (p, c) => rank(kingOf(p, c), c) > 2 && file(kingOf(p, c)) > 1 && file(kingOf(p, c)) < 6],
];

// Facts of a move: the piece was at home, goes to a square, or attacks something.
const MOVE_FACTS = [
    [/^develops the (.+)$/, (p, m, role) => p.board.get(m.from)?.role === role && atHome(p, p.turn).includes(m.from)],
    [/^brings the king into safety$/, (p, m) => p.board.get(m.from)?.role === 'king'],
    [/^attacks? the pawn on (..)$/, (p, m, q) => attacksSquare(played(p, m), m.to, parseSquare(q)) && on(pawnsOf(p, opposite(p.turn)), q)],
    [/^takes? the centre$/, (p, m) => p.board.get(m.from)?.role === 'pawn' && CENTRE.includes(m.to)],
    [/^advances? the passed (.)-pawn$/, (p, m, f) => onFile([m.to], f).length && isPassed(played(p, m), p.turn, m.to)],
    [/^moves the (.+) back$/, (p, m, role) => p.board.get(m.from)?.role === role && rank(m.to, p.turn) === 0],
    [/^moves the same (.+) again$/, (p, m, role) => p.board.get(m.from)?.role === role && !atHome(p, p.turn).includes(m.from)],
    [/^loosens the pawns before the king$/, (p, m) => p.board.get(m.from)?.role === 'pawn' && Math.abs(file(m.from) - file(kingOf(p, p.turn))) < 2],
];

// A clause on a move must hold for the move. A clause on a position must hold in its line, and not everywhere in `other`.
function checkFact(position, steps, other, clause) {
    const moves = movesOf(position, steps), lets = /^lets (White|Black) (.+)$/.exec(clause);
    const [at, move, text] = lets && !/^lets \w+'s/.test(clause) ? [played(position, moves[0]), moves[1], lets[2]] : [position, moves[0], clause];
    const ofMove = MOVE_FACTS.find(([form]) => form.test(text));
    count(`fact ${text.replace(/(White|Black)('s)?|[a-h][1-8]|\b[a-h]-/g, '')}`);
    if (ofMove)
        return need(ofMove[1](at, move, ...ofMove[0].exec(text).slice(1)), `not so: ${clause}`);
    const [, side, what] = /^(?:leaves an open file near|leaves bishops of|goes into|[a-z]+s) (?:(White|Black)(?:'s)? )?(?:(?:the|an?) )?(.+)$/.exec(clause) ?? [];
    const known = FACTS.find(([form]) => form.test(what)), color = side?.toLowerCase() ?? position.turn;
    const holds = (p, margin) => known[1](p, color, ...known[0].exec(what).slice(1), margin);
    need(known, `no known fact: ${clause}`);
    if (!known)
        return undefined;
    need(positionsOf(position, moves).slice(1).some(p => holds(p, 2)), `not so: ${clause}`);
    return need(!positionsOf(position, movesOf(position, other)).slice(1).every(p => holds(p, 4)), `the other line has it: ${clause}`);
}

// Checks one or two clauses about the line of the better move, or of the move played.
function checkFacts(c, text, missed) {
    const lines = [c.ply.line, [{ uci: makeUci(c.move) }, ...c.ply.reply]];
    const clauses = text.split(/ and (?=(?:lets|leaves|gives|keeps|attacks|takes|develops|brings|moves|loosens|trades|goes|advances|the|an?|more) )/);
    for (const clause of clauses)
        checkFact(c.before, lines[missed ? 0 : 1], lines[missed ? 1 : 0], /^(the|an?|more) /.test(clause) ? `${/^keeps |^\w+ \w+ /.exec(clauses[0])}${clause}` : clause);
}

const THREAT = new RegExp(`^threatens (?:mate by (.+)|${LINE}, which wins (.+))$`);

// Checks for clauses that say what the better move does: the form of the clause, and a function that proves it.
const DEEDS = [
    [/^(?:(.+) and )?wins ((?:an?|two|three|four|five|six|the exchange)\b.+|the exchange)$/, (c, line, motif, words) => {
        if (motif)
            checkMotif(c.before, c.before, line, c.ply.line, motif);
        checkWins({ ...c, promotes: PROMOTES.test(motif) }, c.before, motif ? '' : line, c.ply.line, c.before.turn, words);
    }],
    [THREAT, (c, line, ...threat) => checkThreat(lineOf(c.before, line).end, ...threat)],
    [new RegExp(`^(avoids|prevents) ${MOVE}$`), (c, line, verb, move) => {
        const [reply] = lineOf(c.after, move)?.moves ?? [], { moves: [better], end } = lineOf(c.before, line);
        const loss = () => exchange(played(end, reply), reply.to) - gain(end, reply);
        need(withTurn(c.before, end.turn)?.isLegal(reply), 'it was not possible');
        need(!end.isLegal(reply) || better.to === reply.from || loss() > 0 || played(c.after, reply).isCheck() && !played(end, reply).isCheck() || end.board.get(reply.to) === undefined && exchange(played(end, reply), reply.to) > 0, 'it is possible');
        need((verb === 'avoids') === (reply.to === better.from), 'another piece');
    }],
    [/^leads to the (.+)$/, (c, line) => need(lineOf(c.before, line)?.moves.length === 1, 'a move')],
    [/^(.+)$/, (c, line, clause) => MOTIFS.some(([form]) => form.test(clause)) ? checkMotif(c.before, c.before, line, c.ply.line, clause) : checkFacts(c, clause, true)],
];

const PROMOTES = /^makes a queen /;
const OFFER = `${MOVE} (?:allows mate in (\\d+): (.+)|is met by ${LINE}, which wins (.+))`;

// In the line the side to move makes a queen, and the other side does not.
const checkQueen = (position, line) => need(trade(position, positionsOf(position, lineOf(position, line)?.moves ?? []).at(-1), position.turn)[ROLES.length] > 0, 'no new queen');

// A capture after the reply or after the better move, and the line that refutes it.
function checkOffer(c, capture, mateIn, ...refutation) {
    const replied = capture.includes('...') === (c.before.turn === 'black'), position = replied ? c.after : c.before;
    const end = played(position, movesOf(position, replied ? c.ply.reply : c.ply.line)[0]), [move] = lineOf(end, capture)?.moves ?? [];
    need(move && gain(end, move) > 0, 'no piece is offered');
    need(!mateIn || refutation[0].split(' ').length === 2 * mateIn - 1, 'another number');
    checkEnd(position, played(end, move), ...refutation);
}

// The forms of sentences, each with a name and a function that proves it. If a sentence begins with a move, this is the
// move played, except in the form BESIDE.
const BESIDE = 'offer beside a line';
const FORMS = [
    ['offer', new RegExp(`^(?:${MOVE} allows|Better is) ${MOVE}, since ${OFFER}$`), (c, move, offer, ...taken) => {
        checkBegin(move ? c.after : c.before, offer, move ? c.ply.reply : c.ply.line);
        checkOffer(c, ...taken);
    }],
    [BESIDE, new RegExp(`^${OFFER}$`), checkOffer],
    ['misses mate', new RegExp(`^${MOVE} misses mate in (\\d+): (.+)$`), (c, move, moves, line) => checkMate(c.before, line, Number(moves))],
    ['stalemate', new RegExp(`^${MOVE} is stalemate$`), (c, move) => need(c.after.isStalemate(), 'no stalemate')],
    ['allows mate', new RegExp(`^${MOVE} allows mate in (\\d+): (.+)$`), (c, move, moves, line) => checkMate(c.after, line, Number(moves))],
    ['allows a threat', new RegExp(`^${MOVE} allows ${MOVE} with the threat (?:of mate by (.+)|${LINE}, which wins (.+))$`), (c, move, reply, ...threat) => {
        checkBegin(c.after, reply, c.ply.reply);
        checkThreat(lineOf(c.after, reply).end, ...threat);
    }],
    ['allows', new RegExp(`^${MOVE} (?:allows|does not prevent) ${LINE}, which (.+?)(?: and wins ((?:an?|two|three|four|five|six|the exchange)\\b.+|the exchange))?$`), (c, move, line, motif, words) => {
        checkMotif(c.before, c.after, line, c.ply.reply, motif);
        if (words)
            checkWins({ ...c, promotes: PROMOTES.test(motif) }, c.after, '', c.ply.reply, c.after.turn, words);
    }],
    ['cause', new RegExp(`^${MOVE} ([a-z].+); ${LINE}(?: wins (.+))?$`), (c, move, cause, line, words) => {
        checkCause(c, cause);
        if (words)
            return checkWins(c, c.after, line, c.ply.reply, c.after.turn, words);
        checkBegin(c.after, line, c.ply.reply);
        return need(lineOf(c.after, line)?.moves.some(move => move.to === parseSquare(/(..)( unguarded)?$/.exec(cause)[1])), 'nothing goes there');
    }],
    ['loses', new RegExp(`^${MOVE} loses (.+) to ${LINE}$`), (c, move, words, line) => checkWins(c, c.after, line, c.ply.reply, c.after.turn, words)],
    ['allows a queen', new RegExp(`^${MOVE} allows a new queen: ${LINE}$`), (c, move, line) => {
        checkBegin(c.after, line, c.ply.reply);
        checkQueen(c.after, line);
    }],
    ['facts', new RegExp(`^${MOVE} ((?:gives|leaves|keeps|lets|attacks|takes|develops|brings|moves|loosens|trades|goes|advances) [^;]+)$`), (c, move, clauses) => checkFacts(c, clauses, false)],
    ['order', new RegExp(`^Better is ${LINE} first, and then ${MOVE}$`), (c, line, move) => {
        const read = lineOf(c.before, line);
        checkBegin(c.before, line, c.ply.line);
        need(read && makeUci(lineOf(read.end, move)?.moves[0] ?? c.reply) === makeUci(c.move), 'another move');
        need(!read?.end.isCheck(), 'it answers a check');
    }],
    ['better', new RegExp(`^Better is ${LINE}, which (.+)$`), (c, line, deed) => {
        const known = DEEDS.find(([form]) => form.test(deed));
        need(c.ply.best && makeUci(lineOf(c.before, line)?.moves[0] ?? c.move) === makeUci(movesOf(c.before, c.ply.line)[0]), 'another move');
        need(known, `no known deed: ${deed}`);
        known?.[1](c, line, ...known[0].exec(deed).slice(1));
    }],
    ['is met by', new RegExp(`^${MOVE} is met by ${LINE}$`), (c, move, line) => checkBegin(c.after, line, c.ply.reply)],
    ['better line', new RegExp(`^Better is ${LINE}(?:, since ${MOVE} is met by ${LINE})?$`), (c, line, reply, answer) => {
        checkBegin(c.before, line, c.ply.line);
        if (reply)
            need(makeUci(lineOf(lineOf(c.before, line).end, `${reply} ${answer}`)?.moves[0] ?? c.move) === makeUci(c.reply), 'another reply');
    }],
    ['only, since it mates', new RegExp(`^The only good move: mate in (\\d+): (.+)$`), (c, moves, line) => {
        need(makeUci(lineOf(c.before, line)?.moves[0] ?? c.reply) === makeUci(c.move), 'another move mates');
        checkMate(c.before, line, Number(moves));
    }],
    ['only', new RegExp(`^The only good move: the next best, (\\S+), costs (\\d+) percentage points(?: after ${LINE})?$`), (c, move, points, line) => {
        const read = lineOf(c.before, move);
        need(read && makeUci(read.moves[0]) !== makeUci(c.move), 'it is the move played');
        need(Number(points) >= 10, 'too little');
        if (line)
            lineOf(read.end, line);
    }],
    ['only, since', new RegExp(`^The only good move, since ${MOVE} (?:loses (.+) to|([a-z].+);) ${LINE}(?: wins (.+))?$`), (c, text, lost, cause, line, won) => {
        const move = lineOf(c.before, text)?.moves[0];
        need(move && makeUci(move) !== makeUci(c.move), 'it is the move played');
        const after = played(c.before, move), other = { ...c, move, after, reply: lineOf(after, line)?.moves[0] };
        if (cause)
            checkCause(other, cause);
        checkWins({ ...other, ply: { line: c.ply.line, reply: [] } }, after, line, [], after.turn, lost ?? won);
    }],
    ['only, since a queen', new RegExp(`^The only good move, since ${MOVE} allows a new queen: ${LINE}$`), (c, text, line) => checkQueen(played(c.before, lineOf(c.before, text).moves[0]), line)],
    ['only, since mated', new RegExp(`^The only good move, since ${MOVE} allows mate in (\\d+): (.+)$`), (c, text, moves, line) => {
        const move = lineOf(c.before, text)?.moves[0];
        need(move && makeUci(move) !== makeUci(c.move), 'it is the move played');
        checkMate(played(c.before, move), line, Number(moves));
    }],
    ['only, since allowed', new RegExp(`^The only good move, since ${MOVE} allows ${LINE}, which (.+?)(?: and wins .+)?$`), (c, text, line, motif) => {
        const after = played(c.before, lineOf(c.before, text).moves[0]), moves = lineOf(after, line)?.moves ?? [];
        checkMotif(c.before, after, line, moves.map(move => ({ uci: makeUci(move) })), motif);
    }],
    ['table', /^By tablebase the position was (won|drawn|lost) for (White|Black), and is (won|drawn|lost) now$/, (c, was, side, is) =>
        need(was !== is && side.toLowerCase() === c.before.turn, 'no change')],
];

function checkSentence(c, sentence) {
    const move = `${c.before.fullmoves}${c.before.turn === 'white' ? '.' : '...'}${c.ply.san} `;
    for (const [name, form, check] of FORMS) {
        const match = form.exec(sentence.replace(/\.$/, ''));
        if (!match || (/^\d/.test(sentence) && sentence.startsWith(move) === (name === BESIDE)))
            continue;
        count(name);
        check(c, ...match.slice(1));
        return;
    }
    need(false, 'a sentence of no known form');
}

// --- games ------------------------------------------------------------------------------------

function checkGame(file, game) {
    let fen = game.start, bases = [];
    game.plies.forEach((ply, number) => {
        const before = at(fen), move = parseUci(ply.uci);
        setPlace(`${file}, game ${game.number}, ply ${number + 1}`);
        const legal = parseSan(before, ply.san), passes = ply.san === '--';
        need(passes ? ply.uci === '0000' && !before.isCheck() && !ply.sentences.length :
            legal !== undefined && before.isLegal(legal), `${ply.san} is not legal`);
        const after = at(ply.fen), reply = ply.reply.length ? parseSan(after, ply.reply[0].san) : undefined;
        if (ply.best && ply.line.length < 6)
            need(positionsOf(before, movesOf(before, ply.line)).at(-1).isEnd(), `a line of ${ply.line.length} moves`);
        need(ply.reason || ['book', 'only', null].includes(ply.mark), `${ply.san} is bad without a reason`);
        for (const sentence of ply.sentences) {
            setPlace(`${file}, game ${game.number}, ${before.fullmoves}${before.turn === 'white' ? '.' : '...'}${ply.san} in ${fen}: ${sentence}`);
            checkSentence({ before, after, move: legal ?? move, reply, ply, bases: [before, ...bases] }, sentence);
        }
        bases = before.board.occupied.size() > after.board.occupied.size() ? [before, ...bases] : [];
        fen = ply.fen;
        count('plies');
    });
}

// chess.js must read the PGN with comments.
function checkPgn(file, games) {
    const texts = readFileSync(`${folder}/${file}.pgn`, 'utf8').split(/\n\n(?=\[)/);
    need(texts.length === games.length, `${texts.length} games in ${file}.pgn`);
    games.forEach((game, number) => {
        setPlace(`${file}.pgn, game ${game.number}`);
        if (game.chess960 || game.error || !game.plies.length || game.plies.some(({ san }) => san === '--'))
            return; // chess.js writes "--" but does not read it
        const reader = new Reader();
        try {
            reader.loadPgn(texts[number]);
        } catch (error) {
            need(false, `chess.js: ${error.message}`);
            return;
        }
        need(reader.history({ verbose: true }).map(move => move.lan).join(' ') === game.plies.map(ply => ply.uci).join(' '), 'other moves');
        need(reader.getComments().some(({ comment }) => comment.includes('[%eval ')), 'no values');
        count('games as PGN');
    });
}

const ajv = new Ajv({ strictTypes: false, allowUnionTypes: true });
const check = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
for (const name of readdirSync(folder).filter(entry => entry.endsWith('.json'))) {
    const report = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    setPlace(name);
    need(check(report), `against the schema: ${ajv.errorsText(check.errors)}`);
    const { games } = report;
    games.forEach(game => checkGame(name, game));
    checkPgn(name.replace(/\.json$/, ''), games);
}
console.log(Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', '));
const faults = faultCount();
if (faults)
    console.log(`${faults} faults`);
process.exit(faults || !(counts.plies > 0 && counts.better > 0) ? 1 : 0);

// node sentences.mjs FOLDER
//
// Reads every sentence of the reports in FOLDER (JSON) and holds it against the rules as chessops has them: the moves
// that it names are made, who attacks what is asked, exchanges are played out move by legal move, and pieces are
// counted. A sentence of no known form is a fault. The games as PGN with comments (FOLDER/*.pgn) are read by chess.js,
// where the game is one of standard chess, and must have the same moves.
//
// Prints how many there were of each form; exits with 1 after printing the faults.
import { readdirSync, readFileSync } from 'node:fs';
import { Chess as Reader } from 'chess.js';
import { attacks, between } from 'chessops/attacks';
import { Chess, normalizeMove } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { makeUci, opposite, parseSquare, parseUci } from 'chessops/util';
import { setPlace, faultCount, note as need } from './checks.mjs';

const [folder] = process.argv.slice(2);
const counts = {};

function count(name) {
    counts[name] = (counts[name] ?? 0) + 1;
}

// --- positions --------------------------------------------------------------------------------

const VALUES = { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, king: 0 };
const at = fen => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

function played(position, move) {
    const next = position.clone();
    next.play(move);
    return next;
}

// A numbered line, "24.Nf5 Qg6 25.Nxe7+", as moves; its numbers must be right.
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

// What the side to move wins at most by captures on a square, with legal moves, each side free to stop. The least
// valuable piece takes first.
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

// What a capture wins, whatever follows on its square.
function gain(position, move) {
    const pawn = position.board.get(move.from).role === 'pawn';
    const taken = position.board.get(move.to) ?? (pawn && move.to === position.epSquare ? { role: 'pawn' } : undefined);
    if (!taken)
        return 0;
    return VALUES[taken.role] + (move.promotion ? VALUES.queen - VALUES.pawn : 0) - exchange(played(position, move), move.to);
}

// --- pieces in words --------------------------------------------------------------------------

const ROLE = '(pawn|knight|bishop|rook|queen)', PIECE = `the ${ROLE} on ([a-h][1-8])`;
const MOVE = '(\\d+\\.(?:\\.\\.)?\\S+)', LINE = `(${MOVE.slice(1, -1)}(?: \\S+)*?)`;

// The square of a piece that must stand there.
function standing(position, color, role, name) {
    const square = parseSquare(name), piece = position.board.get(square);
    need(piece?.color === color && piece.role === role, `no ${color} ${role} on ${name}`);
    return square;
}

function attacksSquare(position, from, to) {
    const piece = position.board.get(from);
    return piece !== undefined && attacks(piece, from, position.board.occupied).has(to);
}

function attackersOf(position, square, color) {
    return [...position.board[color]].filter(from => attacksSquare(position, from, square));
}

// --- trades -----------------------------------------------------------------------------------

const NUMBERS = ['', 'a', 'two', 'three', 'four', 'five', 'six'];
const ROLES = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

// How many pieces of each type a side has more at the end than at the base.
function trade(base, end, color) {
    const ahead = position => ROLES.map(role => position.board.pieces(color, role).size() -
        position.board.pieces(opposite(color), role).size());
    return ahead(end).map((count, i) => count - ahead(base)[i]);
}

function piecesInWords(counts, names) {
    const parts = names.flatMap((name, i) => counts[i] <= 0 ? [] :
        name === 'exchange' ? ['the exchange'] : [`${NUMBERS[counts[i]]} ${name}${counts[i] > 1 ? 's' : ''}`]);
    return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join();
}

// A trade as players call it: minor pieces are alike, and a rook for one of them is the exchange.
function inWords([queen, rook, bishop, knight, pawn]) {
    const alike = bishop * knight < 0 ? Math.sign(bishop) * Math.min(Math.abs(bishop), Math.abs(knight)) : 0;
    const minors = [bishop - alike, knight + alike];
    const exchange = !queen && Math.abs(rook) === 1 && minors[0] + minors[1] === -rook && Math.abs(minors[0]) + Math.abs(minors[1]) === 1;
    const counts = exchange ? [rook, 0, 0, 0, 0, pawn] : [0, queen, rook, ...minors, pawn], names = ['exchange', ...ROLES];
    const lost = piecesInWords(counts.map(count => -count), names);
    return piecesInWords(counts, names) + (lost ? ` for ${lost}` : '');
}

// The positions of a line, the first of which is `position`.
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

// A trade that a side has made where a line is quiet, since the position or since the captures that led to it. What the
// other line comes to anyway may be left out.
function checkTrade(c, line, other, color, words) {
    const quiet = positions => positions.filter(position => !position.isCheck());
    const trades = (positions, base) => quiet(positions).map(end => trade(base, end, color));
    const said = c.bases.some(base => trades(line, base).some(won => inWords(won) === words ||
        trades(other, base).some(both => inWords(won.map((count, i) => count - both[i])) === words)));
    need(said, `no trade of '${words}'; ${trades(line, c.before).map(inWords).join(' | ')}`);
}

// What is won by a line that a sentence shows as a whole, or by its first move and what follows at once.
function checkWins(c, position, text, steps, color, words) {
    const SEEN = 3, shown = lineOf(position, text)?.moves ?? [];
    const known = movesOf(position, steps);
    need(shown.every((move, i) => i >= known.length || makeUci(move) === makeUci(known[i])), 'another line');
    const whole = positionsOf(position, shown.length > 1 ? shown : known.slice(0, SEEN)).slice(shown.length > 1 ? -1 : 0);
    const otherSteps = position === c.after ? [c.before, movesOf(c.before, c.ply.line)] : [c.before, [c.move, ...movesOf(c.after, c.ply.reply)]];
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

function checkPlayed(c, text) {
    const read = lineOf(c.before, text);
    need(read && read.moves.length === 1 && makeUci(read.moves[0]) === makeUci(c.move), 'another move');
}

// Why a piece can be taken: of whom, and what the reply takes.
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
    [new RegExp(`^(leaves|takes a guard from) ${PIECE}( unguarded)?$`), (c, verb, role, square, unguarded) => {
        const target = standing(c.after, c.before.turn, role, square);
        need(attacksSquare(c.before, c.move.from, target) && !attacksSquare(c.after, c.move.to, target), 'it guards it, or did not');
        need((attackersOf(c.after, target, c.before.turn).length === 0) === Boolean(unguarded), 'guarded or not?');
    }],
    [new RegExp(`^shuts ${PIECE} off from ${PIECE}$`), (c, role, from, other, target) => {
        const slider = standing(c.after, c.before.turn, role, from), piece = standing(c.after, c.before.turn, other, target);
        need(attacksSquare(c.before, slider, piece) && !attacksSquare(c.after, slider, piece), 'the line is not shut');
        need(between(slider, piece).has(c.move.to), 'the move is not on the line');
    }],
    [new RegExp(`^relies on ${PIECE}, which is pinned$`), (c, role, from) => {
        const piece = standing(c.after, c.before.turn, role, from);
        need(attacksSquare(c.after, piece, c.reply.to), 'it is no defender');
        need(!played(c.after, c.reply).dests(piece).has(c.reply.to), 'it can take back');
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

// A line in which a side checks three times.
function checkChase(position, text) {
    const read = lineOf(position, text);
    const checks = positionsOf(position, read?.moves ?? []).filter((next, i) => i % 2 && next.isCheck());
    need(checks.length === 3, `${checks.length} checks`);
}

// A move that attacks a piece, and the next one of the line, which moves it away.
function checkTempo(position, text, steps, role, square) {
    const read = lineOf(position, text), [first, next] = movesOf(position, steps);
    need(read && makeUci(read.moves[0]) === makeUci(first), 'another move');
    const target = standing(read.end, opposite(position.turn), role, square);
    need(attacksSquare(read.end, read.moves[0].to, target) && next.from === target, 'it is not attacked, or stays');
}

// What the better move does.
const DEEDS = [
    [/^wins (.+)$/, (c, line, words) => checkWins(c, c.before, line, c.ply.line, c.before.turn, words)],
    [/^chases the king$/, (c, line) => checkChase(c.before, line)],
    [new RegExp(`^attacks ${PIECE} and gains a tempo$`), (c, line, role, square) => checkTempo(c.before, line, c.ply.line, role, square)],
    [/^leads to the (.+)$/, (c, line) => need(lineOf(c.before, line)?.moves.length === 1, 'a move')],
];

const FORMS = [
    ['misses mate', new RegExp(`^${MOVE} misses mate in (\\d+): (.+)$`), (c, move, moves, line) => {
        checkPlayed(c, move);
        checkMate(c.before, line, Number(moves));
    }],
    ['allows mate', new RegExp(`^${MOVE} allows mate in (\\d+): (.+)$`), (c, move, moves, line) => {
        checkPlayed(c, move);
        checkMate(c.after, line, Number(moves));
    }],
    ['loses a tempo', new RegExp(`^${MOVE} loses a tempo: ${MOVE} attacks ${PIECE}$`), (c, move, reply, role, square) => {
        checkPlayed(c, move);
        checkTempo(c.after, reply, c.ply.reply, role, square);
    }],
    ['chase', new RegExp(`^${MOVE} exposes the king: ${LINE} chases it$`), (c, move, line) => {
        checkPlayed(c, move);
        checkChase(c.after, line);
    }],
    ['cause', new RegExp(`^${MOVE} ([a-z].+); ${LINE} wins (.+)$`), (c, move, cause, line, words) => {
        checkPlayed(c, move);
        checkCause(c, cause);
        checkWins(c, c.after, line, c.ply.reply, c.after.turn, words);
    }],
    ['loses', new RegExp(`^${MOVE} loses (.+) to ${LINE}$`), (c, move, words, line) => {
        checkPlayed(c, move);
        checkWins(c, c.after, line, c.ply.reply, c.after.turn, words);
    }],
    ['better', new RegExp(`^Better is ${LINE}, which (.+)$`), (c, line, deed) => {
        const known = DEEDS.find(([form]) => form.test(deed));
        need(c.ply.best && makeUci(lineOf(c.before, line)?.moves[0] ?? c.move) === makeUci(movesOf(c.before, c.ply.line)[0]), 'another move');
        need(known, `no known deed: ${deed}`);
        known?.[1](c, line, ...known[0].exec(deed).slice(1));
    }],
    ['only', /^The only good move: the next best, (\S+), costs (\d+) points of a hundred$/, (c, move, points) => {
        const read = lineOf(c.before, move);
        need(read && makeUci(read.moves[0]) !== makeUci(c.move), 'it is the move played');
        need(Number(points) >= 10, 'too little');
    }],
    ['table', /^By tablebase the position was (won|drawn|lost) for (White|Black), and is (won|drawn|lost) now$/, (c, was, side, is) =>
        need(was !== is && side.toLowerCase() === c.before.turn, 'no change')],
];

function checkSentence(c, sentence) {
    for (const [name, form, check] of FORMS) {
        const match = form.exec(sentence.replace(/\.$/, ''));
        if (!match)
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
        for (const sentence of ply.sentences) {
            setPlace(`${file}, game ${game.number}, ${before.fullmoves}${before.turn === 'white' ? '.' : '...'}${ply.san} in ${fen}: ${sentence}`);
            checkSentence({ before, after, move: legal ?? move, reply, ply, bases: [before, ...bases] }, sentence);
        }
        bases = before.board.occupied.size() > after.board.occupied.size() ? [before, ...bases] : [];
        fen = ply.fen;
        count('plies');
    });
}

// The game with comments, read by another program.
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

for (const name of readdirSync(folder).filter(entry => entry.endsWith('.json'))) {
    const { games } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    games.forEach(game => checkGame(name, game));
    checkPgn(name.replace(/\.json$/, ''), games);
}
console.log(Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(', '));
const faults = faultCount();
if (faults)
    console.log(`${faults} faults`);
process.exit(faults || !(counts.plies > 0) ? 1 : 0);

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
import { Chess } from 'chessops/chess';
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

// The position with a side to move; undefined if the other one is in check then.
function withTurn(position, turn) {
    if (position.turn === turn)
        return position;
    const setup = parseFen(makeFen(position.toSetup())).unwrap();
    setup.turn = turn;
    setup.epSquare = undefined;
    return Chess.fromSetup(setup).unwrap(value => value, () => undefined);
}

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

const PIECE = '(Pawn|Knight|Bishop|Rook|Queen|King) ([a-h][1-8])';

// The square of a piece that must stand there.
function standing(position, color, role, name) {
    const square = parseSquare(name), piece = position.board.get(square);
    need(piece?.color === color && piece.role === role.toLowerCase(), `no ${color} ${role} on ${name}`);
    return square;
}

function attacksSquare(position, from, to) {
    const piece = position.board.get(from);
    return piece !== undefined && attacks(piece, from, position.board.occupied).has(to);
}

function attackersOf(position, square, color) {
    return [...position.board[color]].filter(from => attacksSquare(position, from, square));
}

// --- threats ----------------------------------------------------------------------------------

const TAKES = new RegExp(`^${PIECE} takes the ${PIECE}, which (nobody defends|is worth more|is defended too little): \\+(\\d+)$`);
const FORKS = new RegExp(`^${PIECE} forks (the .+): \\+(\\d+)$`);
const PINS = new RegExp(`^${PIECE} pins the ${PIECE} to the ${PIECE}$`);

function checkTakes(position, color, [, role, from, victim, target, why, value]) {
    const taker = standing(position, color, role, from), taken = standing(position, opposite(color), victim, target);
    const mover = withTurn(position, color);
    const passing = role === 'Pawn' && !attacksSquare(position, taker, taken);
    const to = passing ? position.epSquare : taken;
    need(to !== undefined && attacksSquare(position, taker, to), 'the taker does not attack it');
    const defended = attackersOf(position, to, opposite(color)).length > 0;
    need(defended === (why !== 'nobody defends'), `defended: ${defended}`);
    if (why === 'is worth more')
        need(VALUES[role.toLowerCase()] < VALUES[victim.toLowerCase()], 'it is not worth more');
    if (mover?.dests(taker).has(to)) {
        const got = gain(mover, moveTo(mover, taker, to));
        need(got > 0, `it wins nothing: ${got}`);
        count(got === Number(value) ? 'same value' : 'other value');
    }
}

function checkForks(position, color, [, role, from, list]) {
    const square = standing(position, color, role, from);
    const targets = [...list.matchAll(new RegExp(PIECE, 'g'))];
    need(targets.length >= 2, 'fewer than two are forked');
    for (const [, victim, name] of targets)
        need(attacksSquare(position, square, standing(position, opposite(color), victim, name)), `${name} is not attacked`);
    need(exchange(withTurn(position, opposite(color)) ?? position, square) === 0 || !withTurn(position, opposite(color)), 'the fork can be taken');
}

function checkPins(position, color, [, role, from, victim, middle, behind, back]) {
    const slider = standing(position, color, role, from), pinned = standing(position, opposite(color), victim, middle);
    const end = standing(position, opposite(color), behind, back);
    const line = between(slider, end);
    need(line.has(pinned) && line.intersect(position.board.occupied).size() === 1, 'more or fewer stand between');
    need(attacksSquare(position, slider, pinned), 'the pinner does not attack it');
}

// A threat of a colour in a position: "White's Knight ...".
function checkThreat(position, text) {
    const [, side, rest] = /^(White|Black)'s (.*)$/.exec(text) ?? [];
    const color = side?.toLowerCase();
    for (const [form, check] of [[TAKES, checkTakes], [FORKS, checkForks], [PINS, checkPins]]) {
        const match = form.exec(rest);
        if (match) {
            check(position, color, match);
            return color;
        }
    }
    need(false, `no threat: ${text}`);
    return color;
}

// --- material ---------------------------------------------------------------------------------

const NUMBERS = ['', 'a', 'two', 'three', 'four', 'five', 'six'];

function piecesLost(before, after, color) {
    const lost = {};
    for (const role of ['queen', 'rook', 'bishop', 'knight', 'pawn'])
        lost[role] = before.board.pieces(color, role).size() - after.board.pieces(color, role).size();
    return lost;
}

function inWords(lost) {
    const parts = Object.entries(lost).filter(([, count]) => count > 0)
        .map(([role, count]) => `${NUMBERS[count]} ${role[0].toUpperCase()}${role.slice(1)}${count > 1 ? 's' : ''}`);
    return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join();
}

function checkGain(position, line, color, words) {
    const end = lineOf(position, line)?.end;
    if (!end)
        return;
    const won = piecesLost(position, end, opposite(color)), lost = piecesLost(position, end, color);
    for (const role of Object.keys(won)) {
        const both = Math.min(won[role], lost[role]);
        won[role] -= both;
        lost[role] -= both;
    }
    const expected = inWords(won) + (inWords(lost) ? ` for ${inWords(lost)}` : '');
    need(words === expected, `'${words}' is '${expected}'`);
    need(!end.isCheck(), 'the end is not quiet');
}

// --- the forms of sentences -------------------------------------------------------------------

function checkMate(position, line, moves) {
    const read = lineOf(position, line);
    if (read && read.moves.length === 2 * moves - 1)
        need(read.end.isCheckmate(), 'no mate');
    else
        need(read?.moves.length === 1, 'a line that ends in no mate');
}

const FORMS = [
    ['had mate', /^(White|Black) had a mate in (\d+): (.+)$/, (c, side, moves, line) => checkMate(c.before, line, Number(moves))],
    ['lets mate', /^It lets (White|Black) give mate in (\d+): (.+)$/, (c, side, moves, line) => checkMate(c.after, line, Number(moves))],
    ['hangs', /^Now (.+)$/, (c, threat) => need(checkThreat(c.after, threat) === c.after.turn, 'whose threat?')],
    ['hung before', /^The threat was there before and is not answered: (.+)$/, (c, threat) => {
        need(checkThreat(c.after, threat) === c.after.turn, 'whose threat?');
        const [, , from, , target] = TAKES.exec(threat.replace(/^\w+'s /, ''));
        need(attacksSquare(c.before, parseSquare(from), parseSquare(target)) && c.before.board.get(parseSquare(target))?.color === c.before.turn,
            'it was no threat before');
    }],
    ['exchange', /^The exchange on ([a-h][1-8]) is worth -(\d+) for (White|Black)$/, (c, square) => {
        need(parseSquare(square) === c.move.to, 'another square');
        need(gain(c.before, c.move) < 0, `it loses nothing: ${gain(c.before, c.move)}`);
    }],
    ['left', new RegExp(`^The ${PIECE} defended the ${PIECE} before it moved$`), (c, role, from, other, target) => {
        need(parseSquare(from) === c.move.from, 'another piece has moved');
        standing(c.before, c.before.turn, role, from);
        standing(c.after, c.before.turn, other, target);
        need(attacksSquare(c.before, c.move.from, parseSquare(target)), 'it did not');
        need(!attacksSquare(c.after, c.move.to, parseSquare(target)), 'it still does');
    }],
    ['shut', new RegExp(`^The move shuts the line on which the ${PIECE} defended the ${PIECE}$`), (c, role, from, other, target) => {
        const slider = standing(c.after, c.before.turn, role, from), piece = standing(c.after, c.before.turn, other, target);
        need(attacksSquare(c.before, slider, piece) && !attacksSquare(c.after, slider, piece), 'the line is not shut');
        need(between(slider, piece).has(c.move.to), 'the move is not on the line');
    }],
    ['pinned', new RegExp(`^The ${PIECE} cannot take back on ([a-h][1-8]): it is pinned$`), (c, role, from, square) => {
        const piece = standing(c.after, c.before.turn, role, from);
        need(attacksSquare(c.after, piece, parseSquare(square)), 'it is no defender');
        need(!played(c.after, c.reply).dests(piece).has(parseSquare(square)), 'it can take back');
    }],
    ['overloaded', new RegExp(`^The ${PIECE} alone defends both the ${PIECE} and the ${PIECE}, and both are attacked$`), (c, role, from, one, a, two, b) => {
        const us = c.before.turn, piece = standing(c.after, us, role, from);
        for (const square of [standing(c.after, us, one, a), standing(c.after, us, two, b)]) {
            need(attackersOf(c.after, square, us).join() === String(piece), 'not the only defender');
            need(attackersOf(c.after, square, opposite(us)).length > 0, 'not attacked');
        }
    }],
    ['lets in', /^It lets in (\S+?)(, with the threat)?: (.+)$/, (c, move, threatens, threat) => {
        const read = lineOf(c.after, move);
        need(read && makeUci(read.moves[0]) === makeUci(c.reply), 'another reply');
        need(checkThreat(read.end, threat) === c.after.turn, 'whose threat?');
        need(Boolean(threatens) === TAKES.test(threat.replace(/^\w+'s /, '')), 'threat or deed?');
    }],
    ['better', /^Better is (\S+?)(, with the threat)?: (.+)$/, (c, move, threatens, threat) => {
        const read = lineOf(c.before, move), takes = TAKES.test(threat.replace(/^\w+'s /, ''));
        need(read && c.ply.best && move.endsWith(c.ply.best.san), 'another move');
        need(checkThreat(takes && !threatens ? c.before : read.end, threat) === c.before.turn, 'whose threat?');
    }],
    ['gain', /^After (.+) (White|Black) has won (.+)$/, (c, line, side, words) => checkGain(c.before, line, side.toLowerCase(), words)],
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
    let fen = game.start;
    game.plies.forEach((ply, number) => {
        const before = at(fen), move = parseUci(ply.uci);
        setPlace(`${file}, game ${game.number}, ply ${number + 1}`);
        const legal = parseSan(before, ply.san), passes = ply.san === '--';
        need(passes ? ply.uci === '0000' && !before.isCheck() && !ply.sentences.length :
            legal !== undefined && before.isLegal(legal), `${ply.san} is not legal`);
        const after = at(ply.fen), reply = ply.reply.length ? parseSan(after, ply.reply[0].san) : undefined;
        for (const sentence of ply.sentences) {
            setPlace(`${file}, game ${game.number}, ${before.fullmoves}${before.turn === 'white' ? '.' : '...'}${ply.san} in ${fen}: ${sentence}`);
            checkSentence({ before, after, move: legal ?? move, reply, ply }, sentence);
        }
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

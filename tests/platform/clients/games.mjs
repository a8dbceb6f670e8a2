// node games.mjs BINARY CHESS960.epd
//
// Whole games through a client library (node-uci), in standard chess and in Chess960. A rules library (chessops), which
// knows nothing of the engine, judges every bestmove, every ponder move and every line of play. A game ends when the
// rules say so. The engine is asked once more then: it has a move exactly if the rules have one.
//
// Prints what was seen; exits with 1 at the first fault, naming it, or if too little was seen.
import { readFileSync } from 'node:fs';
import uci from 'node-uci';
import { Chess, castlingSide, normalizeMove } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { kingCastlesTo, makeSquare, makeUci, parseUci } from 'chessops/util';
import { need, setPlace } from './checks.mjs';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const seen = { games: 0, moves: 0, lines: 0, mates: 0, castlings: 0 };

// --- rules ------------------------------------------------------------------------------------

const positionOf = fen => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

// A move as an engine must write it: castling is the King's two-square step, in Chess960 King takes Rook.
function spelled(position, move, chess960) {
    const side = castlingSide(position, move);
    if (side === undefined || chess960)
        return makeUci(normalizeMove(position, move));
    return makeSquare(move.from) + makeSquare(kingCastlesTo(position.turn, side));
}

function play(position, text, chess960, where) {
    const move = parseUci(text);
    need(move && position.isLegal(move) && spelled(position, move, chess960) === text,
        `${text} is no move of ${makeFen(position.toSetup())}: ${where}`);
    seen.castlings += castlingSide(position, move) !== undefined;
    position.play(move);
}

function castlings(position, chess960) {
    const king = position.board.kingOf(position.turn), moves = new Set();
    for (const to of position.dests(king))
        if (castlingSide(position, { from: king, to }) !== undefined)
            moves.add(spelled(position, { from: king, to }, chess960));
    return [...moves];
}

// --- answers ----------------------------------------------------------------------------------

// Lines of one depth begin with different moves, all moves are legal, and a mate is where it is announced. The library
// does not say which scores are bounds: raw has the lines as they came.
function checkLines(position, infos, raw, chess960) {
    const first = new Map();
    for (const [at, { depth, multipv, score, pv }] of infos.entries()) {
        if (pv === undefined)
            continue;
        const bound = / (lower|upper)bound /.test(raw[at]);
        const end = position.clone(), moves = pv.split(' ');
        const key = `${depth} ${moves[0]}`;
        need((first.get(key) ?? multipv) === multipv, `two lines of depth ${depth} begin with ${moves[0]}`);
        first.set(key, multipv);
        for (const move of moves)
            play(end, move, chess960, pv);
        seen.lines++;
        if (bound)
            continue;
        const plies = score.unit === 'mate' ? (score.value > 0 ? 2 * score.value - 1 : -2 * score.value) : Infinity;
        need(moves.length < plies ? !end.isCheckmate() : moves.length === plies && end.isCheckmate(),
            `mate ${score.value} is not at the end of ${pv}`);
        seen.mates += moves.length === plies;
    }
}

async function answer(engine, position, limits, chess960) {
    let raw = '';
    const hear = text => { raw += text; };
    engine.proc.stdout.on('data', hear);
    const { bestmove, ponder, info } = await engine.go(limits);
    engine.proc.stdout.off('data', hear);
    if (!position.hasDests()) {
        need(bestmove === '(none)', `bestmove ${bestmove} where there is none`);
        return undefined;
    }
    checkLines(position, info, raw.split('\n').filter(line => line.startsWith('info ')), chess960);
    const after = position.clone();
    play(after, bestmove, chess960, 'bestmove');
    if (ponder)
        play(after, ponder, chess960, 'ponder');
    return bestmove;
}

// --- games ------------------------------------------------------------------------------------

const LIMITS = [{ nodes: 500 }, { depth: 3 }, { movetime: 3 }, { wtime: 300, btime: 300, winc: 5, binc: 5 }];

async function game(engine, fen, limits, chess960) {
    const position = positionOf(fen), moves = [], keys = {};
    await engine.ucinewgame();
    for (let over = false; !over;) {
        const key = makeFen(position.toSetup()).split(' ').slice(0, 4).join(' ');
        keys[key] = (keys[key] ?? 0) + 1;
        over = position.isEnd() || position.halfmoves >= 100 || keys[key] === 3;
        setPlace(`position fen ${fen} moves ${moves.join(' ')}`);
        await engine.position(fen, moves);
        const move = await answer(engine, position, over ? { nodes: 100 } : limits, chess960);
        if (over)
            break;
        play(position, move, chess960, 'bestmove');
        moves.push(move);
    }
    seen.games++;
    seen.moves += moves.length;
}

// Each castling that is legal is played if searchmoves demands it, and the next move fits the board behind it.
async function castle(engine, fen, chess960) {
    for (const move of castlings(positionOf(fen), chess960)) {
        const position = positionOf(fen);
        setPlace(`castling ${move} in ${fen}`);
        await engine.position(fen, []);
        need(await answer(engine, position, { nodes: 100, searchmoves: [move] }, chess960) === move, 'another move');
        play(position, move, chess960, 'castling');
        await engine.position(fen, [move]);
        await answer(engine, position, { nodes: 100 }, chess960);
    }
}

// What fastchess, OpenBench and lichess-bot set unasked; and spins have the numbers without which some refuse an engine.
function checkOptions(options) {
    for (const name of ['Hash', 'Threads', 'MultiPV', 'Move Overhead', 'Ponder', 'UCI_Chess960'])
        need(options.has(name), `no option ${name}`);
    for (const [name, { type, min, max, default: value }] of options)
        need(type !== 'spin' || (min <= value && value <= max), `option ${name}: ${value} is not in ${min} to ${max}`);
}

const [binary, epd] = process.argv.slice(2);
const shuffled = readFileSync(epd, 'utf8').split('\n').filter(line => /^[^#].* [a-hA-H]+ /.test(line)).map(line => line.split(';')[0].trim());
const engine = new uci.Engine(binary);
await engine.init();
need(/^Panoptes /.test(engine.id.name), `the name is ${engine.id.name}`);
checkOptions(engine.options);
for (const chess960 of [false, true]) {
    await engine.setoption('UCI_Chess960', chess960);
    const fens = chess960 ? shuffled : [START, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1'];
    for (const fen of fens)
        await castle(engine, fen, chess960);
    for (let n = 0; n < LIMITS.length; n++) {
        await engine.setoption('MultiPV', n % 2 ? 3 : 1);
        await game(engine, fens[chess960 ? n : 0], LIMITS[n], chess960);
    }
}
await engine.quit();
console.log(Object.entries(seen).map(([what, n]) => `${n} ${what}`).join(', '));
setPlace('in all');
need(seen.mates > 0 && seen.castlings > 50, 'too little was seen');

// node games.mjs BINARY
//
// Whole games through a client library (node-uci), each move and each line of play judged by rules
// libraries that know nothing of the engine: chess.js in standard chess, chessops in Chess960. What is
// checked on every answer: see player.mjs; what counts as legal: see rules.mjs. A game ends when the
// rules say so, and the engine is asked once more then: it has a move exactly if the rules have one.
//
// Prints what was seen; exits with 1 at the first fault, naming it, or if too little was seen.
import { Failure, demand as need } from './checks.mjs';
import { Player } from './player.mjs';
import { Chess960Rules, StandardRules } from './rules.mjs';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const STANDARD = { name: 'standard', Rules: StandardRules, options: {} };
const CHESS960 = { name: 'Chess960', Rules: Chess960Rules, options: { UCI_Chess960: true } };

const LEAST_CLOCK = 20;

const counts = {
    games: 0, moves: 0, searches: 0, lines: 0, lineMoves: 0, mates: 0, shortMates: 0,
    ponderhits: 0, pondermisses: 0,
    castlings: {}, endings: {},
};

function add(table, key) {
    table[key] = (table[key] ?? 0) + 1;
}

// --- positions --------------------------------------------------------------------------------

// A generator of pseudo-random numbers below n: the same games each time.
function randomFrom(seed) {
    let state = seed;
    return n => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor(state / 2 ** 32 * n);
    };
}

// The back rank of a Chess960 start position by its usual number, 0 to 959.
function backRank(number) {
    const rank = Array(8).fill('');
    const free = n => rank.flatMap((piece, file) => (piece ? [] : [file]))[n];
    const digit = base => {
        const value = number % base;
        number = Math.floor(number / base);
        return value;
    };
    rank[2 * digit(4) + 1] = 'B';
    rank[2 * digit(4)] = 'B';
    rank[free(digit(6))] = 'Q';
    const [first, second] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]][number];
    const [a, b] = [free(first), free(second)];
    rank[a] = rank[b] = 'N';
    for (const piece of 'RKR')
        rank[free(0)] = piece;
    return rank.join('');
}

function startFen(rank) {
    return `${rank.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${rank} w KQkq - 0 1`;
}

// --- a game -----------------------------------------------------------------------------------

// The moves so far, each in both spellings where it has two.
class Game {
    constructor(variant, fen) {
        this.variant = variant;
        this.fen = fen;
        this.rules = new variant.Rules(fen);
        this.moves = [];
    }

    play(text) {
        const side = this.rules.sideToMove();
        const other = this.rules.otherSpelling(text) ?? text;
        if (this.rules.isCastling(text))
            add(counts.castlings, `${this.variant.name} ${side} ${text[2] > text[0] ? 'right' : 'left'}`);
        this.rules.play(text);
        this.moves.push({ text, other });
    }

    takeBack() {
        this.rules.takeBack();
        return this.moves.pop().text;
    }

    randomMoves(random, count) {
        for (; count > 0 && !this.rules.ending(); count--) {
            const legal = this.rules.legal();
            this.play(legal[random(legal.length)]);
        }
    }

    // As a front end sends them: in the engine's spelling of castling or in the other.
    sent(otherSpelling) {
        return this.moves.map(move => (otherSpelling ? move.other : move.text));
    }

    get last() {
        return this.moves[this.moves.length - 1].text;
    }
}

// One side of a game: how it is driven, its clock, and what it ponders on.
class Side {
    constructor(player, plan) {
        this.player = player;
        this.plan = plan;
        this.clock = plan.clock?.base;
    }

    limits(opponent, white) {
        if (!this.plan.clock)
            return this.plan.limits;
        const [w, b] = white ? [this, opponent] : [opponent, this];
        const { increment } = this.plan.clock;
        return { wtime: w.clock, btime: b.clock, winc: increment, binc: increment, ...this.plan.limits };
    }

    // Nobody loses on time here: on a busy machine that would be the machine's fault.
    spend(milliseconds) {
        if (this.plan.clock)
            this.clock = Math.max(LEAST_CLOCK, this.clock + this.plan.clock.increment - milliseconds);
    }

    // Ends pondering; game.last is what was really played. Returns the answer if it was guessed and is
    // wanted.
    async settle(game, wanted) {
        const guess = this.guess;
        if (!guess)
            return undefined;
        this.guess = undefined;
        await this.player.quiet(2);
        if (game.last === guess.move && wanted) {
            counts.ponderhits++;
            this.player.write('ponderhit');
            return guess.answer();
        }
        counts.pondermisses++;
        this.player.write('stop');
        const real = game.takeBack();
        game.play(guess.move);
        await guess.answer();
        game.takeBack();
        game.play(real);
        return undefined;
    }

    async ponder(game, move, limits) {
        game.play(move);
        await this.player.position(game.fen, game.sent(this.plan.otherSpelling));
        const answer = this.player.think(game.rules, { ...limits, ponder: true });
        game.takeBack();
        this.guess = { move, answer };
    }
}

async function playOut(game, sides) {
    for (const side of sides)
        await side.player.newGame();
    for (;;) {
        const white = game.rules.sideToMove() === 'w';
        const [side, opponent] = white ? sides : [sides[1], sides[0]];
        const ending = game.rules.ending();
        let answer = await side.settle(game, !ending);
        if (!answer) {
            await side.player.position(game.fen, game.sent(side.plan.otherSpelling));
            answer = await side.player.go(game.rules, ending ? { nodes: 200 } : side.limits(opponent, white));
        }
        if (ending)
            return ending;
        side.spend(side.player.spent());
        game.play(answer.move);
        counts.moves++;
        if (side.plan.ponder && answer.ponder)
            await side.ponder(game, answer.ponder, side.limits(opponent, white));
    }
}

// --- what is played ---------------------------------------------------------------------------

const CLOCK = { base: 500, increment: 5 };
const PLANS = [
    { limits: { nodes: 500 } },
    { limits: { nodes: 400 }, multiPv: 3, otherSpelling: true },
    { limits: { depth: 3 } },
    { limits: { movetime: 3 }, otherSpelling: true },
    { clock: CLOCK, limits: { depth: 6 }, ponder: true },
    { clock: CLOCK, limits: { depth: 4 }, ponder: true, multiPv: 3, otherSpelling: true },
];

async function withPlayers(binary, settings, use) {
    const players = [];
    try {
        for (const options of settings)
            players.push(await Player.start(binary, counts, options));
        await use(players);
        for (const player of players)
            await player.quit();
    } catch (error) {
        players.forEach(player => player.kill());
        throw error;
    }
}

async function playGames(binary, variant, total, openings) {
    const random = randomFrom(total);
    for (let n = 0; n < total; n++) {
        const plan = PLANS[n % PLANS.length];
        const options = { ...variant.options, MultiPV: plan.multiPv ?? 1, Ponder: !!plan.ponder };
        await withPlayers(binary, [options, options], async players => {
            const game = new Game(variant, openings(random));
            game.randomMoves(random, 6);
            const ending = await playOut(game, players.map(player => new Side(player, plan)));
            add(counts.endings, ending);
            counts.games++;
        });
    }
}

// Both sides castle to both wings, as searchmoves demands, in both spellings; then the engine's next move
// must be legal where the rules have put King and Rook.
async function castle(player, variant, rank, otherSpelling) {
    const fen = startFen([...rank].map(piece => ('RK'.includes(piece) ? piece : '1')).join('')
        .replace(/1+/g, ones => ones.length));
    for (const before of [[], ['a2a3']])
        for (const wing of [-1, 1]) {
            const game = new Game(variant, fen);
            before.forEach(move => game.play(move));
            const castling = game.rules.legal().filter(move => game.rules.isCastling(move))
                .find(move => Math.sign(move.charCodeAt(2) - move.charCodeAt(0)) === wing);
            if (!castling)
                continue; // the other Rook is in the way
            const sent = (otherSpelling && game.rules.otherSpelling(castling)) || castling;
            await player.position(game.fen, game.sent());
            const { move } = await player.go(game.rules, { nodes: 100, searchmoves: [sent] });
            need(move === castling, `searchmoves ${sent} gives ${move}, not ${castling}, in ${fen}`);
            game.play(castling);
            await player.position(game.fen, game.sent(otherSpelling));
            await player.go(game.rules, { nodes: 100 });
        }
}

// Games of which the end is known: how, and the moves there, which the engine is to find.
const ENDS = [
    ['checkmate', START, 'f2f3 e7e5 g2g4 d8h4'],
    ['stalemate', '7k/8/5K2/6Q1/8/8/8/8 w - - 0 1', 'g5g6'],
    ['material', '8/8/8/4k3/3p4/8/1B6/4K3 w - - 0 1', 'b2d4'],
    ['threefold', START, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8'],
    ['fifty moves', '8/8/4k3/8/8/3K4/R7/7r w - - 98 100', 'a2a3 h1h2'],
];

async function playTo(player, variant, [ending, fen, moves]) {
    const game = new Game(variant, fen);
    for (const move of moves.split(' ')) {
        need(!game.rules.ending(), `${ending}: over too soon in ${game.rules.fen()}`);
        await player.position(game.fen, game.sent());
        const answer = await player.go(game.rules, { nodes: 100, searchmoves: [move] });
        need(answer.move === move, `searchmoves ${move} gives ${answer.move} in ${game.rules.fen()}`);
        game.play(move);
    }
    need(game.rules.ending() === ending, `not ${ending} but ${game.rules.ending()} in ${game.rules.fen()}`);
    await player.position(game.fen, game.sent());
    await player.go(game.rules, { nodes: 100 });
}

// Analysis as a client library does it: endless, until stopped.
async function analyse(player) {
    const game = new Game(STANDARD, START);
    await player.position(game.fen, []);
    player.lines.length = 0;
    let lines = 0;
    player.engine.goInfinite().on('data', () => lines++);
    await player.quiet(200);
    for (let n = 0; lines === 0 && n < 600; n++)
        await player.quiet(100); // a slow machine
    const result = await player.engine.stop();
    need(lines > 0, 'analysis prints nothing');
    need(game.rules.legal().includes(result.bestmove), `analysis ends with ${result.bestmove}`);
}

// --- all of it --------------------------------------------------------------------------------

// What fastchess, OpenBench and lichess-bot set unasked, under these very names, and that spins have the numbers
// without which some refuse an engine.
const EXPECTED = {
    Hash: 'spin', Threads: 'spin', MultiPV: 'spin', 'Move Overhead': 'spin', Ponder: 'check', UCI_Chess960: 'check',
};

function checkOptions(options) {
    for (const [name, type] of Object.entries(EXPECTED))
        need(options.get(name)?.type === type, `no option ${name} of type ${type}`);
    for (const [name, { type, min, max, default: value }] of options)
        need(type !== 'spin' || (min <= value && value <= max), `option ${name}: ${value} is not in ${min} to ${max}`);
}

async function directed(binary, variant, ranks) {
    await withPlayers(binary, [variant.options], async ([player]) => {
        need(/^Panoptes /.test(player.engine.id.name), `the name is ${player.engine.id.name}`);
        checkOptions(player.offered);
        for (const end of ENDS)
            await playTo(player, variant, end);
        for (const rank of ranks)
            for (const otherSpelling of [false, true])
                await castle(player, variant, rank, otherSpelling);
        if (variant === STANDARD)
            await analyse(player);
    });
}

function report() {
    const table = entries => Object.entries(entries).sort().map(([key, n]) => `${key} ${n}`).join(', ');
    console.log(`${counts.games} games, ${counts.moves} moves, ${counts.searches} searches, ${counts.lines} lines with`
        + ` ${counts.lineMoves} moves, ${counts.mates} of them to a mate, ${counts.shortMates} towards one,`
        + ` ${counts.ponderhits} ponderhits, ${counts.pondermisses} misses`);
    console.log(`castling: ${table(counts.castlings)}`);
    console.log(`ended by: ${table(counts.endings)}`);
}

async function main(binary) {
    const numbers = Array.from({ length: 40 }, (_, n) => (n * 24 + 14) % 960);
    await directed(binary, STANDARD, ['RNBQKBNR']);
    await directed(binary, CHESS960, numbers.map(backRank));
    await playGames(binary, STANDARD, 6, () => START);
    await playGames(binary, CHESS960, 12, random => startFen(backRank(random(960))));
    report();
    need(counts.ponderhits > 0 && counts.pondermisses > 0, 'no pondering was seen');
    need(counts.mates > 0 && counts.endings.checkmate > 0, 'no mate was seen');
    need(Object.keys(counts.castlings).length === 8, 'not all castlings were seen');
}

try {
    need(process.argv.length === 3, 'usage: node games.mjs BINARY');
    await main(process.argv[2]);
} catch (error) {
    if (!(error instanceof Failure))
        throw error;
    report();
    console.log(`FAILED: ${error.message}`);
    process.exitCode = 1;
}

// An engine behind the client library node-uci, watched: every line that it says is checked against the
// rules before its move is handed on.
//
// node-uci 1.3.4 does what this needs on any current node. One of its habits is to be known: after every
// command but `go` it sends isready and wants readyok to be the last line of what it then reads. While the
// engine searches another line may come behind, so `stop` and `ponderhit` are written here without it.
import uci from 'node-uci';
import { Failure, demand as need } from './checks.mjs';

const PATIENCE_MS = 3600000; // claims nothing about speed, as in support/timing.h

// A promise that a hang or the engine's end turns into a failure; the library rejects with its exit status.
async function inTime(promise, what) {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Failure(`no answer to ${what} within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    });
    try {
        return await Promise.race([promise, late]);
    } catch (error) {
        throw error instanceof Error ? error : new Failure(`the engine ended at ${what}, status ${error}`);
    } finally {
        clearTimeout(timer);
    }
}

// Plays lines from the position that the rules stand on; what a line shares with the one before it is not
// played again.
class Walk {
    constructor(rules) {
        this.rules = rules;
        this.path = [];
    }

    // Goes to the end of a line. Every move must be legal, and none lie behind a draw.
    to({ moves, raw }) {
        let common = 0;
        while (common < moves.length && moves[common] === this.path[common])
            common++;
        this.backTo(common);
        for (const move of moves.slice(common)) {
            need(this.path.length === 0 || !this.rules.drawn(),
                `the line goes on behind a draw (${this.rules.drawn()}): ${raw}`);
            try {
                this.rules.play(move);
            } catch (error) {
                throw new Failure(`${error.message}: ${raw}`);
            }
            this.path.push(move);
        }
    }

    backTo(length) {
        for (; this.path.length > length; this.path.pop())
            this.rules.takeBack();
    }
}

// The moves from an exact mate score to the mate.
function pliesToMate({ value }) {
    return value > 0 ? 2 * value - 1 : -2 * value;
}

export class Player {
    // counts: where what has been seen is added up.
    static async start(binary, counts, options = {}) {
        const player = new Player();
        player.counts = counts;
        player.multiPv = options.MultiPV ?? 1;
        player.engine = new uci.Engine(binary);
        await inTime(player.engine.init(), 'uci');
        player.offered = new Map(player.engine.options); // the library overwrites what it then sets
        player.lines = [];
        player.engine.proc.stdin.on('error', () => {}); // a crash shows by the answer that stays away
        let rest = '';
        player.engine.proc.stdout.on('data', data => {
            const lines = (rest + data).split('\n');
            rest = lines.pop();
            player.lines.push(...lines);
            player.heardAt = performance.now();
        });
        for (const [name, value] of Object.entries(options)) {
            need(player.engine.options.has(name), `the library sees no option ${name}`);
            await inTime(player.engine.setoption(name, value), `setoption ${name}`);
        }
        return player;
    }

    async newGame() {
        await inTime(this.engine.ucinewgame(), 'ucinewgame');
    }

    // The position: a FEN or "startpos", and moves in any spelling.
    async position(fen, moves) {
        this.lines.length = 0;
        await inTime(this.engine.position(fen, moves), 'position');
        const raw = this.lines.filter(line => line !== 'readyok').join('; ');
        need(raw === '', `answers a position with "${raw}": ${fen} moves ${moves.join(' ')}`);
    }

    // Searches the position that `rules` stands on and checks the answer. Returns { move, ponder }; move is
    // undefined for "(none)".
    async go(rules, limits) {
        return this.think(rules, limits)();
    }

    // Begins to search; the result is a function that waits for the answer. With `ponder` among the limits
    // write "ponderhit" or "stop" meanwhile.
    think(rules, limits) {
        this.lines.length = 0;
        this.askedAt = performance.now();
        const answer = inTime(this.engine.go(limits), 'go');
        answer.catch(() => {}); // whoever waits below sees it
        return async () => this.checked(rules, limits, await answer);
    }

    // Waits, and wants nothing said that ends the search.
    async quiet(milliseconds) {
        await new Promise(done => setTimeout(done, milliseconds));
        need(!this.lines.some(line => line.startsWith('bestmove')), 'a bestmove while pondering');
    }

    // A command without an answer of its own; the clock starts anew.
    write(command) {
        this.askedAt = performance.now();
        this.engine.write(command);
    }

    // Milliseconds that the last answer took.
    spent() {
        return Math.max(0, Math.round(this.heardAt - this.askedAt));
    }

    checked(rules, limits, result) {
        const where = `in ${rules.fen()}`;
        const infos = this.lines.slice(0, -1);
        need(/^bestmove \S+( ponder \S+)?$/.test(this.lines[this.lines.length - 1]),
            `the last line is "${this.lines[this.lines.length - 1]}" ${where}`);
        need(result.info.length === infos.length, `the library read ${result.info.length} of ${infos.length} infos`);
        const legal = rules.countLegal();
        const best = this.lastLines(rules, result.info, infos);
        if (legal === 0) {
            need(result.bestmove === '(none)' && !result.ponder, `bestmove ${result.bestmove} without a legal move ${where}`);
            return {};
        }
        this.checkMoves(rules, result, where);
        const asked = limits.searchmoves?.length ?? legal;
        need(best.length === Math.min(this.multiPv, asked), `${best.length} lines in the end ${where}`);
        need(best[0], `no line for the first move ${where}`);
    need(best[0][0] === result.bestmove, `bestmove ${result.bestmove}, but the last line is ${best[0].join(' ')} ${where}`);
        this.counts.searches++;
        return { move: result.bestmove, ponder: result.ponder };
    }

    // Checks all infos; returns the moves of the last exact line for each multipv.
    lastLines(rules, infos, raw) {
        const lines = this.readLines(infos, raw);
        const walk = new Walk(rules);
        for (const line of [...lines].sort((a, b) => (a.pv < b.pv ? -1 : 1))) {
            walk.to(line);
            this.counts.lines++;
            this.counts.lineMoves += line.moves.length;
            if (line.score.unit === 'mate' && !line.bound)
                this.checkMate(rules, line);
        }
        walk.backTo(0);
        const best = [];
        for (const line of lines)
            if (!line.bound)
                best[line.multipv - 1] = line.moves;
        return best;
    }

    // The infos that have a line of play. Lines of one depth begin with different moves.
    readLines(infos, raw) {
        const lines = [];
        let depth, firstMoves;
        infos.forEach((info, at) => {
            need(raw[at].startsWith('info '), `neither info nor bestmove: "${raw[at]}"`);
            if (info.string !== undefined)
                return;
            need(info.score && ['cp', 'mate'].includes(info.score.unit), `no score: ${raw[at]}`);
            if (info.pv === undefined)
                return;
            need(info.multipv > 0, `a line without its number: ${raw[at]}`);
            const line = { ...info, moves: info.pv.split(' '), bound: / (lower|upper)bound /.test(raw[at]), raw: raw[at] };
            lines.push(line);
            if (line.bound)
                return;
            if (info.depth !== depth || info.multipv === 1)
                [depth, firstMoves] = [info.depth, new Set()];
            need(!firstMoves.has(line.moves[0]), `${line.moves[0]} begins two lines of one depth: ${raw[at]}`);
            firstMoves.add(line.moves[0]);
        });
        return lines;
    }

    // At the end of a line that announces a mate: it is there on the very move announced. The line may stop
    // before it; what is left of a line may be all that the table still knows.
    checkMate(rules, { moves, score, raw }) {
        const plies = pliesToMate(score);
        const ending = rules.ending();
        need(moves.length < plies ? !ending : moves.length === plies && ending === 'checkmate',
            `the line of a mate has ${moves.length} moves and ends in ${ending}: ${raw}`);
        this.counts[moves.length === plies ? 'mates' : 'shortMates']++;
    }

    checkMoves(rules, { bestmove, ponder }, where) {
        try {
            rules.play(bestmove);
        } catch (error) {
            throw new Failure(`bestmove: ${error.message}`);
        }
        try {
            if (ponder) {
                rules.play(ponder);
                rules.takeBack();
            }
        } catch (error) {
            throw new Failure(`bestmove ${bestmove} ponder ${ponder} ${where}: ${error.message}`);
        }
        rules.takeBack();
    }

    async quit() {
        await inTime(this.engine.quit(), 'quit');
    }

    kill() {
        this.engine.proc?.kill('SIGKILL');
    }
}

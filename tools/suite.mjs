// node suite.mjs [OPTIONS] FILE.epd...   (called by tools/suite, which fetches the libraries)
//
// Asks a UCI engine about every position of suites in EPD and says how many it solves:
//
//   bm MOVES      solved if it plays one of them     am MOVES      solved if it plays none of them
//   c0 "M=P, ..." points by move, as in the Strategic Test Suite (told beside the number solved)
//   dm N, bm #N   solved if it announces a mate in N or fewer (#-N: that it is mated); with --mate it is
//                 asked for that (go mate N), and for up to ten seconds; a mate longer than N is told
//
// --engine P     the engine (./panoptes)          --option N=V   a UCI option, as often as wanted
// --movetime MS  time a position (1000)           --nodes N, --depth N   instead of time
// --jobs N       engines side by side (1)         --hash MB      (16)
// --first N      only the first N positions       --failures     tells every position that is not solved
// --json         one JSON object a suite          each position is a new game (ucinewgame)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Chess } from 'chess.js';

const MATE_PATIENCE_MS = 10000, GRACE_MS = 10000;
const VALUED = new Set(['--engine', '--option', '--movetime', '--nodes', '--depth', '--jobs', '--hash', '--first']);
const FLAGS = new Set(['--mate', '--failures', '--json']);

function fail(what) {
    console.error(`suite: ${what}`);
    process.exit(2);
}

function readArguments(words) {
    const options = { engine: './panoptes', movetime: 1000, jobs: 1, hash: 16, first: Infinity, option: [], files: [] };
    const from = process.env.FROM ?? '.';
    while (words.length > 0) {
        const word = words.shift(), name = word.slice(2);
        if (!word.startsWith('--'))
            options.files.push(resolve(from, word));
        else if (FLAGS.has(word))
            options[name] = true;
        else if (!VALUED.has(word))
            fail(`no option ${word}`);
        else if (words.length === 0)
            fail(`${word} wants a value`);
        else if (word === '--option')
            options.option.push(words.shift());
        else if (word === '--engine')
            options.engine = words.shift();
        else if (!/^[1-9]\d*$/.test(words[0]))
            fail(`${word} wants a number from 1, not "${words[0]}"`);
        else
            options[name] = Number(words.shift());
    }
    if (options.engine.includes('/'))
        options.engine = resolve(from, options.engine);
    if (options.files.length === 0)
        fail('no suite given: tools/suite [OPTIONS] FILE.epd...');
    return options;
}

// --- positions --------------------------------------------------------------------------------

// The operations of an EPD line: name to text, quotes taken off.
function operations(text) {
    const found = {};
    for (const [, name, value] of text.matchAll(/([A-Za-z]\w*)\s+((?:"[^"]*"|[^;"])*);?/g))
        found[name] = value.trim().replace(/^"|"$/g, '');
    return found;
}

// A move as suites write it, in UCI's spelling; undefined if it is none here.
function uciMove(fen, text) {
    try {
        return new Chess(fen).move(text.replace(/[?!]+$/, ''), { strict: false }).lan;
    } catch {
        return undefined;
    }
}

function points(fen, text) {
    const table = new Map();
    for (const [, move, worth] of (text ?? '').matchAll(/([^\s=,]+(?:=[NBRQ])?\S*?)=(\d+)/g))
        table.set(uciMove(fen, move), Number(worth));
    return table;
}

function readPosition(line, where) {
    const fields = line.trim().split(/\s+/), ops = operations(fields.slice(4).join(' ').replace(/^\d+ \d+ /, ''));
    const fen = `${fields.slice(0, 4).join(' ')} 0 1`;
    const moves = text => (text ?? '').split(/[\s,]+/).filter(Boolean).map(move => uciMove(fen, move));
    const mate = /^#(-?\d+)/.exec(ops.bm ?? '')?.[1] ?? ops.dm;
    const position = {
        name: ops.id ?? where, fen, points: points(fen, ops.c0),
        best: mate !== undefined && ops.dm === undefined ? [] : moves(ops.bm), avoid: moves(ops.am),
        mate: mate === undefined ? undefined : Number(mate), wanted: ops.bm ?? (ops.am ? `not ${ops.am}` : ''),
    };
    if (position.mate === undefined && position.best.length + position.avoid.length === 0)
        fail(`${where}: neither bm, am nor dm: ${line}`);
    return position;
}

function readSuite(file, first) {
    let text;
    try {
        text = readFileSync(file, 'utf8');
    } catch (error) {
        fail(`cannot read ${file}: ${error.message}`);
    }
    const lines = text.split('\n').map((line, i) => [line, `${basename(file)}:${i + 1}`]);
    return lines.filter(([line]) => /^[^#\s]\S*\/\S* /.test(line)).slice(0, first).map(([line, at]) => readPosition(line, at));
}

// --- the engine -------------------------------------------------------------------------------

class Engine {
    constructor(program) {
        this.process = spawn(program);
        this.process.on('error', error => fail(`cannot start ${program}: ${error.message}`));
        this.process.on('exit', code => this.leaving || fail(`${program} ended (${code}) at: ${this.last}`));
        this.process.stdin.on('error', () => {});
        createInterface({ input: this.process.stdout }).on('line', line => this.hear?.(line));
    }

    say(text) {
        this.last = text;
        this.process.stdin.write(`${text}\n`);
    }

    // Lines up to the first that begins with a word; stop is sent once it is late.
    until(word, patience) {
        const lines = [];
        return new Promise(done => {
            const stop = setTimeout(() => this.say('stop'), patience);
            const dead = setTimeout(() => fail(`no ${word} to: ${this.last}`), patience + GRACE_MS);
            this.hear = line => {
                lines.push(line);
                if (line.split(' ')[0] !== word)
                    return;
                clearTimeout(stop);
                clearTimeout(dead);
                done(lines);
            };
        });
    }

    async start(options) {
        this.say('uci');
        await this.until('uciok', GRACE_MS);
        for (const option of [`Hash=${options.hash}`, ...options.option]) {
            const [, name, value] = /^([^=]*)=(.*)$/.exec(option) ?? fail(`--option wants NAME=VALUE, not ${option}`);
            this.say(`setoption name ${name} value ${value}`);
        }
    }

    async ask(position, go, patience) {
        this.say('ucinewgame');
        this.say('isready');
        await this.until('readyok', GRACE_MS);
        this.say(`position fen ${position.fen}`);
        this.say(go);
        const lines = await this.until('bestmove', patience);
        const scores = lines.map(line => / score (mate|cp) (-?\d+)/.exec(line)).filter(Boolean);
        return { move: lines.at(-1).split(' ')[1], score: scores.at(-1) };
    }

    quit() {
        this.leaving = true;
        this.say('quit');
    }
}

function limits(options, position) {
    if (options.mate)
        return [`go mate ${Math.abs(position.mate)}`, MATE_PATIENCE_MS];
    if (options.nodes || options.depth)
        return [options.nodes ? `go nodes ${options.nodes}` : `go depth ${options.depth}`, 3600000];
    return [`go movetime ${options.movetime}`, options.movetime + 1000];
}

// True if the answer is right: what it plays, or, where a mate is the question, what it announces.
function judge(position, { move, score }) {
    if (position.mate !== undefined) {
        const told = score?.[1] === 'mate' ? Number(score[2]) : undefined;
        return told !== undefined && (position.mate > 0) === (told > 0) && Math.abs(told) <= Math.abs(position.mate);
    }
    return position.avoid.length > 0 ? !position.avoid.includes(move) : position.best.includes(move);
}

async function runSuite(file, options) {
    const positions = readSuite(file, options.first), queue = [...positions.entries()], failures = [];
    const total = { suite: basename(file), positions: positions.length, solved: 0 };
    let done = 0;
    const tell = text => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);
    const work = async () => {
        const engine = new Engine(options.engine);
        await engine.start(options);
        for (let next; (next = queue.shift()) !== undefined;) {
            const [index, position] = next;
            if (options.mate && position.mate === undefined)
                fail(`--mate, but no mate is asked for in ${position.name}`);
            const answer = await engine.ask(position, ...limits(options, position));
            const right = judge(position, answer);
            total.solved += right;
            if (position.points.size > 0)
                total.points = (total.points ?? 0) + (position.points.get(answer.move) ?? 0);
            if (!right)
                failures.push([index, `${position.name}: ${answer.move} (${answer.score?.[0].trim() ?? 'no score'}), ` +
                    `wanted ${position.wanted}; ${position.fen}`]);
            tell(`${total.suite}: ${total.solved} of ${++done} solved`);
        }
        engine.quit();
    };
    await Promise.all(Array.from({ length: Math.min(options.jobs, positions.length) }, work));
    tell('');
    if (options.json)
        console.log(JSON.stringify(total));
    else
        console.log(`${total.suite}: ${total.solved} of ${total.positions} solved` +
            (total.points === undefined ? '' : `, ${total.points} points`));
    if (options.failures)
        for (const [, text] of failures.sort(([a], [b]) => a - b))
            console.log(`    ${text}`);
}

const options = readArguments(process.argv.slice(2));
for (const file of options.files)
    await runSuite(file, options);

// The chess engine Panoptes as an ES module, for Node.js, workers and pages. README.md explains its use, panoptes.d.ts
// has the types. The engine runs in a worker of its own, so that a search does not block the caller.

const IN_NODE = typeof process === 'object' && Boolean(process.versions?.node);

// --- the worker -------------------------------------------------------------------------------
//
// The text of this function is the source of a worker, so that the module needs no second file. The function uses nothing
// outside itself. The worker first gets { module, megabytes, args?, input? }. With args the worker runs the program once,
// with `input` as standard input, and posts { status, output }. Without args the worker gets lines as { id, line }, and
// posts { id, lines } for the answer to a line, and { id, done } after the line. The worker posts { error } on a failure.
// On { end } a browser's worker closes itself.
function engineWorker() {
    const threads = typeof require === 'function' ? require('node:worker_threads') : null;
    const post = message => threads ? threads.parentPort.postMessage(message) : self.postMessage(message);
    // True in a browser that can suspend the engine (JSPI): there the worker gets lines during a search. False in Node.js,
    // where the worker reads its messages without suspending the engine.
    const suspends = !threads && typeof WebAssembly.Suspending === 'function';
    const sleeper = threads ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const waiting = []; // lines that the engine has not carried out yet, as { id, line }
    let serving = true; // true while a line is carried out, and while the engine starts
    let current = 0; // the id of the line that the engine carries out
    let engine, memory, input, output = '';
    const decoders = { 1: new TextDecoder(), 2: new TextDecoder() }, rests = { 1: '', 2: '' };

    const view = () => new DataView(memory.buffer);
    const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);

    // Copies a text into the engine's memory, with a zero after the text. Returns the text's address and size.
    function put(text) {
        const data = new TextEncoder().encode(text), at = engine.malloc(data.length + 1);
        if (!at)
            throw new Error('memory is short: a line is lost');
        bytes(at, data.length).set(data);
        bytes(at, data.length + 1)[data.length] = 0;
        return [at, data.length];
    }

    function write(stream, data) {
        const lines = (rests[stream] + decoders[stream].decode(data, { stream: true })).split('\n');
        rests[stream] = lines.pop();
        if (lines.length)
            post({ id: current, lines });
    }

    // Calls `f` with address and size of each buffer of a WASI call. Writes the sum of the results of `f` to `result`.
    function each(buffers, count, result, f) {
        let sum = 0;
        for (let i = 0; i < count; i++)
            sum += f(view().getUint32(buffers + 8 * i, true), view().getUint32(buffers + 8 * i + 4, true));
        view().setUint32(result, sum, true);
        return 0;
    }

    // The WASI functions that the engine needs: clocks, streams and exit. All other WASI functions return EBADF.
    const system = {
        clock_time_get(clock, precision, result) {
            const milliseconds = clock === 0 ? Date.now() : performance.now();
            view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
            return 0;
        },
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        },
        environ_get: () => 0,
        // Reports streams as character devices, so that the program does not try to read a stream twice.
        fd_filestat_get(stream, result) {
            bytes(result, 64).fill(0);
            view().setUint8(result + 16, 2);
            return 0;
        },
        fd_read: (stream, buffers, count, result) => each(buffers, count, result, (at, size) => {
            const part = input.subarray(0, size);
            bytes(at, part.length).set(part);
            input = input.subarray(part.length);
            return part.length;
        }),
        fd_write: (stream, buffers, count, result) => each(buffers, count, result, (at, size) => {
            const data = bytes(at, size).slice();
            if (stream === 1 && input)
                output += decoders[1].decode(data, { stream: true });
            else
                write(stream, data);
            return size;
        }),
        proc_exit(status) {
            throw new Error(`the engine has ended with status ${status}`);
        },
    };

    // Calls the engine with a line. Returns false if the engine is busy and cannot carry out the line now. `behind` is true
    // if earlier lines wait.
    function hear({ id, line }, behind) {
        const before = current, [at, size] = put(line);
        current = id;
        const heard = engine.hear(at, size, behind);
        current = before;
        engine.free(at);
        if (heard)
            post({ id, done: true });
        return heard;
    }

    function hearWaiting() {
        for (let i = 0; i < waiting.length;)
            if (hear(waiting[i], i > 0))
                waiting.splice(i, 1);
            else
                i++;
    }

    const turns = new MessageChannel();
    const turn = milliseconds => new Promise(resolve => {
        if (milliseconds) {
            setTimeout(resolve, milliseconds);
        } else {
            turns.port1.onmessage = resolve;
            turns.port2.postMessage(0);
        }
    });

    async function pauseSuspended(milliseconds) {
        await turn(waiting.length ? 0 : milliseconds);
        hearWaiting();
    }

    function pauseInNode(milliseconds) {
        let message = threads.receiveMessageOnPort(threads.parentPort);
        if (!message && milliseconds && !waiting.length) {
            Atomics.wait(sleeper, 0, 0, milliseconds);
            message = threads.receiveMessageOnPort(threads.parentPort);
        }
        for (; message; message = threads.receiveMessageOnPort(threads.parentPort))
            waiting.push(message.message);
        hearWaiting();
    }

    const promising = f => suspends ? WebAssembly.promising(f) : f;

    // Calls the engine with the lines in `waiting`, one after the other, unless a call is already running.
    async function serve() {
        if (serving)
            return;
        serving = true;
        const hearFirst = promising(engine.hear);
        while (waiting.length) {
            const { id, line } = waiting.shift(), [at, size] = put(line);
            current = id;
            await hearFirst(at, size, 0);
            current = 0;
            engine.free(at);
            post({ id, done: true });
        }
        serving = false;
    }

    async function start({ module, megabytes, args = [], input: text }) {
        const PAGES = 16, LEAST = 10; // the pages in a megabyte, and the least megabytes of the module
        memory = new WebAssembly.Memory({ initial: PAGES * LEAST, maximum: PAGES * megabytes });
        input = text === undefined ? undefined : new TextEncoder().encode(text);
        const pause = suspends ? new WebAssembly.Suspending(pauseSuspended) : threads ? pauseInNode : () => {};
        const instance = await WebAssembly.instantiate(module, {
            env: { memory }, panoptes: { pause },
            wasi_snapshot_preview1: new Proxy(system, { get: (known, name) => known[name] ?? (() => 8) }),
        });
        engine = /** @type {any} */ (instance).exports;
        engine._initialize();
        const words = ['panoptes', ...args].map(word => put(word)[0]), list = engine.malloc(4 * words.length + 4);
        [...words, 0].forEach((word, i) => view().setUint32(list + 4 * i, word, true));
        const status = await promising(engine.__main_argc_argv)(words.length, list);
        post(args.length || status ? { status, output } : { ready: true, listens: suspends || threads !== null });
        serving = false;
    }

    async function take(message) {
        try {
            if (message.end)
                return self.close();
            if (message.module)
                await start(message);
            else
                waiting.push(message);
            await serve();
        } catch (error) {
            post({ error: /** @type {Error} */ (error).message });
        }
    }

    if (threads)
        threads.parentPort.on('message', take);
    else
        self.onmessage = ({ data }) => take(data);
}

// Starts a worker and sends it `message`. Calls `take` with each message of the worker. If the worker cannot be made, calls
// `take` with the error, and returns a worker that does nothing.
async function startWorker(message, take) {
    const text = `(${engineWorker})()`;
    let worker;
    try {
        if (IN_NODE) {
            const { Worker } = await import('node:worker_threads');
            worker = new Worker(text, { eval: true, execArgv: [] }); // a worker that inherits --input-type would read the text as a module
            worker.on('message', take);
            worker.on('error', error => take({ error: error.message }));
        } else {
            const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
            worker = new Worker(address);
            URL.revokeObjectURL(address);
            worker.onmessage = ({ data }) => take(data);
            worker.onerror = event => take({ error: event.message || 'the worker cannot be started' });
        }
        worker.postMessage(message);
        return worker;
    } catch (error) {
        setTimeout(take, 0, { error: /** @type {Error} */ (error).message });
        return { postMessage() {}, terminate() {} };
    }
}

// Ends a worker. A browser's worker first has CLOSING milliseconds to close itself: if a page terminates a worker whose
// engine JSPI suspends, Firefox 153 reports an exception `undefined` to the page.
async function endWorker(started) {
    const CLOSING = 1000, worker = await started;
    if (IN_NODE)
        return worker.terminate();
    worker.postMessage({ end: true });
    setTimeout(() => worker.terminate(), CLOSING);
}

// --- the module ---------------------------------------------------------------------------------

async function bytesOf(address) {
    if (IN_NODE && address.protocol === 'file:')
        return (await import('node:fs/promises')).readFile(address);
    const response = await fetch(address);
    if (!response.ok)
        throw new Error(`${address} cannot be fetched: ${response.status}`);
    return response.arrayBuffer();
}

let own; // the promise of the compiled panoptes.wasm, the file beside this one

async function compile(source) {
    if (source === undefined)
        return own ??= compile(new URL('panoptes.wasm', import.meta.url)).catch(error => {
            own = undefined; // the next engine tries again
            throw error;
        });
    if (source instanceof WebAssembly.Module)
        return source;
    const named = typeof source === 'string' || source instanceof URL;
    return WebAssembly.compile(named ? await bytesOf(new URL(source, import.meta.url)) : source);
}

// --- the engine ---------------------------------------------------------------------------------

const LEAST_MEGABYTES = 16, MOST_MEGABYTES = 4096, MEGABYTES = 64, HASH = 16;

// Commands that may take long.
const WORK = /^\s*(go|perft|bench|speedtest|selfplay|genfens|selftest|show)\b/;

const LIMITS = ['depth', 'nodes', 'softnodes', 'movetime', 'mate', 'infinite', 'ponder', 'wtime', 'btime', 'winc', 'binc',
    'movestogo', 'searchmoves'];
const REPORTS = ['html', 'json', 'pgn'];

// Throws an error if a word is not in a list.
function need(what, word, words) {
    if (!words.includes(word))
        throw new TypeError(`Panoptes: ${what} '${word}' is unknown; give ${words.join(', ')}`);
}

// Turns options into the text after a command. A string stays unchanged; an object gives its names and values. If a value
// is true, only the name is written.
const worded = options => typeof options !== 'object' ? String(options)
    : Object.entries(options).flatMap(([name, value]) => value === true ? [name]
        : value === false || value === undefined ? [] : [name, ...[value].flat()]).join(' ');

// Turns `go` into a search of depth 1 with the same form and the same searchmoves.
function shortened(go) {
    const [, json = '', moves = ''] = /^\s*go(\s+json\b)?(?:.*(\s+searchmoves(\s+[a-h][1-8]\S+)+))?/.exec(go);
    return `go${json} depth 1${moves}`;
}

/** @typedef {import('./panoptes.js').Panoptes} Declared the class as panoptes.d.ts declares it */
/** @implements {Declared} */
export class Panoptes {
    #module;
    #megabytes;
    #hash;
    #worker;
    #listens;
    #broken = new Error('Panoptes: Panoptes.load() makes an engine'); // the error that ended the engine
    #lines = 0;
    #asked = new Map(); // the lines not carried out yet, by id, in their order: { line, answer, resolve, reject }
    #kept = new Map(); // the lines that every new worker gets first, by the name of the option or command
    onLine = null;

    /** @param {{ wasm?: any, memory?: number, hash?: number }} options */
    static async load(options = {}) {
        const { wasm, memory = MEGABYTES, hash = HASH } = options;
        Object.keys(options).forEach(name => need('option', name, ['wasm', 'memory', 'hash']));
        if (!(memory >= LEAST_MEGABYTES && memory <= MOST_MEGABYTES))
            throw new RangeError(`Panoptes: memory is ${memory} MB; an engine needs ${LEAST_MEGABYTES} MB, and uses up to ${MOST_MEGABYTES}`);
        if (!(Number.isInteger(hash) && hash > 0 && hash <= 1048576))
            throw new RangeError(`Panoptes: hash is ${hash} MB; give a whole number from 1 to 1048576`);
        const engine = new Panoptes();
        engine.#module = await compile(wasm);
        engine.#megabytes = memory;
        engine.#hash = hash;
        engine.#broken = null;
        await engine.#start();
        return engine;
    }

    #start() {
        return new Promise((resolve, reject) => {
            const message = { module: this.#module, megabytes: this.#megabytes };
            const worker = this.#worker = startWorker(message, said => {
                if (said.ready) {
                    resolve(this.#listens = said.listens);
                } else if (said.lines) {
                    this.#say(said.id, said.lines);
                } else if (said.done) {
                    this.#finish(said.id);
                } else {
                    endWorker(worker);
                    reject(this.#fail(said.error ?? 'the engine does not start'));
                }
            });
            this.#post(0, `setoption name Hash value ${this.#hash}`);
        });
    }

    #say(id, lines) {
        this.#asked.get(id)?.answer.push(...lines);
        if (id && !this.#broken)
            lines.forEach(line => this.onLine?.(line));
    }

    #finish(id) {
        const asked = this.#asked.get(id);
        this.#asked.delete(id);
        if (!asked)
            return;
        this.#keep(asked);
        asked.resolve(asked.answer);
    }

    // Remembers that the engine has failed, and rejects all promises whose lines have no answer yet.
    #fail(reason) {
        if (this.#broken)
            return this.#broken;
        const error = this.#broken = new Error(`Panoptes: ${reason}`);
        for (const { reject } of this.#asked.values())
            reject(error);
        this.#asked.clear();
        return error;
    }

    async #post(id, line) {
        (await this.#worker).postMessage({ id, line });
    }

    // Keeps a line that a new worker must get: an option that was accepted, the position, uci or debug. Replaces an
    // earlier line of the same option or command. After a position that was refused, the game is that of the position
    // before it, so both are kept.
    #keep({ line, answer }) {
        const [command] = line.trim().split(/\s+/, 1), refused = answer.some(text => text.startsWith('info string error'));
        const name = refused && command === 'position' ? 'refused'
            : /^\s*setoption\s+name\s+(.*?)(\s+value\s.*)?$/i.exec(line)?.[1] ?? command;
        if (command === 'position')
            this.#kept.delete('refused');
        if (['uci', 'debug', 'position'].includes(command) || (command === 'setoption' && !refused)) {
            this.#kept.delete(name);
            this.#kept.set(name, line);
        }
    }

    ask(line) {
        const id = ++this.#lines, text = String(line);
        if (this.#broken)
            return Promise.reject(this.#broken);
        if (/^\s*quit\b/.test(text))
            return this.quit();
        return new Promise((resolve, reject) => {
            this.#asked.set(id, { line: text, answer: [], resolve, reject });
            if (text.trim() !== 'stop' || this.#listens || !this.#startAgain())
                this.#post(id, text);
        });
    }

    send(line) {
        this.ask(line).catch(error => this.onLine?.(`info string error: ${error.message}`));
    }

    // Carries out `stop` for a worker that cannot get lines during a search: replaces the worker by a new one, which gets
    // the options, the game, and the lines without an answer. Waiting searches go to depth 1; other WORK ends without an
    // answer. Returns false if no line keeps the engine busy.
    #startAgain() {
        const work = [...this.#asked.values()].find(({ line }) => WORK.test(line));
        if (!work)
            return false;
        this.#worker.then(worker => worker.terminate());
        this.#start().catch(() => {});
        for (const kept of this.#kept.values())
            this.#post(0, kept);
        const isOver = work.answer.some(text => /^(\{"event":")?bestmove/.test(text)); // the worker has yet to end the answer
        let told; // the bestmove; told at the end, since onLine may ask for more
        const best = work.answer.findLast(text => (/^info .* pv /.test(text) && !/ multipv (?!1 )/.test(text)) || /^\{"event":"info".*"multipv":1,.*"line":\["/.test(text));
        for (const [id, asked] of this.#asked) {
            const { line } = asked;
            if (line.trim() === 'stop' || (asked === work && isOver) || (WORK.test(line) && !/^\s*go\b(?!\s+perft)/.test(line))) {
                this.#finish(id);
            } else if (asked === work && best) {
                const isJson = best[0] === '{', [move, ponder] = isJson ? JSON.parse(best).line : best.replace(/.* pv /, '').split(' ');
                asked.answer.push(told = isJson ? JSON.stringify({ event: 'bestmove', move, ponder: ponder ?? null }) : `bestmove ${move}${ponder ? ` ponder ${ponder}` : ''}`);
                this.#finish(id);
            } else {
                this.#post(id, WORK.test(line) ? shortened(line) : line);
            }
        }
        if (told)
            this.onLine?.(told);
        return true;
    }

    async go(limits = 'infinite') {
        const text = worded(limits), names = text.match(/(?<!\S)[a-z]+(?!\S)/gi) ?? (text.trim() ? [text] : []);
        names.forEach(name => need('limit', name, LIMITS));
        const lines = await this.ask(`go ${text}`);
        const [, bestmove, ponder] = /^bestmove (\S+)(?: ponder (\S+))?/m.exec(lines.join('\n')) ?? [];
        // A refused position leaves no position to search.
        if (!bestmove || (bestmove === '(none)' && lines[0].startsWith('info string error')))
            throw new Error(lines.join('\n'));
        return { bestmove, ponder, lines };
    }

    async #query(command, fen) {
        const lines = await this.ask(`${command} json${fen === undefined ? '' : ` fen ${fen}`}`);
        const json = lines.find(line => line.startsWith('{'));
        if (!json)
            throw new Error(lines.join('\n'));
        return JSON.parse(json);
    }

    map(fen) {
        return this.#query('map', fen);
    }

    threats(fen) {
        return this.#query('threats', fen);
    }

    explain(move, fen) {
        return this.#query(`explain ${move}`, fen);
    }

    // A report has its own engine in another worker. This engine continues meanwhile.
    /** @param {string} pgn @param {import('./panoptes.js').ReportOptions} options @returns {Promise<string>} */
    report(pgn, { as = 'html', hash = 8, onProgress, signal, ...options } = {}) {
        return new Promise((resolve, reject) => {
            need('report', as, REPORTS);
            if (!this.#module)
                throw this.#broken;
            signal?.throwIfAborted();
            if (typeof pgn !== 'string')
                throw new TypeError('Panoptes: report needs the text of a PGN');
            const target = as === 'html' ? '-' : `html none ${as} -`, said = [];
            const settings = [...this.#kept.values()].filter(line => /^\s*setoption/.test(line) && !/name\s+(hash|skill|uci_(elo|limit))/i.test(line));
            const message = {
                module: this.#module, megabytes: this.#megabytes, input: pgn,
                args: [...settings, `report - ${target} hash ${hash} ${worded(options)}`],
            };
            const worker = startWorker(message, ({ lines, output, error }) => {
                if (lines) {
                    said.push(...lines);
                    lines.forEach(line => signal?.aborted || onProgress?.(line));
                } else {
                    signal?.removeEventListener('abort', abort);
                    endWorker(worker);
                    said.includes('report: written: /dev/stdout') ? resolve(output) : reject(new Error(error ?? said.join('\n')));
                }
            });
            const abort = () => {
                endWorker(worker);
                reject(signal.reason);
            };
            signal?.addEventListener('abort', abort);
        });
    }

    async quit() {
        await endWorker(this.#worker);
        this.#fail('it was ended');
        return [];
    }
}

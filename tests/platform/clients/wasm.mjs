// node wasm.mjs FOLDER BINARY GAMES [BROWSER...]
//
// Tests the npm package installed in FOLDER: its size, and the engine in node and in each browser. Browsers run again
// without JSPI; then a new worker replaces a stopped worker. A report of the PGN file GAMES has the same bytes as a
// report by BINARY. Pages have the content policy that README.md names. On the example page of README.md, the mouse
// makes some moves on the board of another library.
//
// Prints the numbers of checks. Prints the first fault, and exits with 1. Node and browsers run `claims` here.

const NODES = { 4: 15344, all: 1603620 }, PERFT_4 = 197281, NO_WAIT = 50;
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';

const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

function need(well, what) {
    if (!well)
        throw new Error(what);
}

const soon = (promise, what) => Promise.race([promise, pause(60000).then(() => need(false, what))]);

const refusal = async promise => promise.then(() => 'nothing', error => error.message);

// The milliseconds from a stop to the best move: the least of eight tries, since other processes disturb some tries.
async function stopTime(engine) {
    const times = [];
    for (let i = 0; i < 8; i++) {
        const search = engine.go({ infinite: true });
        await pause(60);
        const begin = performance.now();
        engine.send('stop');
        need(/^[a-h][1-8]/.test((await search).bestmove), 'a stopped search has no move');
        times.push(performance.now() - begin);
    }
    return Math.min(...times);
}

// An engine that listens answers questions such as `isready` at once during a search, and other commands later, in their
// order. Without JSPI it carries out all lines in their order after `stop`, which ends all searches before it.
async function checkQueue(engine, listens) {
    const heard = [];
    engine.onLine = line => /^(readyok|bestmove|FEN|\{)/.test(line) && heard.push(line);
    const lines = ['go infinite', 'isready', 'map json', 'position startpos moves e2e4', 'go depth 3', 'd', 'go infinite',
        'perft 1', 'go infinite'];
    const all = lines.map(line => engine.ask(line));
    await pause(100);
    all.push(engine.ask('stop'));
    await soon(Promise.all(all), `of the queue only these are answered: ${heard}`);
    engine.onLine = null;
    const kinds = heard.map(line => line.split(/[ :]/)[0].replace(/^\{.*/, 'map')).join(' ');
    // The question d may come before or after the end of a short search.
    const wanted = listens ? /^readyok map bestmove (bestmove FEN|FEN bestmove) bestmove bestmove$/ : /^bestmove readyok map bestmove FEN bestmove bestmove$/;
    need(wanted.test(kinds), `the queue is answered so: ${kinds}`);
    need(heard.filter(line => line.startsWith('bestmove'))[1].match(/ [a-h][78][a-h]/), 'the second search is not of the new position');
    const endless = engine.ask('go infinite'), next = engine.ask('position startpos');
    await (listens ? soon(next, 'a new position does not end a search') : engine.ask('stop'));
    await Promise.all([endless, next]);
    for (const limits of [{}, '', { infinite: false }]) {
        const search = engine.go(limits);
        engine.send('stop');
        need((await soon(search, 'a search without limits goes on')).bestmove, 'a search without limits');
    }
}

// A search that has ended by itself answers an infinite `go` only after stop.
async function checkWaiting(engine) {
    await engine.ask(`position fen ${MATED}`);
    let answered = false;
    const search = engine.ask('go infinite').then(lines => (answered = true, lines));
    await pause(100);
    need(!answered, 'an infinite search answers by itself');
    await engine.ask('stop');
    need((await search).includes('bestmove (none)'), 'a mated side moves');
    await engine.ask('position startpos');
}

// A stopped search in JSON keeps its result.
async function checkJson(Panoptes) {
    const engine = await Panoptes.load(), search = engine.ask('go json infinite');
    await pause(500);
    await engine.ask('stop');
    const told = (await search).filter(line => /"line":\["|bestmove/.test(line)), [info, best] = told.slice(-2).map(line => JSON.parse(line));
    need(info.depth > 1 && info.line[0] === best.move, `a stopped search in JSON ends with ${told.slice(-2)}`);
    await engine.quit();
}

async function checkRefusals(engine, Panoptes) {
    const long = '8/'.repeat(50000);
    for (const fen of [`4k3/8/8/8/8/8/8/4K3 w - - 0 1\nquit`, long, '9/8/8/8/8/8/8/8 w - - 0 1', '\0', ''])
        need(/info string error: |^nothing$/.test(await refusal(engine.map(fen))), `map ${fen.slice(0, 40)}`);
    need(/error/.test(await refusal(engine.map('8/8/8/8/8/8/8/8 w - - 0 1'))), 'a board without kings is taken');
    await engine.ask('setoption name OwnBook value true'); // a report's engine gets the option, and tells of the book
    need(/is empty/.test(await refusal(engine.report('', { nodes: 10 }))), 'nothing has a report');
    JSON.parse(await engine.report('1. e4', { as: 'json', nodes: 10 }));
    await engine.ask('setoption name OwnBook value false');
    for (const [limits, name] of [[{ dept: 3 }, 'dept'], ['dept 3', 'dept'], [5, '5']])
        need((await soon(refusal(engine.go(limits)), `go takes ${limits}`)).includes(`limit '${name}' is unknown`), name);
    await engine.ask('position startpos moves e2e5');
    need(/refused/.test(await refusal(engine.go({ depth: 2 }))), 'a refused position is searched');
    await engine.ask('position startpos');
    need(/option 'Hash' is unknown/.test(await refusal(Panoptes.load({ Hash: 32 }))), 'an option of another name is taken');
    need(/load/.test(await refusal(new Panoptes().go())) && /load/.test(await refusal(new Panoptes().report('1. e4'))) && /PGN/.test(await refusal(engine.report())), 'no engine, or no game');
    need(/no such game/.test(await refusal(engine.report('1. e4', { games: 9 }))) &&
        /abort/.test(await refusal(engine.report('1. e4', { signal: AbortSignal.abort() }))), 'a report of no game, or one given up before');
    const short = await Panoptes.load({ memory: 40 });
    need(/memory/.test(await refusal(short.report('1. e4 e5 *\n\n'.repeat(9), { as: 'json', nodes: 1 }))), 'a report that was cut off');
    await short.quit();
    need(/report 'xml' is unknown/.test(await refusal(engine.report('1. e4', { as: 'xml', nodes: 10 }))), 'a report has any form');
    need((await engine.ask('setoption name Hash value 2048')).includes('info string Hash: no memory for 2048 MB; 16 MB are in use'),
        'a Hash beyond the memory is not refused');
    need((await engine.ask('setoption name EvalFile value a.net'))[0].includes('WebAssembly has no files'), 'there are files');
    need(/memory is 8 MB; an engine needs 16 MB/.test(await refusal(Panoptes.load({ memory: 8 }))), 'a memory of 8 MB is taken');
    need(/whole number/.test(await refusal(Panoptes.load({ hash: 8.5 }))), 'half a megabyte is taken');
    await refusal(Panoptes.load({ wasm: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) })); // its worker must end
    const { Worker } = globalThis;
    globalThis.Worker = undefined; // as where a policy forbids workers; Node.js has another Worker
    for (const made of Worker ? [Panoptes.load(), engine.report('1. e4')] : [])
        need(/constructor/.test(await soon(refusal(made), 'who has no worker waits')), 'an engine without a worker');
    globalThis.Worker = Worker;
    const small = await Panoptes.load({ memory: 16, hash: 1 }); // the package promises to run in 16 MB
    need((await small.go({ depth: 6 })).bestmove && (await small.ask('setoption name Skill Level value 3'))[0]?.includes('no memory for weaker play') &&
        (await small.ask('setoption name Hash value 16'))[0]?.includes('no memory for 16 MB'), 'an engine with 16 MB');
    need(/memory is short/.test(await refusal(small.ask('x'.repeat(3e7)))), 'a line larger than the memory is taken'); // its worker must end
    const large = await Panoptes.load({ memory: 128 });
    need((await large.ask('setoption name Hash value 32')).length === 0, 'a Hash of 32 MB is refused with a memory of 128');
    const search = refusal(soon(large.go(), 'quit leaves who waits'));
    await pause(20);
    await large.quit();
    need(/ended/.test(await search) && /ended/.test(await refusal(large.ask('isready'))), 'a search goes on after quit');
}

// Two engines at once search the same nodes as one engine alone.
async function checkTwo(engine, Panoptes) {
    const other = await Panoptes.load(), nodes = lines => lines.findLast(line => /^info/.test(line)).match(/ nodes (\d+)/)[1];
    const go = async one => (await one.ask('ucinewgame'), await one.ask('position startpos'), nodes((await one.go({ depth: 9 })).lines));
    const alone = await go(engine), both = await Promise.all([engine, other].map(go));
    await other.quit();
    need(both.every(count => count === alone), `two engines search ${both} nodes, one alone ${alone}`);
}

// The parts of two texts around their first difference.
function differing(text, other) {
    const at = [...text].findIndex((letter, i) => letter !== other[i]);
    return `${text.slice(at - 20, at + 60)} / ${other.slice(at - 20, at + 60)}`;
}

async function checkReport(Panoptes, engine, pgn, native) {
    const said = [];
    for (const as of ['html', 'json', 'pgn']) {
        const text = await engine.report(pgn, { as, nodes: 500, games: '1-2', onProgress: line => said.push(line) });
        need(text === native[as], `the ${as} of a report is another than the native program's: ${differing(text, native[as])}`);
    }
    need(said.some(line => /report/.test(line)), 'a report says nothing of its progress');
    const stopper = new AbortController(), report = refusal(engine.report(pgn, { nodes: 1e6, signal: stopper.signal }));
    await pause(50);
    stopper.abort();
    need(/abort/i.test(await report), 'a report that is given up goes on');
}

// Checks the claims about the package, in node and in browsers. `listens`: the engine reads lines during a search.
export async function claims(Panoptes, { pgn, native, listens, depth }) {
    const engine = await Panoptes.load(), seen = {};
    need((await engine.ask('uci')).at(-1) === 'uciok', 'no uciok');
    const bench = (await engine.ask(depth ? `bench ${depth}` : 'bench')).at(-1).match(/(\d+) nodes (\d+) nps/);
    need(Number(bench[1]) === NODES[depth ?? 'all'], `bench: ${bench[0]}`);
    seen.nps = Number(bench[2]);
    await engine.ask('setoption name Hash value 16');
    need((await engine.ask('perft 4')).includes(`Nodes searched: ${PERFT_4}`), 'perft 4');
    await checkQueue(engine, listens);
    await engine.ask('setoption name MultiPV value 2');
    await engine.ask('position startpos moves d2d4');
    seen.stop = await stopTime(engine);
    // A new worker has the options and the game of the old worker.
    need((await engine.go({ depth: 2 })).lines.some(line => / multipv 2 /.test(line)), 'an option is lost');
    need((await engine.explain('d7d5')).fen.includes('3P4'), 'the game is lost');
    need((await engine.threats()).command === 'threats' && (await engine.map()).squares.length === 64, 'inspection');
    await engine.ask('setoption name MultiPV value 1');
    need(!listens || seen.stop <= NO_WAIT, `stop takes ${seen.stop} ms`);
    if (listens)
        await checkWaiting(engine);
    await checkJson(Panoptes);
    await checkTwo(engine, Panoptes);
    await checkRefusals(engine, Panoptes);
    if (native)
        await checkReport(Panoptes, engine, pgn, native);
    await engine.quit();
    return seen;
}

// The bytes of the module's code.
function codeSize(wasm) {
    let at = 8;
    const number = () => {
        let value = 0, shift = 0, byte;
        do {
            byte = wasm[at++];
            value += (byte & 0x7F) * 2 ** shift;
            shift += 7;
        } while (byte & 0x80);
        return value;
    };
    while (at < wasm.length) {
        const kind = wasm[at++], size = number();
        if (kind === 10)
            return size;
        at += size;
    }
    return Infinity;
}

// Moves by click and by drag on README.md's page, also illegally. A rules library checks the board of cm-chessboard.
async function checkGame(browser, address, { Chess, parseUci }) {
    const page = await browser.newPage(), position = Chess.default(), faults = [];
    page.on('pageerror', error => faults.push(error.message));
    await page.goto(address);
    const shown = () => page.evaluate(() => [document.getElementById('game').textContent.match(/[a-h]\d[a-h]\d\w?/g) ?? [],
        [...document.querySelectorAll('.pieces g[data-piece]')].map(({ dataset }) => dataset.square + dataset.piece).sort().join()]);
    const middle = async square => {
        const { x, y, width, height } = await (await page.waitForSelector(`.board.input-enabled rect[data-square=${square}]`)).boundingBox();
        return [x + width / 2, y + height / 2];
    };
    const LETTERS = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
    const names = [...'12345678'].flatMap(rank => [...'abcdefgh'].map(file => file + rank));
    const wanted = () => [...position.board].map(([square, { color, role }]) => names[square] + color[0] + LETTERS[role]).sort().join();
    for (let turn = 0; turn < 6; turn++) {
        const move = turn === 0 ? 'e2e5' : [...position.allDests()].flatMap(([from, dests]) => [...dests].map(to => names[from] + names[to]))
            .sort()[7 * turn % 11];
        await page.mouse.move(...await middle(move.slice(0, 2)));
        await page.mouse.down();
        if (turn % 2 === 0)
            await page.mouse.up();
        await page.mouse.move(...await middle(move.slice(2)), { steps: 3 });
        if (turn % 2 === 0)
            await page.mouse.down();
        await page.mouse.up();
        await page.waitForFunction(count => (document.getElementById('game').textContent.match(/[a-h]\d[a-h]\d/g) ?? []).length === count
            && document.querySelector('.board.input-enabled'), { timeout: 60000 }, 2 * turn);
        const [moves, men] = await shown();
        for (const uci of moves.slice(2 * turn - 2)) {
            need(position.isLegal(parseUci(uci)), `${uci} of ${moves} is played`);
            position.play(parseUci(uci));
        }
        need(turn === 0 || moves[2 * turn - 2].startsWith(move), `${move} is asked, ${moves} played`);
        need(men === wanted(), `after ${moves} the board shows ${men}`);
    }
    need(!faults.length, `the page says ${faults}`);
    await page.close();
}

async function main([folder, binary, games, ...browsers]) {
    const { execFileSync } = await import('node:child_process');
    const { existsSync, readFileSync, readdirSync, writeFileSync } = await import('node:fs');
    const { createServer } = await import('node:http');
    const { extname, join } = await import('node:path');
    const { pathToFileURL } = await import('node:url');
    const home = join(folder, 'node_modules/panoptes-chess'), read = name => readFileSync(join(home, name));

    const archive = readFileSync(join(folder, readdirSync(folder).find(name => name.endsWith('.tgz')))).length;
    const code = codeSize(read('panoptes.wasm'));
    need(archive <= 2.9e6 && code <= 490e3, `the archive has ${archive} bytes, the code ${code}`);
    for (const name of ['README.md', 'LICENSE', 'LICENSE.libraries', 'panoptes.d.ts'])
        need(read(name).length > 500, `${name} is not there`);
    const types = read('panoptes.d.ts').toString(), { Panoptes } = await import(pathToFileURL(join(home, 'panoptes.js')));
    for (const name of Object.getOwnPropertyNames(Panoptes.prototype).slice(1))
        need(types.includes(`\n    ${name}(`), `panoptes.d.ts lacks ${name}`);

    const example = join(folder, 'example.mjs');
    const [, script] = /^```js\n(.*?)^```/ms.exec(read('README.md')), [, game] = /^```html\n(.*?)^```/ms.exec(read('README.md'));
    writeFileSync(example, script);
    writeFileSync(join(folder, 'game.html'), game);
    need(/^uciok\n(.*\n)*bestmove [a-h]/m.test(execFileSync(process.execPath, [example]).toString()), 'the example of README.md');

    const pgn = readFileSync(games, 'utf8'), native = {};
    for (const as of ['html', 'json', 'pgn'])
        native[as] = execFileSync(binary, ['report', '-', ...as === 'html' ? ['-'] : ['html', 'none', as, '-'],
            'nodes', '500', 'games', '1-2', 'threads', '1', 'hash', '8'], { input: pgn, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
    const say = (where, seen) => console.log(`${where}: ${seen.nps} nps, stop ${seen.stop.toFixed(1)} ms`);
    console.log(`archive ${archive} bytes, code ${code}`);
    say(`node ${process.versions.node}`, await claims(Panoptes, { pgn, native, listens: true }));
    for (let left = 1200; left && process.getActiveResourcesInfo().includes('MessagePort'); left--)
        await pause(50); // a worker needs some time to end
    need(!process.getActiveResourcesInfo().includes('MessagePort'), 'an engine that has failed keeps its worker');
    const checked = await Panoptes.load();
    need((await checked.ask('selftest')).at(-1).startsWith('selftest passed'), 'selftest');
    await checked.quit();

    const server = createServer(({ url }, answer) => {
        const file = url === '/claims.mjs' ? import.meta.filename ?? process.argv[1] : join(folder, url);
        answer.setHeader('content-type', TYPES[extname(url)] ?? 'text/html');
        if (url !== '/game.html')
            answer.setHeader('content-security-policy',
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src blob:");
        answer.end(url !== '/' && existsSync(file) ? readFileSync(file) : '<!doctype html><title>claims</title>');
    }).listen(0, '127.0.0.1');
    const { launch, beforeWorkers, WITHOUT_JSPI } = await import('./browsers.mjs');
    const rules = Object.assign({}, await import('chessops/chess'), await import('chessops/util'));
    for (const executablePath of browsers) {
        const browser = await launch(executablePath);
        for (const listens of [true, false]) {
            const page = await browser.newPage();
            await page.goto(`http://127.0.0.1:${server.address().port}/`);
            if (!listens)
                await page.evaluate(beforeWorkers, WITHOUT_JSPI);
            const seen = await page.evaluate(async given => {
                const [{ Panoptes }, { claims }] = [await import('/node_modules/panoptes-chess/panoptes.js'), await import('/claims.mjs')];
                return claims(Panoptes, given).catch(error => ({ fault: `${error.message}\n${error.stack}` }));
            }, listens ? { listens, pgn, native } : { listens, depth: 4 });
            need(!seen.fault, `${executablePath}${listens ? '' : ' without JSPI'}: ${seen.fault}`);
            say(`${await browser.version()}${listens ? '' : ' without JSPI'}`, seen);
            await page.close();
        }
        await checkGame(browser, `http://127.0.0.1:${server.address().port}/game.html`, rules);
        await browser.close();
    }
    server.close();
}

if (typeof process === 'object')
    main(process.argv.slice(2)).then(() => process.exit(0), error => {
        console.log(`FAILED: ${error.message}\n${error.stack}`);
        process.exit(1);
    });

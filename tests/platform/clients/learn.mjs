// node learn.mjs PAGE BINARY SUITES SOURCES BROWSER...
//
// Tests the steps of Learn. In node the page's scripts, in the folder SOURCES, compute updates of the map; these must
// equal BINARY's updates for all moves of some positions of SUITES. In each browser the test does each step of PAGE
// (`make page`) by mouse or keyboard, with BINARY's answers, also for hostile input. axe checks PAGE at 390 and 1400
// pixels, dark and light.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { checkAxe, launch, Reader } from './browsers.mjs';
import { need, setPlace } from './checks.mjs';

const [file, binary, suites, sources, ...browsers] = process.argv.slice(2);

// Runs commands in the engine. Returns a JSON answer for each command.
function ask(...commands) {
    const lines = execFileSync(binary, [...commands, 'quit'], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n').filter(line => line[0] === '{');
    need(lines.length === commands.length, `${lines.length} answers to ${commands.length} questions`);
    return lines.map(line => JSON.parse(line));
}

// --- the page's arithmetic ----------------------------------------------------------------------

function pageScripts() {
    const context = vm.createContext({ document: { documentElement: { classList: { add() {} } } } });
    for (const name of ['rules.js', 'learn_update.js'])
        vm.runInContext(readFileSync(`${sources}/${name}`, 'utf8'), context);
    return vm.runInContext('({ updateBy, columnsOf, menOf, comparison })', context);
}

function checkMoves(fen, { updateBy, columnsOf, menOf, comparison }, rules) {
    setPlace(fen);
    const [map, { moves }] = ask(`map json fen ${fen}`, `moves json fen ${fen}`), diffs = ask(...moves.map(({ move }) => `diff ${move} json fen ${fen}`));
    const maps = ask(...diffs.map(({ after }) => `map json fen ${after}`));
    diffs.forEach((diff, i) => {
        const men = menOf(diff.lists_before), after = menOf(diff.lists_after), { move } = diff;
        const newBit = move[4] && diff.deltas.find(delta => delta.after?.square === move.slice(2, 4)).bit;
        const { deltas, state } = updateBy({ men, columns: columnsOf(map, men) }, move, newBit), found = comparison(state.columns, columnsOf(maps[i], after));
        need(!found, `${move}: on ${found?.square} ${found?.missing} are missing, ${found?.extra} too many`);
        deltas.forEach(({ rule }) => rules[rule] = (rules[rule] ?? 0) + 1);
    });
}

function checkArithmetic() {
    const scripts = pageScripts(), rules = {};
    for (const suite of ['classic', 'enpassant_ferdy', 'chess960', 'many_pieces']) {
        const fens = readFileSync(`${suites}/${suite}.epd`, 'utf8').split('\n').filter(line => /^[^#]*\//.test(line)).map(line => line.split(';')[0].trim());
        for (let i = 0; i < 5; i++)
            checkMoves(fens[Math.floor(i * fens.length / 5)], scripts, rules);
    }
    need(['mover', 'victim', 'opens', 'closes', 'promotion'].every(rule => rules[rule] > 10), `too little seen: ${JSON.stringify(rules)}`);
    console.log(rules);
}

// --- in a browser -------------------------------------------------------------------------------

class Learner extends Reader {
    // Opens a step with this position and move, or with the step's first position and move.
    async open(step, fen, move) {
        setPlace(`step ${step}, ${fen ?? ''} ${move ?? ''}`);
        await this.page.evaluate(at => location.hash = `#learn/${at}`, step);
        await this.squares(['e4', 'd5']); // the page must ignore clicks before the step is loaded
        await this.until(at => document.getElementById('learn-title').textContent.startsWith(`${at}.`) && learnReady(), step);
        if (fen)
            await this.setUp(fen);
        if (move) {
            await this.page.select('#learn-move', move);
            await this.until(wanted => learnReady() && document.getElementById('learn-move').value === wanted, move);
        }
    }

    async enter(fen) {
        await this.page.evaluate(text => {
            document.getElementById('learn-fen').value = text;
            document.getElementById('learn-entry').requestSubmit();
        }, fen);
    }

    async setUp(fen) {
        await this.enter(fen);
        await this.until(wanted => learnReady() && document.getElementById('learn-fen').value.startsWith(wanted.split(' ')[0]), fen);
    }

    press = key => this.page.evaluate(name => document.querySelector(`#learn [data-key="${name}"]`).click(), key);
    squares = names => this.page.evaluate(all => all.forEach(name => document.querySelector(`#learn [data-square="${name}"][role=gridcell]`).click()), names);
    text = id => this.page.$eval(`#learn-${id}`, node => node.textContent);

    // Waits until the page's verdict on the reader's answer contains `text`.
    says(text, kind = null) {
        return this.until((wanted, name) => document.getElementById('learn-said').textContent.includes(wanted) &&
            (name === null || document.getElementById('learn-said').className === name), text, kind);
    }
}

const GAME = 'r1bqkb1r/ppp2Npp/2n2n2/3pp3/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 5';
const OWN = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';

// The squares that the piece on `square` attacks, by the engine's map.
const attacked = (map, square) => map.squares.filter(one => [...one.white.attackers, ...one.black.attackers].includes(square)).map(one => one.square);

async function checkScratch(reader, map) {
    const { page } = reader, all = attacked(map, 'c4');
    await reader.open(1, GAME);
    await page.click('#learn [data-square=c4][role=gridcell]');
    for (const name of all.slice(1))
        await page.click(`#learn [data-square=${name}][role=gridcell]`);
    await page.click('[data-key=compare]');
    await reader.says('1 missing, 0 too many', 'ill');
    await reader.squares(['d8', 'a1']);
    await reader.press('compare');
    await reader.says(`${attacked(map, 'd8').length} missing, 1 too many`, 'ill');
    await page.focus('#learn [data-square=f6][role=gridcell]'); // chooses the knight by keyboard
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    need(await page.evaluate(() => document.activeElement.dataset.square) === 'f7', 'an arrow key leads elsewhere');
    await reader.squares(attacked(map, 'f6'));
    await reader.press('compare');
    await reader.says(`attacks ${attacked(map, 'f6').length} squares. 1 of`, 'well');
    need(/e4/.test(await reader.text('answer')), 'the answer lacks e4');
}

async function checkRows(reader) {
    await reader.open(2, OWN);
    const [map, { lists }] = ask(`map json fen ${OWN}`, `lists json fen ${OWN}`), seen = new Set();
    for (let i = 0; i < 6; i++) {
        await reader.press('ask');
        await reader.says('comes first');
        const [, color, square] = /of (\w+) comes first out of map\[(..)\]/.exec(await reader.text('said')), side = color.toLowerCase();
        const { attackers } = map.squares.find(one => one.square === square)[side];
        const bits = new Map(lists[side].ring.filter(({ man }) => man && attackers.includes(man.square)).map(({ bit, man }) => [bit, man.square]));
        await reader.squares([i === 2 ? square : bits.get(Math.min(...bits.keys()))]);
        await reader.says(i === 2 ? 'is not in the row' : 'is the lowest', i === 2 ? 'ill' : 'well');
        need((await reader.page.$$eval('.bits .set', cells => cells.length)) >= attackers.length, `the row of ${square}`);
        seen.add(square);
    }
    need(seen.size > 4, 'the same is asked again and again');
}

async function checkPrediction(reader, fen, move, left, entered) {
    await reader.open(3, fen, move);
    need(await reader.text('answer') === `Opening: slider bits of ${left}. Closing: slider bits of ${entered}.`, `the rows of ${move}`);
    const [{ deltas }] = ask(`diff ${move} json fen ${fen}`), by = deltas.filter(({ before, after }) => before && before.square === after?.square);
    const gained = new Set(by.flatMap(delta => delta.gained)), lost = new Set(by.flatMap(delta => delta.lost));
    const once = [...gained], twice = [...lost].filter(name => !gained.has(name));
    if (once.length + twice.length) { // an answer without squares; the reader can still correct it
        await reader.press('check');
        await reader.says(`0 right, 0 wrong, ${once.length + twice.length} missed`, 'ill');
    }
    await reader.squares([...once, ...twice, ...twice]);
    await reader.press('show');
    await reader.says(once.length + twice.length ? `${once.length + twice.length} right, 0 wrong, 0 missed` : 'no line opens', 'well');
    need((await reader.page.$$eval('#learn-answer li', rows => rows.length)) === deltas.length, `${move} has ${deltas.length} deltas`);
    await reader.press('again');
    await reader.squares(['h8']);
    await reader.press('show');
    await reader.says('', once.length + twice.length === 1 && once[0] === 'h8' ? 'well' : 'ill');
}

async function checkXor(reader, fen, move) {
    await reader.open(4, fen, move);
    const count = await reader.page.$$eval('.deltas button', buttons => buttons.length), order = Array.from({ length: count }, (_, i) => i).reverse();
    await reader.page.focus('[data-key=delta-0]');
    await reader.page.keyboard.press('Enter');
    await reader.says('of 2048 entries of the matrix differ');
    need(await reader.page.evaluate(() => document.activeElement.dataset.key) === 'delta-0', 'a pressed delta loses the focus');
    await reader.page.keyboard.press('Enter');
    for (const i of order)
        await reader.press(`delta-${i}`);
    await reader.says(`Your order: ${order.map(i => i + 1).join(', ')}.`, 'well');
    await reader.press('none');
    await reader.says('differ');
    await reader.press('random');
    await reader.says('All 2048', 'well');
}

async function checkComparator(reader, fen, move) {
    await reader.open(5, fen, move);
    const [{ deltas }] = ask(`diff ${move} json fen ${fen}`), changed = new Set(deltas.flatMap(({ gained, lost }) => [...gained, ...lost]));
    need(await reader.text('report') === 'no difference', 'the update is wrong');
    const rules = await reader.page.$$eval('.choices [data-key]', buttons => buttons.map(button => button.dataset.key));
    for (const rule of rules) {
        await reader.press(rule);
        const [, square] = /^map: square (..)\n {2}(missing|extra): (White|Black) /.exec(await reader.text('report')) ?? [];
        need(square && (changed.has(square) || rule === 'opens' || rule === 'closes'), `${rule} off: ${await reader.text('report')}`);
        await reader.press(rule);
    }
    await reader.press('secret');
    await reader.says('One rule is off');
    for (const rule of rules)
        if (await reader.page.$eval('#learn-said', node => node.className !== 'well'))
            await reader.press(rule);
    await reader.says('Found', 'well');
}

const ringOf = reader => reader.page.$$eval('.ring .node:not(.gone)', nodes => nodes.map(node => Number(node.dataset.key.slice(5))));

async function checkRing(reader, fen, move) {
    await reader.open(6, fen, move);
    const [diff] = ask(`diff ${move} json fen ${fen}`), last = diff.left.at(-1);
    const mover = Number(fen.includes(' b ')), side = (diff.left.some(({ cell }) => cell % 2 === mover) ? mover : last ? last.cell % 2 : mover) ? 'black' : 'white', cells = lists => lists[side].ring.map(({ cell }) => cell).join();
    need(String(await ringOf(reader)) === cells(diff.lists_before), `the ring before ${move}`);
    for (const cell of new Set(diff.left.filter(({ cell }) => cell % 2 === Number(side === 'black')).flatMap(({ prev, next }) => [prev, next])))
        await reader.press(`cell-${cell}`);
    await reader.press('make');
    await reader.says('', 'well');
    need(String(await ringOf(reader)) === cells(diff.lists_after), `the ring after ${move}`);
    need((await reader.page.$$eval('.box.taken', boxes => boxes.length)) === diff.lists_after[side].promoted_queens.length + diff.lists_after[side].underpromoted.length,
        `the promotion slots after ${move}`);
    await reader.press('unmake');
    await reader.says('', 'well');
    const left = diff.left.find(({ cell }) => cell % 2 === Number(side === 'black')), writes = await reader.text('answer');
    need(writes.includes(left ? `next[${left.prev}] = ${left.cell}; prev[${left.next}] = ${left.cell}` : 'writes no link'), `unmake of ${move} writes ${writes.slice(0, 80)}`);
    need(String(await ringOf(reader)) === cells(diff.lists_before), `the ring when ${move} is taken back`);
    await reader.press('make');
    if (diff.left.length)
        await reader.says('', 'ill');
    await reader.press('side');
    need(!await reader.text('said'), 'the verdict stays over the other ring');
}

async function checkThreshold(reader) {
    await reader.open(7, OWN);
    const answers = ask(...[104, 72, 64, 0].map(cell => `captures ${cell} json fen ${OWN}`));
    await reader.squares([answers[0].captures[0].victim.square]);
    await reader.says('Right', 'well');
    const shows = ({ captures, threshold }) => reader.until((met, all, cell) => document.getElementById('learn-answer').textContent.includes(`${met} of ${all} captures met`) &&
        document.querySelectorAll('#learn-answer .out').length === all - met && document.getElementById('learn-threshold').value === String(cell),
    captures.filter(({ met }) => met).length, captures.length, threshold);
    await shows(answers[0]);
    await reader.press('at-pieces');
    await shows(answers[1]);
    await reader.press('at-rooks');
    await shows(answers[2]);
    await reader.page.focus('#learn-threshold');
    await reader.page.keyboard.press('Home');
    await shows(answers[3]);
    await reader.page.keyboard.press('End');
    await shows(answers[0]);
}

async function checkStages(reader) {
    await reader.open(8, OWN, 'e5g6');
    const [{ moves }, { network }] = ask(`order nodes 20000 json fen ${OWN}`, `eval json fen ${OWN}`), { stage } = moves.find(({ move }) => move === 'e5g6');
    await reader.press(`stage-${stage}`);
    await reader.says(`number ${moves.findIndex(({ move }) => move === 'e5g6') + 1} of ${moves.length}`, 'well');
    const shown = await reader.page.$$eval('#learn-answer p', stages => stages.map(one => one.textContent.replace(/^.*: /, '')).join(' '));
    need(shown === moves.map(({ san }) => san).join(' '), `the order is ${shown}`);
    await reader.press('pairs');
    await reader.until(count => document.getElementById('learn-answer').textContent.startsWith(`The position has ${count} pairs`), network.pairs.length);
    need((await reader.page.$$eval('#learn-board .arrow', arrows => arrows.length)) === 6, 'the arrows of six pairs');
}

async function checkStrangers(reader) {
    await reader.open(3);
    const before = await reader.text('title');
    for (const hostile of ['<img src=x onerror=alert(1)>/8 w', '8/8/8/8/8/8/8/8 w - - 0 1', '/'.repeat(100000), '', 'x', `${OWN} moves e2e4; quit`]) {
        await reader.enter(hostile);
        await reader.until(() => !document.getElementById('learn-error').hidden);
        await reader.setUp(OWN);
    }
    await reader.enter(MATED);
    await reader.until(() => document.getElementById('learn-error').textContent.includes('no legal move'));
    await reader.squares(['e4', 'e4']);
    await reader.setUp(OWN);
    need(await reader.text('title') === before && !(await reader.page.$('#learn img')), 'a FEN has become markup');
}

// Fails if something is wider than the window, or if axe finds a fault.
async function checkLooks(reader, width, dark) {
    const { page } = reader;
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    for (let step = 1; step <= 8; step++) {
        await reader.open(step);
        for (const key of ['compare', 'show', 'random', 'secret', 'make', 'at-rooks', 'pairs'])
            await page.evaluate(name => document.querySelector(`#learn [data-key="${name}"]`)?.click(), key);
        await reader.squares(['d5']);
        for (const address of await page.$$eval('#learn-more a', links => links.map(link => link.href)))
            need(existsSync(new URL(address)), `step ${step} links ${address}, which is not there`);
        need(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `step ${step} is wider than ${width} pixels`);
        await checkAxe(page, `step ${step}, ${width} pixels`);
    }
}

async function checkLearn(browser, firefox) {
    const reader = await Learner.open(browser, `${pathToFileURL(file).href}#learn`, [() => {
        self.learnReady = () => document.getElementById('learn-fen')?.value && document.getElementById('learn').getAttribute('aria-busy') === 'false';
    }]);
    await reader.page.setViewport({ width: 1400, height: 1000 });
    await reader.until(() => self.learnReady());
    await checkScratch(reader, ask(`map json fen ${GAME}`)[0]);
    await checkRows(reader);
    const some = rows => firefox ? rows.filter((_, i) => i % 3 === 1) : rows; // Firefox does each step with two moves
    for (const [fen, move, left, entered] of some([['3k1r2/8/8/8/3N4/8/8/3RK3 w - - 0 1', 'd4f5', 'map[d4]', 'map[f5]'],
        ['4r1k1/8/8/8/4R3/8/8/4R1K1 w - - 0 1', 'e4e6', 'map[e4]', 'map[e6]'], [OWN, 'e5g6', 'map[e5]', 'no row'], [GAME, 'e8f7', 'map[e8]', 'no row'],
        ['4kb2/8/8/r2pP2R/8/8/8/4K3 w - d6 0 2', 'e5d6', 'map[d5], map[e5]', 'map[d6]'], [OWN, 'e1c1', 'map[a1], map[e1]', 'map[c1], map[d1]'],
        ['1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1', 'c1h1', 'map[c1], map[h1]', 'map[f1], map[g1]']])) {
        await checkPrediction(reader, fen, move, left, entered);
        await checkXor(reader, fen, move);
        await checkComparator(reader, fen, move);
    }
    await checkXor(reader, '6k1/4P3/8/8/8/8/8/RNBQKBNR w - - 0 1', 'e7e8q'); // the queen takes the pawn's bit
    need(/fills: White’s Queen e8/.test(await reader.text('answer')), 'no promoted queen');
    for (const [fen, move] of some([[OWN, 'e5g6'], ['6k1/8/P7/8/8/8/3P4/1N2K2R w - - 0 1', 'a6a7'], ['1r2k3/P7/8/8/8/8/8/R3K3 w - - 0 1', 'a7b8n'],
        ['3k4/P7/8/8/8/8/8/Q3K2R w - - 0 1', 'a7a8q'], ['4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6'], [OWN, 'a2a3']]))
        await checkRing(reader, fen, move);
    await checkThreshold(reader);
    await checkStages(reader);
    await checkStrangers(reader);
    if (!firefox) {
        await checkLooks(reader, 1400, false);
        await checkLooks(reader, 390, true);
    }
    await reader.close();
}

checkArithmetic();
for (const executable of browsers) {
    setPlace(executable);
    const browser = await launch(executable), begin = Date.now();
    await checkLearn(browser, executable.includes('firefox'));
    console.log(`${await browser.version()}: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
    await browser.close();
}
process.exit(0);

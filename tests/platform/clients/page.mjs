// node page.mjs PAGE REPORT PACKAGE GAMES KEYS BROWSER...
//
// Opens PAGE, the file of `make page`, from the disk in each browser, in Firefox also without JSPI. With JSPI the engine
// reads commands during a search. REPORT is a page of `report ... with engine`; its games have marked moves. The script
// opens REPORT also without WebAssembly. A rules library (chessops) checks boards; the engine of PACKAGE, in Node.js, checks
// overlays. GAMES is a PGN file of games from the start position, KEYS the table keys.txt. The first run goes through
// all scenes. Other runs go only through scenes that depend on the browser.

import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { parsePgn } from 'chessops/pgn';
import { makeSan, parseSan } from 'chessops/san';
import { makeUci, parseUci } from 'chessops/util';
import { beforeWorkers, checkAxe, launch, Reader, WITH_MEMORY, WITHOUT_JSPI } from './browsers.mjs';
import { need, setPlace } from './checks.mjs';

const START = makeFen(Chess.default().toSetup());
const BARE = '8/8/8/8/8/4k3/8/4K3 w - - 0 1';
const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
const VARIATIONS = '[White "A <b>bold</b> one"]\n[Black "B"]\n\n{of all} 1. e4 e5 ({of c5} 1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 $1 {<script>x</script>} 2... Nc6 $5 *\n';
const FIGURINES = '1. ♘f3 ♞f6 {worse :( now} (1... d5 {better}) 1/2-1/2\n1. d4 d5 *';
const EXPORTED = '[White-Elo "1"]\n[White "A "B" C"]\n\n1. e4 {[%clk 0:09:58]} 1… e5∓ 2. Nf3 ± {good\n[Round "7"]\n} 2... Nc6 ∞ 3. Bc4 Nf6\n%{\n4. O–O -- 0–1\n\n1. d4 1-0\n';
const BLUNDER = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Kg8 8. Bxd5+ Qxd5 9. Qxd5+ *';
const PINNED = 'rn1qkbnr/ppp2ppp/3p4/4p3/3PP1b1/5N2/PPP2PPP/RNBQKB1R w KQkq - 1 4';
const WON = 'r1k1bbnr/p1p1pp2/1p1p2p1/3Pn2p/4N2N/4B3/PPP2PPP/1R1Q1RK1 w - - 6 16'; // the engine finds no move here much better than another
const STALE = '7k/8/5KQ1/8/8/8/8/8 w - - 0 1';
const FORK = ['r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1', 'd5c7'];
const MEGABYTES = 62, LAG = 50, OVERLAY_POSITIONS = 100;
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));
const counts = { megabytes: [] };

class Analyst extends Reader {
    click(...selectors) {
        return this.page.evaluate(all => all.forEach(one => document.querySelector(one).click()), selectors);
    }

    square(...names) {
        return this.click(...names.map(name => `button[data-square=${name}]`));
    }

    // Enters a text, or several at once. fen: the position to wait for, or null.
    async enter(texts, fen = null) {
        await this.page.evaluate(all => all.forEach(value => {
            document.getElementById('text').value = value;
            document.getElementById('entry').requestSubmit();
        }), [texts].flat());
        return fen && this.shows(fen);
    }

    // Enters a PGN, and waits until the page has all its moves.
    async load(pgn, moves = [...parsePgn(pgn)[0].moves.mainline()].length) {
        await this.enter(BARE, BARE);
        await this.enter(pgn);
        await this.until(wanted => document.querySelectorAll('#moves .line-move').length === wanted, moves);
    }

    text(selector) {
        return this.page.$eval(selector, node => node.textContent);
    }

    shows(fen) {
        return this.until(wanted => document.getElementById('fen').textContent === wanted, fen);
    }

    says(id, text) {
        return this.until((node, wanted) => document.getElementById(node).textContent.includes(wanted), id, text);
    }
}

async function checkMoves(reader) {
    const { page } = reader, position = Chess.default(), after = uci => (position.play(parseUci(uci)), makeFen(position.toSetup()));
    const searches = text => reader.until(wanted => document.querySelector('#lines li')?.textContent.includes(wanted), text);
    await reader.until(() => document.querySelectorAll('#lines li').length === 3 && document.querySelector('.arrow.by-best'));
    const [drawn, san] = await page.evaluate(() => [0, 1].map(() => document.getElementById('pause').click()) // draws both
        && [document.querySelector('.arrow.by-best').dataset.arrow, document.querySelector('.line-move').textContent]);
    need(makeSan(position, parseUci(drawn)) === san, `the arrow of ${san} is ${drawn}`);
    await reader.square('e2');
    const aims = await page.$$eval('.target', marks => marks.map(mark => mark.dataset.square).sort().join());
    need(aims === 'e3,e4', `from e2 one may go to ${aims}`);
    await reader.square('e4');
    await reader.shows(after('e2e4'));
    await searches('1...');
    await reader.says('why', 'e4 ');
    await reader.click('#show-changes');
    await reader.says('about-board', 'White attacks as often, by others: d3 f3');
    await reader.enter('Nf6', after('g8f6'));
    await page.keyboard.press('Home');
    await reader.shows(START);
    await page.keyboard.press('End');
    await reader.shows(makeFen(position.toSetup()));
    await reader.click('#show-threats', '#show-network'); // the network's numbers take the place of those of the changes
    await reader.until(() => /Threats.*Network/.test(document.getElementById('about-board').textContent));
    await page.reload();
    await reader.shows(makeFen(position.toSetup()));
    await reader.until(() => document.getElementById('show-threats').ariaPressed === 'true');
    await searches('2.');
    await reader.until(() => document.querySelectorAll('#lines li:first-child button').length > 3);
    const [shown, line] = await page.$$eval('#lines li:first-child button', buttons => (buttons[2].dispatchEvent(new Event('pointerover', { bubbles: true })),
        [document.getElementById('position-text').textContent, buttons.map(button => button.textContent), buttons[2].click()]));
    for (const text of line.slice(0, 3))
        position.play(parseSan(position, text) ?? need(false, `${text} in a line is not legal`));
    await reader.shows(makeFen(position.toSetup()));
    need(await reader.text('#position-text') === shown, `at a move of a line the board shows ${shown}`);
    need(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than a phone');
    const colour = () => page.$eval('#pause', node => getComputedStyle(node).backgroundColor), running = await colour();
    await reader.click('#pause');
    const speed = await reader.text('#speed');
    await pause(500);
    need(await reader.text('#speed') === speed && await colour() !== running, 'the engine goes on in a pause, or the button does not show the pause');
    await reader.click('#pause');
}

// Drags pieces by mouse and, if the browser can simulate it, by touch: to a legal, an illegal and its own square.
async function checkDragging(reader, touch) {
    const { page } = reader, position = Chess.default(), client = touch ? await page.createCDPSession() : null;
    const middle = name => page.$eval(`button[data-square=${name}]`, node => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    });
    const send = (type, touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await reader.enter(START, START);
    await page.evaluate(() => scrollTo(0, 0));
    for (const [from, to, by] of [['e2', 'e4', 'mouse'], ['e7', 'e4', 'mouse'], ['e7', 'e5', touch ? 'touch' : 'mouse'], ['e4', 'e4', 'mouse'], ['g1', 'f3', 'mouse']]) {
        const [a, b] = [await middle(from), await middle(to)], between = { x: (a.x + b.x) / 2 + 8, y: (a.y + b.y) / 2 };
        if (by === 'touch') {
            for (const [type, ...points] of [['touchStart', a], ['touchMove', between], ['touchMove', b], ['touchEnd']])
                await send(type, points);
        } else {
            await page.mouse.move(a.x, a.y);
            await page.mouse.down();
            await page.mouse.move(between.x, between.y);
            need(from === to || await page.$('.target'), `a man dragged from ${from} shows no targets`);
            await page.mouse.move(b.x, b.y);
            await page.mouse.up();
        }
        if (position.isLegal(parseUci(from + to)))
            position.play(parseUci(from + to));
        await reader.shows(makeFen(position.toSetup()));
        need(!await page.$('#board use[transform]'), 'a man is left beside its square');
    }
    await page.mouse.move(0, 0);
}

// Positions and games arrive by paste, as dropped text, as dropped files, and by the file picker.
async function checkFiles(reader) {
    const { page } = reader, fens = ['w', 'b'].map(turn => `4k3/8/8/8/8/8/8/4K2${turn === 'w' ? 'R' : 'Q'} ${turn} - - 0 1`);
    const give = (type, name, fen, isFile) => page.evaluate((...given) => {
        const [kind, where, text, asFile] = given, data = new DataTransfer();
        if (asFile)
            data.items.add(new File([text], 'a.fen'));
        else
            data.setData('text/plain', text);
        const event = new Event(kind, { bubbles: true, cancelable: true });
        Object.defineProperty(event, where, { value: data });
        document.body.dispatchEvent(event);
    }, type, name, fen, isFile);
    for (const [type, name, fen, isFile] of [['paste', 'clipboardData', fens[0], false], ['drop', 'dataTransfer', fens[1], false], ['drop', 'dataTransfer', fens[0], true]]) {
        await give(type, name, fen, isFile);
        await reader.shows(fen);
    }
    const path = join(tmpdir(), `position-${process.pid}.fen`);
    writeFileSync(path, fens[1]);
    await (await page.$('#file')).uploadFile(path);
    await reader.shows(fens[1]);
    unlinkSync(path);
}

async function checkRules(reader) {
    await reader.enter(PINNED, PINNED);
    await reader.enter('dxe5');
    await reader.says('why', 'dxe5 now attacks d6, f6, d5.'); // pawn and queen attack d6
    await reader.enter('r3k2r/P7/8/8/8/8/1p6/R3K2R w KQkq - 0 1');
    await reader.until(() => document.getElementById('fen').textContent.startsWith('r3k2r/P7'));
    await reader.until(() => document.querySelector('#lines li')?.textContent.includes('1.'));
    await reader.enter('e1h1', 'r3k2r/P7/8/8/8/8/1p6/R4RK1 b kq - 1 1');
    await reader.square('b2');
    await reader.until(() => document.querySelectorAll('.target').length === 2);
    await reader.square('a1');
    await reader.page.$$eval('#promotion button', buttons => buttons.find(button => button.textContent === 'Knight').click());
    await reader.shows('r3k2r/P7/8/8/8/8/8/n4RK1 w kq - 0 2');
    for (const [fen, from, to, castled] of [['4k3/8/8/8/8/8/8/4K1R1 w G - 0 1', 'e1', 'g1', '4k3/8/8/8/8/8/8/5RK1 b - - 1 1'],
        ['1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1RK4R w HBhb - 0 1', 'c1', 'h1', '1rk4r/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b hb - 1 1']]) {
        await reader.enter(fen, fen);
        await reader.square(from, to);
        await reader.shows(castled);
    }
    await reader.until(() => document.querySelector('#lines li')?.textContent.includes('1...'));
    await reader.enter('O-O-O', '2kr3r/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2');
    await reader.enter(MATED);
    await reader.says('why', 'checkmate');
    await reader.enter(STALE, STALE); // the bar of the position before goes away
    await reader.until(() => document.getElementById('bar').ariaValueNow > 95);
    await reader.enter('Kf7');
    await reader.until(() => document.getElementById('bar').style.visibility === 'hidden' && document.getElementById('bar').ariaValueNow === '50');
    await reader.load('1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8');
    await reader.page.keyboard.press('End');
    await reader.says('why', 'Ng8 '); // a draw that nobody has claimed does not end the game
    await reader.enter([BARE, '1. e4 e5', 'Nf3'], 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'); // in turn
}

// The PGN that the page saves.
const savedPgn = page => page.evaluate(async () => {
    let blob;
    const { createObjectURL } = URL, { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = given => (blob = given, 'blob:x');
    HTMLAnchorElement.prototype.click = () => {};
    document.getElementById('save').click();
    Object.assign(URL, { createObjectURL });
    Object.assign(HTMLAnchorElement.prototype, { click });
    return blob.text();
});

async function checkTree(reader) {
    const { page } = reader, moves = () => reader.text('#moves');
    await reader.load(VARIATIONS, 9);
    await reader.says('upper-player', 'B');
    const before = await moves();
    const plain = before.replace(/Make.*|Delete.*/, '').replace(/\s+/g, '');
    need(plain === 'ofall1.e4e51...c5ofc52.Nf32.c3d52...d62.Nf3!<script>x</script>2...Nc6!?', `the tree is ${plain}`);
    need((await reader.text('#lower-player')).startsWith('A <b>bold</b> one') && !await page.$('#moves script, #lower-player b'), 'markup of a stranger');
    // The saved PGN has the same moves, variations and comments; a comment before a move stands after the move.
    const saved = await savedPgn(page);
    const shape = text => JSON.stringify([parsePgn(text)[0].moves, parsePgn(text)[0].comments]);
    need(shape(saved) === shape(VARIATIONS.replace('{of c5} 1... c5', '1... c5 {of c5}')), `saved is ${saved}`);
    // The page reads a PGN with clocks, annotation signs and dashes as chess.com and people write them, and a comment with a tag.
    await reader.load(EXPORTED, 8);
    const exported = (await moves()).replace(/Delete.*|\s+/g, '');
    need(exported === '1.e4e52.Nf3good[Round"7"]2...Nc63.Bc4Nf64.O-O--' && !await reader.text('#error') && await reader.text('#lower-player') === 'A "B" C', `exported is ${exported}, ${await reader.text('#error')}`);
    // A variation does not replace the moves of the game. Its illegal move ends only the variation.
    await reader.load('1. e4 (1. e4 c5 2. Nf3) 1... e5 (1... d5 2. Nf6 (2. f4) {x} c5) 2. Nc3 *', 6);
    need((await savedPgn(page)).endsWith('1. e4 e5 (1... c5 2. Nf3) (1... d5) 2. Nc3 *\n'), `saved is ${await savedPgn(page)}`);
    await reader.enter('1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1', '1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1');
    need((await savedPgn(page)).includes('[Variant "Chess960"]'), 'a game of Chess960 is saved as chess');
    // A result ends a game without tags.
    await reader.load(FIGURINES, 3);
    need(await page.$$eval('#chosen-game option', options => options.length) === 2 && (await savedPgn(page)).endsWith('1. Nf3 Nf6 {worse :( now} (1... d5 {better}) 1/2-1/2\n'), `saved is ${await savedPgn(page)}`);
    // The list of games names only the game on the board.
    const chosen = await page.evaluate(() => ['new', 'undo'].map(id => (document.getElementById(id).click(), document.getElementById('chosen-game').value)));
    need(`${chosen}` === ',0', `the list names ${chosen}`);
    await reader.load(EXPORTED, 8);
    // An address with a pass keeps the game.
    await page.keyboard.press('End');
    const passed = await reader.text('#fen');
    await page.reload().then(() => reader.shows(passed));
    // The page reads several tags in a line, an empty FEN and an unknown result, and saves what it can read.
    await reader.load('[Event "x"] [White "C"] [Black "D"]\n[FEN ""]\n[Result "?"]\n\n1. e4 *', 1);
    need(await reader.text('#upper-player') === 'D' && (await savedPgn(page)).endsWith('e4 *\n'), `saved is ${await savedPgn(page)}`);
    await reader.load(VARIATIONS, 9);
    // The reader promotes a variation, deletes the end of the variation, and undoes both changes.
    await page.$$eval('#moves .line-move', buttons => buttons.find(button => button.textContent === 'c3').click());
    await reader.click('#promote');
    need((await moves()).indexOf('c3') < (await moves()).indexOf('Nf3'), 'a variation is not promoted');
    await reader.click('#delete');
    need(!(await moves()).includes('c3'), 'a move is not deleted');
    await reader.click('#undo', '#undo');
    need((await moves()).replace(/(Make it|Delete).*/, '') === before.replace(/(Make it|Delete).*/, ''), `undone is ${await moves()}`);
    // A step back in the browser's history keeps the game, and Undo takes the moves of a clicked line away.
    await reader.click('#tab-learn');
    await reader.until(() => document.body.classList.contains('at-learn'));
    await page.evaluate(() => history.back());
    await reader.until(() => document.body.classList.contains('at-analyse') && document.querySelectorAll('#lines li:first-child button').length > 2);
    await page.$$eval('#lines li:first-child button', buttons => (buttons[2].click(), document.getElementById('undo').click()));
    need((await moves()).replace(/(Make it|Delete).*/, '') === before.replace(/(Make it|Delete).*/, ''), `undone is ${await moves()}`);
    // The down arrow key goes to the variation beside a move.
    await page.evaluate(() => document.activeElement.blur());
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowDown'])
        await page.keyboard.press(key);
    need(await page.$eval('#moves [aria-current]', node => node.textContent) === 'c5', 'the arrow down finds no variation');
}

// The controls of Analyse by keyboard: all controls that the Tab key reaches, and the rows of the file KEYS.
async function checkKeys(reader) {
    const { page } = reader;
    await reader.load(VARIATIONS, 9);
    await reader.until(() => document.querySelectorAll('#lines li').length === 3);
    await reader.click('#pause'); // a search would draw buttons again during this test
    // The Tab key reaches all controls that arrow keys do not reach, and the focus is visible.
    let left = await page.evaluate(() => {
        document.activeElement.blur();
        scrollTo(0, 0);
        const all = [...document.querySelectorAll('#app :is(button, select, textarea, summary, a[href], [tabindex="0"])')].filter(one => one.offsetParent && !one.disabled);
        self.TABBED = all.filter(one => one.tabIndex >= 0 || !one.closest('#squares, #lines, #moves'));
        return self.TABBED.length;
    });
    for (let most = left + 10; left && most; most--) { // ends before the Tab key reaches the browser's own controls
        await page.keyboard.press('Tab');
        const faint = await page.evaluate(() => {
            const one = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(one);
            self.TABBED = self.TABBED.filter(other => other !== one);
            return one !== document.body && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) && one.outerHTML;
        });
        need(!faint, `the focus is not seen on ${faint}`);
        left = await page.evaluate(() => self.TABBED.length);
    }
    const missed = await page.evaluate(() => self.TABBED.map(one => one.id || one.textContent));
    need(!missed.length, `the Tab key does not reach ${missed}`);
    await reader.click('#pause');
    await page.evaluate(() => Object.assign(self, {
        at: fen => document.getElementById('fen').textContent.startsWith(fen), has: selector => document.querySelector(selector),
        on: text => [document.activeElement.textContent, document.activeElement.dataset.square].includes(text),
        copied: text => (self.COPIED ?? document.getElementById('text').value).includes(text),
    }, navigator.clipboard && Object.assign(navigator.clipboard, { writeText: async text => self.COPIED = text }) && {}));
    await page.$$eval('.switches [aria-pressed=true]:not(#show-best)', buttons => buttons.forEach(button => button.click()));
    const rows = readFileSync(keys, 'utf8').split('\n').filter(row => /^[^#\s]|^#\w/.test(row)).map(row => row.split(' | '));
    const switches = ['flip', ...['who', 'loose', 'pins', 'motifs', 'threats', 'changes', 'network', 'attacks'].map(name => `show-${name}`)];
    for (const [selector, key, test] of [...switches.flatMap(id => [[`#${id}`, 'Space', `has('#${id}[aria-pressed=true]')`],
        [`#${id}`, 'Enter', `has('#${id}[aria-pressed=false]')`]]), ...rows]) {
        if (selector !== '=')
            await page.evaluate(name => document.querySelector(name).focus(), selector);
        await (selector === '#text' ? page.keyboard.type(`${key}\n`) : page.keyboard.press(key.replace('Space', ' ')));
        await reader.until(test);
    }
}

// Compares the marks and lists of overlays with the answers of the engine in Node.js.
async function checkOverlays(reader, engine, pgns) {
    const { page } = reader;
    let seen = 0;
    await reader.click('#pause');
    await page.evaluate(() => ['loose', 'pins', 'threats', 'who'].forEach(name => document.getElementById(`show-${name}`).ariaPressed === 'true' ||
        document.getElementById(`show-${name}`).click()));
    for (const pgn of pgns) {
        const [game] = parsePgn(pgn), position = Chess.default();
        await reader.load(pgn);
        for (const { san } of game.moves.mainline()) {
            if (seen === OVERLAY_POSITIONS)
                break;
            position.play(parseSan(position, san));
            const fen = makeFen(position.toSetup()), [{ threats }, { squares }] = [await engine.threats(fen), await engine.map(fen)];
            await reader.click('#forward');
            await reader.until(wanted => document.getElementById('fen').textContent === wanted && !/shown behind/.test(document.getElementById('about-board').textContent), fen);
            const [drawn, listed] = await page.evaluate(() => [[...document.querySelectorAll('.ring')].map(ring => `${ring.classList[1]} ${ring.dataset.square}`).sort().join(),
                document.querySelectorAll('#about-board li').length]);
            const losing = new Set(threats.filter(({ kind }) => ['hanging', 'lesser', 'under-defended'].includes(kind)).map(({ targets }) => targets[0].square));
            const loose = squares.filter(({ square, man, ...by }) => man && man.type !== 'King' && !by[man.color].count && !losing.has(square)).map(({ square }) => square);
            const pinned = threats.filter(({ kind }) => kind.includes('pin')).map(({ targets }) => targets[0].square);
            const wanted = [...[...losing].map(square => `losing ${square}`), ...loose.map(square => `loose ${square}`),
                ...pinned.map(square => `pinned ${square}`)].sort().join();
            need(drawn === wanted, `rings at ${fen}: ${drawn}, the engine: ${wanted}`);
            const there = threats.length + pinned.length;
            need(listed === there, `${listed} threats are listed at ${fen}, the engine has ${there}`);
            seen++;
        }
    }
    counts.overlays = seen;
    await reader.click('#pause');
    // The page shows the engine's motifs of a move and of the best line.
    await reader.click('#show-motifs');
    await reader.enter(FORK[0], FORK[0]);
    await reader.says('about-board', 'The best line forks');
    await reader.enter(FORK[1]);
    await reader.says('about-board', `The move ${(await engine.explain(FORK[1], FORK[0])).motifs[0].text}`);
    need(await page.$('.ring.motif[data-square=c7]') && await page.$('[data-arrow=c7e8]'), 'a fork is not drawn');
    await reader.click('#show-motifs');
    // The page lists the attackers of a square under the pointer or in focus.
    await page.focus('button[data-square=e4]');
    await reader.says('about-board', 'Who attacks');
    await page.evaluate(() => {
        document.activeElement.blur();
        ['loose', 'pins', 'threats', 'who'].forEach(name => document.getElementById(`show-${name}`).click());
    });
}

// Checks the memory of the page's engines: there are two engines at most.
async function checkMemory(page) {
    for (let left = 500; left && page.workers().length > 2; left--)
        await pause(20); // an engine that has ended needs some time
    const memories = await Promise.all(page.workers().map(worker => worker.evaluate(() => self.MEMORY.buffer.byteLength / 1e6).catch(() => 0))); // 0: the worker has ended
    counts.megabytes.push(memories.reduce((sum, memory) => sum + memory, 0));
    need(memories.filter(Boolean).length <= 2 && counts.megabytes.at(-1) <= MEGABYTES, `the engines of the page have ${memories} MB`);
}

async function checkReview(reader, everything) {
    const { page } = reader;
    await page.setViewport({ width: 390, height: 844 });
    await reader.load(BLUNDER);
    await reader.click('#review');
    if (everything) {
        await reader.enter(BARE); // another game stops the report
        await reader.says('error', 'The explanation was stopped.');
        await reader.until(() => document.getElementById('review').textContent !== 'Stop');
        await reader.load(BLUNDER);
        await reader.click('#review');
        await reader.says('why', 'Explaining the game');
        await checkMemory(page);
    }
    await reader.until(() => !document.getElementById('reviewed').hidden && document.getElementById('review').textContent !== 'Stop');
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('m');
    await reader.until(() => document.getElementById('quiz'));
    const footOf = selector => page.$eval(selector, node => (scrollTo(0, 0), node.getBoundingClientRect().bottom)), foot = await footOf('#panel .sentences');
    need(foot > 0 && foot <= 844, `on a phone the sentence ends at ${foot}, below ${await reader.text('#explained')}`);
    const mark = await reader.text('#panel h2');
    need(/blunder|mistake|inaccuracy|mate/i.test(mark), `the mark is ${mark}`);
    const best = await page.$eval('#panel .line-move', node => node.textContent), fen = await reader.text('#fen');
    await reader.click('#quiz');
    await reader.says('why', 'Find a better move');
    need(await footOf('#why') <= 844, 'on a phone the exercise is below the edge');
    need(!await page.$('.arrow.by-best'), 'an exercise shows its answer');
    await reader.enter(best);
    await reader.says('why', `${best} is the move.`);
    need(await reader.text('#fen') !== fen, 'the better move is not on the board');
    await page.keyboard.press('m');
    const next = await reader.text('#panel h2');
    need(next !== mark || await page.$eval('#panel', node => node.hidden), `the mark after the solved ${mark} is ${next}`);
    await page.setViewport({ width: 1366, height: 768 });
    await page.keyboard.press('p');
    need(await page.$eval('#game', node => node.clientHeight) >= 72, 'the moves have no room beside a mark');
    await reader.click('#show-loose');
    need(await page.evaluate(() => document.querySelector('#about-board li, #about-board p').getBoundingClientRect().bottom <=
        document.getElementById('explained').getBoundingClientRect().bottom), 'the text of an overlay is below the scroll');
    await reader.click('#first', '#last', '#delete');
    need(await page.$('#reviewed[hidden]'), 'a report shows moves that the reader has deleted');
    counts.review = mark;
}

async function checkPlay(reader, browserHas) {
    const { page } = reader;
    await reader.click('#tab-play');
    await reader.until(() => document.body.classList.contains('at-play'));
    await reader.click('#review', '#begin', '#tab-analyse'); // Play stops the report; the reader leaves before the game begins
    await reader.until(() => document.body.classList.contains('at-analyse') && document.getElementById('review').textContent !== 'Stop');
    need(!(await reader.text('#lower-player')).includes('You'), 'a game begins outside of Play');
    await reader.click('#tab-play');
    await reader.until(() => document.body.classList.contains('at-play'));
    if (browserHas.axe)
        await checkAxe(page, 'play');
    await page.select('#level', 'Skill Level=0');
    await page.select('#clock', browserHas.axe ? '180 2' : '');
    await reader.click('#begin');
    await reader.says('playing', 'It is your move');
    const said = await page.evaluate(async () => (['e2', 'e4'].forEach(name => document.querySelector(`button[data-square=${name}]`).click()),
        document.getElementById('text').value = '1... d5', document.getElementById('entry').requestSubmit(), await null, document.getElementById('error').textContent));
    need(said === 'It is not your move.', `a move typed while the engine thinks is answered by '${said}'`);
    await reader.until(() => document.querySelectorAll('#moves .line-move').length === 2 && !document.getElementById('during').hidden);
    await reader.says('playing', 'It is your move');
    need(!await page.$('.arrow.by-best') && !(await reader.text('#why')).includes('Better'), 'a game shows the best move');
    await reader.click('#hint');
    await reader.until(() => document.querySelector('.arrow.by-best'));
    await reader.click('#take-back');
    await reader.shows(START);
    await reader.square('d2', 'd4');
    await reader.until(() => document.querySelectorAll('#moves .line-move').length === 2);
    await reader.says('playing', 'It is your move');
    await pause(1500);
    const clock = () => page.$eval('#lower-player', node => node.lastChild.textContent), left = await clock();
    await reader.click('#resign', '#flip', '#flip'); // to flip draws the clocks again
    need(left >= await clock(), `the clock goes from ${left} to ${await clock()} when the reader resigns`);
    const words = await reader.text('#playing'), level = await page.$eval('#level', node => node.value);
    need(words.startsWith('You resigned') && !words.includes('UCI') && level === 'Skill Level=0', `Play forgets the level ${level}, or says ${words}`);
    // A hint is the best move, and the page says how the game ended.
    for (const [fen, first] of [[WON, 'b1a1'], ['6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'a1b1']]) {
        await reader.enter(fen, fen);
        await page.select('#from', 'here');
        await reader.click('#begin');
        await reader.says('playing', 'It is your move');
        await reader.click('#hint');
        await reader.until(worse => ![undefined, worse].includes(document.querySelector('.arrow.by-best')?.dataset.arrow), first);
    }
    await reader.square('a1', 'a8');
    await reader.says('playing', 'The game has ended: checkmate.');
    need(!await page.$('#undo:disabled'), 'Undo rests after a game');
    await reader.click('#begin');
    await reader.until(() => document.querySelector('#before:not([hidden])') && document.getElementById('playing').textContent.startsWith('The game has ended: checkmate.'));
    await reader.click('#tab-analyse');
    await reader.enter(START, START);
    await reader.until(() => document.querySelectorAll('#lines li').length === 3);
}

async function checkHostile(reader) {
    for (const hostile of ['8/<img src=x onerror=alert(1)> w', '8/8/8/8/8/8/8/8 w - - 0 1', `${'/'.repeat(100000)}`]) {
        await reader.enter('Ke9').then(() => reader.enter(hostile)); // Ke9 replaces the error of the last FEN
        await reader.until(() => /^(?!map).*FEN/.test(document.getElementById('error').textContent)); // names no command of the engine
    }
    for (const [text, complaint] of [['1. e4 e5 2. Ke3 {<img src=x onerror=alert(1)>}', 'The move 2. Ke3 is not legal here'], ['<i>e4', "'<i>e4'"],
        ['two words', 'The move 1. two is not legal here.'], ['1-0 *', 'The text has no moves.'],
        [`[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1\\nquit"]\n\n${'('.repeat(30000)} 1. Kd1 ${')'.repeat(40000)} {`, '1nquit'],
        [`e4 ${'\n'.repeat(1e5)}x`, 'x is not legal'], [`1. e4 ${'{a}'.repeat(1e5)} ${'!'.repeat(1e6)}x`, '!!! is not legal'],
        ['1. Nf3 Nf6 (1... Nc6 2. Ng1 Nb8 '.repeat(1500), 'more than 4000 moves']]) {
        await reader.enter(text);
        await reader.says('error', complaint);
        need((await reader.text('#moves')).includes('1.'), `'${text.slice(0, 40)}' takes the game away`);
    }
    const large = join(tmpdir(), `large-${process.pid}.pgn`);
    writeFileSync(large, '1. e4 e5 '.repeat(5.6e6));
    await (await reader.page.$('#file')).uploadFile(large);
    await reader.says('error', 'The text has 50 MB');
    writeFileSync(large, '');
    await reader.enter(START, START);
}

// Random clicks and keys during a search do not stop the page.
async function checkStorm(reader) {
    counts.longest = await longestTask(reader.page, () => reader.page.evaluate(async () => {
        let seed = 1;
        history.replaceState = () => { throw new Error('This is too often.'); };
        const random = n => (seed = Math.imul(seed, 1103515245) + 12345 & 0x7FFFFFFF, seed >> 8) % n, next = () => new Promise(resolve => setTimeout(resolve));
        const buttons = ['first', 'back', 'forward', 'last', 'flip', 'pause', 'undo', 'show-loose', 'show-threats', 'show-changes', 'show-attacks', 'show-network'];
        for (let i = 0; i < 600; i++) {
            const squares = document.querySelectorAll('#squares button'), targets = document.querySelectorAll('.target');
            if (targets.length)
                document.querySelector(`button[data-square=${targets[random(targets.length)].dataset.square}]`).click();
            else if (i % 5)
                squares[random(64)].click();
            else
                document.getElementById(buttons[random(buttons.length)]).click();
            document.querySelector('#promotion:not([hidden]) button')?.click();
            await next();
        }
        if (document.getElementById('pause').ariaPressed === 'true')
            document.getElementById('pause').click();
        delete history.replaceState;
    }));
    need(counts.longest < 2 * LAG, `a click takes ${counts.longest} ms`);
    await reader.enter(START);
    await reader.until(() => document.querySelectorAll('#lines li').length === 3);
}

// Calls `act` and returns the processor time of the longest task in the page's thread, in milliseconds. Tries again if
// that is too long, since other programs disturb the garbage collector. Returns the lesser time.
async function longestTask(page, act) {
    const tries = [];
    while (tries.length < 1 || tries.length < 2 && tries[0] >= 2 * LAG) {
        await page.tracing.start({ categories: ['toplevel', '__metadata'] });
        await act();
        const { traceEvents: events } = JSON.parse(new TextDecoder().decode(await page.tracing.stop()));
        const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
        tries.push(Math.max(...events.filter(({ pid, tid }) => threads.some(thread => thread.pid === pid && thread.tid === tid)).map(({ tdur }) => (tdur ?? 0) / 1000)));
    }
    need(Math.max(...tries) > 0, 'no task of the page is measured');
    return Math.min(...tries);
}

// Steps in a long game do not block the page.
async function checkLag(reader) {
    const { page } = reader, moves = 3000;
    await reader.load('1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(moves / 4), moves);
    await reader.until(() => document.querySelector('#lines li'));
    counts.lag = await longestTask(page, async () => {
        for (let i = 0; i < 20; i++)
            await page.keyboard.press('ArrowRight');
    });
    need(counts.lag < 2 * LAG, `a step takes ${counts.lag} ms`);
}

// On phones and desktops, light and dark, axe finds no fault, and nothing lies beyond the edge of the window.
async function checkLooks(reader) {
    const { page } = reader;
    await reader.load(VARIATIONS, 9);
    await page.emulateMediaType('print');
    need(await page.evaluate(() => document.getElementById('moves').clientHeight && !document.getElementById('tabs').clientHeight), 'a print has no moves, or the tabs');
    await page.emulateMediaType('screen');
    for (const [width, height] of [[390, 844], [320, 640], [600, 900], [768, 1024], [896, 800], [1366, 768], [1400, 1000], [1600, 1000]]) {
        await page.setViewport({ width, height });
        for (const value of width < 500 || width === 1400 ? ['light', 'dark'] : []) {
            await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
            await checkAxe(page, `${width} ${value}`);
        }
        const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
        need(await page.evaluate(() => document.getElementById('show-best').getBoundingClientRect().bottom <=
            document.querySelector('footer').getBoundingClientRect().top && document.getElementById('bar').clientHeight === 10), `a button lies on the foot, or the bar is squeezed, at ${width} x ${height}`);
        need(wide <= width && (width < 1000 || high <= height), `the page has ${wide} x ${high} at ${width} x ${height}`);
    }
}

async function checkPage(browser, address, { listens, everything, firefox, engine, pgns }) {
    const reader = await Analyst.open(browser, address, [beforeWorkers, listens ? WITH_MEMORY : WITHOUT_JSPI]);
    await reader.click('#tab-learn'); // while the engine is loading
    await reader.until(() => document.querySelector('#learn-title:not(:empty)'));
    await reader.click('#tab-analyse');
    await checkMoves(reader);
    if (listens) {
        await checkDragging(reader, !firefox);
        await checkFiles(reader);
        await checkKeys(reader);
        await checkHostile(reader);
    }
    await checkRules(reader);
    await checkTree(reader);
    if (everything) {
        await checkOverlays(reader, engine, pgns);
        await checkStorm(reader);
        await checkLag(reader);
        await checkLooks(reader);
        await checkMemory(reader.page);
    }
    await checkReview(reader, everything);
    await checkPlay(reader, { axe: everything });
    await reader.close();
}

// A report with the engine inside shows its marked moves, and evaluates the moves that the reader makes. Without
// WebAssembly the page says that the engine does not run, and shows the same marks.
async function checkReport(browser, file) {
    const { plies } = JSON.parse(/class="game">(.*?)<\/script>/s.exec(readFileSync(file, 'utf8'))[1]);
    for (const before of [null, [() => delete self.WebAssembly]]) {
        const reader = await Analyst.open(browser, pathToFileURL(file).href, before), { page } = reader;
        const moves = () => reader.until(all => document.querySelectorAll('#moves .line-move').length === all && document.getElementById('summary').textContent, plies.length);
        await moves();
        await page.keyboard.press('m');
        await reader.until(() => /^#game-1-\d+$/.test(location.hash) && document.querySelector('#panel .sentences') && document.querySelector('#curve svg'));
        const told = plies.find(ply => ply.comment);
        need(!told || (await savedPgn(page)).replace(/\s+/g, ' ').includes(told.comment), 'a comment of the report is lost');
        const [mark, fen, { hash }] = [await reader.text('#panel h2'), await reader.text('#fen'), { hash: await page.evaluate(() => location.hash) }];
        await reader.click('#new', '#undo'); // Undo brings the report back
        await reader.until(wanted => location.hash === wanted && document.querySelector('#panel .sentences'), hash);
        await (before ? reader.says('about', 'The engine does not run here: ') : reader.until(() => document.querySelectorAll('#lines li').length === 3));
        need(!before || await page.$eval('#search', node => node.offsetParent === null), 'a search without an engine');
        await reader.until(() => document.getElementById('status').textContent.includes(' to move'));
        need(!before || await page.evaluate(() => document.getElementById('chances').textContent === `White ${document.getElementById('bar').ariaValueNow} %`), 'the bar has other chances');
        const legal = Chess.fromSetup(parseFen(fen).unwrap()).unwrap(), [from, dests] = [...legal.allDests()].find(([, to]) => to.nonEmpty());
        await reader.enter(makeUci({ from, to: dests.first() }));
        await reader.until(old => document.getElementById('fen').textContent !== old && document.getElementById('panel').hidden, fen);
        if (!before)
            await reader.until(() => document.getElementById('why').textContent.includes('.') && document.querySelectorAll('#lines li').length === 3);
        await page.reload(); // the address keeps the marked move
        await moves();
        need(await reader.text('#panel h2') === mark, 'another move is shown when the page is loaded again');
        for (const asked of ['#learn/2', `#${encodeURIComponent(STALE)}`]) { // without the engine the page shows the report
            await page.goto('about:blank');
            await page.goto(pathToFileURL(file).href + asked);
            await (before ? moves() : reader.until(wanted => location.hash === wanted && (document.querySelector('#learn-title:not(:empty)') || !document.querySelector('#moves .line-move')), asked));
        }
        await reader.close();
    }
}

const [file, report, folder, games, keys, ...browsers] = process.argv.slice(2);
const { Panoptes } = await import(pathToFileURL(join(folder, 'panoptes.js'))), engine = await Panoptes.load();
const pgns = readFileSync(games, 'utf8').split(/\n(?=\[Event )/);
for (const executablePath of browsers) {
    const browser = await launch(executablePath), firefox = executablePath.includes('firefox');
    for (const listens of firefox ? [true, false] : [true]) {
        setPlace(`${await browser.version()}${listens ? '' : ' without JSPI'}`);
        const begin = performance.now();
        await checkPage(browser, pathToFileURL(file).href, { listens, firefox, everything: listens && !firefox, engine, pgns });
        console.log(`${await browser.version()}${listens ? '' : ' without JSPI'}: ${((performance.now() - begin) / 1000).toFixed(0)} s`);
    }
    await checkReport(browser, report);
    await browser.close();
}
console.log(counts);
need(!browsers.some(path => !path.includes('firefox')) || counts.overlays === OVERLAY_POSITIONS, 'too few positions');
process.exit(0);

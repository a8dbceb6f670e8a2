// node report.mjs BINARY BROWSER PAGES GAMES
//
// Tests the pages of `report` in Debian's chromium, driven by puppeteer: one.html has one game, games.html has the
// games of the PGN file GAMES. The test uses every control by mouse and by keyboard. It compares boards with a rules
// library (chessops), and overlays with the engine's answers. It views each page from 320 to 1600 pixels, light, dark,
// printed and without JavaScript. axe finds nothing, the console stays empty, and the page fetches nothing. Markup or
// scripts in tags are shown as text.
//
// Prints the numbers of checks. Exits with 1 at the first fault, or if there were too few checks. Prints the fault.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { normalizeMove } from 'chessops/chess';
import { makeBoardFen, parseFen } from 'chessops/fen';
import { setupPosition } from 'chessops/variant';
import { makeSquare, parseUci } from 'chessops/util';
import { checkAxe, launch } from './browsers.mjs';
import { setPlace, need } from './checks.mjs';

const [binary, chromium, pages, games] = process.argv.slice(2);
const ONE = `file://${pages}/one.html`, GAMES = `file://${pages}/games.html`;
const counts = { plies: 0, lines: 0, squares: 0, changes: 0, networks: 0, threats: 0, keys: 0,
    widths: 0, marks: 0, names: 0 };

function same(got, wanted, what) {
    const [a, b] = [got, wanted].map(value => JSON.stringify(value));
    need(a === b, `${what}: ${a}, not ${b}`);
}

// --- the browser ------------------------------------------------------------------------------

const browser = await launch(chromium);

// Opens a page. A message on its console, or a request for another file, is a fault.
async function open(address, { width = 1280, height = 900, scheme = 'light', scripts = true } = {}) {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    page.on('console', message => need(page.allowed, `console: ${message.text()}`));
    page.on('pageerror', error => need(false, `error: ${error.message}`));
    page.on('request', request => need(request.url().split('#')[0] === address.split('#')[0] ||
        request.url().startsWith('data:'), `fetches ${request.url()}`));
    await page.setViewport({ width, height });
    await page.setJavaScriptEnabled(scripts);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(address);
    return page;
}

// Goes to the game at `index` of the list on a page of several games. The browser reports a new address before the page
// has reacted, so the function waits for the page.
async function openGame(page, list, index) {
    await page.goto(`${GAMES}#game-${list[index].number}`);
    await page.waitForFunction(`view.number === ${index}`);
}

const textOf = (page, selector) => page.$eval(selector, node => node.textContent);
const attribute = (page, selector, name) => page.$eval(selector, (node, key) => node.getAttribute(key), name);
const readGames = page => page.$$eval('script.game', scripts => scripts.map(script => JSON.parse(script.textContent)));

// The ply that the page shows, by its slider.
const plyOf = async page => Number(await attribute(page, '#curve', 'aria-valuenow'));

async function press(page, ...keys) {
    for (const key of keys) {
        await page.keyboard.press(key);
        counts.keys++;
    }
}

// --- what the page shows ----------------------------------------------------------------------

const LETTERS = { Pawn: 'p', Knight: 'n', Bishop: 'b', Rook: 'r', Queen: 'q', King: 'k' };

// Returns the pieces that the page draws, as the board of a FEN.
const drawnBoard = page => page.$$eval('#board .pieces use', (uses, letters) => {
    const flipped = document.getElementById('flip').getAttribute('aria-pressed') === 'true';
    const rows = Array.from({ length: 8 }, () => Array(8).fill(''));
    for (const use of uses) {
        const letter = letters[use.getAttribute('href').slice(1)];
        rows[use.getAttribute('y') / 100][use.getAttribute('x') / 100] = use.classList.contains('white-man')
            ? letter.toUpperCase() : letter;
    }
    const turned = flipped ? rows.reverse().map(row => row.reverse()) : rows;
    return turned.map(row => row.map(letter => letter || '1').join('').replace(/1+/g, ones => ones.length)).join('/');
}, LETTERS);

// Returns the pieces that the squares' labels name for screen readers, as the board of a FEN.
const spokenBoard = page => page.$$eval('#squares [role=gridcell]', (cells, letters) => {
    const pieces = Object.fromEntries(cells.map(cell => [cell.dataset.square, cell.getAttribute('aria-label')]));
    return '87654321'.split('').map(rank => 'abcdefgh'.split('').map(file => {
        const [square, man] = pieces[file + rank].split(', ');
        if (square !== file + rank)
            return '?';
        const [color, type] = man?.split(' ') ?? [];
        return !man ? '1' : color === 'White' ? letters[type].toUpperCase() : letters[type];
    }).join('').replace(/1+/g, ones => ones.length)).join('/');
}, LETTERS);

// The library's positions of a game: at the start, and after each move.
function positionsOf(game) {
    const position = setupPosition('chess', parseFen(game.start).unwrap()).unwrap();
    return [position.clone(), ...game.plies.map(({ uci }) => {
        const move = normalizeMove(position, parseUci(uci));
        need(position.isLegal(move), `${uci} is illegal`);
        position.play(move);
        return position.clone();
    })];
}

async function checkBoards(page, game) {
    const positions = positionsOf(game);
    await press(page, 'Home');
    for (let ply = 0; ply < positions.length; ply++) {
        setPlace(`game ${game.number}, ply ${ply}`);
        const wanted = makeBoardFen(positions[ply].board);
        same(await plyOf(page), ply, 'the ply');
        same(await drawnBoard(page), wanted, 'the board drawn');
        same(await spokenBoard(page), wanted, 'the board in words');
        const spoken = await textOf(page, '#status');
        need(ply === 0 || spoken.includes(game.plies[ply - 1].san), `a screen reader hears ${spoken}`);
        const current = await page.$$eval('#moves [aria-current]', nodes => nodes
            .map(node => Number(node.dataset.ply)));
        same(current, ply ? [ply] : [], 'the move that is current in the list');
        if (ply && !game.plies[ply - 1].san.startsWith('O')) {
            const marked = await page.$$eval('#board .last rect', nodes => nodes.length);
            same(marked, 2, 'squares of the last move');
        }
        await press(page, 'ArrowRight');
        counts.plies++;
    }
    same(await plyOf(page), positions.length - 1, 'the ply behind the end');
}

// At every `apart`-th ply steps by keyboard through the line and the reply, to the end and back to the game.
async function checkLines(page, game, apart) {
    const positions = positionsOf(game);
    for (let ply = 1; ply <= game.plies.length; ply += apart)
        for (const [key, name, first] of [['b', 'line', ply - 1], ['r', 'reply', ply]]) {
            const line = game.plies[ply - 1][name];
            if (!line.length)
                continue;
            setPlace(`game ${game.number}, ${name} of ply ${ply}`);
            await page.evaluate(`go(${ply})`);
            await press(page, key);
            const position = positions[first].clone();
            for (const { uci, san } of line) {
                position.play(normalizeMove(position, parseUci(uci)));
                same(await drawnBoard(page), makeBoardFen(position.board), `the board after ${uci}`);
                same(await page.$$eval('.line-move[aria-current]', nodes => nodes.map(node => node.textContent)), [san], 'the move in the line');
                await press(page, 'ArrowRight');
                counts.lines++;
            }
            await press(page, 'Escape');
            same(await drawnBoard(page), makeBoardFen(positions[ply].board), 'the board behind the line');
        }
}

function ask(commands) {
    const lines = execFileSync(binary, [...commands, 'quit'], { encoding: 'utf8', maxBuffer: 1 << 28 })
        .split('\n').filter(line => line.startsWith('{')); // the engine may print a note before an answer
    same(lines.length, commands.filter(command => command.includes(' json ')).length, 'answers');
    return lines.map(line => JSON.parse(line));
}

// --- overlays -----------------------------------------------------------------------------------

// The numbers in the corners of squares: { e4: { white: '2' } }.
const numbers = page => page.$$eval('#board .number', nodes => nodes.reduce((all, node) => {
    (all[node.dataset.square] ??= {})[node.classList.contains('by-white') ? 'white' : 'black'] = node.textContent;
    return all;
}, {}));

const arrows = page => page.$$eval('#board .arrow:not(.by-best)', nodes => nodes.map(node =>
    [node.classList.contains('by-white') ? 'white' : 'black', node.dataset.arrow, node.classList.contains('dashed')]
        .join(' ')).sort());

// Every `apart`-th ply, and all plies that castle, take en passant or promote.
const somePlies = (game, apart) => game.plies.map((_, i) => i + 1).filter(ply => ply % apart === 1 ||
    /^O|=/.test(game.plies[ply - 1].san) || fenBefore(game, ply).split(' ')[3] === game.plies[ply - 1].uci.slice(2, 4));

const fenBefore = (game, ply) => ply > 1 ? game.plies[ply - 2].fen : game.start;

async function checkOverlays(page, game, ply) {
    setPlace(`game ${game.number}, overlays at ply ${ply}`);
    const { fen, uci, network, threats } = game.plies[ply - 1], square = makeSquare((7 * ply) % 64);
    const [map, attackers, explained, evaluation, threatList] = ask([
        `setoption name UCI_Chess960 value ${game.chess960}`, `map json fen ${fen}`,
        `attackers ${square} json fen ${fen}`,
        `explain ${uci} json fen ${fenBefore(game, ply)}`, `eval json fen ${fen}`, `threats json fen ${fen}`]);
    await page.evaluate(`go(${ply})`);
    same(await page.$$eval('#board .by-best', nodes => nodes.map(node => node.dataset.arrow)),
        (game.plies[ply]?.line ?? []).slice(0, 1).map(best => best.uci.slice(0, 4)), 'the arrow of the best move');

    await press(page, 'a');
    const shown = await numbers(page);
    for (const { square: name, white, black } of map.squares) {
        same([shown[name]?.white ?? '0', shown[name]?.black ?? '0'], [`${white.count}`, `${black.count}`], `attackers of ${name}`);
        counts.squares++;
    }
    await press(page, 'a');
    same(await numbers(page), {}, 'attacks switched off');

    await page.click(`[data-square=${square}]`);
    same(await arrows(page), attackers.attackers.map(a => `${a.color} ${a.square}${square} ${a.state === 'behind'}`)
        .sort(), `arrows to ${square}`);
    const about = await textOf(page, '#about-board');
    for (const { type, square: from, before } of attackers.attackers)
        need(about.includes(`${type} ${from}${before ? ' behind ' : ''}`), `${type} ${from} is not in: ${about}`);
    await page.click(`[data-square=${square}]`);

    await press(page, 'c');
    const changed = await page.$$eval('#board .changed', nodes => nodes.map(node => node.dataset.square).sort());
    same(changed, [...new Set(explained.deltas.flatMap(delta => [...delta.lost, ...delta.gained]))].sort(), 'squares changed');
    counts.changes += changed.length;
    const change = await textOf(page, '#about-board');
    for (const { before: old, after: man, ...squares } of explained.deltas.filter(delta => delta.before?.square === delta.after?.square))
        for (const [kind, opens] of [['gained', 'opens'], ['lost', 'closes']])
            same(change.includes(`A line ${opens} for ${man.type} ${man.square}: ${squares[kind].join(' ')}`), squares[kind].length > 0, `a line that ${opens}`);
    await press(page, 'n');
    same(await page.$$eval('#board .changed', nodes => nodes.length), 0, 'the network instead of the changes');
    const pieces = await page.$$eval('#board .contribution', nodes => nodes
        .map(node => [node.dataset.square, node.textContent]).sort());
    const tenths = number => {
        const size = (Math.abs(number) / 100).toFixed(1);
        return size === '0.0' ? size : `${number < 0 ? '−' : '+'}${size}`;
    };
    same(pieces, network.map(([name, number]) => [name, tenths(number)]).sort(), 'contributions');
    same(network.map(([name, number]) => [name, number]).sort(), evaluation.network.pieces.map(piece => [piece.man.square, piece.contribution]).sort(),
        'contributions as the engine has them');
    counts.networks += pieces.length;
    await press(page, 'n', 't');
    const listed = await page.$$eval('#about-board li', nodes => nodes.map(node => node.textContent).sort());
    same(listed, threats.map(threat => threat.text).sort(), 'threats in words');
    const targets = threatList.threats
        .map(t => `${t.by} ${t.man.square} ${t.targets.map(target => target.square).sort()}`).sort();
    same(threats.map(t => `${t.side} ${t.from} ${[...t.to].sort()}`).sort(), targets, 'threats as the engine has them');
    const drawn = await arrows(page);
    for (const { side, kind, from, to } of threats)
        need(to.some(target => drawn.includes(`${side} ${from}${target} ${kind === 'pin'}`)), `no arrow from ${from} to ${to}`);
    same(drawn.length > 0, threats.length > 0, 'arrows');
    counts.threats += threats.length;
    await press(page, 't');
}

// --- controls -----------------------------------------------------------------------------------

async function checkButtons(page, game) {
    setPlace('buttons');
    const last = game.plies.length;
    await press(page, 'Home');
    for (const [selector, wanted] of [['#forward', 1], ['#forward', 2], ['#back', 1], ['#last', last], ['#first', 0], ['#back', 0]]) {
        await page.click(selector);
        same(await plyOf(page), wanted, `the ply after ${selector}`);
    }
    for (const [key, wanted] of [['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['End', last], ['ArrowRight', last], ['Home', 0], ['ArrowLeft', 0]]) {
        await press(page, key);
        same(await plyOf(page), wanted, `the ply after ${key}`);
    }
    for (const turn of [() => page.click('#flip'), () => press(page, 'f')])
        for (const [corner, pressed] of [['h1', 'true'], ['a8', 'false']]) {
            await turn();
            same(await attribute(page, '#flip', 'aria-pressed'), pressed, 'flipped');
            same(await attribute(page, '#squares [role=gridcell]', 'data-square'), corner, 'the upper left corner');
            same(await drawnBoard(page), game.start.split(' ')[0], 'the board flipped');
        }
    for (const [name, key] of [['attacks', 'a'], ['threats', 't'], ['changes', 'c'], ['network', 'n'], ['who', 'w'], ['loose', 'l'], ['pins', 'i'], ['motifs', 'k']])
        for (const turn of [() => page.click(`#show-${name}`), () => press(page, key)])
            for (const pressed of ['true', 'false']) {
                await turn();
                same(await attribute(page, `#show-${name}`, 'aria-pressed'), pressed, name);
            }
}

const isFault = ply => ply.mark !== null && !['book', 'only'].includes(ply.mark);

async function checkMarked(page, game) {
    setPlace('marked moves');
    const marked = game.plies.map((ply, i) => isFault(ply) ? i + 1 : 0).filter(Boolean);
    need(marked.length > 1, 'hardly a move is marked');
    same(await page.$$eval('#curve .mark', nodes => nodes.map(node => Number(node.dataset.ply))), marked, 'marks of the curve');
    await press(page, 'Home');
    for (const ply of marked) {
        await press(page, 'm');
        same(await plyOf(page), ply, 'the ply after m');
        const panel = await textOf(page, '#panel'), data = game.plies[ply - 1];
        for (const text of [data.san, ...data.sentences, data.best ? 'Better' : 'line', 'What follows']
            .filter(text => text !== 'What follows' || data.reply.length))
            need(panel.includes(text), `'${text}' is not in the panel: ${panel}`);
        counts.marks++;
    }
    await page.click('#previous-mark');
    same(await plyOf(page), marked.at(-2), 'the mark before');
    await page.click('#next-mark');
    same(await plyOf(page), marked.at(-1), 'the next mark');
    await press(page, 'Home');
    await page.click('.moment');
    need(marked.includes(await plyOf(page)), 'a moment leads to no marked move');
    same(await page.$$eval('#moves .move', nodes => nodes.map(node => node.querySelector('.san').firstChild.data)),
        game.plies.map(ply => ply.san), 'the list of moves');
    await page.click('#moves [data-ply="5"]');
    same(await plyOf(page), 5, 'a move clicked');
    const line = await page.$('.line-move[data-at="2"]');
    await line.click();
    need((await textOf(page, '#panel')).includes('a line, not the game'), 'a click on a line');
    await page.click('#leave-line');
    same(await page.$('.line-move[aria-current]'), null, 'the way back to the game');
}

// In the exercise of a marked move, drags a wrong move, then the best move. Then gives up a second exercise.
async function checkExercise(page, game, ply) {
    setPlace('an exercise');
    const position = positionsOf(game)[ply - 1], [best] = game.plies[ply - 1].line, panel = () => textOf(page, '#panel');
    const drag = async (from, to) => {
        const middles = await page.evaluate((...names) => names.map(name => {
            const { x, y, width, height } = document.querySelector(`#squares [data-square=${name}]`).getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }), from, to);
        await page.mouse.move(...middles[0]);
        await page.mouse.down();
        await page.mouse.move(...middles[1], { steps: 3 });
        await page.mouse.up();
    };
    await page.evaluate(`go(${ply})`);
    await page.click('#quiz');
    same(await drawnBoard(page), makeBoardFen(position.board), 'the board of the exercise');
    need((await panel()).startsWith('Find a better move than') && !await page.$('.by-best'), `an exercise says ${await panel()}`);
    const others = [...position.allDests()].flatMap(([from, squares]) => [...squares].map(to => makeSquare(from) + makeSquare(to))).filter(uci => uci !== best.uci);
    await drag(others[0].slice(0, 2), others[0].slice(2));
    need(/Try again/.test(await panel()), `${others[0]} is answered by ${await panel()}`);
    await drag(best.uci.slice(0, 2), best.uci.slice(2, 4));
    need((await panel()).startsWith(`${best.san} is the move.`), `${best.uci} is answered by ${await panel()}`);
    position.play(normalizeMove(position, parseUci(best.uci)));
    same(await drawnBoard(page), makeBoardFen(position.board), 'the board after the better move');
    await page.evaluate(`go(${ply}); ask(${ply}); $('promotion').hidden = false; cancel()`); // Esc closes the choice of a promotion only
    await page.click('#panel .link:last-child');
    same([await plyOf(page), await page.$eval('#quiz', node => node.textContent)], [ply, 'Find the better move'], 'the way out');
}

async function checkCurve(page, game) {
    setPlace('the curve');
    const last = game.plies.length, curve = await page.$('#curve');
    await curve.scrollIntoView();
    const { x, y, width, height } = await curve.boundingBox();
    const at = ply => [x + 5 + (width - 10) * ply / last, y + height / 2];
    for (const ply of [0, 10, 33, last]) {
        await page.mouse.click(...at(ply));
        same(await plyOf(page), ply, 'the ply clicked');
    }
    await page.mouse.move(...at(20));
    await page.mouse.down();
    for (const ply of [21, 40, 12]) {
        await page.mouse.move(...at(ply));
        same(await plyOf(page), ply, 'the ply dragged to');
    }
    await page.mouse.move(x + width + 300, y + 20);
    same(await plyOf(page), last, 'the ply dragged beyond the end');
    await page.mouse.up();
    await page.mouse.move(...at(3));
    same(await plyOf(page), last, 'the ply after letting go');
    await curve.focus();
    for (const [key, wanted] of [['Home', 0], ['ArrowUp', 1], ['ArrowRight', 2], ['PageUp', 12], ['ArrowDown', 11],
        ['PageDown', 1], ['ArrowLeft', 0]]) {
        await press(page, key);
        same(await plyOf(page), wanted, `the ply after ${key} on the curve`);
    }
    const points = await page.$eval('#curve .line', path => path.getAttribute('d').slice(1).split(' L')
        .map(point => point.split(' ').map(Number)));
    const known = [game.first, ...game.plies.map(ply => ply.eval)];
    same(points.length, known.length, 'points of the curve');
    known.forEach(({ win }, ply) => need(Math.abs(points[ply][1] - (6 + (height - 26) * (1 - win / 100))) < 0.1 &&
        Math.abs(points[ply][0] - (at(ply)[0] - x)) < 1,
        `ply ${ply} of the curve is at ${points[ply]}, with ${win} in ${width} by ${height}`));
    await press(page, 'End');
    need((await attribute(page, '#curve', 'aria-valuetext')).startsWith(`${Math.ceil(last / 2)}`),
        'the text of the slider');
}

// The Tab key reaches every control. Arrow keys go through the moves, unless the Tab key has reached a square.
async function checkTab(page) {
    setPlace('the keyboard alone');
    await page.evaluate('document.activeElement.blur(); go(9)');
    const reached = new Set();
    for (let i = 0; i < 60; i++) {
        await press(page, 'Tab');
        reached.add(await page.evaluate(() => {
            const node = document.activeElement;
            return node.id || node.dataset.square && 'square' || node.classList.item(0) || node.tagName;
        }));
    }
    for (const wanted of ['first', 'back', 'forward', 'last', 'flip', 'show-attacks', 'show-threats', 'show-changes',
        'show-network', 'square', 'curve', 'move', 'line-move', 'SUMMARY'])
        need(reached.has(wanted), `Tab does not reach ${wanted}, but ${[...reached]}`);
    await page.focus('[role=gridcell][tabindex="0"]');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowLeft');
    same(await page.evaluate('document.activeElement.dataset.square'), 'b8', 'the square reached by arrows');
    await press(page, 'Enter');
    need((await textOf(page, '#about-board')).includes('Who attacks b8'), 'Enter on a square');
    same(await plyOf(page), 9, 'the ply while squares are walked');
    await press(page, 'Escape');
    same(await page.$$eval('#board .chosen-square', nodes => nodes.length), 0, 'Escape');
    await page.click('[data-square=e4]');
    need(await page.evaluate('document.activeElement.dataset.square') !== 'e4', 'a click takes the focus to the board');
    await page.click('[data-square=e4]');
    await page.focus('#moves [tabindex="0"]');
    await press(page, 'ArrowRight');
    same(await page.evaluate('document.activeElement.dataset.ply'), '10', 'the focus in the list of moves');
}

// --- how it looks -------------------------------------------------------------------------------

const WIDTHS = [320, 360, 390, 480, 600, 768, 895, 896, 1024, 1280, 1600];

async function checkWidths(page, state) {
    for (const width of WIDTHS) {
        setPlace(`${state}, ${width} pixels`);
        await page.setViewport({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        need(wide <= width, `it is ${wide} wide`);
        counts.widths++;
    }
    await page.setViewport({ width: 1280, height: 900 });
}

// Returns the brightness of the page and of its text, each from 0 to 255.
const brightness = page => page.evaluate(() => ['backgroundColor', 'color'].map(name => {
    const [red, green, blue] = getComputedStyle(document.documentElement)[name].match(/\d+/g).map(Number);
    return (2 * red + 5 * green + blue) / 8;
}));

async function checkLooks(address, faulty) {
    for (const scheme of ['light', 'dark'])
        for (const width of [390, 1280]) {
            const page = await open(address, { width, scheme });
            const state = `${scheme}, ${width} pixels`;
            const [back, text] = await brightness(page);
            need(scheme === 'dark' ? back < 60 && text > 200 : back > 200 && text < 60, `${state}: brightness ${back}, ${text}`);
            await checkAxe(page, `${state}, start`);
            await page.evaluate(`go(${faulty}); toggle('attacks'); toggle('threats'); choose(28)`);
            await checkAxe(page, `${state}, attacks`);
            await page.evaluate(`toggle('network'); enterLine('reply', 1)`);
            await checkAxe(page, `${state}, a line`);
            await page.close();
        }
}

async function checkPrint(page, game) {
    setPlace('printed');
    const pdf = await page.pdf({ format: 'A4' });
    need(pdf.length > 20000, `a PDF of ${pdf.length} bytes`);
    await page.emulateMediaType('print');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const seen = await page.evaluate(() => ({
        app: document.getElementById('app').checkVisibility(),
        text: document.querySelector('#document .current').innerText,
        curves: document.querySelectorAll('#document .curve-picture').length,
        boards: document.querySelectorAll('#document .current .board-picture').length,
        marked: document.querySelectorAll('#document .current .marked').length,
        shown: [...document.querySelectorAll('#document article')].filter(node => node.checkVisibility()).length,
    }));
    same([seen.app, seen.curves, seen.boards, seen.shown], [false, 1, seen.marked, 1], 'what is printed');
    need(seen.marked > 1, 'hardly a marked move is printed');
    checkDocument(game, seen.text);
    await page.emulateMediaType(null);
}

// Fails unless the text of a game has all moves and sentences.
function checkDocument(game, text) {
    const plain = text.replace(/\s+/g, ' ');
    let at = 0;
    for (const { san } of game.plies) {
        at = plain.indexOf(san, at);
        need(at >= 0, `${san} is not in the text`);
    }
    for (const sentence of game.plies.flatMap(ply => ply.sentences))
        need(plain.includes(sentence.replace(/\s+/g, ' ')), `'${sentence}' is not in the text`);
}

async function checkWithoutScripts(address, list) {
    const page = await open(address, { scripts: false });
    const seen = await page.evaluate(() => ({
        app: document.getElementById('app').checkVisibility(), title: document.title,
        texts: [...document.querySelectorAll('article')].map(node => node.checkVisibility() ? node.innerText : ''),
    }));
    setPlace('without JavaScript');
    same([seen.app, seen.texts.length], [false, list.length], 'what is shown');
    list.forEach((game, i) => checkDocument(game, seen.texts[i]));
    await checkWidths(page, 'without JavaScript');
    await page.close();
}

// --- strangers' text ------------------------------------------------------------------------------

// The values of a tag in the PGN file, in the file's order. U+2028 does not end a line.
const rawTags = name => readFileSync(games, 'utf8').split('\n').filter(line => line.startsWith(`[${name} "`))
    .map(line => line.slice(name.length + 3, -2).replace(/\\(["\\])/g, '$1'));

async function checkHostile(page, list) {
    const number = list.findIndex(game => game.event.includes('<script>'));
    setPlace('a game with hostile tags');
    need(number >= 0, 'there is none');
    await openGame(page, list, number);
    const [white, black, event, site] = ['White', 'Black', 'Event', 'Site'].map(name => rawTags(name)[number]);
    need((await textOf(page, '#players')).startsWith(`${white}\u00a0– ${black}`), 'the players');
    need((await textOf(page, '#event')).startsWith(`${event} · ${site}`), 'the event');
    need(white.includes('\u2028'), 'no line separator');
    const article = await page.$eval('#document .current', node => node.textContent);
    for (const text of [white, black, event, site])
        need(article.includes(text), `${text} is not in the text`);
    await press(page, 'ArrowRight');
    need((await textOf(page, '#panel')).includes(`</p><script>document.title = 'comment ran'</script>`), 'a comment');
    same(await page.$$eval('img, b b, article script, #app script, [onload], [onerror], svg svg', nodes =>
        nodes.length), 0, 'elements of strangers');
    need(!(await page.title()).includes('ran'), `the title is ${await page.title()}`);
    const places = await page.evaluate(() => ['article', 'script'].map(tag => document.querySelectorAll(`${tag}.game`).length));
    same(places, [list.length, list.length], 'articles and data');
}

// Names may be in Hebrew or Arabic, with direction characters, or without a break. Such names do not move the text
// after them, and do not widen the page.
async function checkNames() {
    const names = `file://${pages}/names.html`;
    for (const scripts of [true, false]) {
        const page = await open(names, { scripts });
        const count = await page.$$eval('article.game', nodes => nodes.length);
        for (let index = -1; index < count; index++) {
            if (scripts && index >= 0) {
                await page.goto(`${names}#game-${index + 1}`);
                await page.waitForFunction(`view.number === ${index}`);
            }
            setPlace(`names, game ${index + 1}, ${scripts ? 'with' : 'without'} scripts`);
            const places = await page.$$eval('#index-list a, #players, #document h2', nodes => nodes
                .filter(node => node.checkVisibility() && node.textContent).map(node => [...node.childNodes].map(child => {
                    const range = document.createRange();
                    range.selectNodeContents(child);
                    const { left, top, bottom } = range.getBoundingClientRect();
                    return { text: child.textContent, left, middle: (top + bottom) / 2, top, bottom };
                }).filter(({ top, bottom }) => bottom > top))); // a blank where a line breaks has no place
            need(scripts || places.length === count, `${places.length} heads`);
            for (const row of places)
                row.slice(1).forEach((part, i) => need(part.top > row[i].top + 5 || part.left >= row[i].left,
                    `'${part.text}' stands before '${row[i].text}'`));
            counts.names += places.length;
            await page.setViewport({ width: 1400, height: 1000 });
            need(await page.$eval('#show-best', node => node.getBoundingClientRect().bottom <= 1000), 'the buttons are below the edge');
            await checkWidths(page, `names, game ${index + 1}, ${scripts ? 'with' : 'without'} scripts`);
            if (!scripts)
                break;
        }
        await page.close();
    }
}

// If a stranger's markup came into the page, the page's content policy would forbid its scripts.
async function checkPolicy(page) {
    setPlace('the policy of the page');
    page.allowed = true;
    const ran = await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        document.body.insertAdjacentHTML('beforeend',
            '<p id="styled" style="color: rgb(1, 2, 3)" onclick="window.ran = true">x</p>');
        document.getElementById('styled').click();
        return [window.ran ?? false, getComputedStyle(document.getElementById('styled')).color === 'rgb(1, 2, 3)'];
    });
    same(ran, [false, false], 'a script and a style that come later');
}

// --- games ------------------------------------------------------------------------------------

async function checkIndex(page, list) {
    setPlace('the index');
    const entries = await page.$$eval('#index-list a', links => links
        .map(link => [link.getAttribute('href'), link.textContent]));
    same(entries.map(([href]) => href), list.map(game => `#game-${game.number}`), 'its links');
    await checkAxe(page, 'the index');
    await checkWidths(page, 'the index');
    await page.click('#index-list li:nth-child(2) a');
    await page.waitForSelector('#players', { visible: true });
    same(await page.$$eval('#moves .move', nodes => nodes.length), list[1].plies.length,
        'the moves of the second game');
    await page.click('#next-game');
    await page.waitForFunction(`view.number === 2`);
    await page.click('#previous-game');
    await page.waitForFunction(`view.number === 1`);
    await page.click('#all-games');
    await page.waitForSelector('#index-list', { visible: true });
    same(await page.$eval('#game', node => node.checkVisibility()), false, 'the game behind the index');
}

async function checkHead(page, game) {
    setPlace('the head');
    const head = await textOf(page, 'header');
    for (const text of [game.white, game.black, game.event, game.site, game.date, game.opening.eco,
        game.opening.name, game.summary,
        ...game.sides.flatMap(side => [`${side.accuracy.toFixed(1)} %`, `${side.blunders} blunder`, ...side.phases
            .filter(phase => phase.accuracy !== null).map(phase => phase.name)])])
        need(head.includes(text), `'${text}' is not in: ${head}`);
    const clocks = await page.evaluate(() => { go(4); return [...document.querySelectorAll('.player .clock')]
        .map(node => node.textContent); }); // eslint-disable-line no-undef
    need(clocks.every(clock => /^\d:\d\d:\d\d$/.test(clock)), `clocks ${clocks}`);
}

// --- all --------------------------------------------------------------------------------------

setPlace('all');
need(statSync(`${pages}/one.html`).size < 400000, 'a page of one game is large');
let page = await open(ONE);
const [game] = await readGames(page);
const faulty = game.plies.findIndex(isFault) + 1;
await checkHead(page, game);
await checkButtons(page, game);
await checkBoards(page, game);
await checkMarked(page, game);
await checkExercise(page, game, game.plies.findIndex(ply => isFault(ply) && ply.line[0]?.uci.length === 4) + 1);
await checkCurve(page, game);
await checkTab(page);
await checkLines(page, game, 8);
for (const ply of somePlies(game, 6))
    await checkOverlays(page, game, ply);
await page.evaluate(`go(${faulty}); toggle('threats'); choose(28); enterLine('better', 1)`);
await checkWidths(page, 'a game');
await checkPrint(page, game);
await checkPolicy(page);
await page.close();

await checkLooks(ONE, faulty);
page = await open(GAMES);
const list = await readGames(page);
await checkIndex(page, list);
for (let index = 1; index < list.length; index++) {
    const other = list[index];
    await openGame(page, list, index);
    await checkBoards(page, other);
    await checkLines(page, other, 6);
    for (const ply of somePlies(other, 10))
        await checkOverlays(page, other, ply);
    setPlace(`game ${other.number}`);
    same(await textOf(page, '#error'), other.error ?? '', 'its error');
}
await checkHostile(page, list);
await checkNames();
await page.close();
await checkWithoutScripts(GAMES, list);

console.log(counts);
need(counts.plies > 150 && counts.lines > 100 && counts.changes > 100 && counts.networks > 200 &&
    counts.threats > 10 && counts.marks > 1 && counts.widths > 60 && counts.names > 8, 'too little seen');
await browser.close();

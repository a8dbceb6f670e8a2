// node page.mjs PAGE BROWSER...
//
// PAGE, the file of `make page`, opened from the disk in each browser, with an engine that listens while it works (JSPI) and
// with one that does not: its boards against a rules library (chessops), its controls by mouse and keys, axe.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import { launch, withoutJspi } from './browsers.mjs';
import { need, setPlace } from './checks.mjs';

const MATED = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

// withAxe: is it checked by axe?
async function checkPage(browser, address, listens, withAxe) {
    const page = await browser.newPage(), faults = [];
    page.on('console', message => faults.push(message.text()));
    page.on('pageerror', error => faults.push(error.message));
    page.on('dialog', dialog => faults.push('a dialog', dialog.dismiss()));
    page.on('request', request => /^(file|blob|data):/.test(request.url()) || faults.push(request.url()));
    await page.setViewport({ width: 390, height: 844 });
    if (!listens)
        await page.evaluateOnNewDocument(withoutJspi);
    await page.goto(address);
    const until = (test, ...given) => page.waitForFunction(test, { timeout: 60000 }, ...given)
        .catch(() => need(false, `the page does not come to ${test} ${given}`));
    const click = (...selectors) => page.evaluate(all => all.forEach(one => document.querySelector(one).click()), selectors);
    const enter = text => page.evaluate(value => {
        document.getElementById('text').value = value;
        document.getElementById('entry').requestSubmit();
    }, text);
    const shows = fen => until(wanted => document.getElementById('fen').textContent === wanted, fen);
    const searches = text => until(wanted => document.querySelector('#lines li')?.textContent.includes(wanted), text);
    const complains = text => until(wanted => document.getElementById('error').textContent.includes(wanted), text);
    const position = Chess.default(), after = uci => (position.play(parseUci(uci)), makeFen(position.toSetup()));

    await until(() => document.querySelectorAll('#lines li').length === 3);
    const [drawn, line] = await page.evaluate(() => [document.querySelector('.arrow.by-best').dataset.arrow,
        document.querySelector('#lines li').textContent]);
    need(position.isLegal(parseUci(drawn)) && line.split('–')[0].endsWith(drawn.slice(0, 2)) && line.split('–')[1].startsWith(drawn.slice(2)),
        `the arrow of ${line} is ${drawn}`);
    await click('button[data-square=e2]');
    const aims = await page.$$eval('.target', marks => marks.map(mark => mark.dataset.square).sort().join());
    need(aims === 'e3,e4', `from e2 one may go to ${aims}`);
    await click('button[data-square=e4]');
    await shows(after('e2e4'));
    await searches('1... ');
    await enter('Nf6');
    await shows(after('g8f6'));
    await enter('Ke5');
    await complains('Ke5');
    await page.keyboard.press('Home');
    await shows(makeFen(Chess.default().toSetup()));
    await page.keyboard.press('End');
    await shows(makeFen(position.toSetup()));
    await click('#show-threats', '#show-network');
    await until(() => /Threats.*Network/.test(document.getElementById('about-board').textContent));
    await page.reload();
    await shows(makeFen(position.toSetup()));
    await searches('2. ');
    if (withAxe) {
        await page.evaluate(axe);
        const found = await page.evaluate(() => self.axe.run().then(({ violations }) => violations.map(one => one.id)));
        need(!found.length, `axe finds ${found}`);
    }
    need(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than a phone');
    await click('#pause');
    const speed = await page.$eval('#speed', node => node.textContent);
    await pause(500);
    need(await page.$eval('#speed', node => node.textContent) === speed, 'the engine goes on in a pause');
    await click('#pause');
    await enter('r3k2r/P7/8/8/8/8/1p6/R3K2R w KQkq - 0 1');
    await until(() => document.getElementById('fen').textContent.startsWith('r3k2r/P7'));
    await until(() => document.querySelector('#lines li')?.textContent.includes('1. '));
    await enter('O-O');
    await shows('r3k2r/P7/8/8/8/8/1p6/R4RK1 b kq - 1 1');
    await click('button[data-square=b2]');
    await until(() => document.querySelectorAll('.target').length === 2);
    await click('button[data-square=a1]');
    await page.$$eval('#promotion button', buttons => buttons.find(button => button.textContent === 'Knight').click());
    await shows('r3k2r/P7/8/8/8/8/8/n4RK1 w kq - 0 2');
    await enter(MATED);
    await complains('checkmate');
    await enter('<i>e4');
    await complains("'<i>e4'");
    for (const hostile of ['<img src=x onerror=alert(1)>/8 w', '8/8/8/8/8/8/8/8 w - - 0 1', `${'/'.repeat(100000)}`]) {
        await enter(hostile);
        await complains('FEN');
    }
    need(!faults.length, `the page says ${faults}`);
    await page.close();
}

const [file, ...browsers] = process.argv.slice(2);
for (const executablePath of browsers) {
    const browser = await launch(executablePath);
    for (const listens of [true, false]) {
        setPlace(`${await browser.version()}${listens ? '' : ' without JSPI'}`);
        await checkPage(browser, pathToFileURL(file).href, listens, !executablePath.includes('firefox') && listens);
    }
    await browser.close();
}
process.exit(0);

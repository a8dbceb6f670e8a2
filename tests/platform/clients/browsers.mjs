// Starts browsers for the tests of pages, and checks pages with axe.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import puppeteer from 'puppeteer-core';
import { need } from './checks.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// A browser that ends with this process.
export async function launch(executablePath) {
    const firefox = executablePath.includes('firefox');
    const browser = await puppeteer.launch({
        timeout: 0, protocolTimeout: 3600000, executablePath, browser: firefox ? 'firefox' : 'chrome', args: firefox ? [] : ['--no-sandbox'],
    });
    process.on('exit', () => browser.process()?.kill());
    return browser;
}

// A page under test, and how a reader uses it.
export class Reader {
    // before: [function, argument] to call in the page before the page's scripts; null: nothing.
    static async open(browser, address, before = null) {
        const reader = new this(), context = reader.context = await browser.createBrowserContext(); // its own storage
        const page = reader.page = await context.newPage();
        reader.faults = [];
        page.on('console', message => reader.faults.push(message.text()));
        page.on('pageerror', error => reader.faults.push(error.message));
        page.on('dialog', dialog => reader.faults.push('a dialog', dialog.dismiss()));
        page.on('request', request => /^(file|blob|data):/.test(request.url()) || reader.faults.push(request.url()));
        page.setDefaultTimeout(0);
        await page.setViewport({ width: 390, height: 844 });
        if (before)
            await page.evaluateOnNewDocument(...before);
        await page.goto(address);
        return reader;
    }

    until(test, ...given) {
        return this.page.waitForFunction(test, { timeout: 120000 }, ...given)
            .catch(error => need(false, `the page does not come to ${test} ${given}: ${error.message}; it says ${this.faults}`));
    }

    async close() {
        need(!this.faults.length, `the page says ${this.faults}`);
        await this.context.close();
    }
}

// Fails if axe finds a fault in a page, or looks at hardly anything.
export async function checkAxe(page, where) {
    await page.evaluate(AXE);
    const { passes, violations } = await page.evaluate('axe.run(document)');
    need(passes.length > 15, `${where}: axe looked at ${passes.length} things`);
    need(!violations.length, `${where}: axe finds ${violations.map(({ id, nodes }) => `${id} ${nodes[0].html} ${nodes[0].failureSummary}`)}`);
}

// Scripts for the start of a worker: the first removes JSPI, the second keeps the engine's memory in self.MEMORY.
export const WITHOUT_JSPI = 'delete WebAssembly.Suspending;';
export const WITH_MEMORY = 'WebAssembly.Memory = class extends WebAssembly.Memory { constructor(limits) { super(limits); self.MEMORY = this; } };';

// Runs in a page: inserts a script before the script of each worker.
export function beforeWorkers(text) {
    self.Blob = class extends Blob {
        constructor(parts, options) {
            super(options?.type === 'text/javascript' ? [text, ...parts] : parts, options);
        }
    };
}

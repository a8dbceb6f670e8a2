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

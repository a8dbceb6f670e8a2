// Starts browsers for the tests of pages.

import puppeteer from 'puppeteer-core';

// A browser that ends with this process.
export async function launch(executablePath) {
    const firefox = executablePath.includes('firefox');
    const browser = await puppeteer.launch({
        timeout: 0, protocolTimeout: 3600000, executablePath, browser: firefox ? 'firefox' : 'chrome', args: firefox ? [] : ['--no-sandbox'],
    });
    process.on('exit', () => browser.process()?.kill());
    return browser;
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

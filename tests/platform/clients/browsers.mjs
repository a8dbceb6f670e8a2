// Starting browsers, for the tests of pages.

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

// Takes JSPI from workers, whose text then begins with its end. Runs in a page.
export function withoutJspi() {
    self.Blob = class extends Blob {
        constructor(parts, options) {
            super(options?.type === 'text/javascript' ? ['delete WebAssembly.Suspending;', ...parts] : parts, options);
        }
    };
}

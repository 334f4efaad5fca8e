import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this machine; undefined when there is none. */
export const BROWSER = BROWSERS.find(existsSync);

/** The reason to skip a test that needs a browser; false where there is one. */
export const noBrowser: string | false =
  BROWSER === undefined && `no Chromium found: ${BROWSERS.join(', ')}; Debian's package is called chromium`;

/** Without a network but this machine's, and as root in CI. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts the Chromium of this machine; `await using` closes it. A test file starts one, with a new context for each
 * test. Throws an Error on a machine without Chromium.
 */
export async function startBrowser(options: LaunchOptions = {}): Promise<Browser & AsyncDisposable> {
  if (BROWSER === undefined) throw new Error(String(noBrowser));
  const browser = await chromium.launch({
    ...options,
    executablePath: BROWSER,
    args: [...FLAGS, ...(options.args ?? [])],
  });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

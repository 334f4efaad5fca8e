import type { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { after } from 'node:test';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome'];
/** Without windows a page takes a quarter of the time. */
const BROWSERS = ['chromium-headless-shell', ...WITH_WINDOWS];

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

const BROWSER = onPath(BROWSERS);

/** The one whose tabs hide each other; undefined when there is none. */
export const BROWSER_WITH_WINDOWS = onPath(WITH_WINDOWS);

/** The reason to skip a test that needs a browser; false where there is one. */
export const noBrowser: string | false =
  BROWSER === undefined &&
  `no Chromium on the PATH: ${BROWSERS.join(', ')}; Debian's packages are chromium-headless-shell and chromium`;

/**
 * Without a network but this machine's, and as root in CI. A certificate of a test must hold by a flag: with the option
 * of a context each handshake fails first, and of many at once some give up (ERR_TOO_MANY_RETRIES).
 */
const FLAGS = [
  '--ignore-certificate-errors',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a Chromium; `await using` closes it. Throws an Error on a machine without one. */
export async function startBrowser(options: LaunchOptions = {}): Promise<Browser & AsyncDisposable> {
  if (BROWSER === undefined) throw new Error(String(noBrowser));
  const browser = await chromium.launch({
    executablePath: BROWSER,
    ...options,
    args: [...FLAGS, ...(options.args ?? [])],
  });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

let shared: Promise<{ browser: Browser; hold(): void; release(): void }> | undefined;

/**
 * The Chromium that the test files of this process share, until the `after` of the file. It closes when the process
 * has nothing else to do, and ends with a process that is killed: its pipe breaks.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= startShared();
  const starting = shared;
  after(async () => (await starting).release());
  const { browser, hold } = await starting;
  hold();
  return browser;
}

async function startShared() {
  const spawned = Promise.withResolvers<ChildProcess>();
  const take = (message: unknown) => spawned.resolve((message as { process: ChildProcess }).process);
  channel('child_process').subscribe(take);
  const browser = await startBrowser().finally(() => channel('child_process').unsubscribe(take));
  const child = await spawned.promise;
  // Playwright gives no other way to the handles that keep this process alive.
  const handles = [child, ...(child.stdio as (Socket | null)[])];
  process.once('beforeExit', () => void browser.close());
  let holders = 0;
  return {
    browser,
    hold() {
      holders++;
      for (const handle of handles) handle?.ref();
    },
    release() {
      holders--;
      if (holders > 0) return; // a file holds it for all its tests, of which one has ended
      for (const handle of handles) handle?.unref();
    },
  };
}

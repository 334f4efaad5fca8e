import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { TOKEN } from './servers.ts';

const IN_PAGE = join(import.meta.dirname, 'in-page.js');

/** What in-page.js adds to a page. */
interface InPage {
  bench: { isLoaded(): boolean };
}

/** A tab with an empty cache and storage. */
export interface BenchTab extends AsyncDisposable {
  page: Page;
  devtools: CDPSession;
  /** Goes to an address of the console, such as `/players`, and waits until nothing more is being read. */
  open(path: string): Promise<void>;
  /** Calls a function of in-page.js. */
  ask<Value>(call: string): Promise<Value>;
  untilLoaded(): Promise<void>;
  /** Types the token in. */
  signIn(): Promise<void>;
}

/** Opens a tab on the console of a server. @param signedIn whether the tab has the token already */
export async function openTab(browser: Browser, port: number, signedIn = true): Promise<BenchTab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript({ path: IN_PAGE });
  if (signedIn)
    await page.addInitScript(`sessionStorage.setItem('palatine.token', ${JSON.stringify(TOKEN)})`);
  const tab: BenchTab = {
    page,
    devtools: await context.newCDPSession(page),
    async open(path) {
      await page.goto(`http://127.0.0.1:${port}/console${path}`);
      await tab.untilLoaded();
    },
    ask: (call) => page.evaluate(`bench.${call}`),
    untilLoaded: async () =>
      void (await page.waitForFunction(() => (globalThis as unknown as InPage).bench.isLoaded())),
    async signIn() {
      await page.getByLabel('Token').fill(TOKEN);
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
  return tab;
}

/** Ms between the frames of a page while something is done in it. */
export async function frameTimes(tab: BenchTab, work: () => Promise<void>): Promise<number[]> {
  await tab.ask('startFrames()');
  await work();
  return tab.ask('endFrames()');
}

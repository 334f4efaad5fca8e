import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test as anyTest } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import { BROWSER_WITH_WINDOWS, startBrowser } from '@palatine/testing/browser';
import { startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const skip =
  BROWSER_WITH_WINDOWS === undefined && "no Chromium with windows found; Debian's package is called chromium";

function test(title: string, run: () => Promise<void>): void {
  void anyTest(title, { skip }, run);
}

/**
 * A browser window whose tabs hide each other, as people's do. In the contexts that Playwright makes, and in its own
 * connection, every page is visible always; `noDefaults` leaves the pages of the browser's first window as they are.
 */
async function aWindow(): Promise<{ context: BrowserContext } & AsyncDisposable> {
  assert.ok(BROWSER_WITH_WINDOWS);
  const browser = await startBrowser({
    executablePath: BROWSER_WITH_WINDOWS,
    args: ['--remote-debugging-port=0', '--enable-automation'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const port = await portOf(browser);
  const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const [context] = connected.contexts();
  assert.ok(context);
  return {
    context,
    async [Symbol.asyncDispose]() {
      await connected.close();
      await browser.close();
    },
  };
}

/** The port that a browser has chosen, which it writes into its profile. It says where that is if it is automated. */
async function portOf(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { arguments: given } = await session.send('Browser.getBrowserCommandLine');
  const option = '--user-data-dir=';
  const profile = given.find((argument) => argument.startsWith(option))?.slice(option.length);
  assert.ok(profile);
  const [port = ''] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  return port;
}

const service = await startService();
const window = skip ? undefined : await aWindow();
after(async () => {
  await window?.[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
/** All but the first, without which the window would close. */
afterEach(() => Promise.all((window?.context.pages() ?? []).slice(1).map((page) => page.close())));

/** Opens a tab in front of the others. */
async function openTab(path: string): Promise<Page> {
  assert.ok(window);
  const page = await window.context.newPage();
  await page.addInitScript(
    (secret: string) => sessionStorage.setItem('palatine.token', secret),
    service.token,
  );
  await page.goto(`${service.url}/console${path}`);
  await untilLive(page);
  return page;
}

function untilLive(page: Page): Promise<void> {
  return page.locator('.server-strip[data-live=live]').waitFor();
}

async function untilStreams(Events: number, Positions: number): Promise<void> {
  await until(`${Events} streams of events and ${Positions} of positions`, async () => {
    const { Watchers } = await service.api.getHealthDetails();
    return Watchers.Events === Events && Watchers.Positions === Positions;
  });
}

/** A browser opens six connections to a host: with two streams in each tab the fourth could not even load. */
const TABS = byTier(4, 8);

test('of many tabs each answers when it comes to the front, and only that one holds streams', async () => {
  const tabs: Page[] = [];
  for (let opened = 0; opened < TABS; opened++) {
    tabs.push(await openTab('/map?layers=online'));
    await untilStreams(1, 1);
  }
  for (const tab of tabs) {
    await tab.bringToFront();
    await untilLive(tab);
    await untilStreams(1, 1);
    await tab.getByRole('link', { name: 'Guilds' }).click();
    await tab.getByRole('main').getByRole('row').nth(1).waitFor();
    await untilStreams(1, 0);
  }
});

test('a tab shows what happened while it was hidden', async () => {
  const tab = await openTab('/');
  await tab.getByText('Activity', { exact: true }).waitFor();
  const secondPage = await window?.context.newPage();
  await secondPage?.bringToFront();
  await untilStreams(0, 0);
  await service.api.broadcast({ body: { Message: 'while nobody looked' } });
  await tab.bringToFront();
  await tab.getByText('while nobody looked').first().waitFor();
});

test('a page that was left holds no stream, and is live again after coming back', async () => {
  const tab = await openTab('/map?layers=online');
  await untilStreams(1, 1);
  await tab.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  await tab.goto('data:text/html,elsewhere');
  await untilStreams(0, 0);
  await tab.goBack({ waitUntil: 'commit' });
  await untilLive(tab);
  assert.equal(await tab.locator('html[data-kept]').count(), 1, 'it comes out of the back/forward cache');
  await untilStreams(1, 1);
});

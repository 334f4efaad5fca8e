import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, test as anyTest } from 'node:test';
import { noBrowser, sharedBrowser } from '@palatine/testing/browser';
import { startService, type TestOptions, type TestService } from '@palatine/testing/start-service';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export { noBrowser, sharedBrowser, startBrowser } from '@palatine/testing/browser';

/** A test that needs a browser: skipped where there is none. */
export function test(title: string, run: () => Promise<void>): void {
  void anyTest(title, { skip: noBrowser }, run);
}

/** A picture: one point, red and half transparent. */
export const RED_POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The sizes in which every page is looked at. */
export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Size = keyof typeof SIZES;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export interface Look {
  theme: Theme;
  size: Size;
}
/** Every theme in every size. */
export const LOOKS: readonly Look[] = THEMES.flatMap((theme) =>
  (['desktop', 'phone'] as const).map((size) => ({ theme, size })),
);

/** Where screenshots go, for people to look at: `test-results/` of the checkout, which git ignores. */
const SCREENSHOTS = resolve(import.meta.dirname, '../../../test-results');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface ConsoleOptions {
  size?: Size;
  theme?: Theme;
  locale?: string;
  /** The token of the tab; the administrator's unless given. '' opens the sign-in. */
  token?: string;
}

/** A tab with the console in it, which records everything that should not happen. */
export interface ConsoleTab extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Violations of the content security policy, errors in the browser's console, exceptions: in order. */
  troubles: string[];
  /** Goes to an address of the console, such as `/players`, and waits until it has nothing more to load. */
  open(path: string): Promise<void>;
  /** The same without loading the console again, as a link does; it may still be reading. */
  follow(path: string): Promise<void>;
  /** Waits until a text is there. */
  sees(text: string | RegExp): Promise<void>;
  /** Fails when something should not have happened, or when the page scrolls sideways. */
  assertSound(): Promise<void>;
  /** Fails on what is in the way of assistive technology. */
  assertAccessible(options?: RunOptions): Promise<void>;
  /** Writes `test-results/<name>.png` if `PALATINE_SCREENSHOTS` is set. */
  screenshot(name: string): Promise<void>;
}

type Target = Pick<TestService, 'url' | 'token'>;
/** The service is that of the file unless given. */
export type TabOptions = ConsoleOptions & { service?: Target };

/** Starts a service for the tests of a file, and stops it after the last one. */
export async function startConsole(options?: TestOptions) {
  const service = await startService(options);
  const tabs = await startTabs(service);
  after(() => service[Symbol.asyncDispose]());
  return { service, ...tabs };
}

/** Opens tabs in the browser of the process. Without Chromium the tests of the file are skipped. */
export async function startTabs(target: Target) {
  const browser = (noBrowser ? undefined : await sharedBrowser()) as Browser;
  return {
    browser,
    /** Opens a page of the console in a new tab, signed in. */
    openTab: (path: string, { service = target, ...options }: TabOptions = {}) =>
      openPage(browser, service, path, options),
  };
}

/** Opens a page of the console of a service in a new tab. */
export async function openPage(browser: Browser, service: Target, path: string, options?: ConsoleOptions) {
  const tab = await openConsole(browser, service, options);
  await tab.open(path);
  return tab;
}

/** Opens the console of a service in its own tab, signed in. */
export async function openConsole(
  browser: Browser,
  service: Target,
  { size = 'desktop', theme = 'light', locale = 'en-GB', token = service.token }: ConsoleOptions = {},
): Promise<ConsoleTab> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.stack ?? error.message}`));
  await page.exposeFunction('reportViolation', (text: string) => troubles.push(`policy: ${text}`));
  await page.addInitScript((secret: string) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = globalThis as unknown as { reportViolation(text: string): void };
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
    if (secret !== '') sessionStorage.setItem('palatine.token', secret);
  }, token);

  const tab: ConsoleTab = {
    page,
    context,
    troubles,
    async open(path) {
      await page.goto(`${service.url}/console${path}`);
      await page.locator('#console > *').first().waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    },
    async follow(path) {
      await page.evaluate(async (href) => {
        history.pushState(null, '', href);
        dispatchEvent(new PopStateEvent('popstate'));
        await new Promise(requestAnimationFrame);
      }, `/console${path}`);
    },
    sees: (text) => page.getByText(text).first().waitFor(),
    async assertSound() {
      assert.deepEqual(troubles, []);
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map((each) => `<${each.localName}> is ${each.scrollWidth} px wide in ${each.clientWidth} px`),
      );
      assert.deepEqual(wide, []);
    },
    async assertAccessible(options = {}) {
      if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(`${AXE};0`);
      // The violations alone: all that axe finds in order is megabytes, which cost more than finding it.
      const violations = await page.evaluate(async (given) => {
        const { axe } = globalThis as unknown as { axe: { run(o: object): Promise<AxeResults> } };
        const axeResult = (
          await axe.run({ ...given, resultTypes: ['violations'], preload: { assets: ['media'] } })
        ).violations;
        return axeResult.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
      }, options);
      assert.deepEqual(violations, []);
    },
    async screenshot(name) {
      if (!process.env.PALATINE_SCREENSHOTS) return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
  return tab;
}

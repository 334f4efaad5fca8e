import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, afterEach, test as anyTest } from 'node:test';
import { noBrowser, sharedBrowser } from '@palatine/testing/browser';
import { startService, type TestOptions, type TestService } from '@palatine/testing/start-service';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser } from 'playwright-core';

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
export type ConsoleTab = Awaited<ReturnType<typeof openConsole>>;

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
  /** A plain tab that a test has left, for the next one: it has the scripts of the console already. */
  let idle: ConsoleTab | undefined;
  after(() => idle?.context.close());

  async function takePlainTab(): Promise<ConsoleTab> {
    const tab = idle ?? (await openConsole(browser, target));
    if (idle) tab.page.once('framenavigated', () => tab.troubles.splice(0));
    idle = undefined;
    return tab;
  }

  async function leavePlainTab(tab: ConsoleTab): Promise<void> {
    if (idle) return tab.context.close();
    await tab.page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of ['request', 'dialog', 'download']) tab.page.removeAllListeners(event);
    await tab.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    idle = tab;
  }

  const opened = new Set<ConsoleTab>();
  afterEach(async () => {
    for (const tab of opened) {
      await using left = tab;
      await left.assertSound();
    }
  });

  /**
   * Opens a page of the console in a tab, signed in. It is left after the test, and has to be sound then unless the test
   * disposes of it. A test that changes how pages load has a tab of `openConsole`.
   */
  async function openTab(path: string, { service = target, ...options }: TabOptions = {}) {
    const isPlain = service === target && Object.keys(options).length === 0;
    const plain = isPlain ? await takePlainTab() : await openConsole(browser, service, options);
    await plain.open(path);
    const tab: ConsoleTab = {
      ...plain,
      async [Symbol.asyncDispose]() {
        opened.delete(tab);
        await (isPlain ? leavePlainTab(plain) : plain.context.close());
      },
    };
    opened.add(tab);
    return tab;
  }

  return { browser, openTab };
}

/** Opens the console of a service in its own tab, signed in. */
export async function openConsole(
  browser: Browser,
  service: Target,
  { size = 'desktop', theme = 'light', locale = 'en-GB', token = service.token }: ConsoleOptions = {},
) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: theme, locale });
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

  /** Waits until nothing is being read. */
  async function settled(): Promise<void> {
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  }

  return {
    page,
    context,
    /** Violations of the content security policy, errors in the browser's console, exceptions: in order. */
    troubles,
    /** Takes out of the troubles what the browser says of reads that were answered with 404. */
    forgive404(url = '') {
      const others = troubles.filter(
        (trouble) => !(trouble.includes('status of 404') && trouble.endsWith(url)),
      );
      troubles.splice(0, troubles.length, ...others);
    },
    /** Goes to an address of the console, such as `/players`, and waits until it has nothing more to load. */
    async open(path: string) {
      await page.goto(`${service.url}/console${path}`);
      await page.locator('#console > *').first().waitFor();
      await settled();
    },
    settled,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key);
    },
    /** Types a text, and Enter. */
    async enter(text: string) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    async signIn(secret: string) {
      await page.getByLabel('Token').fill(secret);
      await page.keyboard.press('Enter');
    },
    /** Presses Escape, and waits until no dialog is open. */
    async closeDialog() {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    /** Goes to an address without loading the console again, as a link does; it may still be reading. */
    async follow(path: string) {
      await page.evaluate(async (href) => {
        history.pushState(null, '', href);
        dispatchEvent(new PopStateEvent('popstate'));
        await new Promise(requestAnimationFrame);
      }, `/console${path}`);
    },
    /** Waits until a text is there. */
    sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    /** Fails when something should not have happened, or when the page scrolls sideways. */
    async assertSound() {
      assert.deepEqual(troubles, []);
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(
            (element) =>
              `<${element.localName}> is ${element.scrollWidth} px wide in ${element.clientWidth} px`,
          ),
      );
      assert.deepEqual(wide, []);
    },
    /** Fails on what is in the way of assistive technology. */
    async assertAccessible(options: RunOptions = {}) {
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
    /** Writes `test-results/<name>.png` if `PALATINE_SCREENSHOTS` is set. */
    async screenshot(name: string) {
      if (!process.env.PALATINE_SCREENSHOTS) return;
      mkdirSync(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

import { after, before } from 'node:test';
import { startService, type TestService } from '@palatine/testing/start-service';
import {
  type ConsoleTab,
  noBrowser,
  openConsole,
  SIZES,
  type Size,
  startTabs,
  type Theme,
  test,
} from './console.ts';
import { startFullService } from './full-service.ts';
import { type HeldAnswers, holdAnswers } from './held-answers.ts';
import { EMPTY_VIEWS, STATES, UNKNOWN_VIEWS, VIEWS, type View, type ViewState } from './views.ts';

/** A page that was left longer ago than this shows nothing of what it had. */
const FORGOTTEN_MS = 61_000;

interface Tab extends ConsoleTab {
  /** How many views it has left. */
  left: number;
  size: Size;
  answers: HeldAnswers;
}

/** In which themes a state is looked at in a size, and whether axe looks too. */
export interface StateChecks {
  themes(size: Size, state: ViewState, view: View): readonly Theme[];
  accessible(size: Size, state: ViewState, theme: Theme): boolean;
}

/** Tests every view in every state that the checks name, over a full world and over a fresh one. */
export async function testViewStates(checks: StateChecks): Promise<void> {
  const full = await startFullService();
  const startedAtMs = Date.now();
  /** Nobody has done anything here. */
  const fresh = await startService();
  const { browser } = await startTabs(fresh);
  let tabs: Tab[] = [];
  let freshTabs: Tab[] = [];
  before(async () => {
    if (noBrowser) return;
    const sizes = Object.keys(SIZES) as Size[];
    tabs = await Promise.all(sizes.map((size) => openHeld(full.service, size)));
    freshTabs = await Promise.all(sizes.map((size) => openHeld(fresh, size)));
  });
  after(() => Promise.all([full.service[Symbol.asyncDispose](), fresh[Symbol.asyncDispose]()]));

  async function openHeld(service: TestService, size: Size): Promise<Tab> {
    const tab = await openConsole(browser, service, { size });
    await tab.open('/system');
    await tab.page.emulateMedia({ reducedMotion: 'reduce' }); // contrasts are those of what has come to rest
    const answers = await holdAnswers(tab.page);
    return { ...tab, size, answers, left: 0 };
  }

  /** Waits until the page shows a state, and holds it against what is true of every page. */
  async function showsSoundly(tab: Tab, view: View, state: ViewState): Promise<void> {
    const { name, states } = view;
    const { shows, lacks } = states?.[state] ?? STATES[state];
    await tab.page.waitForFunction(
      ([expected, unwanted]) => {
        const has = (selector: string) =>
          [...document.querySelectorAll(`main :is(${selector})`)].some((element) =>
            element.checkVisibility(),
          );
        return has(expected) && !has(unwanted);
      },
      [shows, lacks] as const,
    );
    for (const theme of checks.themes(tab.size, state, view)) {
      await tab.page.emulateMedia({ colorScheme: theme });
      tab.answers.forgive(tab.troubles); // the browser may speak of a failure when the page has gone on
      await tab.assertSound();
      if (checks.accessible(tab.size, state, theme)) await tab.assertAccessible();
      await tab.screenshot(`${name}-${state}-${theme}-${tab.size}`);
    }
  }

  for (const view of VIEWS) {
    test(`${view.name} is sound and accessible while it is read, when that fails, and when it is there`, async () => {
      const path = view.path(full);
      await Promise.all(
        tabs.map(async (tab) => {
          tab.answers.pass();
          await tab.follow('/nowhere');
          tab.left += 1;
          await tab.page.clock.setFixedTime(startedAtMs + tab.left * FORGOTTEN_MS); // what other views have read
          tab.troubles.length = 0;
          const { size } = tab;
          if (view.asksFirst !== true && checks.themes(size, 'failed', view).length > 0) {
            tab.answers.hold();
            await tab.follow(path);
            await showsSoundly(tab, view, 'loading');
            tab.answers.fail();
            await showsSoundly(tab, view, 'failed');
            tab.answers.pass();
            await tab.follow('/nowhere');
          }
          await tab.follow(path);
          await showsSoundly(tab, view, 'full');
        }),
      );
    });
  }

  /** Shows a view, and holds it against what is true of every page. */
  async function looksSound(inTabs: readonly Tab[], view: View, state: ViewState): Promise<void> {
    await Promise.all(
      inTabs
        .filter(({ size }) => checks.themes(size, state, view).length > 0)
        .map(async (tab) => {
          tab.answers.pass();
          await tab.follow('/nowhere');
          tab.troubles.length = 0;
          await tab.follow(view.path(full));
          await showsSoundly(tab, view, state);
        }),
    );
  }

  for (const view of EMPTY_VIEWS) {
    test(`${view.name} says that there is nothing, and is sound and accessible`, () =>
      looksSound(freshTabs, view, 'empty'));
  }

  for (const view of UNKNOWN_VIEWS) {
    test(`${view.name} says what the save does not know, and is sound and accessible`, () =>
      looksSound(tabs, view, 'unknown'));
  }
}

import assert from 'node:assert/strict';
import { ALL_ROUTES, mayCall, permissionsOf, type RouteShape } from '@palatine/contract';
import type { Page } from 'playwright-core';
import { ACTION_IDS, ACTIONS } from '../src/actions/action-table.ts';
import { PAGES } from '../src/shell/page-table.ts';
import { actions } from '../src/texts/en/actions.ts';
import { shell } from '../src/texts/en/shell.ts';
import { type ConsoleTab, startConsole, test } from './console.ts';
import { palette } from './palette.ts';

const ROUTE_LIST: readonly RouteShape[] = Object.values(ALL_ROUTES);
/** Every permission that a route asks for, or says more with. */
export const PERMISSIONS: readonly string[] = [...new Set(ROUTE_LIST.flatMap(permissionsOf))].toSorted();
/** The pages of a service with its own world: each with its tabs, or itself. */
const PAGES_HERE = PAGES.map((page) => ({
  id: page.id,
  parts: (page.tabs ?? [page]).filter(({ attachedOnly }) => attachedOnly !== true),
}));
/** Somebody of whom nothing is known yet: an unban is not offered for them. */
const SOMEBODY = { kind: 'player', uid: '', name: '', online: true } as const;
/** The actions that the palette offers: on a player, a base, everybody or the service. */
const ACTIONS_HERE = ACTION_IDS.map((id) => ACTIONS[id]).filter(({ route, targets, offered }) => {
  const { attachedOnly }: RouteShape = ALL_ROUTES[route];
  if (attachedOnly === true || (targets.includes('player') && offered?.(SOMEBODY) === false)) return false;
  return (['player', 'base', 'everybody', 'service'] as const).some((kind) => targets.includes(kind));
});

const pagesFor = (held: readonly string[]) =>
  PAGES_HERE.filter(({ parts }) => parts.some(({ needs }) => needs.every((route) => mayCall(held, route))));
const actionsFor = (held: readonly string[]) =>
  ACTIONS_HERE.filter(({ route }) => mayCall(held, ALL_ROUTES[route]));

/** One permission of all that offer the same pages and actions. */
const DIFFERENT_PERMISSIONS: readonly string[] = [
  ...new Map(
    PERMISSIONS.map((permission) => {
      const offered = [...pagesFor([permission]), ...actionsFor([permission])].map(({ id }) => id);
      return [offered.join(), permission] as const;
    }),
  ).values(),
];

const TOKENS = 10;
/** The same, several in a token: those that stand beside each other come to different ones. */
export const MIXED_PERMISSIONS: readonly string[][] = Array.from({ length: TOKENS }, (_, token) =>
  DIFFERENT_PERMISSIONS.filter((_permission, index) => index % TOKENS === token),
);

async function pagesOffered(page: Page): Promise<string[]> {
  const names = await page.locator('.sidebar-pages a .sidebar-text').allInnerTexts();
  return names.map((name) => name.trim());
}

async function actionsOffered(page: Page): Promise<string[]> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('>');
  // Going to a page is an action as well, and it is listed for every token.
  await palette(page).getByRole('option').first().waitFor();
  const texts = await palette(page).getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
}

/** Tests what tokens with these permissions are offered; authorization.test.ts has what the service refuses. */
export async function testOffers(tokens: readonly (readonly string[])[]): Promise<void> {
  const { service, openTab } = await startConsole();

  /** Signs in with another token, on a page that reads nothing. */
  async function signIn({ page }: ConsoleTab, token: string): Promise<void> {
    await page.evaluate((secret) => sessionStorage.setItem('palatine.token', secret), token);
    await page.goto(`${service.url}/console/nowhere`);
    await page.getByText(shell.notFound).waitFor();
  }

  test('what a token is offered is what it may call, page by page and action by action', async () => {
    const waiting = [['*'], ...tokens];
    const work = async () => {
      await using tab = await openTab('/', { token: '' });
      for (let held = waiting.pop(); held !== undefined; held = waiting.pop()) {
        await signIn(tab, service.addToken([...held]));
        const reachable = pagesFor(held).map(({ id }) => shell.pages[id]);
        assert.deepEqual(await pagesOffered(tab.page), reachable, `pages of ${held.join()}`);
        const offered = await actionsOffered(tab.page);
        const [actual, expected] = [
          ACTIONS_HERE.filter(({ id }) => offered.includes(`${actions.does[id].name}…`)),
          actionsFor(held),
        ];
        assert.deepEqual(
          actual.map(({ id }) => id),
          expected.map(({ id }) => id),
          `actions of ${held.join()}`,
        );
      }
      await tab.assertSound();
    };
    await Promise.all([work(), work()]);
  });
}

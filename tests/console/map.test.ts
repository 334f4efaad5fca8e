import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadCatalogue, makeDemoWorld } from '@palatine/world';
import type { Browser } from 'playwright-core';
import {
  type ConsoleTab,
  noBrowser,
  openConsole,
  SIZES,
  type Size,
  startBrowser,
  THEMES,
} from '../harness/console.ts';
import { startService, type TestService } from '../harness/start-service.ts';

const PLAYERS = 10_000;
const CAMPS = 1_200;

let browser: Browser;
let service: TestService;
let crowded: TestService;
before(async () => {
  if (noBrowser) return;
  const sizes = { players: PLAYERS, palsPerPlayer: 0, guilds: CAMPS, camps: CAMPS };
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 1, nowMs: Date.now(), sizes });
  [browser, service, crowded] = await Promise.all([startBrowser(), startService(), startService({ world })]);
});
after(async () => {
  if (noBrowser) return;
  await Promise.all([browser.close(), service[Symbol.asyncDispose](), crowded[Symbol.asyncDispose]()]);
});

/** Waits until the map has drawn as many marks as its list holds. @returns how many */
async function drawnAndListed({ page }: ConsoleTab, expected?: number): Promise<number> {
  const count = await page.waitForFunction((wanted) => {
    const drawn = document.querySelector<HTMLElement>('.map-stage canvas')?.dataset.drawn;
    const listed = document.querySelector<HTMLElement>('.map-rows')?.dataset.count;
    const same = drawn !== undefined && drawn === listed && Number(drawn) > 0;
    return same && (wanted === undefined || Number(drawn) === wanted) ? Number(drawn) : false;
  }, expected);
  return Number(await count.jsonValue());
}

/** The link to the map with a place in its middle. */
function mapAt({ X, Y }: { X: number; Y: number }, zoom: number, layers: string): string {
  return `/map?at=${X.toFixed(0)},${Y.toFixed(0)}&zoom=${zoom}&layers=${layers}`;
}

/** Clicks into the middle of the map. */
async function clickMiddle({ page }: ConsoleTab, button: 'left' | 'right' = 'left'): Promise<void> {
  await page.locator('.map-ground').click({ button });
}

for (const theme of THEMES) {
  for (const size of Object.keys(SIZES) as Size[]) {
    test(`the map is sound and accessible, ${theme}, ${size}`, { skip: noBrowser }, async () => {
      await using tab = await openConsole(browser, service, { theme, size });
      await tab.open('/map');
      await drawnAndListed(tab);
      await tab.page.locator('.map-stage canvas[data-ground="painted"]').waitFor();
      await tab.assertSound();
      await tab.assertAccessible();
      await tab.screenshot(`map-${theme}-${size}`);
    });
  }
}

test('of 10,000 players and 1,200 bases everything drawn is in the list, in few elements', {
  skip: noBrowser,
}, async () => {
  const [{ Online }, { Total }] = await Promise.all([
    crowded.api.searchPlayers({ query: { Limit: 1 } }),
    crowded.api.searchCamps({ query: { Limit: 1 } }),
  ]);
  await using tab = await openConsole(browser, crowded);
  await tab.open('/map?layers=online,bases');
  assert.equal(await drawnAndListed(tab, Online + Total), Online + Total);
  await tab.page.keyboard.press('2');
  assert.equal(await drawnAndListed(tab, PLAYERS + Total), PLAYERS + Total, 'everybody, offline too');
  const elements = await tab.page.evaluate(() => document.querySelectorAll('*').length);
  assert.ok(elements < 1_500, `${elements} elements`);
  await tab.page.keyboard.press('+');
  await tab.page.keyboard.press('+');
  await tab.page.waitForFunction(() => location.search.includes('zoom=3'));
  assert.ok((await drawnAndListed(tab)) < PLAYERS + Total, 'what is out of view is not in the list');
  await tab.assertSound();
});

test('a click opens what lies under the pointer among 1,200 bases', { skip: noBrowser }, async () => {
  const { Rows } = await crowded.api.searchCamps({ query: { Limit: 500 } });
  await using tab = await openConsole(browser, crowded);
  for (const camp of [Rows[3], Rows[250], Rows[499]]) {
    assert.ok(camp);
    await tab.open(mapAt(camp.Place, 8, 'bases'));
    await drawnAndListed(tab);
    await clickMiddle(tab);
    await tab.page.locator(`.map-card a[href="/console/bases/${camp.Id}"]`).waitFor();
  }
});

test('the list and the search lead to a place: by the keyboard alone', { skip: noBrowser }, async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', Limit: 1 } });
  const [player] = Rows;
  assert.ok(player);
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  await tab.open('/map?layers=online,bases');
  await drawnAndListed(tab);
  await page.keyboard.press('/');
  await page.keyboard.type(player.Name);
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.map-rows')?.dataset.count === '1');
  await page.keyboard.press('Enter');
  await page.locator(`.map-card a[href="/console/players/${player.Uid}"]`).waitFor();
  await page.waitForFunction(() => location.search.includes('zoom=5'));
  await tab.assertSound();
  await tab.assertAccessible();
});

test('keys move the map, show layers, change the region and go back in time', {
  skip: noBrowser,
}, async () => {
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  await tab.open('/map?at=0,0&zoom=3');
  await drawnAndListed(tab);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => {
    const [east] = new URLSearchParams(location.search).get('at')?.split(',') ?? [];
    return Number(east) > 100; // a step is 185 map units at this zoom, and east is right
  });
  await page.keyboard.press('6');
  await page.locator('[data-layer="fastTravel"][aria-pressed="true"]').waitFor();
  await page.waitForFunction(() => location.search.includes('fastTravel'));
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'World Tree', pressed: true }).waitFor();
  await page.keyboard.press('l');
  await page.locator('.map-layers').waitFor({ state: 'detached' });
  await page.keyboard.press('[');
  await page.getByRole('slider', { name: 'Moment' }).waitFor();
  await page.waitForFunction(() => location.search.includes('time='));
  await tab.assertSound();
});

test('a place can be copied in map and world coordinates, and says who is near', {
  skip: noBrowser,
}, async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', Limit: 1 } });
  const place = Rows[0]?.Place;
  assert.ok(place);
  await using tab = await openConsole(browser, service);
  await tab.open(mapAt(place, 6, 'online'));
  await drawnAndListed(tab);
  await clickMiddle(tab, 'right');
  const menu = tab.page.getByRole('menu');
  await menu.getByText('Copy map coordinates').waitFor();
  await menu.getByText('Copy world coordinates').waitFor();
  await menu.getByText(/within 500 m/).waitFor();
  await tab.assertSound();
});

test('a token that may read bases only sees a map of bases', { skip: noBrowser }, async () => {
  const token = service.addToken('Palatine.Bases.Read');
  const { Total } = await service.api.searchCamps({ query: { Limit: 1 } });
  await using tab = await openConsole(browser, service, { token });
  await tab.open('/map');
  assert.equal(await drawnAndListed(tab), Total);
  await tab.assertSound();
});

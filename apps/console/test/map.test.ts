import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import { startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import type { Page } from 'playwright-core';
import { type ConsoleTab, openConsole, RED_POINT, startConsole, test } from './console.ts';
import { holdAnswers } from './held-answers.ts';

/** Waits until the map has drawn as many marks as its list holds. @returns how many */
async function drawnAndListed({ page }: Pick<ConsoleTab, 'page'>, expected?: number): Promise<number> {
  const count = await page.waitForFunction((atLeast) => {
    const drawn = document.querySelector<HTMLElement>('.map-stage canvas[data-drawn]')?.dataset.drawn;
    const listed = document.querySelector<HTMLElement>('.map-rows')?.dataset.count;
    const same = drawn !== undefined && drawn === listed && Number(drawn) > 0;
    return same && (atLeast === undefined || Number(drawn) === atLeast) ? Number(drawn) : false;
  }, expected);
  return Number(await count.jsonValue());
}

/** More than 2,000, from which on the map reads the players in view only. */
const PLAYERS = byTier(2_400, 10_000);
const CAMPS = byTier(300, 1_200);

const { service, browser, openTab } = await startConsole();
const sizes = { players: PLAYERS, palsPerPlayer: 0, guilds: CAMPS, camps: CAMPS };
const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 1, nowMs: Date.now(), sizes });
const crowded = await startService({ world });
after(() => crowded[Symbol.asyncDispose]());

/** Somebody online with a guild and a place. */
async function onlinePlayer() {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', Limit: 500 } });
  const player = Rows.find(({ GuildId, Place }) => GuildId && Place);
  return { ...player, Place: player?.Place ?? assert.fail('nobody has a place') };
}

/** The link to the map with a place in its middle. */
function mapAt({ X, Y }: { X: number; Y: number }, zoom: number, layers: string): string {
  return `/map?at=${X.toFixed(0)},${Y.toFixed(0)}&zoom=${zoom}&layers=${layers}`;
}

/** Types the beginning of an entry of the open menu, until it is the one that Enter takes. */
async function highlightByTyping(page: Page, text: string): Promise<void> {
  await page.locator('.menu:focus-within').waitFor();
  const entry = page.locator('[role="menuitem"][data-highlighted]').filter({ hasText: text });
  await until(`${text} is highlighted`, async () => {
    // On a machine that pauses between two letters, the menu takes them for two words.
    await page.keyboard.type(text);
    return entry.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Clicks into the middle of the map. */
async function clickMiddle({ page }: ConsoleTab, button: 'left' | 'right' = 'left'): Promise<void> {
  await page.locator('.map-ground').click({ button });
}

test('of thousands of players and hundreds of bases everything drawn is in the list, in few elements', async () => {
  const [{ Online }, { Total }] = await Promise.all([
    crowded.api.searchPlayers({ query: { Limit: 1 } }),
    crowded.api.searchCamps({ query: { Limit: 1 } }),
  ]);
  await using tab = await openTab('/map?at=0,0&zoom=1&layers=online,bases', { service: crowded });
  assert.equal(await drawnAndListed(tab, Online + Total), Online + Total);
  await tab.page.keyboard.press('2');
  assert.equal(await drawnAndListed(tab, PLAYERS + Total), PLAYERS + Total, 'everybody, offline too');
  const elements = await tab.page.evaluate(() => document.querySelectorAll('*').length);
  assert.ok(elements < 1_500, `${elements} elements`);
  await tab.press('+', '+', '+');
  await tab.page.waitForFunction(() => location.search.includes('zoom=4'));
  await until('the list leaves out what is out of view', async () => {
    return (await drawnAndListed(tab)) < PLAYERS + Total;
  });
  await tab.assertSound();
});

test('the map counts nothing before it has read it', async () => {
  await using tab = await openTab('/system');
  const { page } = tab;
  const answers = await holdAnswers(page);
  answers.hold();
  await tab.follow('/map');
  await page.getByRole('button', { name: /^Layers/ }).click();
  const [list, count] = [page.locator('.map-list'), page.locator('.map-layer[data-layer="bases"] .faint')];
  await list.getByRole('heading', { name: 'Loading…' }).waitFor();
  assert.equal(await list.getByText('Nothing here').count(), 0);
  assert.equal(await count.count(), 0);
  answers.pass();
  await list.getByRole('heading', { name: /^In view: / }).waitFor();
  assert.match((await count.textContent()) ?? '', /^[1-9]/);
  await tab.assertSound();
});

test('a layer says that it was not read, also one that is read with others, and is read again', async () => {
  await using tab = await openTab('/system');
  const { page } = tab;
  const answers = await holdAnswers(page);
  for (const [layer, name] of [
    ['online', 'Players online'],
    ['areas', 'Base areas'],
    ['chests', 'Chests, supplies, eggs'],
    ['trails', 'Trails'],
  ] as const) {
    answers.fail();
    await tab.follow('/nowhere');
    await tab.follow(`/map?layers=${layer}`);
    const problem = page.getByRole('alert').filter({ hasText: name });
    await problem.waitFor();
    answers.pass();
    await problem.getByRole('button', { name: 'Try again' }).click();
    await problem.waitFor({ state: 'detached' });
  }
});

test('a click opens what is under the pointer among hundreds of bases', async () => {
  const { Rows } = await crowded.api.searchCamps({ query: { Limit: 500 } });
  await using tab = await openConsole(browser, crowded);
  for (const camp of [Rows[3], Rows[Math.floor(Rows.length / 2)], Rows.at(-1)]) {
    assert.ok(camp);
    await tab.open(mapAt(camp.Place, 8, 'bases'));
    await drawnAndListed(tab);
    await clickMiddle(tab);
    await tab.page.locator(`.map-card a[href="/console/bases/${camp.Id}"]`).waitFor();
  }
});

test('the list and the search lead to a place: by the keyboard alone', async () => {
  const player = await onlinePlayer();
  await using tab = await openTab('/map?layers=online,bases');
  const { page } = tab;
  await drawnAndListed(tab);
  await page.keyboard.press('/');
  await page.keyboard.type(player.Name ?? '');
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.map-rows')?.dataset.count === '1');
  await page.keyboard.press('Enter');
  await page.locator(`.map-card a[href="/console/players/${player.Uid}"]`).waitFor();
  await page.waitForFunction(() => location.search.includes('zoom=5'));
  await page.keyboard.press('+');
  await page.waitForFunction(() => location.search.includes('zoom=6'));
  await tab.assertSound();
  await tab.assertAccessible();
});

test('keys move the map, show layers, change the region and go back in time', async () => {
  await using tab = await openTab('/map?at=0,0&zoom=3');
  const { page } = tab;
  await drawnAndListed(tab);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => {
    const [east] = new URLSearchParams(location.search).get('at')?.split(',') ?? [];
    return Number(east) > 100; // a step is 185 map units at this zoom, and east is right
  });
  await page.keyboard.press('6');
  await page.waitForFunction(() => location.search.includes('fastTravel'));
  await page.keyboard.press('r');
  await page.getByRole('combobox', { name: 'Region' }).getByText('World Tree').waitFor();
  await page.keyboard.press('l');
  await page.locator('.map-layers [data-layer="fastTravel"][aria-pressed="true"]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.map-layers').waitFor({ state: 'detached' });
  await page.keyboard.press('[');
  await page.getByRole('slider', { name: 'Moment' }).waitFor();
  await page.waitForFunction(() => location.search.includes('time='));
  await tab.assertSound();
});

test('a place can be copied in map and world coordinates, and says who is near', async () => {
  const { Place: place } = await onlinePlayer();
  await using tab = await openTab(mapAt(place, 6, 'online'));
  await drawnAndListed(tab);
  await clickMiddle(tab, 'right');
  const menu = tab.page.getByRole('menu');
  await menu.getByText('Copy map coordinates').waitFor();
  await menu.getByText('Copy world coordinates').waitFor();
  await menu.getByText(/ within 500 m/).waitFor();
  await menu.getByRole('menuitemradio', { name: '2,000 m' }).click();
  await menu.getByText(/ within 2,000 m/).waitFor();
  await tab.screenshot('map-place-menu');
  await menu.getByRole('menuitem', { name: /^Message \d+ player/ }).click();
  const dialog = tab.page.getByRole('dialog', { name: /^Send to/ });
  await dialog.getByRole('textbox').first().fill('hello');
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  await until('those near have been told', async () => {
    const { Entries } = await service.api.getPastEvents({ query: { Type: 'message', Limit: 1 } });
    return JSON.stringify(Entries).includes('hello');
  });
  await tab.assertSound();
});

test('by the keyboard a Pal is summoned in the middle of the map, and is there', async () => {
  await using tab = await openTab('/map?at=100,-400&zoom=6&layers=summoned');
  const { page } = tab;
  await page.locator('.map-stage canvas[data-ground="painted"]').waitFor();
  await page.keyboard.press('.');
  await highlightByTyping(page, 'Summon a P');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /Summon/ });
  await dialog.getByLabel('Height in m').fill('12');
  await dialog.getByRole('combobox').first().fill('Lamball');
  await page
    .getByRole('option', { name: /Lamball/ })
    .first()
    .click();
  await dialog.getByLabel('Level').fill('5');
  await tab.screenshot('map-summon');
  await dialog.getByRole('button', { name: /^Summon/ }).click();
  assert.equal(await drawnAndListed(tab, 1), 1);
  const { Summoned } = await service.api.getMapMarks({ query: { Layers: 'Summoned' } });
  assert.equal(Summoned?.Marks[0]?.Place.Z, 1200);
  await tab.assertSound();
});

test('summoning and messages are offered to a token that may do them', async () => {
  const { Place: place } = await onlinePlayer();
  const token = service.addToken(['Palatine.Bases.Read', 'Palatine.Players.Read']);
  await using tab = await openTab(mapAt(place, 6, 'online'), { token });
  await drawnAndListed(tab);
  await clickMiddle(tab, 'right');
  const menu = tab.page.getByRole('menu');
  await menu.getByText('Copy map coordinates').waitFor();
  assert.equal(await menu.getByRole('menuitem', { name: /^(Summon|Message)/ }).count(), 0);
  await tab.assertSound();
});

test('a token that may read bases only sees a map of bases', async () => {
  const token = service.addToken('Palatine.Bases.Read');
  const { Total } = await service.api.searchCamps({ query: { Limit: 1 } });
  await using tab = await openTab('/map?layers=bases,areas', { token });
  assert.equal(await drawnAndListed(tab), Total);
  await tab.assertSound();
});

test('of more than 2,000 players those in view are asked for', async () => {
  const { Rows } = await crowded.api.searchPlayers({ query: { Status: 'Online', Limit: 500 } });
  const places = Rows.flatMap(({ Name, Place }) => (Place ? [{ Name, ...Place }] : []));
  const [here] = places;
  const far = places.find(({ X, Y }) => here && Math.hypot(X - here.X, Y - here.Y) > 300_000);
  assert.ok(here && far);
  await using tab = await openConsole(browser, crowded);
  const boxes: (readonly number[])[] = [];
  const holds = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], { X, Y }: { X: number; Y: number }) =>
    x1 < X && X < x2 && y1 < Y && Y < y2;
  tab.context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/positions')) boxes.push((searchParams.get('Box') ?? '').split(',').map(Number));
  });
  await tab.open(mapAt(here, 7, 'online'));
  await drawnAndListed(tab);
  await until('what is in view is asked for', () => boxes.some((box) => holds(box, here)));
  assert.ok(!boxes.some((box) => holds(box, far)), 'not what is far away');

  await tab.page.keyboard.press('/');
  await tab.page.keyboard.type(far.Name);
  await tab.page.waitForFunction(
    () => Number(document.querySelector<HTMLElement>('.map-rows')?.dataset.count) > 0,
  );

  await tab.follow(mapAt(far, 7, 'online'));
  await until('what is in view then is asked for', () => boxes.some((box) => holds(box, far)));
  assert.ok(!boxes.some((box) => holds(box, far) && holds(box, here)), 'not both at once');
  await until(
    'one stream of positions',
    async () => (await crowded.api.getHealthDetails()).Watchers.Positions === 1,
  );
  await tab.assertSound();
});

test('the map shows all bases and players who are online at first, and its painted ground is kept', async () => {
  const { Rows: camps } = await service.api.searchCamps({ query: { Limit: 500 } });
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  let workers = 0;
  page.on('worker', () => workers++);
  const painted = page.locator('.map-stage canvas[data-ground="painted"]');
  await tab.open('/map');
  await page.waitForFunction(() => Number(new URLSearchParams(location.search).get('zoom')) > 3);
  await drawnAndListed(tab);
  for (const { GuildName, HeadName } of camps) {
    await page
      .locator('.map-row', { hasText: GuildName || HeadName })
      .first()
      .waitFor();
  }
  await page.keyboard.press('0');
  await page.waitForFunction(() => Number(new URLSearchParams(location.search).get('zoom')) < 3);
  await painted.waitFor();
  await tab.follow('/system');
  await tab.follow('/map');
  await painted.waitFor();
  assert.equal(workers, 1);
  await tab.assertSound();
});

test('where a base is, whose it is and what is in it: by the keyboard alone', async () => {
  const { Rows } = await service.api.searchCamps({
    query: { Sort: 'Storages', Order: 'Descending', Limit: 1 },
  });
  const [camp] = Rows;
  assert.ok(camp);
  const { Storages } = await service.api.getCampDetails({ params: { base_camp_id: camp.Id } });
  const chest = Storages.find(({ Slots }) => Slots.length > 0);
  assert.ok(chest);
  await using tab = await openTab(mapAt(camp.Place, 7, 'bases,plans'));
  const { page } = tab;
  await page.locator('.map-stage canvas[data-plans="1"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(camp.GuildName || camp.HeadName);
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Bases' });
  await card.getByText(camp.HeadName, { exact: true }).first().waitFor();
  await card.getByText(/^\d+ of \d+ online$|^Last seen|^None online$/).waitFor();
  await card.getByText('Passed here today').waitFor();
  await tab.assertAccessible();
  await tab.press('Escape', '/', 'Control+A', 'Delete');
  await tab.follow(mapAt(camp.Place, 8.5, 'bases,plans'));
  await page.locator('.map-row', { hasText: ' slots' }).first().waitFor();
  await page.locator('.map-rows').focus();
  const tip = page.locator('.map-tip');
  await until('a chest says what it holds', async () => {
    await page.keyboard.press('ArrowDown');
    return (await tip.count()) > 0;
  });
  await tip.getByText(/ of \d+ slots/).waitFor();
  await page.keyboard.press('Enter');
  await page.locator(`.map-card a[href="/console/bases/${camp.Id}/storage"]`).waitFor();
  await tab.screenshot('map-plan');
  await tab.assertSound();
});

test('the holders of an item are on the map, each with what it holds', async () => {
  const { Holders } = await service.api.getItemHolders({ params: { item_id: 'Wood' } });
  const camps = new Set(Holders.flatMap(({ CampId, Place }) => (CampId && Place ? [CampId] : [])));
  await using tab = await openTab('/map?item=Wood');
  const { page } = tab;
  await page.getByRole('heading', { name: 'Wood', exact: true }).waitFor();
  const rows = page.locator('.map-row');
  await until('every base with it is in the list', async () => {
    const texts = await rows.allTextContents();
    return texts.filter((text) => text.includes('Base, ')).length === camps.size;
  });
  await drawnAndListed(tab);
  await tab.screenshot('map-holders');
  await tab.assertAccessible();
  await page.locator('.map-item').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: /^Layers/ }).waitFor();
  await page.waitForFunction(() => !location.search.includes('item='));
  await tab.assertSound();
});

test("a player's page has a small map with their place and bases, which leads to the map", async () => {
  const player = await onlinePlayer();
  assert.ok(player.GuildId);
  const { Matching } = await service.api.searchCamps({ query: { Guild: player.GuildId } });
  await using tab = await openTab(`/players/${player.Uid}`);
  const { page } = tab;
  await page.locator('.mini-map[data-ground="painted"]').waitFor();
  const counted = new RegExp(`Map about .*, with ${Matching} bases? of their guild`);
  const picture = page.getByRole('img', { name: counted });
  await tab.assertAccessible();
  await tab.screenshot('mini-map');
  await picture.click();
  await drawnAndListed(tab);
  const [east = 0, north = 0] = (new URL(page.url()).searchParams.get('at') ?? '').split(',').map(Number);
  assert.ok(Math.abs(east - (player.Place.Y - 158_000) / 459) < 1, 'the middle is where the player was');
  assert.ok(Math.abs(north - (player.Place.X + 123_888) / 459) < 1);
  await tab.assertSound();
});

test('a picture of the operator is drawn over its whole region', async () => {
  mkdirSync(join(service.data, 'Console'), { recursive: true });
  writeFileSync(join(service.data, 'Console', 'map-tree.png'), RED_POINT);
  await until('the service lists it', async () => 'Path' in (await service.api.getMapPictures()).Tree);
  await using tab = await openTab('/map?layers=picture');
  await tab.page.locator('.map-stage canvas[data-ground="painted"]').waitFor();
  await tab.page.keyboard.press('r'); // to the World Tree
  await tab.page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.map-stage canvas');
    const middle = canvas?.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    const [red = 0, green = 0, blue = 0] = middle ?? [];
    return red > 60 + Math.max(green, blue);
  });
  await tab.assertSound();
});

test('on a phone the list grows into a sheet over the map', async () => {
  await using tab = await openTab('/map?layers=online,bases', { size: 'phone' });
  const { page } = tab;
  await drawnAndListed(tab);
  const panel = page.locator('.map-panel');
  const low = (await panel.boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Larger list' }).click();
  const box = await panel.boundingBox();
  const rows = await page.locator('.map-rows').boundingBox();
  assert.ok(box && rows && box.height > 3 * low, `${low} px, then ${box?.height} px`);
  assert.ok(rows.height >= 40 && rows.y + rows.height <= box.y + box.height, 'the list has room in it');
  await tab.screenshot('map-sheet-phone');
  await tab.assertSound();
  await tab.assertAccessible();
});

test('two fingers zoom the map, and one that stays opens the menu of its place', async () => {
  await using tab = await openConsole(browser, service, { size: 'phone' });
  const { page } = tab;
  const session = await tab.context.newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await tab.open('/map?at=0,0&zoom=3&layers=bases');
  await page.locator('.map-stage canvas[data-ground="painted"]').waitFor();
  const box = await page.locator('.map-ground').boundingBox();
  assert.ok(box);
  const [across, y] = [box.x + box.width / 2, box.y + box.height / 2];
  /** Sends a touch event with one finger per offset from the middle, in pixels. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: readonly number[]) => {
    const touchPoints = apart.map((px, id) => ({ x: across + px, y, id }));
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', -30, 30);
  for (let px = 40; px <= 120; px += 10) await touch('touchMove', -px, px);
  await touch('touchEnd');
  await page.waitForFunction(() => Number(new URLSearchParams(location.search).get('zoom')) >= 4.5);

  await touch('touchStart', 0);
  await page.getByRole('menu').getByText('Copy map coordinates').waitFor();
  await tab.screenshot('map-menu-phone');
  await touch('touchEnd');
  await page.getByRole('menu').getByText('Copy map coordinates').waitFor();
  await tab.assertSound();
});

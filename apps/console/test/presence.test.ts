import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type HistoryEntry, historyBook, openHistoryFile } from '@palatine/engine/history-book';
import { newFolder } from '@palatine/testing/start-service';
import { aDemo } from '@palatine/testing/worlds';
import { type ConsoleTab, startConsole, test } from './console.ts';
import { palette } from './palette.ts';

const HOUR_MS = 3_600_000;
const demo = aDemo();
const data = newFolder();
const nightMs = new Date().setHours(3, 0, 0, 0) - (new Date().getHours() < 4 ? 24 * HOUR_MS : 0);
const { uid } = demo.offline;

/** One player was online last night, from one hour before 03:00 to half an hour after. */
function recordNight(): void {
  const book = historyBook(openHistoryFile(join(data, 'history.db'), nightMs).database);
  const [beganMs, endedMs] = [nightMs - HOUR_MS, nightMs + HOUR_MS / 2];
  const ended = { atMs: endedMs, reason: 'logged out' };
  const session = { uid, connectedAtMs: beganMs, ip: '', platform: 'Steam', ended };
  const { origin, createdAtMs } = demo.world.info;
  const entries: HistoryEntry[] = [
    { kind: 'world', atMs: beganMs, id: `${origin} ${new Date(createdAtMs).toISOString()}` },
    { kind: 'session', atMs: endedMs, session },
    { kind: 'values', atMs: endedMs, values: {} },
  ];
  book.add(entries);
  book.close();
}

recordNight();
const { service, openTab } = await startConsole({ world: demo.world, data });
const { Name } = (await service.api.getPlayerDetails({ params: { uid } })).Player;

/** Waits until the list of a moment of last night names the player who was there, and nobody else. */
async function seesNight({ page }: ConsoleTab): Promise<void> {
  const list = page.getByRole('region', { name: 'Here at 03:00' });
  await list.getByRole('link', { name: Name }).waitFor();
  assert.equal(await list.getByRole('listitem').count(), 1);
}

test('who was online last night at 03:00: by mouse in three steps', async () => {
  await using tab = await openTab('/');
  const { page } = tab;
  await page.getByRole('link', { name: 'Timeline' }).click();
  const plot = page.getByRole('slider', { name: 'Moment' });
  await plot.waitFor();
  const { width, height } = (await plot.boundingBox()) ?? assert.fail();
  const [from, to] = await plot.evaluate(({ ariaValueMin, ariaValueMax }) => [
    Number(ariaValueMin),
    Number(ariaValueMax),
  ]);
  const across = ((nightMs + 20_000 - (from ?? 0)) / ((to ?? 0) - (from ?? 0))) * width;
  await plot.click({ position: { x: across, y: height / 2 } });
  await page.waitForURL(/at=/);
  await page.locator('.lane').filter({ hasText: Name }).waitFor();
  const here = page.getByRole('region', { name: /^Here at 0[23]:/ });
  await here.getByRole('link', { name: Name }).waitFor();
  await tab.assertSound();
  await tab.assertAccessible();
});

test('who was online last night at 03:00: by keyboard in five steps, and the moment is in the address', async () => {
  await using tab = await openTab('/');
  const { page } = tab;
  await tab.press('Control+k');
  await palette(page).getByRole('combobox').fill('timeline');
  await page.getByRole('option', { name: 'Timeline' }).first().waitFor();
  await tab.press('Enter');
  const when = page.getByLabel('Date and time');
  await when.waitFor();
  await tab.press('/');
  const local = new Date(nightMs - new Date(nightMs).getTimezoneOffset() * 60_000);
  await when.fill(local.toISOString().slice(0, 16));
  await seesNight(tab);
  await tab.open(page.url().replace(/^.*\/console/, ''));
  await seesNight(tab);
  await tab.assertSound();
});

test('arrows move the cursor ten minutes, and with nobody online the nearest session is a click away', async () => {
  await using tab = await openTab(`/players?view=timeline&at=${new Date(nightMs).toISOString()}`);
  const { page } = tab;
  const cursor = page.locator('.lane-cursor');
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await tab.press('ArrowLeft');
  await cursor.getByText('02:50 · 1 online').waitFor();
  await tab.press('PageUp');
  await cursor.getByText('03:50 · 0 online').waitFor();
  await page.getByText('Nobody was online at 03:50').waitFor();
  await page.getByRole('button', { name: 'Nearest: 03:29' }).click();
  await page.getByRole('region', { name: 'Here at 03:29' }).getByRole('link', { name: Name }).waitFor();
  await tab.assertSound();
});

test('the first screen of the demo shows a player, a base and something that happened', async () => {
  await service.api.broadcast({ body: { Message: 'Welcome' } });
  await using tab = await openTab('/');
  const { page } = tab;
  const row = page.locator('.online-list li').first();
  await row.getByRole('link').waitFor();
  await page.locator('.overview-map canvas[data-ground="painted"]').waitFor();
  await page.locator('.activity summary').getByText('Welcome').waitFor();
  await page.locator('.overview-figures').getByText('bases').waitFor();
  assert.equal(await page.locator('.online-list li').count(), 9);
  await row.hover();
  await row.getByRole('button', { name: /^Kick/ }).click();
  await page.locator('.dialog').waitFor();
  await tab.closeDialog();
  await row.getByRole('link').press('Enter');
  await page.waitForURL(/\/players\//);
  await tab.assertSound();
});

test('a world where nobody is online shows who was there last', async () => {
  await using tab = await openTab('/');
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online' } });
  for (const player of Rows) {
    await service.api.kickPlayer({ params: { player_identifier: player.Uid }, body: {} });
  }
  await tab.page.getByText('Nobody is online. Here last:').waitFor();
  assert.equal(await tab.page.locator('.online-list li').count(), 7);
  await tab.assertSound();
});

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';
import type { Page } from 'playwright-core';
import { SIZES, startTabs, test } from './console.ts';
import { doInPalette } from './palette.ts';
import { JOINS, startWhitelistedService } from './whitelisted-service.ts';

const attached = await startWhitelistedService();
const { openTab } = await startTabs(attached.service);
after(() => attached[Symbol.asyncDispose]());

async function onlinePlayer(): Promise<{ uid: string; name: string }> {
  const { Rows } = await attached.service.api.searchPlayers({ query: { HasPlayerFile: true, Limit: 1 } });
  const [row] = Rows;
  assert.ok(row);
  return { uid: row.Uid, name: row.Name };
}

async function cancelRestart(page: Page): Promise<void> {
  for (const part of ['main', 'dialog'] as const) {
    await page.getByRole(part).getByRole('button', { name: 'Cancel restart' }).click();
  }
  await page.getByText('Restart: canceled').waitFor();
}

test('a grant is told as waiting, is in the list, and can be canceled there', async () => {
  const { page } = await openTab('/server/deliveries');
  const { uid, name } = await onlinePlayer();
  await doInPalette(page, 'Give items', name);
  await page.getByRole('combobox', { name: 'Item' }).fill('wood');
  await page.getByRole('option', { name: /^Wood/ }).first().click();
  await page.getByRole('button', { name: /^Queue 1 Wood for/ }).click();
  await page.getByText(/^Queued 1 Wood for/).waitFor();
  assert.equal(await page.getByText(/^Gave/).count(), 0, 'nothing is said to be done');

  const row = page.getByRole('row').filter({ hasText: '1 × Wood' });
  await row.getByText('pending', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel delivery' }).click();
  await row.getByText('canceled').waitFor();
  const { Deliveries } = await attached.service.api.getDeliveries({ query: { Player: uid } });
  const states = Deliveries.map(({ State }) => State);
  assert.deepEqual(states, ['Canceled']);
});

test('health is not all good while the doctor warns', async () => {
  const tab = await openTab('/system/health');
  await tab.sees('there are none in Backups');
  await tab.sees(/^The doctor found \d+ problems?$/);
  assert.equal(await tab.page.getByText('All good').count(), 0);
  const parts = tab.page.locator('.findings > li > *');
  const cut = await parts.evaluateAll((all) => all.filter((part) => part.scrollWidth > part.clientWidth));
  assert.equal(cut.length, 0, 'no word runs into the next one');
  await tab.page.setViewportSize(SIZES.phone);
});

test('a maintenance with a countdown is started and canceled', async () => {
  await attached.gameServer.control('join', { userId: JOINS });
  await until('a player is online', async () => {
    const { Roster } = await attached.service.api.getServer();
    return Roster.Players.length > 0;
  });
  const { page } = await openTab('/server');
  await page.getByRole('main').getByRole('button', { name: 'Restart…' }).click();
  await page.getByRole('dialog', { name: 'Restart', exact: true }).waitFor();
  await page.getByText('1 player online: the countdown is announced to them.').waitFor();
  await page.getByRole('radio', { name: 'Restart' }).click();
  await page.getByLabel('Countdown in seconds').fill('600');
  await page.getByRole('button', { name: 'Restart the server' }).click();
  await page.getByText('Running: Restart').waitFor();
  assert.equal(
    await page.getByRole('listitem').filter({ hasText: 'Countdown' }).getAttribute('aria-current'),
    'step',
  );
  const stopsIn = page.getByRole('timer').getByText(/the server stops in (9|10) min/);
  await stopsIn.waitFor();
  await cancelRestart(page);
  const { Maintenance } = await attached.service.api.getServer();
  assert.deepEqual([Maintenance.Running, Maintenance.Last?.Outcome], [undefined, 'Canceled']);
});

test('where a person stops the server, the dialog says so, the page asks for it, and the wait can be canceled', async () => {
  await using manual = await startAttachedService({ server: { Control: { Kind: 'Somebody' } } });
  await using tab = await openTab('/server', { service: manual.service });
  const { page } = tab;
  await page.getByRole('main').getByRole('button', { name: 'Restart…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restart', exact: true });
  await dialog.getByText('Without a countdown players are told nothing.').waitFor();
  await dialog.getByText(/^Then stop the server and start it again/).waitFor();
  await dialog.getByRole('radio', { name: 'Restart' }).click();
  await dialog.getByLabel('Countdown in seconds').fill('45');
  await dialog.getByText(/^Players are told that the server stops in 45 s/).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Restart the server' }).count(), 0);
  await tab.assertAccessible();
  await dialog.getByRole('button', { name: 'Announce restart' }).click();
  await page.getByText(/^Stop the server now\./).waitFor();
  await tab.screenshot('maintenance-by-hand');
  const now = page.getByRole('listitem').filter({ hasText: 'You stop the server' });
  assert.equal(await now.getAttribute('aria-current'), 'step');
  await cancelRestart(page);
  assert.equal((await manual.service.api.getServer()).Maintenance.Last?.Outcome, 'Canceled');
  await tab.assertSound();
});

test('the save folder is copied on demand, and the copy can be put back after its name is typed', async () => {
  const { page, ...tab } = await openTab('/server');
  await page.getByRole('button', { name: 'Back up the save' }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await tab.sees('Save backed up');
  await page.getByRole('tab', { name: 'Save backups' }).click();
  const { Backups } = await attached.service.api.getServerBackups();
  const name = Backups[0]?.Name ?? '';
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Restore' }).click();
  const final = page.getByRole('button', { name: /^Stop the server and restore/ });
  await page.getByText(/The world goes back to this copy/).waitFor();
  assert.equal(await final.isDisabled(), true);
  const field = page.getByLabel(`Type ${name} to go on`, { exact: true });
  await field.fill(name.slice(0, -1));
  assert.equal(await final.isDisabled(), true, 'not before the whole name is typed');
  await field.fill(name);
  assert.equal(await final.isDisabled(), false);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
});

test('a token that may not read the game server is offered none of its pages', async () => {
  await using tab = await openTab('/access/bans', {
    token: attached.service.addToken(['REST.Banlist.Read']),
  });
  for (const name of ['Server', 'Deliveries', 'Whitelist']) {
    assert.equal(await tab.page.getByRole('link', { name, exact: true }).count(), 0, name);
  }
});

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleTab, startConsole, test } from './console.ts';
import { dialogButton } from './palette.ts';

const { service, openTab } = await startConsole({ config: { playerResolution: 'Known' } });

/** Opens the newest entry of an action by the keyboard. */
async function openEntry(page: Page, action: string) {
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: action, exact: true }) })
    .first()
    .press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Undo', { exact: true }).waitFor();
  return sheet;
}

/** Opens the newest entry of an action, and takes it back by a button there. */
async function takeBack({ page, sees }: ConsoleTab, action: string, button: string, seen: RegExp) {
  const sheet = await openEntry(page, action);
  await sheet.getByRole('button', { name: button, exact: true }).press('Enter');
  await dialogButton(page, new RegExp(`^${button.split(/[ …]/)[0]}`)).press('Enter');
  await sees(seen);
}

async function anybody(): Promise<{ Uid: string; UserId: string; IP: string }> {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', HasPlayerFile: true } });
  const [row] = Rows;
  assert.ok(row?.UserId && row.IP);
  return { Uid: row.Uid, UserId: row.UserId, IP: row.IP };
}

test('a ban of last week is lifted from its entry in the audit, address and all', async () => {
  const { Uid, UserId, IP: address } = await anybody();
  await service.api.banPlayer({ params: { player_identifier: Uid }, body: { Reason: 'spam', IP: true } });
  const tab = await openTab('/log');
  for (const name of ['Unban…', 'Unban the address…']) {
    await takeBack(tab, 'Ban user', name, /^Unbanned/);
    await tab.open('/log');
  }
  const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
  assert.ok(!Banlist.UserEntries.some((entry) => entry.UserId === UserId));
  assert.ok(!Banlist.IPEntries.some(({ IP }) => IP === address));
  await tab.assertAccessible();
});

test('technologies that all were forgotten come back by the list of the event', async () => {
  const params = { player_identifier: (await anybody()).Uid };
  const learnt = async () => (await service.api.getTechnologies({ params })).Techs.Unlocked.toSorted();
  const before = await learnt();
  assert.ok(before.length > 0);
  await service.api.forgetTechnologies({ params, body: { Technology: 'All' } });
  const tab = await openTab('/log');
  await takeBack(tab, 'Forget technologies', 'Unlock technologies…', /^Unlocked /);
  assert.deepEqual(await learnt(), before);
});

test('a template says again what it said before, also once it was deleted', async () => {
  const params = { name: 'Audited' };
  const first = await service.api.putTemplate({
    params,
    ifMatch: null,
    body: { Template: { PalID: 'SheepBall', Level: 3 } },
  });
  await service.api.deleteTemplate({ params, ifMatch: first.ETag });
  const tab = await openTab('/log');
  await takeBack(tab, 'Delete Pal template', 'Restore the earlier template…', /^Restored /);
  assert.equal((await service.api.getTemplate({ params })).Text, first.Text);
});

test('settings have their values from before again', async () => {
  const { Files } = await service.api.getSettings();
  const [config] = Files;
  assert.equal(config?.File, 'Config.json');
  await service.api.putSettings({
    params: { file: 'Config.json' },
    ifMatch: config.ETag,
    body: { Values: { bannedMessage: 'By mistake', 'archives.keepDays': 30 } },
  });
  const tab = await openTab('/log');
  await takeBack(tab, 'Save settings', 'Restore the earlier settings…', /^Restored /);
  const after = (await service.api.getSettings()).Files[0];
  assert.deepEqual(after?.Values, config.Values);
});

test('what has no undo says why, and a token is offered only what it may do', async () => {
  const { Uid, UserId } = await anybody();
  await service.api.giveItems({
    params: { player_identifier: Uid },
    body: { Items: [{ ItemID: 'PalSphere', Count: 1 }] },
  });
  await service.api.banPlayer({ params: { player_identifier: UserId }, body: {} });
  const token = service.addToken(['Palatine.Audit.Read', 'Palatine.Events.Read']);
  const tab = await openTab('/log', { token });
  const given = await openEntry(tab.page, 'Give items');
  await given.getByText('Not possible: grants cannot be taken back.').waitFor();
  await tab.page.keyboard.press('Escape');
  await given.waitFor({ state: 'detached' });
  const banned = await openEntry(tab.page, 'Ban user');
  await banned.getByText('This token may not do the inverse.').waitFor();
});

test('an event is undone from the list of events', async () => {
  const { UserId } = await anybody();
  await service.api.banPlayer({ params: { player_identifier: UserId }, body: { Reason: 'mistake' } });
  const tab = await openTab('/log/events');
  const events = tab.page.getByRole('row').filter({ hasText: 'mistake' });
  await events.getByRole('button', { name: 'Unban…' }).first().press('Enter');
  await dialogButton(tab.page, /^Unban/).press('Enter');
  await tab.sees(/^Unbanned/);
  const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
  assert.ok(!Banlist.UserEntries.some((entry) => entry.UserId === UserId));
});

test('the days of a filter bound the events, stay in the address, and the file of a list has a word', async () => {
  await service.api.broadcast({ body: { Message: 'Today' } });
  const { page } = await openTab('/log/events?kind=messages');
  const rows = page.getByRole('row').filter({ hasText: 'Today' });
  await rows.first().waitFor();
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv');
  await page.getByLabel('From').fill(tomorrow);
  await rows.first().waitFor({ state: 'detached' });
  assert.match(page.url(), new RegExp(`from=${tomorrow}`));
  await page.getByLabel('From').fill('');
  await page.getByLabel('To').fill(new Date().toLocaleDateString('sv'));
  await rows.first().waitFor();
  await page.getByRole('button', { name: 'Export' }).getByText('Export').waitFor();
});

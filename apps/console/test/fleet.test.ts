import assert from 'node:assert/strict';
import { after, test as anyTest } from 'node:test';
import { noNats } from '@palatine/testing/nats-server';
import { startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';
import { noBrowser, startTabs } from './console.ts';

const CHEATER = 'steam_76561190000000001';

const skip = noBrowser || noNats;
const fleet = (skip ? {} : await startFleet({ worlds: 2 })) as TestFleet; // without one all tests are skipped
const { openTab } = await startTabs(fleet.gateway);
const [first, second] = (fleet.worlds ?? []) as [TestWorld, TestWorld];
if (!skip) {
  after(() => fleet[Symbol.asyncDispose]());
  const body = JSON.stringify({ Kind: 'Ban', Adopt: 'Offer' });
  await fleet.gateway.fetch('/v1/fleet/lists/main', { method: 'PUT', body });
}

const test = (title: string, run: () => Promise<void>): void => void anyTest(title, { skip }, run);

const nameOf = ({ key }: TestWorld) => fleet.gateway.worlds.get(key)?.name ?? '';
const pathOf = ({ key }: TestWorld, path = '/') => `/w/${key}${path}`;

async function isBannedAt(world: TestWorld, userId: string): Promise<boolean> {
  const { Banlist } = await world.api.getBanlist();
  return Banlist.UserEntries.some(({ UserId, Active }) => Active && UserId === userId);
}

/** Makes a token of the fleet. @returns its secret */
async function tokenOf(...Permissions: string[]): Promise<string> {
  const body = JSON.stringify({ Name: Permissions.join(), Permissions, Worlds: ['*'] });
  const response = await fleet.gateway.fetch('/v1/fleet/tokens', { method: 'POST', body });
  return ((await response.json()) as { Secret: string }).Secret;
}

test('a token of the gateway signs in, and sees every world with how it is', async () => {
  const tab = await openTab('/', { token: '' });
  await tab.signIn(fleet.gateway.token);
  const table = tab.page.getByRole('grid', { name: 'Worlds' });
  for (const world of fleet.worlds) {
    const row = table.getByRole('row').filter({ hasText: nameOf(world) });
    await row.getByText('Online').waitFor();
    await row.getByText('main').waitFor();
  }
});

test('a world opens with all its pages, and the way leads to another one and back to all', async () => {
  const { page, ...tab } = await openTab('/');
  await page.getByRole('link', { name: nameOf(first) }).click();
  await page.getByRole('link', { name: 'Map' }).first().waitFor();
  assert.equal(new URL(page.url()).pathname, `/console${pathOf(first)}`);
  await page.getByRole('link', { name: 'Players' }).first().click();
  await tab.sees('Gustav');
  assert.equal(new URL(page.url()).pathname, `/console${pathOf(first, '/players')}`);

  await page.getByRole('button', { name: `World: ${nameOf(first)}` }).click();
  await page.getByRole('menuitem', { name: nameOf(second) }).click();
  await page.getByRole('button', { name: `World: ${nameOf(second)}` }).click();
  assert.equal(new URL(page.url()).pathname, `/console${pathOf(second)}`);
  await page.getByRole('menuitem', { name: 'All worlds' }).click();
  await page.getByRole('grid', { name: 'Worlds' }).waitFor();
});

test('a link to a page of a world opens it after the sign-in, and is live', async () => {
  const tab = await openTab(pathOf(second, '/players'), { token: '' });
  await tab.signIn(fleet.gateway.token);
  await tab.sees('Gustav');
  await tab.page.locator('.server-strip[data-live=live]').waitFor();
});

test('an unknown world shows the reason, and the way to the others', async () => {
  await using tab = await openTab(`/w/${'0'.repeat(32)}`);
  await tab.page.getByText('WORLD_NOT_FOUND').waitFor();
  await tab.page.getByRole('link', { name: 'All worlds' }).click();
  await tab.page.getByRole('grid', { name: 'Worlds' }).waitFor();
});

test('a ban on a shared list reaches the worlds, and is lifted there', async () => {
  const { page } = await openTab('/access/lists/main');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('textbox', { name: 'UserId or address' }).fill(CHEATER);
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('speed hack');
  await page.getByRole('dialog', { name: `Ban ${CHEATER} on the list main` }).waitFor();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const row = page.getByRole('grid', { name: 'Entries' }).getByRole('row').filter({ hasText: CHEATER });
  await row.getByText('Active').waitFor();
  const banned = () => Promise.all(fleet.worlds.map((world) => isBannedAt(world, CHEATER)));
  await until('the ban at both worlds', async () => (await banned()).every(Boolean));

  await page.getByRole('button', { name: `Lift: ${CHEATER}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift' }).click();
  await row.getByText('Lifted', { exact: true }).waitFor();
  await until('no ban at both worlds', async () => !(await banned()).some(Boolean));
});

test('an import says what was added and what could not be read, and the export has it', async () => {
  const { page } = await openTab('/access/lists/main');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('Text').last().fill('steam_76561190000000777 aimbot\nnonsense\n203.0.113.9');
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog', { name: '2 added' }).getByText('Line 2').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('row').filter({ hasText: '203.0.113.9' }).waitFor();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'As text' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  assert.match(Buffer.concat(chunks).toString(), /^steam_76561190000000777 aimbot$/m);
});

test('what a world has banned is offered, and is on the list when it is accepted', async () => {
  await first.api.banPlayer({
    params: { player_identifier: 'steam_76561190000000888' },
    body: { Reason: 'rude' },
  });
  const tab = await openTab('/access/lists/main/offers');
  await tab.page.getByRole('button', { name: 'Accept: steam_76561190000000888' }).click();
  await until('the ban at the other world', () => isBannedAt(second, 'steam_76561190000000888'));
});

test('a player of any world is found, and the row leads to the page of that world', async () => {
  const { page } = await openTab('/players');
  await page.getByRole('searchbox', { name: 'Name, former name or UserId' }).fill('gust');
  await page.getByRole('link', { name: 'Gustav' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Gustav' }).waitFor();
  assert.match(new URL(page.url()).pathname, new RegExp(`^/console/w/(${first.key}|${second.key})/players/`));
});

test('a message goes to the chosen worlds, with an outcome for each', async () => {
  const { page, ...tab } = await openTab('/');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Do at these worlds' }).click();
  await page.getByRole('menuitem', { name: 'Announce…' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('The event begins');
  await page.getByRole('button', { name: 'Announce on 2 worlds' }).click();
  await page.getByText('Done at 2 worlds').waitFor();
  const outcome = page.getByRole('table', { name: 'Outcome' }).getByRole('row');
  for (const world of fleet.worlds) {
    await outcome
      .filter({ hasText: nameOf(world) })
      .getByText('Done')
      .waitFor();
    const { Entries } = await world.api.getPastEvents({ query: { Type: 'message', Limit: 1 } });
    assert.match(JSON.stringify(Entries), /The event begins/);
  }
  await tab.assertAccessible();
});

test('a ban of one player at one chosen world names both, and reaches no other', async () => {
  const { page } = await openTab('/');
  await page.getByRole('checkbox', { name: `Select ${nameOf(second)}` }).click();
  await page.getByRole('button', { name: 'Do at these worlds' }).click();
  await page.getByRole('menuitem', { name: 'Ban a player…', exact: true }).click();
  await page.getByLabel('UserId').fill('steam_76561190000000999');
  await page.getByRole('button', { name: 'Ban steam_76561190000000999 on 1 world' }).click();
  await page.getByText('Done at 1 world').waitFor();
  assert.equal(await isBannedAt(second, 'steam_76561190000000999'), true);
  assert.equal(await isBannedAt(first, 'steam_76561190000000999'), false);
});

test('a token is made and its secret shown once, and it is valid until it is revoked', async () => {
  const { page } = await openTab('/access/team');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('Shop');
  await page.getByText('Permissions, end date').click();
  await page.getByLabel('Permissions').fill('Palatine.Fleet.Worlds.Read');
  await page.getByRole('button', { name: 'Create the token' }).click();
  const secret = await page.getByRole('alertdialog').locator('code').textContent();
  const authorization = `Bearer ${secret}`;
  assert.equal((await fleet.gateway.fetch('/v1/fleet/worlds', { authorization })).status, 200);
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await page.getByRole('button', { name: 'Change Shop' }).click();
  await page.getByRole('radio', { name: /Viewer/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row').filter({ hasText: 'Shop' }).getByText('Viewer').waitFor();
  await page.getByRole('button', { name: 'Revoke Shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('button', { name: 'Revoke Shop' }).waitFor({ state: 'detached' });
  assert.equal((await fleet.gateway.fetch('/v1/fleet/worlds', { authorization })).status, 401);
});

test('audit and events of all worlds are shown, and one world is chosen in the address', async () => {
  await first.api.broadcast({ body: { Message: 'only here' } });
  const tab = await openTab(`/log/events?world=${first.key}&find=only`);
  await tab.sees('only here');
  await tab.open(`/log?world=${second.key}&find=only`);
  await tab.page.getByText('No entry matches all of these filters.').waitFor();
  await tab.open(`/log?world=${first.key}&find=only`);
  await tab.page.getByRole('grid', { name: 'Audit' }).getByText('Announce').first().waitFor();
});

test('a token is offered what it may do and nothing else', async () => {
  const { page, ...tab } = await openTab('/', { token: await tokenOf('Palatine.Fleet.Worlds.Read') });
  await page.getByRole('link', { name: nameOf(first) }).waitFor();
  assert.deepEqual(await page.locator('.sidebar-pages a .sidebar-text').allInnerTexts(), ['Worlds']);
  for (const name of ['Add a world', 'Do at these worlds']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  }
  await tab.open('/access/lists');
  await page.getByText(/access \(Palatine\.Fleet\.Lists\.Read\)/).waitFor();
});

test('the page of a fleet is there in another language', async () => {
  const tab = await openTab('/', { locale: 'zh-CN' });
  await tab.page.getByRole('grid', { name: '世界' }).waitFor();
});

test('the page needs no request to know that a gateway serves it, and that of a world asks no gateway', async () => {
  for (const [service, paths] of [
    [{ url: fleet.gateway.url, token: fleet.gateway.token }, /^\/v1\/fleet\//],
    [first, /^\/(v1\/(palatine|pdapi)|console)\//],
  ] as const) {
    await using tab = await openTab('/', { service, token: '' });
    const requests: string[] = [];
    tab.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/console/assets/')) requests.push(pathname);
    });
    await tab.signIn(service.token);
    await tab.page.getByRole('navigation').first().waitFor();
    await tab.settled();
    assert.match(requests[0] ?? '', /\/session$/);
    const wrong = requests.filter((path) => !paths.test(path));
    assert.deepEqual(wrong, []);
  }
});

import assert from 'node:assert/strict';
import { openConsole, startConsole, test } from './console.ts';

const { service, browser, openTab } = await startConsole();

/** The ban list as the service has it. */
async function bans() {
  const { Banlist } = await service.api.getBanlist();
  return [
    ...Banlist.UserEntries.map(({ UserId, ...entry }) => ({ subject: UserId, ...entry })),
    ...Banlist.IPEntries.map(({ IP, ...entry }) => ({ subject: IP, ...entry })),
  ];
}

const isActive = async (banned: string) => (await bans()).find(({ subject }) => subject === banned)?.Active;

test('the address of the page holds filters and order', async () => {
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  const subjects = () => page.getByRole('rowheader').allTextContents();
  await tab.open('/access/bans?state=lifted&sort=subject');
  const lifted = (await bans()).filter(({ Active }) => !Active).map(({ subject }) => subject);
  const expected = lifted.toSorted((a, b) => a.localeCompare(b));
  assert.deepEqual(await subjects(), expected);
  await tab.open('/access/bans');
  const newest = (await bans()).sort((a, b) => b.BannedBy.Timestamp.UTC - a.BannedBy.Timestamp.UTC);
  const newestFirst = newest.map(({ subject }) => subject);
  assert.deepEqual(await subjects(), newestFirst);
  await tab.open('/access/bans?kind=address');
  assert.ok((await subjects()).every((subject) => subject.startsWith('192.0.2.')));
  await page.getByLabel('Find in bans').fill('nobody has this');
  await page.getByText('No ban matches these filters.').waitFor();
  assert.match(page.url(), /find=nobody\+has\+this/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('grid', { name: 'Bans' }).waitFor();
  assert.equal((await subjects()).length, (await bans()).length);
  await tab.assertSound();
});

test('a UserId that the world has never seen is banned and lifted by the keyboard alone', async () => {
  const { page, ...tab } = await openTab('/access/bans');
  await page.getByRole('button', { name: 'Ban…' }).press('Enter');
  await page.getByLabel('UserId or address').waitFor();
  await tab.enter('steam_76561198000000777');
  await page.getByText('The world has never seen this UserId. The ban still applies.').waitFor();
  await tab.enter('a bot');
  const row = page.getByRole('row').filter({ hasText: 'steam_76561198000000777' });
  await row.getByText('active').waitFor();
  assert.equal(await isActive('steam_76561198000000777'), true);

  await row.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await page.getByRole('menuitem', { name: /^Unban/ }).press('Enter');
  await page.getByText('A ban of their address stays; unban it separately.').waitFor();
  await tab.enter('appeal upheld');
  await row.getByText('lifted').waitFor();
  assert.equal(await isActive('steam_76561198000000777'), false);

  await row.press('Enter');
  const history = page.getByRole('dialog', { name: /^History of/ });
  await history.getByText('Lifted by Administrator').waitFor();
  await history.getByText('Banned by Administrator').waitFor();
  await history.getByText('The world has never seen this UserId.').waitFor();
  // The browser writes down every 404: the service says so that it does not know this UserId.
  tab.forgive404();
  assert.deepEqual(tab.troubles, []);
});

test('an address is told from a UserId, and who has played from it is named', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online' } });
  const player = Rows.find(({ IP }) => IP);
  assert.ok(player?.IP);
  const { page } = await openTab('/access/bans');
  await page.getByRole('button', { name: 'Ban…' }).click();
  await page.getByLabel('UserId or address').fill(player.IP);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Ban the address/ }).waitFor();
  await page.getByText(new RegExp(`known from there: .*${player.Name}`)).waitFor();
  await page.getByRole('button', { name: /^Ban the address/ }).click();
  await page.getByRole('row').filter({ hasText: player.IP }).getByText('active').waitFor();
  assert.equal(await isActive(player.IP), true);
});

test('a token that may only read the list is offered nothing that changes it', async () => {
  const { page } = await openTab('/access/bans', { token: service.addToken('REST.Banlist.Read') });
  assert.equal(await page.getByRole('button', { name: 'Ban…' }).count(), 0);
  const menus = page.getByRole('button', { name: /^Actions for/ });
  await menus.first().click();
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['History']);
});

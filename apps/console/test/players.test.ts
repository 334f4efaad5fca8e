import assert from 'node:assert/strict';
import { byTier } from '@palatine/platform/testing';
import { startService } from '@palatine/testing/start-service';
import { aDemo } from '@palatine/testing/worlds';
import type { Locator, Page } from 'playwright-core';
import { openConsole, startConsole, test } from './console.ts';

const demo = aDemo();
const { service, browser, openTab } = await startConsole({ world: demo.world });

const LIST = '**/v1/palatine/players?*';

/** Waits until the focus is in a dialog: before that it takes no keys. */
const hasFocus = (dialog: Locator) => dialog.and(dialog.page().locator(':focus-within')).waitFor();
const grid = (page: Page) => page.getByRole('grid', { name: 'Players' });
const row = (page: Page, name: string) => page.getByRole('row', { name });

test('a list that is refused names the permission, and is read again on demand', async () => {
  await using tab = await openConsole(browser, service);
  const otherToken = service.addToken('REST.Version.Read');
  await tab.page.route(LIST, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${otherToken}` } }),
  );
  await tab.page.goto(`${service.url}/console/players`);
  const failure = tab.page.getByRole('alert').filter({ hasText: 'MISSING_PERMISSION' });
  await failure.waitFor();
  await tab.page.unroute(LIST);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await row(tab.page, demo.online.name).waitFor();
});

test('the keyboard walks, chooses, opens the menu and walks on beside an open player', async () => {
  const { page, ...tab } = await openTab('/players');
  await grid(page).locator('[data-index="0"]').focus();
  await tab.press('j', 'x', 'Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('.');
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByText('2 selected').waitFor({ state: 'detached' });

  await tab.press('Home', 'Enter');
  const names = (await service.api.searchPlayers({ query: {} })).Rows.map(({ Name }) => Name);
  await page.getByRole('heading', { level: 2, name: names[0] ?? '' }).waitFor();
  await grid(page).locator('[data-index="0"]').focus();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 2, name: names[1] ?? '' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/console/players');
});

test('e gives to the row with the focus; on the page of a player m writes to that one', async () => {
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  const dialog = page.locator('.dialog');
  await tab.open('/players?status=online');
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online' } });
  const [first, second] = Rows;
  assert.ok(first && second);
  await page.keyboard.press('e'); // no row has the focus: no player is meant
  await grid(page).locator('[data-index="1"]').focus();
  await page.keyboard.press('e');
  await dialog.getByRole('heading', { name: `Give items: \u2068${second.Name}\u2069` }).waitFor();
  await hasFocus(dialog);
  await tab.closeDialog();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
  await hasFocus(sheet);
  const frame = await sheet.locator('.dialog-body').evaluate((body) => getComputedStyle(body).outlineStyle);
  assert.equal(frame, 'none');
  for (const name of ['Give items', 'Message', 'Next row']) {
    assert.equal(await sheet.getByText(name, { exact: true }).count(), 1, name);
  }
  await tab.closeDialog();

  await tab.open(`/players/${first.Uid}`);
  await page.keyboard.press('m');
  await dialog.getByRole('button', { name: `Send to \u2068${first.Name}\u2069` }).waitFor();
  await tab.assertSound();
});

test('a choice survives another order, which the service makes', async () => {
  const { page, ...tab } = await openTab('/players');
  await page.getByRole('checkbox', { name: `Select ${demo.online.name}` }).click();
  const level = page.getByRole('columnheader', { name: 'Level' });
  await level.getByRole('button').click();
  await level.and(page.locator('[aria-sort="ascending"]')).waitFor();
  await tab.settled();
  const { Rows } = await service.api.searchPlayers({ query: { Sort: 'Level' } });
  const first = page.locator('[data-index="0"]');
  await row(page, Rows[0]?.Name ?? '')
    .and(first)
    .waitFor();
  assert.ok(await page.getByRole('checkbox', { name: `Select ${demo.online.name}` }).isChecked());
  await page.getByText('1 selected').waitFor();
});

test('what one of the chosen blocks is done to the other, and all that match are chosen at once', async () => {
  const { Rows, Matching } = await service.api.searchPlayers({ query: { Limit: 500 } });
  const [on, off] = [true, false].map((online) => Rows.find(({ Online }) => Online === online));
  assert.ok(on && off);
  const { page } = await openTab('/players');
  for (const { Name } of [on, off]) await page.getByRole('checkbox', { name: `Select ${Name}` }).click();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  await bar.getByRole('button', { name: 'Kick' }).click();
  const kick = page.getByRole('dialog', { name: `Kick \u2068${on.Name}\u2069` });
  await kick.getByText('1 player skipped: Offline').waitFor();
  await kick.getByText(off.Name).waitFor();
  await kick.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: `Select all ${Matching} that match` }).click();
  await page.getByRole('toolbar', { name: `${Matching} selected` }).waitFor();
});

test('names of players are text: they neither turn the page around nor reach a spreadsheet as formulas', async () => {
  const world = aDemo();
  const hostile = [
    '=HYPERLINK("http://x")',
    '<img src=x onerror=alert(1)>',
    'Zoe\u202egnp.exe\u200b',
    'x'.repeat(10_000),
  ];
  const accounts = [...world.world.accounts.values()];
  hostile.forEach((name, at) => {
    const account = accounts[at];
    if (account !== undefined) world.world.accounts.put({ ...account, name });
  });
  await using second = await startService({ world: world.world });
  await using tab = await openTab('/players', { service: second });
  const { page } = tab;
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await page.getByText('Zoe[U+202E]gnp.exe[U+200B]').waitFor();
  assert.equal(await grid(page).locator('img').count(), 0);
  const deceptive = page.getByRole('row').filter({ hasText: 'look-alike' });
  assert.equal(await deceptive.count(), 1);
  await deceptive.getByText('Zoe[U+202E]gnp.exe[U+200B]').waitFor();
  await page.getByText(`${'x'.repeat(64)}…`, { exact: true }).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const csv = Buffer.concat(chunks).toString();
  assert.ok(csv.includes('"\'=HYPERLINK(""http://x"")"'), csv.slice(0, 500));
  assert.equal(csv.trim().split('\r\n').length, 1 + accounts.length);

  for (const [at] of hostile.entries()) {
    await tab.open(`/players/${accounts[at]?.uid}`);
    await page.getByRole('tabpanel').waitFor();
    await tab.assertSound();
    await tab.assertAccessible();
  }
});

test('of thousands of players some forty are in the document, and End reaches the last', async () => {
  const COUNT = byTier(2_000, 10_000);
  const { world } = aDemo();
  const [account] = [...world.accounts.values()];
  assert.ok(account !== undefined);
  for (let at = world.accounts.size; at < COUNT; at++) {
    const number = String(at).padStart(5, '0');
    world.accounts.put({
      ...account,
      uid: `BBBBBBBB-00000000-00000000-000${number}`,
      userId: '',
      name: `crowd ${number}`,
    });
  }
  await using second = await startService({ world });
  await using tab = await openTab('/players', { service: second });
  const { page } = tab;
  await grid(page).locator('[data-index="0"]').focus();
  assert.equal(await grid(page).getAttribute('aria-rowcount'), String(COUNT + 1));
  await page.keyboard.press('End');
  const last = grid(page).locator(
    `[data-index="${COUNT - 1}"][aria-rowindex="${COUNT + 1}"]:not([aria-busy])`,
  );
  await last.waitFor();
  assert.ok(await last.evaluate((element) => element === document.activeElement));
  assert.ok((await grid(page).locator('[data-index]').count()) <= 40);
  await page.keyboard.press('Control+a');
  await page.getByText(`${COUNT.toLocaleString('en-GB')} selected`).waitFor();
  assert.ok((await grid(page).locator('[data-index]').count()) <= 40);
  await tab.assertSound();
});

test('the head of a player has the four actions as buttons, says for how long, and keeps ids in the menu', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { HasPlayerFile: true, Limit: 500 } });
  const [on, off] = [true, false].map((online) => Rows.find(({ Online }) => Online === online));
  assert.ok(on?.UserId && off);
  const { page, ...tab } = await openTab(`/players/${on.Uid}`);
  const head = page.locator('.player-head');
  await head.getByText(/^Online for \d+ (d|h|min|s)/).waitFor();
  const buttons = head.locator('.player-actions button');
  assert.deepEqual(await buttons.allTextContents(), ['Message', 'Give', 'Kick', 'Ban', '']);
  assert.deepEqual(await head.locator('.button.danger').allTextContents(), ['Ban']);
  for (const id of [on.Uid, on.UserId]) assert.equal(await page.getByText(id).count(), 0, id);
  await buttons.last().click();
  for (const name of ['Copy PlayerUID', 'Copy UserId', 'Copy Address']) {
    await page.getByRole('menuitem', { name }).waitFor();
  }
  await page.keyboard.press('Escape');
  await page.getByText(/\d · [\d,]+ to the next level/).waitFor();
  await head.getByRole('button', { name: 'Kick' }).click();
  await page.getByRole('dialog', { name: `Kick \u2068${on.Name}\u2069` }).waitFor();
  await tab.closeDialog();
  await tab.open(`/players/${off.Uid}`);
  await page.getByRole('heading', { name: 'Sessions' }).first().waitFor();
  assert.equal(await page.getByText(/^0.* in 30 days$/).count(), 0);
  const hp = await page.locator('.facts > div').filter({ hasText: /^HP/ }).locator('dd').textContent();
  assert.match(hp ?? '', /^([\d,]+( of [\d,]+)?|–.*)$/);
  await head.getByText(/^Last seen \d+ (d|h|min|s)( \d+ (h|min|s))? ago$/).waitFor();
  await tab.open(`/players/${on.Uid}/history`);
  await page.getByRole('heading', { name: 'Addresses', exact: true }).waitFor();
  assert.equal(await page.getByText(/No (address was seen|IP recorded)/).count(), 0);
});

test('on a phone the filters of a list are one row, behind a button that counts them', async () => {
  const { page, ...tab } = await openTab('/players', { size: 'phone' });
  for (const path of ['/players?seen=7', '/pals', '/bases', '/guilds', '/log/audit', '/access/bans']) {
    await tab.open(path);
    const { height = 99 } = (await page.locator('.list-view > .toolbar').boundingBox()) ?? {};
    assert.ok(height <= 60, `${path}: ${height} px`);
  }
  await tab.open('/players?seen=7');
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await page.getByRole('searchbox', { name: 'Name, guild, id' }).fill('no such player');
  await page.getByRole('button', { name: 'Filters 2' }).waitFor();
  await tab.assertAccessible();
  await page.keyboard.press('Escape');
  await page.getByText('No player matches all of these filters.').waitFor();
});

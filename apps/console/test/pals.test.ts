import assert from 'node:assert/strict';
import { aDemo } from '@palatine/testing/worlds';
import type { Page } from 'playwright-core';
import { startConsole, test } from './console.ts';

const { world } = aDemo();
const [first, second] = [...world.characters.values()].filter(({ playerUid }) => playerUid === null);
assert.ok(first && second);
const ivs = { health: 99, attackMelee: 1, attackShot: 60, defense: 3 };
const passives = ['PAL_ALLAttack_down1', 'Legend', 'Rare', 'CraftSpeed_up1'];
for (const [at, nickname] of ['Copy', 'Copy', 'Copy', 'Twin', 'Twin'].entries()) {
  const from = nickname === 'Copy' ? first : second;
  const id = `${'ABCDEF0'}${at}${from.id.slice(8)}`;
  world.characters.put({ ...from, id, nickname, passives, ivs: { ...ivs, defense: nickname.length } });
}
const { openTab, service } = await startConsole({ world });

const view = (page: Page, name: string) => page.getByRole('button', { name });

test('duplicates are found in one step, group by group, with how many there are', async () => {
  const { page, ...tab } = await openTab('/pals');
  await view(page, 'Duplicates 5').click();
  await tab.settled();
  assert.equal(new URL(page.url()).search, '?duplicates=yes');
  const rows = page.locator('.table-body .table-row');
  const names = (await rows.allInnerTexts()).map((text) => (text.includes('Twin') ? 'Twin' : 'Copy'));
  assert.equal(names.length, 5);
  const border = names.findIndex((name) => name !== names[0]);
  assert.deepEqual(new Set(names.slice(border)).size, 1, names.join());
  assert.equal(await rows.and(page.locator('.first')).count(), 1);
  assert.equal(await rows.nth(border).and(page.locator('.first')).count(), 1);
});

test('no impossible Pal is good news, which says how many were checked and leads on', async () => {
  const { page, ...tab } = await openTab('/pals');
  const { Total } = await service.api.searchPals({ query: { Limit: 1 } });
  await view(page, 'Impossible 0').click();
  await page.getByRole('heading', { name: 'No impossible Pals' }).waitFor();
  await page.getByText(`All ${Total} Pals are possible`).waitFor();
  await tab.assertAccessible();
  await view(page, 'Show duplicates').click();
  await page.getByRole('row', { name: /Twin/ }).first().waitFor();
});

test('IVs are bars from gray to gold, and passives chips by rank, the best first', async () => {
  const { page } = await openTab('/pals?duplicates=yes');
  const row = page.getByRole('row', { name: /Copy/ }).first();
  const figures = row.locator('.iv');
  const looks = await figures.evaluateAll((all) => all.map(({ style }) => style.getPropertyValue('--iv')));
  assert.deepEqual(looks, ['99%', '60%', '4%']);
  assert.equal(await row.locator('.iv.top').count(), 1);
  assert.equal(await figures.first().textContent(), 'HP99');
  await row.locator('.passives li').first().getByText('Legend').waitFor();
  await row.click();
  const sheet = page.getByRole('dialog', { name: 'Pal' });
  await sheet.locator('.passives li').nth(3).waitFor();
  const tones = await sheet.locator('.passives li').evaluateAll((all) => all.map((chip) => chip.className));
  assert.deepEqual([tones[0], tones.at(-1)], ['rainbow', 'bad']);
});

test('holders of an item are bars by count, lead to the map, and offer actions', async () => {
  const { page, ...tab } = await openTab('/items');
  await page.getByRole('heading', { name: 'Who holds an item' }).waitFor();
  await view(page, 'Gold Coin').click();
  await page.waitForURL('**/items?item=Money');
  const { Holders } = await service.api.getItemHolders({ params: { item_id: 'Money' }, query: {} });
  const rows = page.getByRole('grid', { name: 'Holders' }).locator('.table-body .table-row');
  await rows.first().waitFor();
  const [first, second] = Holders;
  assert.ok(first && second);
  const widths = await rows
    .locator('.meter-bar')
    .evaluateAll((all) => all.map(({ style }) => style.inlineSize));
  assert.equal(widths[0], '100%');
  assert.equal(
    Number.parseFloat(widths[1] ?? '').toFixed(3),
    ((second.Count / first.Count) * 100).toFixed(3),
  );
  assert.equal(
    await page.getByRole('link', { name: 'Show on map' }).getAttribute('href'),
    '/console/map?item=Money',
  );
  await tab.assertAccessible();
  const held = Holders.findIndex(({ Uid }) => Uid !== undefined);
  const menu = rows.nth(held).getByRole('button', { name: /^Actions for/ });
  await menu.click();
  for (const name of ['Show on the map', 'Message…', 'Ban…'])
    await page.getByRole('menuitem', { name }).waitFor();
});

test('an empty list has the button that changes it in its face, and not twice', async () => {
  const { page, ...tab } = await openTab('/system/backups');
  await page.locator('.view-state').getByRole('button', { name: 'Back up now' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Back up now' }).count(), 1);
  await tab.assertAccessible();
});

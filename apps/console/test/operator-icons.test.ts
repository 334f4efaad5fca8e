import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openConsole, RED_POINT, startConsole, test } from './console.ts';

const { service, browser, openTab } = await startConsole();

function give(kind: string, id: string, bytes: Buffer): void {
  const folder = join(service.data, 'Console', 'icons', kind);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.png`), bytes);
}

test('the icons of the operator stand where there is one, and the glyph where there is none', async () => {
  const { Rows } = await service.api.searchPals({
    query: { Limit: 500, Sort: 'Level', Order: 'Descending' },
  });
  const [first] = Rows;
  const second = Rows.find(({ PalID }) => PalID !== first?.PalID);
  assert.ok(first && second);
  give('pals', first.PalID.toUpperCase(), RED_POINT);
  give('items', 'wood', RED_POINT);
  give('items', 'Stone', Buffer.from('no picture'));
  give('technologies', 'Workbench', RED_POINT);
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/console/icons.json')) lists.push(request.url());
  });
  await tab.open(`/pals?species=${first.PalID}`);
  await page.locator('img.given-icon[src*="/icons/pals/"]').first().waitFor();
  const icon = page.locator('img.given-icon').first();
  const widthPx = await icon.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });
  assert.equal(widthPx, 1);
  assert.deepEqual(lists.length, 1);
  await tab.open(`/pals?species=${second.PalID}`);
  await page.locator('svg.seal').first().waitFor();
  assert.equal(await page.locator('img.given-icon').count(), 0);
  await tab.open('/items?item=Wood');
  await page.locator('img.given-icon[src*="/icons/items/wood"]').first().waitFor();
  await tab.assertSound();
  await tab.assertAccessible();
});

test('a technology has its icon, and an icon that is no picture leaves the glyph', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { HasPlayerFile: true, Limit: 1 } });
  await using tab = await openTab(`/players/${Rows[0]?.Uid}/technologies`);
  await tab.page.locator('img.given-icon[src*="/icons/technologies/Workbench"]').first().waitFor();
  await tab.assertSound();
  await tab.open('/items?item=Stone');
  await tab.page.locator('svg.icon').first().waitFor();
  await tab.page.waitForFunction(() => document.querySelector('img.given-icon[src*="Stone"]') === null);
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startConsole, test } from './console.ts';
import { doInPalette, palette } from './palette.ts';

// Whole ways through the console without a pointer. Nothing here is clicked, and no field is filled but by typing.

const { service, openTab } = await startConsole();

/** More than the controls of any page that is walked here. */
const MAX_TABS = 150;

/** Walks by Tab until a control has the focus. */
async function walkTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let step = 0; step < MAX_TABS; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${control}`);
}

async function enterOn(page: Page, control: Locator): Promise<void> {
  await walkTo(page, control);
  await page.keyboard.press('Enter');
}

/** Types into the palette, and takes the row whose text fits once it is highlighted. */
async function find(page: Page, text: string, row: RegExp): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').waitFor();
  await page.keyboard.type(text);
  await palette(page).locator('[role="option"][data-highlighted]').filter({ hasText: row }).waitFor();
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

async function online() {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', HasPlayerFile: true } });
  const [first, second] = Rows;
  assert.ok(first && second);
  return [first, second] as const;
}

test('who signs in finds a player, gives Pal Spheres, sees them in the slot, and signs out', async () => {
  const [player] = await online();
  const held = async () => {
    const { Inventory } = await service.api.getItems({ params: { player_identifier: player.Uid } });
    const slots = Object.values(Inventory).flatMap(({ Slots }) => Object.values(Slots));
    return slots.find(({ ItemID }) => ItemID === 'PalSphere')?.Count ?? 0;
  };
  const before = await held();
  await using tab = await openTab('/', { token: '' });
  const { page } = tab;
  await walkTo(page, page.getByLabel('Token'));
  await tab.enter(service.token);
  await page.getByRole('navigation', { name: 'Pages' }).first().waitFor();
  await find(page, `@${player.Name}`, new RegExp(player.Name));
  await page.getByRole('tab', { name: 'Inventory' }).waitFor();
  await page.keyboard.press('2');
  const slot = page.locator('.slot').filter({ hasText: 'Pal Sphere' }).first();
  await page.getByRole('tabpanel', { name: 'Inventory' }).locator('.slot').first().waitFor();
  await find(page, 'give pal sphere', /^Give 1 Pal Sphere to/);
  await page.getByRole('button', { name: /^Give 1 Pal Sphere to/ }).waitFor();
  await walkTo(page, page.getByLabel('Count'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('7');
  await page.getByRole('button', { name: /^Give 7 Pal Sphere to/ }).waitFor();
  await page.keyboard.press('Enter');
  await tab.sees(/^Gave 7 Pal Sphere to/);
  await slot.waitFor();
  assert.equal(await held(), before + 7);
  await slot.getByText(String(before + 7), { exact: true }).waitFor();
  await find(page, 'sign out', /^Sign out/);
  await page.getByLabel('Token').waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem('palatine.token')), null);
  await tab.assertSound();
});

test('a base is deleted: the dry run is read, the name typed and its return offered', async () => {
  const { Rows } = await service.api.searchCamps({ query: { Sort: 'Buildings', Order: 'Descending' } });
  const [camp] = Rows;
  assert.ok(camp);
  const { Deleted } = await service.api.previewBaseDeletion({ params: { base_camp_id: camp.Id } });
  await using tab = await openTab(`/bases/${camp.Id}`);
  const { page } = tab;
  await enterOn(page, page.getByRole('button', { name: /^Delete/ }).first());
  await page.getByText(new RegExp(`^${Deleted.Buildings} buildings`)).waitFor();
  const typed = page.getByLabel(/^Type .* to go on$/);
  const name = await typed.evaluate((field) => {
    const { labels } = field as HTMLInputElement;
    return labels?.[0]?.querySelector('bdi')?.textContent ?? '';
  });
  await walkTo(page, typed);
  await tab.enter(name);
  const toast = page.locator('.toast').filter({ hasText: /^Deleted the base/ });
  await toast.waitFor();
  const { Archives } = await service.api.getArchives();
  assert.equal(Archives[0]?.CampId, camp.Id);
  await toast.getByRole('button', { name: 'Restore' }).waitFor();
  await page.waitForURL(/\/bases$/);
  const { Matching } = await service.api.searchCamps({ query: { Find: camp.Id } });
  assert.equal(Matching, 0);
  tab.forgive404(); // the page of the base may ask for it once more before it is left
  await tab.assertSound();
});

test('two players are chosen in the list and read the same message', async () => {
  const players = await online();
  await using tab = await openTab('/players?status=online');
  const { page } = tab;
  await page.getByRole('row').filter({ hasText: players[0].Name }).first().waitFor();
  await tab.press('j', 'k', 'x', 'Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('m');
  await walkTo(page, page.locator('.dialog').getByLabel('Message', { exact: true }));
  await page.keyboard.type('the raid begins');
  await enterOn(page, page.getByRole('button', { name: 'Send to 2 players' }));
  await tab.sees(/^Sent to 2 players/);
  const { Entries } = await service.api.getPastEvents({ query: { Type: 'message', Limit: 1 } });
  const [message] = Entries.map(({ Data }) => Data);
  assert.ok(message && 'recipients' in message && 'text' in message);
  assert.equal(message.text, 'the raid begins');
  assert.deepEqual(message.recipients?.toSorted(), players.map(({ UserId = '' }) => UserId).toSorted());
  await tab.assertSound();
});

test('a template is edited and checked, kept over a change on the disk, and brought back by the toast', async () => {
  const params = { name: 'Keyed' };
  const body = { Text: '{ "PalID": "SheepBall", "Level": 5 }' };
  await service.api.putTemplate({ params, ifMatch: null, body });
  await using tab = await openTab('/templates/templates/Keyed');
  const { page } = tab;
  const text = page.locator('.json textarea');
  const write = async (document: string) => {
    await walkTo(page, text);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(document);
  };
  await write('{ "PalID": "SheepBall", "Level": 120 }');
  await page.getByRole('row').filter({ hasText: 'Level' }).getByText('120').waitFor(); // the check has looked at it
  const save = page.getByRole('button', { name: 'Save Keyed' });

  writeFileSync(
    join(service.data, 'Pals', 'Templates', 'Keyed.json'),
    '{ "PalID": "SheepBall", "Level": 9 }',
  );
  await write('{ "PalID": "SheepBall", "Level": 12 }');
  await enterOn(page, save);
  const conflict = page.locator('.conflict');
  await conflict.getByText('The file has changed on the disk').waitFor();
  const stillThere = await service.api.getTemplate({ params });
  assert.match(stillThere.Text, /9/);
  await enterOn(page, conflict.getByRole('button', { name: 'Overwrite with mine' }));
  await conflict.waitFor({ state: 'detached' });

  await page.waitForFunction(() => document.querySelector('.conflict') === null);
  await write('{ "PalID": "SheepBall", "Level": 13 }');
  await enterOn(page, save);
  await tab.sees('Keyed is saved.');
  assert.match((await service.api.getTemplate({ params })).Text, /13/);
  await page.keyboard.press('F6');
  await enterOn(page, page.getByRole('button', { name: 'Undo' }));
  await tab.sees(/^Restored /);
  assert.match((await service.api.getTemplate({ params })).Text, /12/);
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>('.json textarea')?.value.includes('12'),
  );
});

test('a new file is named, and Enter opens its editor alone', async () => {
  await using tab = await openTab('/templates');
  const { page } = tab;
  await enterOn(page, page.getByRole('button', { name: 'New' }));
  await page.getByRole('dialog', { name: 'New Pal template' }).waitFor();
  await tab.enter('Born of keys');
  await page.getByRole('heading', { name: 'Born of keys' }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('.dialog') === null);
  await tab.assertSound();
});

/** Runs in a page: the controls of a part that show no whole ring when they have the focus, with what cuts it. */
function cutRings(part: Element): string[] {
  return [...part.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')].flatMap((control) => {
    control.focus();
    if (control.tabIndex < 0 || document.activeElement !== control) return [];
    let ringed: Element = control;
    while (ringed.parentElement && getComputedStyle(ringed).outlineStyle === 'none')
      ringed = ringed.parentElement;
    const { outlineOffset, outlineWidth } = getComputedStyle(ringed);
    const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) - 0.5; // rounding
    const ring = ringed.getBoundingClientRect();
    const cutting: (Element | null)[] = ringed.contains(part) ? [null] : [];
    for (let around = ringed.parentElement; around; around = around.parentElement) {
      const { left, right, top, bottom } = around.getBoundingClientRect();
      const isWhole =
        ring.left - reach >= left &&
        ring.right + reach <= right &&
        ring.top - reach >= top &&
        ring.bottom + reach <= bottom;
      if (!isWhole && getComputedStyle(around).overflow !== 'visible') cutting.push(around);
    }
    return cutting.map((around) => `${control.outerHTML} in ${around?.className}`);
  });
}

test('the ring of each control in the player list and in the Give dialog is whole', async () => {
  const [player] = await online();
  await using tab = await openTab('/players');
  await tab.page.getByRole('row').filter({ hasText: player.Name }).first().waitFor();
  await tab.press('Tab');
  assert.deepEqual(await tab.page.locator('.list-view').evaluate(cutRings), []);
  await doInPalette(tab.page, 'Give items', player.Name);
  await tab.page.getByLabel('Count').waitFor();
  assert.deepEqual(await tab.page.getByRole('dialog').evaluate(cutRings), []);
});

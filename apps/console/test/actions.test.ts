import assert from 'node:assert/strict';
import type { PlayerRow } from '@palatine/contract';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import type { Locator, Page } from 'playwright-core';
import { type ConsoleTab, openConsole, startConsole, test } from './console.ts';
import { dialogButton, typeInPalette } from './palette.ts';

/** Two of the players online share an address. */
function demoWorld() {
  const sizes = { players: 44, online: 20 };
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 3, nowMs: Date.now(), sizes });
  const [first, second] = [...world.sessions.values()].filter(({ characterLoaded }) => characterLoaded);
  if (first !== undefined && second !== undefined) world.sessions.put({ ...second, ip: first.ip });
  return world;
}

const config = { playerResolution: 'Known' };
const { service, browser, openTab } = await startConsole({ world: demoWorld(), config });
const atStart = await service.api.searchPlayers({ query: { Status: 'Online', Limit: 500 } });
let online: PlayerRow[] = atStart.Rows.filter(({ HasPlayerFile }) => HasPlayerFile);

/** Somebody online whom no other test touches. */
function onlinePlayer(): PlayerRow {
  const row = online.pop();
  assert.ok(row, 'the demo world has enough players online');
  return row;
}

async function countOf(uid: string, item: string): Promise<number> {
  const { Inventory } = await service.api.getItems({ params: { player_identifier: uid } });
  return Object.values(Inventory)
    .flatMap(({ Slots }) => Object.values(Slots))
    .filter(({ ItemID }) => ItemID === item)
    .reduce((sum, { Count }) => sum + Count, 0);
}

const dialog = (page: Page) => page.locator('.dialog');
const restored = (page: Page) => page.locator('.toast').filter({ hasText: /^Restored/ });

/** Reaches the button of the newest toast by keys. */
async function pressUndo(page: Page): Promise<void> {
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.keyboard.press('F6');
  for (let step = 0; step < 6; step++) {
    if (await undo.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

test('a kick asks for a reason, which the event has', async () => {
  const { Uid, Name } = onlinePlayer();
  const { page, ...tab } = await openTab('/access/bans');
  await typeInPalette(page, 'Kick', Name);
  await page.getByText('They read the reason, and may come back at once.').waitFor();
  await tab.enter('afk for an hour');
  await tab.sees(/^Kicked/);
  const { Entries } = await service.api.getPastEvents({ query: { Type: 'punishment', Player: Uid } });
  const entries = Entries.map(({ Data }) => Data).map((data) => ('reason' in data ? data.reason : ''));
  assert.deepEqual(entries, ['afk for an hour']);
  await typeInPalette(page, 'Kick', onlinePlayer().Name);
  await page.getByRole('button', { name: 'afk for an hour' }).waitFor(); // the reason is offered again
});

test('a ban names who else plays from the address, and is lifted by the toast', async () => {
  const sharing = online.find(({ IP }) => online.filter((player) => player.IP === IP).length > 1);
  assert.ok(sharing);
  const neighbor = online.find(({ IP, Uid }) => IP === sharing.IP && Uid !== sharing.Uid);
  online = online.filter(({ IP }) => IP !== sharing.IP);
  const { page, ...tab } = await openTab('/access/bans');
  await typeInPalette(page, 'Ban', sharing.Name);
  await page.getByText(new RegExp(`^Another plays from their address: .*${neighbor?.Name}`)).waitFor();
  await page.keyboard.type('cheating');
  await tab.press('Tab', 'Space');
  await page.getByRole('checkbox', { name: 'Ban their address too', checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await tab.sees(`Banned \u2068${sharing.Name}\u2069`);
  const isBanned = async () => {
    const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
    const users = Banlist.UserEntries.map(({ UserId }) => UserId);
    const addresses = Banlist.IPEntries.map(({ IP }) => IP);
    return [users.includes(sharing.UserId ?? ''), addresses.includes(sharing.IP ?? '')];
  };
  assert.deepEqual(await isBanned(), [true, true]);
  await pressUndo(page);
  await tab.sees(`Unbanned \u2068${sharing.Name}\u2069`);
  await tab.sees(`Unbanned \u2068${sharing.IP}\u2069`);
  assert.deepEqual(await isBanned(), [false, false]);
});

test('technologies that are taken away come back by the toast: those that were answered, no others', async () => {
  const { Uid, Name } = onlinePlayer();
  const params = { player_identifier: Uid };
  await service.api.learnTechnologies({ params, body: { Technology: ['Workbench', 'PALBOX'] } });
  const learnt = async () => {
    const { Techs } = await service.api.getTechnologies({ params });
    return Techs.Unlocked.toSorted();
  };
  const before = await learnt();
  const { page, ...tab } = await openTab('/access/bans');
  await typeInPalette(page, 'Lock technologies', Name);
  await page.getByText(`They know ${before.length} technologies.`).waitFor();
  for (const name of ['Primitive Workbench', 'Palbox']) {
    await page.keyboard.type(name);
    await page.getByRole('option', { name }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: /^Lock .* for/ }).press('Enter');
  await tab.sees(/^Locked /);
  assert.equal((await learnt()).length, before.length - 2);
  await pressUndo(page);
  await tab.sees(/^Unlocked /);
  assert.deepEqual(await learnt(), before);
});

/** A base that no other test touches, with the name that its page gives it: that of its guild or head, and its place. */
async function someBase() {
  const { Rows } = await service.api.searchCamps({ query: { Sort: 'Buildings', Order: 'Descending' } });
  const [camp] = Rows;
  assert.ok(camp);
  const [x, y] = [(camp.Place.Y - 158_000) / 459, (camp.Place.X + 123_888) / 459].map(Math.round);
  return { id: camp.Id, name: `${camp.GuildName || camp.HeadName} at ${x}, ${y}` };
}

/** Opens the page of a base and types its name into the dialog that deletes it. */
async function deleteBase({ page, open }: ConsoleTab, { id, name }: { id: string; name: string }) {
  await open(`/bases/${id}`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByLabel(/^Type .* to go on$/).fill(name);
  await dialog(page).locator('button.final:not(:disabled)').waitFor();
  await page.keyboard.press('Enter');
}

/** The elements that run out of their box at the side. */
function tooWide(box: Locator): Promise<string[]> {
  return box.evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter(
        (element) =>
          !element.matches('.spoken') && element.scrollWidth > element.clientWidth && element.clientWidth > 0,
      )
      .map((element) => `${element.localName}.${element.className}`),
  );
}

test('a base that was deleted is left for the list, and comes back by the toast', async () => {
  const base = await someBase();
  const matching = async () => (await service.api.searchCamps({ query: { Find: base.id } })).Matching;
  await using tab = await openConsole(browser, service, { size: 'phone' });
  const { page } = tab;
  await deleteBase(tab, base);
  const toast = page.locator('.toast').filter({ hasText: `Deleted the base of \u2068${base.name}\u2069` });
  await toast.waitFor();
  await page.waitForURL(/\/bases$/);
  assert.equal(await matching(), 0);
  assert.equal(await toast.getByText('.json').count(), 0, 'no path');
  assert.deepEqual(await tooWide(toast), []);
  await toast.getByRole('button', { name: 'Restore' }).click();
  await restored(page).waitFor();
  assert.equal(await matching(), 1);
  tab.forgive404(`/camps/${base.id}`);
  await tab.assertSound();
});

test('who may not restore a base keeps its archive in sight, once and inside the dialog', async () => {
  const base = await someBase();
  const token = service.addToken(['Palatine.Bases.Read', 'REST.Base.Delete']);
  await using tab = await openConsole(browser, service, { token });
  const { page } = tab;
  await deleteBase(tab, base);
  const line = dialog(page).getByText(/deletebase-.*json\.gz/);
  await line.waitFor();
  assert.equal(await line.count(), 1);
  assert.deepEqual(await tooWide(dialog(page)), []);
  assert.equal(await dialog(page).getByRole('button', { name: 'Restore' }).count(), 0);
});

test('the page of a base that is gone says so, and offers its archive', async () => {
  const { id } = await someBase();
  await service.api.deleteBase({ params: { base_camp_id: id } });
  const { page, ...tab } = await openTab(`/bases/${id}`);
  const main = page.getByRole('main');
  await main.getByText('This base no longer exists.').waitFor();
  assert.equal(await main.locator('.failure').count(), 0);
  assert.equal(await main.getByRole('button', { name: 'Delete…' }).count(), 0);
  await main.getByRole('button', { name: 'Restore base…' }).click();
  await dialogButton(page, /^Restore/).click();
  await main.getByRole('button', { name: 'Delete…' }).waitFor();
  tab.forgive404(`/camps/${id}`);
});

test('the archive of a deleted base is restored from the list of archives', async () => {
  const { id } = await someBase();
  await service.api.deleteBase({ params: { base_camp_id: id } });
  const { page } = await openTab('/system/backups');
  await page.getByRole('button', { name: 'Restore…' }).first().click();
  await dialogButton(page, /^Restore/).click();
  await restored(page).waitFor();
  assert.equal((await service.api.searchCamps({ query: { Find: id } })).Matching, 1);
});

test('of many that are chosen those who cannot be given anything are left out, by name', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', Limit: 100 } });
  const without = Rows.filter(({ HasPlayerFile }) => !HasPlayerFile);
  assert.deepEqual([without.length, Rows.length > 2], [1, true]);
  const uids = Rows.filter(({ HasPlayerFile }) => HasPlayerFile).map(({ Uid }) => Uid);
  const counts = () => Promise.all(uids.map((uid) => countOf(uid, 'Fiber')));
  const before = await counts();
  const { page, ...tab } = await openTab('/players?status=online');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Give items' }).press('Enter');
  const left = dialog(page).getByRole('list', { name: 'Skipped' });
  await left.getByText('1 player skipped: No save file for this player').waitFor();
  await left.getByText(without[0]?.Name ?? '?').waitFor();
  await tab.assertAccessible();
  await page.keyboard.type('fiber');
  const fiber = page.getByRole('option', { name: /^Fiber/ });
  await fiber.first().click();
  await dialogButton(page, `Give 1 Fiber to ${uids.length} players`).click();
  await page.getByRole('row').filter({ hasText: 'Done' }).getByText(String(uids.length)).waitFor();
  const expected = before.map((had) => had + 1);
  assert.deepEqual(await counts(), expected);
});

test('an action that is blocked for all chosen players says why, by keyboard too', async () => {
  const { page } = await openTab('/players?status=offline');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Kick' }).press('Enter');
  await dialog(page).getByText('Offline.').waitFor();
  assert.equal(await dialog(page).getByRole('button', { name: /^Kick/ }).count(), 0);
});

test('of 40 grants whose connection is cut each is given once', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { HasPlayerFile: true, Limit: 40 } });
  assert.equal(Rows.length, 40);
  const count = async () => Promise.all(Rows.map(({ Uid }) => countOf(Uid, 'Bone')));
  const before = await count();
  const { page, ...tab } = await openTab('/players?file=yes');
  let sent = 0;
  let cut = true;
  await page.route('**/v1/pdapi/give/items/**', async (route) => {
    sent += 1;
    if (!cut || sent <= 12) return route.continue();
    // Of the others every second request reaches the service, and no answer comes back.
    if (sent % 2 === 0) await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Give items' }).click();
  await dialog(page).waitFor();
  const chosen = Number(
    /of (\d+)|: (\d+)/.exec((await dialog(page).getByRole('heading').textContent()) ?? '')?.[2],
  );
  assert.ok(chosen >= 40, `${chosen} are chosen`);
  await page.keyboard.type('bone');
  await page.getByRole('option', { name: /^Bone/ }).first().click();
  await dialogButton(page, /^Give 1 Bone to/).click();
  const again = page.getByRole('button', { name: /^Retry the \d+ unknown$/ });
  await again.waitFor({ timeout: 120_000 });
  cut = false;
  await again.click();
  const done = page.getByRole('row').filter({ hasText: 'Done' }).getByText(String(chosen));
  await done.waitFor({ timeout: 60_000 });
  const expected = before.map((had) => had + 1);
  assert.deepEqual(await count(), expected);
  tab.troubles.splice(0); // the cut connections
});

test('a template is found by its name, and typed by a token that may not read templates', async () => {
  const { Uid, Name } = onlinePlayer();
  const body = { Template: { PalID: 'SheepBall', Level: 7, Nickname: 'Woolly' } };
  await service.api.putTemplate({ params: { name: 'Gift of spring' }, ifMatch: null, body });
  const hasGift = async () => {
    const { Rows } = await service.api.searchPals({ query: { Owner: Uid, Text: 'Woolly' } });
    return Rows.length;
  };
  const { page, ...tab } = await openTab('/access/bans');
  await typeInPalette(page, 'Give from templates', Name);
  await page.keyboard.type('spring');
  await page.getByRole('option', { name: /^Gift of spring.*level 7/ }).waitFor();
  await page.keyboard.press('Enter');
  await dialogButton(page, /^Give template Gift of spring to/).press('Enter');
  await tab.sees(/^Gave template Gift of spring to/);
  assert.equal(await hasGift(), 1);
  await tab.assertSound();

  const token = service.addToken(['REST.PalTemplates.Give', 'Palatine.Players.Read']);
  const second = await openTab('/players', { token });
  await typeInPalette(second.page, 'Give from templates', Name);
  await second.enter('Gift of spring');
  await second.sees(/^Gave template Gift of spring to/);
  assert.equal(await hasGift(), 2);
});

test('what the service finds wrong is beside its field, and nothing was given', async () => {
  const { Name } = onlinePlayer();
  const token = service.addToken(['REST.PalTemplates.Give', 'Palatine.Players.Read', 'REST.Banlist.Read']);
  const { page, ...tab } = await openTab('/access/bans', { token });
  await typeInPalette(page, 'Give from templates', Name);
  await tab.enter('NoSuchTemplate');
  await page.locator('.entry-row [role="alert"]').waitFor();
  await dialog(page).getByText('VALIDATION_FAILED').waitFor();
  tab.troubles.splice(0); // the refusal
});

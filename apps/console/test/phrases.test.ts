import assert from 'node:assert/strict';
import { after } from 'node:test';
import { until } from '@palatine/testing/until';
import phrases from '../src/commands/phrases.json' with { type: 'json' };
import { startTabs, test } from './console.ts';
import { palette } from './palette.ts';
import { JOINS, startWhitelistedService } from './whitelisted-service.ts';

const attached = await startWhitelistedService();
const { openTab } = await startTabs(attached.service);
after(() => attached[Symbol.asyncDispose]());

/** The names of a player and of another one who is banned. */
async function twoPlayers(): Promise<{ who: string; banned: string }> {
  const { api } = attached.service;
  await attached.gameServer.control('join', { userId: JOINS });
  const joined = async () => {
    const { Rows } = await api.searchPlayers({ query: { Status: 'Online' } });
    return Rows.find(({ UserId }) => UserId === JOINS)?.Name ?? '';
  };
  await until('a player has joined', async () => (await joined()) !== '');
  const banned = await joined();
  await api.banPlayer({ params: { player_identifier: JOINS }, body: {} });
  const { Rows } = await api.searchPlayers({ query: { HasPlayerFile: true } });
  return { who: Rows.find(({ Name }) => Name !== banned)?.Name ?? '', banned };
}

test('what an owner types finds first what they mean', async () => {
  const { who, banned } = await twoPlayers();
  const fill = (text: string) => text.replace('@', who).replace('#', banned);
  await using tab = await openTab('/players');
  const { page } = tab;
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  const first = palette(page).getByRole('option').first();
  const wrong: string[] = [];
  for (const [phrase, expected] of Object.entries(phrases)) {
    await field.fill(fill(phrase));
    const meant = first.locator('.menu-text bdi').getByText(fill(expected), { exact: true });
    await meant.waitFor({ timeout: 3000 }).catch(async () => {
      wrong.push(`${fill(phrase)}: ${await first.textContent({ timeout: 1000 }).catch(() => 'nothing')}`);
    });
  }
  assert.deepEqual(wrong, []);
  await tab.assertSound();
});

test('an order of one line is filled in by Tab, ready to confirm, and canceled by its toast', async () => {
  const { api } = attached.service;
  const { Rows } = await api.searchPlayers({ query: { HasPlayerFile: true } });
  const { Name, Uid } = Rows[0] ?? { Name: '', Uid: '' };
  await using tab = await openTab('/players');
  const { page } = tab;
  await page.keyboard.press('Control+k');
  const field = palette(page).getByRole('combobox');
  await field.fill('give 20 mega sph');
  const first = palette(page).getByRole('option').first();
  await first.getByText('Queue 20 Mega Sphere for …').waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await field.inputValue(), 'give 20 Mega Sphere ');
  await page.keyboard.type(Name.toLowerCase());
  await first.getByText(`Queue 20 Mega Sphere for ${Name}`).waitFor();
  await first.getByText('arrives at the next restart').waitFor();
  await page.keyboard.press('Enter');
  await page
    .locator('.dialog')
    .getByText('Arrives at the next restart; can be canceled until then.')
    .waitFor();
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast').filter({ hasText: /^Queued 20 Mega Sphere for/ });
  await toast.getByRole('button', { name: 'Cancel' }).click();
  await tab.sees(/^Canceled: /);
  const { Deliveries } = await api.getDeliveries({ query: { Player: Uid } });
  assert.deepEqual(
    Deliveries.map(({ State }) => State),
    ['Canceled'],
  );
  await tab.assertSound();
});

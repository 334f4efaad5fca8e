import assert from 'node:assert/strict';
import { catalogueRows } from '@palatine/client';
import { ROLES } from '@palatine/contract';
import { until } from '@palatine/testing/until';
import { startConsole, test } from './console.ts';
import { dialogButton, doInPalette } from './palette.ts';

const { service, openTab } = await startConsole();

const tokenNamed = async (name: string) => {
  const { Tokens } = await service.api.getTokens();
  return Tokens.find(({ Name }) => Name === name);
};

test('a helper is made, limited and revoked by mouse, and the secret is shown once', async () => {
  const { page, ...tab } = await openTab('/access/team');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name').fill('Theo');
  await page.getByRole('radio', { name: /Moderator/ }).click();
  await tab.assertAccessible();
  await page.getByRole('button', { name: 'Create the token' }).click();
  const secret = (await page.getByRole('alertdialog').locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Theo' });
  await row.getByText('Moderator').waitFor();
  assert.deepEqual((await tokenNamed('Theo'))?.Permissions, ROLES.Moderator);
  assert.equal((await page.content()).includes(secret), false);

  await using theirs = await openTab('/players', { token: secret });
  await theirs.page.getByRole('link', { name: 'Map' }).first().waitFor();

  await page.getByRole('button', { name: 'Change Theo' }).click();
  await page.getByRole('radio', { name: /Helper/ }).click();
  await page.getByText('Permissions, end date').click();
  await page.getByLabel('Ends').fill('2099-01-31T12:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Helper').waitFor();
  assert.equal(await service.statusFor(secret, '/v1/pdapi/banlist'), 403);
  assert.match((await tokenNamed('Theo'))?.Expires ?? '', /^2099-01-31T/);

  await page.getByRole('button', { name: 'Revoke Theo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  await theirs.page.getByLabel('Token').waitFor();
});

test('a token is made by keyboard, with permissions that are typed', async () => {
  const { page, ...tab } = await openTab('/access/team');
  await page.getByRole('button', { name: 'New token' }).focus();
  await tab.press('Enter');
  await page.getByLabel('Name').waitFor();
  await page.keyboard.type('Bot');
  await page.getByText('Permissions, end date').focus();
  await tab.press('Enter', 'Tab', 'Control+A');
  await page.keyboard.type('REST.Punishments.Kick');
  await page.getByLabel('Name').focus();
  await tab.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await tab.press('Escape');
  await page.getByRole('row').filter({ hasText: 'Bot' }).getByText('Custom: 1 permission').waitFor();
  assert.deepEqual((await tokenNamed('Bot'))?.Permissions, ['REST.Punishments.Kick']);
});

test('a token offers the roles that it can give, and changes neither itself nor one with more', async () => {
  const held = [...ROLES.Moderator, 'Palatine.Tokens.*'];
  const token = service.addToken(held, { Name: 'Deputy' });
  service.addToken('REST.Items.Give', { Name: 'Shop' });
  const { page } = await openTab('/access/team', { token });
  await page.getByRole('button', { name: 'Revoke Shop' }).waitFor();
  for (const name of ['Revoke Administrator', 'Change Administrator', 'Revoke Deputy']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name);
  }
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('radio').first().waitFor();
  assert.equal(await page.getByRole('radio').count(), 3);
});

test('names of items and Pals are read by a token that may only kick', async () => {
  const token = service.addToken(['Palatine.Players.Read', 'REST.Punishments.Kick']);
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online' } });
  const { Items } = await service.api.getCatalogue();
  const names = new Map(catalogueRows(Items).map(({ ID, Name }) => [ID, String(Name)]));
  const held = await Promise.all(
    Rows.map(async ({ Uid: uid }) => {
      const { Containers = [] } = await service.api.getPlayerInventory({ params: { uid } });
      const slot = Containers.find(({ Name }) => Name === 'Items')?.Slots?.[0];
      return { uid, name: names.get(slot?.ItemID ?? '') };
    }),
  );
  const { uid, name = '' } = held.find((item) => item.name !== undefined) ?? assert.fail();
  const tab = await openTab(`/players/${uid}/inventory`, { token });
  await tab.page.getByText(name, { exact: true }).first().waitFor({ state: 'attached' });
});

test('the page gives to a player who is offline, where programs may not', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Offline' } });
  const { Uid, Name } = Rows.find(({ HasPlayerFile }) => HasPlayerFile !== false) ?? assert.fail();
  const countOf = async () => {
    const { Containers } = await service.api.getPlayerInventory({ params: { uid: Uid } });
    return JSON.stringify(Containers);
  };
  const before = await countOf();
  const { page } = await openTab('/players');
  await doInPalette(page, 'Give items', Name);
  await page.keyboard.type('bone');
  await page.getByRole('option', { name: /^Bone/ }).first().click();
  await dialogButton(page, /^Give 1 Bone/).click();
  await until('the player has it', async () => (await countOf()) !== before);
  const { Entries } = await service.api.getAudit({ query: { Player: Uid } });
  assert.match(Entries[0]?.Summary ?? '', /Bone.* \(offline\)$/);
});

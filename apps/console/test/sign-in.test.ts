import assert from 'node:assert/strict';
import { startConsole, test } from './console.ts';

const { service, openTab } = await startConsole();

test('a token signs in by the keyboard alone, and stays out of the address', async () => {
  await using tab = await openTab('/players', { token: '' });
  await tab.page.getByLabel('Token').focus();
  await tab.page.keyboard.type(service.token);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('navigation').first().waitFor();
  assert.equal(new URL(tab.page.url()).pathname, '/console/players');
  assert.ok(!tab.page.url().includes(service.token));
  assert.equal(await tab.page.evaluate(() => localStorage.length), 0, 'nothing of it on the disk');
  await tab.assertSound();
});

test('a wrong token is refused in the words of the service', async () => {
  await using tab = await openTab('/', { token: '' });
  await tab.page.getByLabel('Token').fill('no-such-token');
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('alert').getByText(/token/i).waitFor();
});

test('a reload keeps the session, another tab has none', async () => {
  await using tab = await openTab('/players', { token: '' });
  await tab.page.getByLabel('Token').fill(service.token);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('navigation').first().waitFor();
  await tab.page.reload();
  await tab.page.getByRole('navigation').first().waitFor();
  const other = await tab.context.newPage();
  await other.goto(`${service.url}/console/players`);
  await other.getByLabel('Token').waitFor();
});

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { startConsole, test } from './console.ts';

const { service, openTab } = await startConsole();

/** The messages with this text, as the service recorded them. */
async function messagesWith(text: string) {
  const { Entries } = await service.api.getPastEvents({ query: { Type: 'message', Text: text } });
  return Entries.flatMap((event) => (event.Type === 'message' ? [event.Data] : []));
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.locator('.message-log');

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** The texts a list offers; it is opened for them and closed again. */
async function offered(page: Page, label: string): Promise<string[]> {
  const options = page.getByRole('option');
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await options.first().waitFor();
  const texts = await options.allTextContents();
  await page.keyboard.press('Escape');
  await options.first().waitFor({ state: 'detached' });
  return texts;
}

test('to everybody it takes Ctrl Enter, and the log has it at once', async () => {
  const { page } = await openTab('/messages');
  await message(page).fill('The server restarts in ten minutes');
  await message(page).press('Enter');
  assert.deepEqual(await messagesWith('restarts in ten'), [], 'Enter begins a line');
  await message(page).press('Control+Enter');
  await log(page).getByText('The server restarts in ten minutes').waitFor();
  assert.equal(await message(page).inputValue(), '');
  const actual = (await messagesWith('restarts in ten')).map(({ sendType, recipients }) => [
    sendType,
    recipients,
  ]);
  assert.deepEqual(actual, [['Broadcast', null]]);
});

test('a message to some reaches those and no others, in one request', async () => {
  const { Rows } = await service.api.searchPlayers({ query: { Status: 'Online', Sort: 'Name', Limit: 2 } });
  const { page, ...tab } = await openTab('/messages?to=players');
  for (const { Name } of Rows) {
    await page.getByRole('combobox', { name: 'Players online' }).fill(Name);
    await page.getByRole('option', { name: Name }).first().click();
  }
  await page.getByText('Reaches 2 players').waitFor();
  await choose(page, 'Where it is shown', 'Log, important');
  await message(page).fill('Your order has arrived');
  await message(page).press('Enter');
  await tab.sees('Sent to 2 players');
  const [event, ...more] = await messagesWith('Your order');
  assert.deepEqual(more, []);
  assert.equal(event?.sendType, 'PlayerLogImportant');
  assert.deepEqual(event?.recipients?.toSorted(), Rows.map(({ UserId }) => UserId).toSorted());
});

test('an alert is shown before, and asks once more', async () => {
  const { page } = await openTab('/messages?to=alert');
  await message(page).fill('Raid at the northern camp\nCome and help');
  await page.locator('.alert-preview').getByText('Come and help').waitFor();
  await message(page).press('Control+Enter');
  await page.getByRole('heading', { name: 'Show on every screen' }).waitFor();
  assert.deepEqual(await messagesWith('northern camp'), []);
  await page.getByRole('button', { name: 'Show on every screen' }).click();
  await log(page).getByText('Raid at the northern camp').waitFor();
  const actual = (await messagesWith('northern camp')).map(({ sendType, text }) => [sendType, text]);
  assert.deepEqual(actual, [['Alert', 'Raid at the northern camp\nCome and help']]);
});

test('own texts stay in the browser', async () => {
  const { page } = await openTab('/messages');
  await message(page).fill('Welcome to the server');
  await page.getByRole('button', { name: 'Save message' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Use: Welcome to the server' }).click();
  assert.equal(await message(page).inputValue(), 'Welcome to the server');
  await page.getByRole('button', { name: 'Delete: Welcome to the server' }).click();
  assert.equal(await page.getByRole('button', { name: /^Use:/ }).count(), 0);
});

test('a token that may send one kind of message is offered that one', async () => {
  const token = service.addToken(['REST.Messages.Send.GuildChat', 'Palatine.Players.Read']);
  const { page } = await openTab('/messages', { token });
  assert.deepEqual(await offered(page, 'To'), ['Some players', 'A guild']);
  assert.deepEqual(await offered(page, 'Where it is shown'), ['Guild chat']);
  assert.equal(await page.getByRole('heading', { name: 'Message log' }).count(), 0);
});

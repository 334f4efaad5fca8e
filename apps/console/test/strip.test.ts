import assert from 'node:assert/strict';
import { startAttachedService } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';
import { startConsole, test } from './console.ts';

const { service, openTab } = await startConsole();

test('the strip of a game server says how it is, and counts a restart down until it is canceled', async () => {
  await using attached = await startAttachedService();
  await attached.gameServer.control('join', { userId: 'steam_76561198000000199' });
  await until('a player is online', async () => {
    const { Roster } = await attached.service.api.getServer();
    return Roster.Players.length > 0;
  });
  await using tab = await openTab('/guilds', { service: attached.service });
  const strip = tab.page.locator('.server-strip');
  for (const fact of [/^Online$/i, /^1\/\d+ players$/, /^\d+ FPS$/, /^up /, /^saved /]) {
    await strip.getByText(fact).first().waitFor();
  }
  await tab.assertAccessible();
  await tab.page.setViewportSize({ width: 1366, height: 768 });
  const isCut = () => {
    const pages = document.querySelector('.sidebar-pages');
    return pages === null || pages.scrollHeight > pages.clientHeight;
  };
  assert.equal(await tab.page.evaluate(isCut), false, 'every page is seen');
  const top = (await tab.page.locator('main').boundingBox())?.y;
  await strip.getByRole('button', { name: 'Restart…' }).click();
  await tab.page.getByLabel('Countdown in seconds').fill('600');
  await tab.page
    .locator('.dialog')
    .getByRole('button', { name: /^Restart/ })
    .click();
  await strip.getByText(/^Restarts in/).waitFor();
  await tab.page
    .locator('.server-strip.amber')
    .getByText(/^(10:00|9:\d\d)$/)
    .waitFor();
  assert.equal((await tab.page.locator('main').boundingBox())?.y, top, 'nothing moves');
  await tab.assertAccessible();
  await strip.getByRole('button', { name: 'Cancel restart' }).click();
  await tab.page.locator('.dialog').getByRole('button', { name: 'Cancel restart' }).click();
  await strip.getByText(/^\d+ FPS$/).waitFor();
  await tab.assertSound();
});

test('the strip of a world without a game server says what it is and who plays, and makes a backup', async () => {
  await using tab = await openTab('/items');
  const strip = tab.page.locator('.server-strip');
  await strip.getByText('Demo world').waitFor();
  const { Counts } = await service.api.getWorld();
  await strip.getByText(`${Counts.Online} online`).waitFor();
  assert.equal(await strip.getByRole('button', { name: 'Restart…' }).count(), 0);
  await strip.getByRole('button', { name: 'Back up' }).click();
  await until('the backup is made', async () => (await service.api.getBackups()).Backups.length === 1);
  await tab.assertSound();
});

test('on a phone what can be done with the server is in a menu, for a token that may do it', async () => {
  await using tab = await openTab('/items', { size: 'phone' });
  await tab.page.getByRole('button', { name: 'Server actions' }).click();
  await tab.page.getByRole('menuitem', { name: 'Announce…' }).click();
  await tab.page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await tab.assertSound();
  const reader = service.addToken(['Palatine.World.Read']);
  await using other = await openTab('/', { token: reader });
  await other.page.locator('.server-strip').getByText('Demo world').waitFor();
  assert.equal(await other.page.locator('.server-strip').getByRole('button').count(), 0);
});

test('a token that may see no page is shown what it may do, and does it there', async () => {
  const token = service.addToken(['REST.Messages.Broadcast', 'REST.Punishments.Kick']);
  await using tab = await openTab('/', { token });
  const main = tab.page.getByRole('main');
  await main.getByRole('button', { name: 'Kick…' }).waitFor();
  await main.getByRole('button', { name: /^(Broadcast|Announce)…/ }).click();
  await tab.page.getByRole('dialog').getByRole('textbox').first().waitFor();
  await tab.assertSound();
});

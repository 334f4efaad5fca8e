import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_STREAM } from '@palatine/contract';
import { newFolder, startService } from '@palatine/testing/start-service';
import { Watcher } from '@palatine/testing/watcher';
import { aDemo } from '@palatine/testing/worlds';
import { openConsole, startConsole, test } from './console.ts';

const { service, browser, openTab } = await startConsole();

test('the world and the health of the service are read once for the frame and the overview', async () => {
  await using tab = await openTab('', { token: '' });
  const { page } = tab;
  await page.clock.setFixedTime(Date.now()); // nothing gets old
  await page.addInitScript(`sessionStorage.setItem('palatine.token', '${service.token}')`);
  await page.addInitScript('globalThis.setInterval = () => 0'); // what is read every few seconds is not meant
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  await tab.open('/');
  await page.locator('.chart canvas').waitFor();
  for (const path of ['/v1/palatine/world', '/v1/palatine/health']) {
    assert.equal(reads.filter((read) => read === path).length, 1, path);
  }
  await tab.assertSound();
});

test('where too many watch already the page says so, and is live once there is room', async () => {
  const watchers = await Promise.all(
    Array.from({ length: EVENT_STREAM.streams }, () => new Watcher(service).answered()),
  );
  assert.ok(watchers.every(({ status }) => status === 200));
  await using tab = await openTab('/guilds');
  const foot = tab.page.locator('.world-mark');
  await foot.getByText('Reconnecting').waitFor();
  await foot.getByText('too many event streams are open').waitFor();
  for (const watcher of watchers) watcher.reset();
  await foot.getByText('Live', { exact: true }).waitFor();
  assert.equal(await foot.getByText('too many').count(), 0);
});

test('faults in files are counted beside their pages, once they are mended no more', async () => {
  const tokenFile = join(service.data, 'RESTAPI', 'Tokens', 'Broken.json');
  const config = join(service.data, 'Config.json');
  const sound = readFileSync(config, 'utf8');
  writeFileSync(tokenFile, '{"Name":');
  writeFileSync(config, JSON.stringify({ ...JSON.parse(sound), playerResolution: 'Nobody' }));
  await service.api.reloadConfig();
  await using tab = await openConsole(browser, service);
  const { page } = tab;
  const counter = (name: string) =>
    page.locator('.sidebar').getByRole('link', { name }).locator('.counter.warns');
  await tab.open('/guilds');
  await counter('System').getByText('1').waitFor();
  await counter('Access').getByText('1').waitFor();
  await tab.assertAccessible();
  writeFileSync(config, sound);
  await service.api.reloadConfig();
  await counter('System').waitFor({ state: 'detached' });
  rmSync(tokenFile);
  await page.locator('.sidebar').getByRole('link', { name: 'Access' }).click();
  await page.getByRole('tab', { name: /Team/ }).click();
  await counter('Access').waitFor({ state: 'detached' });
  await tab.assertSound();
});

test('an outage is told once for the whole page, the feed is not live meanwhile, and the page comes back by itself', async () => {
  const data = newFolder();
  try {
    const first = await startService({ data, world: aDemo().world });
    const port = Number(new URL(first.url).port);
    await using tab = await openTab('/', { service: first });
    const { page } = tab;
    const feed = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Activity' }) });
    const note = feed.locator('header .faint');
    await note.getByText('live', { exact: true }).waitFor();
    await first[Symbol.asyncDispose]();

    const banner = page.locator('.outage');
    await banner.getByText('The service cannot be reached.').waitFor();
    await banner.getByText(/^Showing /).waitFor();
    await note.getByText('not live', { exact: true }).waitFor();
    await page.locator('.tile').first().waitFor(); // what was read stays
    await tab.follow('/nowhere');
    await tab.follow('/');
    await page.getByRole('main').getByText('Not read yet.').first().waitFor();
    assert.equal(await page.locator('.failure').count(), 1);
    await tab.assertAccessible();

    await using _ = await startService({ data, port });
    await banner.waitFor({ state: 'detached' });
    await note.getByText('live', { exact: true }).waitFor();
    await page.locator('.tile').first().waitFor();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

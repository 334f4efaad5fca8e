import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_STREAM } from '@palatine/contract';
import { newFolder, startService } from '@palatine/testing/start-service';
import { Watcher } from '@palatine/testing/watcher';
import { aDemo } from '@palatine/testing/worlds';
import { openConsole, startConsole, test } from './console.ts';

const { service, browser, openTab } = await startConsole();

test('session, world and health are read once at the start, the session together with the scripts', async () => {
  await using tab = await openTab('', { token: '' });
  const { page } = tab;
  await page.clock.setFixedTime(Date.now()); // nothing gets old
  await page.addInitScript(`sessionStorage.setItem('palatine.token', '${service.token}')`);
  await page.addInitScript('globalThis.setInterval = () => 0'); // what is read every few seconds is not meant
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  await tab.open('/');
  await page.locator('.lane').first().waitFor();
  for (const path of ['/v1/palatine/session', '/v1/palatine/world', '/v1/palatine/health']) {
    assert.equal(reads.filter((read) => read === path).length, 1, path);
  }
  // The first that a script asks for; those before it are named by the page.
  const asked = reads.findIndex((read) => read.includes('/assets/palette-sources'));
  assert.ok(reads.indexOf('/v1/palatine/session') < asked, reads.join());
  await tab.assertSound();
});

test('where too many watch already the page says so, and is live once there is room', async () => {
  const watchers = await Promise.all(
    Array.from({ length: EVENT_STREAM.streams }, () => new Watcher(service).answered()),
  );
  assert.ok(watchers.every(({ status }) => status === 200));
  await using tab = await openTab('/guilds');
  const strip = tab.page.locator('.server-strip');
  await strip.getByText('Reconnecting').waitFor();
  await strip.getByTitle('too many event streams are open').waitFor();
  for (const watcher of watchers) watcher.reset();
  await strip.getByText('Reconnecting').waitFor({ state: 'detached' });
  assert.equal(await strip.getByTitle('too many').count(), 0);
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
    page.locator('.sidebar').getByRole('link', { name }).locator('.counter.warn');
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
    const note = page.locator('.activity > summary');
    await note.getByText('live', { exact: true }).waitFor();
    const places = () =>
      page.evaluate(() =>
        ['.server-strip', 'main'].map((part) => document.querySelector(part)?.getBoundingClientRect().top),
      );
    const before = await places();
    await first[Symbol.asyncDispose]();

    const red = page.locator('.server-strip.red');
    await red.getByText(/^No reply since/).waitFor();
    await page
      .getByRole('alert')
      .getByText(/^No reply since/)
      .waitFor();
    await red.getByRole('button', { name: 'Try now' }).waitFor();
    assert.deepEqual(await places(), before, 'nothing moves');
    await note.getByText('not live', { exact: true }).waitFor();
    await page.locator('.online-list').first().waitFor(); // what was read stays
    await tab.follow('/nowhere');
    await tab.follow('/');
    await page.getByRole('main').getByText('Not read yet.').first().waitFor();
    await tab.follow('/messages'); // its code has not been loaded yet
    await page.getByRole('main').getByText('Loads when Palatine is back.').waitFor();
    assert.equal(await page.locator('.failure').count(), 0, 'the strip says it for all');
    assert.equal(await page.getByText('UNREACHABLE').count(), 0);
    await tab.assertAccessible();

    await using _ = await startService({ data, port });
    await red.waitFor({ state: 'detached' });
    assert.deepEqual(await places(), before, 'nothing moves');
    await page.getByRole('main').getByRole('textbox', { name: 'Message' }).waitFor();
    await tab.follow('/');
    await note.getByText('live', { exact: true }).waitFor();
    await page.locator('.online-list').first().waitFor();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('a page that was left a moment ago shows its rows at once, then fresh ones', async () => {
  await using tab = await openTab('/guilds');
  const { page } = tab;
  const rows = page.getByRole('main').getByRole('rowheader');
  const before = await rows.allInnerTexts();
  await tab.follow('/items');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/palatine/guilds?*', async (route) => {
    await released;
    await route.fulfill({ json: { Total: 0, Matching: 0, Rows: [] } });
  });
  await tab.follow('/guilds');
  await rows.first().waitFor();
  assert.deepEqual(await rows.allInnerTexts(), before);
  assert.equal(await page.getByRole('main').locator('.loading').count(), 0);
  release();
  await rows.first().waitFor({ state: 'detached' });
});

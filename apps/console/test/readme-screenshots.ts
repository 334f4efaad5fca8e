// Makes the pictures of the console that the README shows, docs/screenshots/*.png: a demo world after some hours of its
// own life, in Chromium.
//
//   node apps/console/test/readme-screenshots.ts
//
// The console has to be built (npm run build). Only the clock and chance are handed in, so that hours pass in seconds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { seededIds, seededRandom } from '@palatine/world/random';
import type { Browser } from 'playwright-core';
import { palettePng } from '../build/png.ts';
import { openConsole, startBrowser, type Theme } from './console.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/screenshots');
const SEED = 7;
const STEP_MS = 5000;
/** How long the world lives before it is looked at: what the chart of the overview shows, and some more. */
const LIFE_MS = 80 * 60 * 1000;
/** The maximum that git should be burdened with, in bytes. */
const MAX_BYTES = 250 * 1024;

/** A service whose world is as old as LIFE_MS, and which operators have used now and then. */
async function startLivedService(): Promise<TestService> {
  const clock = new TestClock(Date.now() - LIFE_MS);
  const random = seededRandom(SEED);
  const { world, banlist } = makeDemoWorld({
    catalogue: loadCatalogue(),
    seed: SEED,
    nowMs: clock.now(),
    sizes: { players: 64, online: 22 },
  });
  const service = await startService({
    world,
    banlist,
    clock,
    random,
    newId: seededIds(random),
    simulate: 'Always',
    config: { playerResolution: 'Known' },
  });
  const { api } = service;
  const [someone] = (await api.searchPlayers({ query: { Sort: 'Level', Order: 'Descending', Limit: 1 } }))
    .Rows;
  const params = { player_identifier: someone?.Uid ?? '' };
  const done: [minute: number, write: () => Promise<unknown>][] = [
    [70, () => api.giveItems({ params, body: { Items: [{ ItemID: 'PalSphere', Count: 20 }] } })],
    [74, () => api.broadcast({ body: { Message: 'The raid begins in ten minutes' } })],
    [78, () => api.makeBackup()],
  ];
  for (let passedMs = 0; passedMs < LIFE_MS; passedMs += STEP_MS) {
    clock.advance(STEP_MS);
    await until('the step is taken', () => service.game.writes.queue.depth === 0);
    while (done[0] !== undefined && done[0][0] * 60_000 <= passedMs) await done.shift()?.[1]();
  }
  return service;
}

/** A screenshot: an address, a theme, and a condition to wait for. */
async function picturesOf({
  api,
}: TestService): Promise<{ name: string; theme: Theme; path: string; shows: string }[]> {
  const { Rows: players } = await api.searchPlayers({
    query: { Status: 'Online', HasPlayerFile: true, Sort: 'Level', Order: 'Descending' },
  });
  const { Rows: pals } = await api.searchPals({ query: { Sort: 'Level', Order: 'Descending', Limit: 1 } });
  const species = loadCatalogue().pals.find(pals[0]?.PalID ?? '')?.name ?? '';
  return [
    {
      name: 'overview',
      theme: 'light',
      path: '/',
      shows: 'main:has(.lane:nth-child(5)) canvas[data-ground="painted"]',
    },
    { name: 'players', theme: 'dark', path: `/players/${players[0]?.Uid}/inventory`, shows: '.slot' },
    {
      name: 'map',
      theme: 'light',
      path: '/map?layers=picture,grid,online,bases,areas,trails',
      shows: '.map-stage canvas[data-ground="painted"]',
    },
    { name: 'pals', theme: 'dark', path: '/pals', shows: `text=${species}` },
  ];
}

async function takePicture(
  browser: Browser,
  service: TestService,
  { name, theme, path, shows }: Awaited<ReturnType<typeof picturesOf>>[number],
): Promise<void> {
  await using tab = await openConsole(browser, service, { theme });
  await tab.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await tab.open(path);
  await tab.page.locator(shows).first().waitFor();
  await tab.page.evaluate(() => new Promise(requestAnimationFrame));
  await tab.assertSound();
  const file = join(FOLDER, `${name}.png`);
  const picture = await smallEnough(browser, await tab.page.screenshot());
  writeFileSync(file, picture);
  console.log(`${file}: ${Math.round(picture.length / 1024)} KiB`);
}

/** The picture, with fewer colors where it would be too large: the relief of the map has very many. */
async function smallEnough(browser: Browser, png: Buffer): Promise<Buffer> {
  if (png.length <= MAX_BYTES) return png;
  await using page = await browser.newPage();
  for (const step of [6, 12, 20]) {
    const { width, height, pixels } = await page.evaluate(pixelsOf, { base64: png.toString('base64'), step });
    const smaller = palettePng(new Uint8Array(Buffer.from(pixels, 'base64')), width, height);
    if (smaller.length <= MAX_BYTES) return smaller;
  }
  throw new Error(`it has more than ${MAX_BYTES} bytes`);
}

/** Runs in a browser: what a picture looks like, each channel rounded to a step so that 256 colors come near to all of it. */
async function pixelsOf({ base64, step }: { base64: string; step: number }) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const rounded = Array.from(data, (value) =>
    String.fromCharCode(Math.min(255, Math.round(value / step) * step)),
  );
  return { width, height, pixels: btoa(rounded.join('')) };
}

mkdirSync(FOLDER, { recursive: true });
await using service = await startLivedService();
await using browser = await startBrowser();
for (const picture of await picturesOf(service)) await takePicture(browser, service, picture);

import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { startBrowser } from '../tests/harness/browser.ts';
import type { Pace } from './arguments.ts';
import { type BenchTab, frameTimes, openTab } from './console-tab.ts';
import { atMost, type PartReport, short } from './report.ts';
import { get, makeDataFolder, type Server, startMovingPalatine } from './servers.ts';
import { median, quantile } from './statistics.ts';

/** About 220,000 characters with the workers of the bases; a third of the players are online and move. */
const LARGE = 'players=10000,online=3333,palsPerPlayer=20,guilds=2500,camps=1200';
const EMPTY = 'players=1,online=0,palsPerPlayer=0,guilds=1,camps=0';

const STEPS = 60;
/** Names of the demo world are made of such letters. */
const KEYS = 'aenoriats';
/** How often a person's finger presses: no key while the list still answers the one before. */
const BETWEEN_KEYS_MS = 400;

/** What is measured of a page over one world. The budgets are for the large one. */
const FIGURES = {
  firstPaintMs: { what: 'first paint, cold', unit: ' ms', budget: 500 },
  interactiveMs: { what: 'overview complete, cold', unit: ' ms', budget: 800 },
  signInRequests: { what: 'requests from sign-in to overview', unit: '', budget: 3 },
  signInKb: { what: 'their answers', unit: ' kB', budget: 30 },
  catalogueKb: { what: 'catalogue, compressed', unit: ' kB', budget: 70 },
  palsMs: { what: 'a filtered page of Pals', unit: ' ms', budget: 150 },
  palsKb: { what: 'the same, compressed', unit: ' kB', budget: 40 },
  keyMs: { what: 'key to changed rows, p95', unit: ' ms', budget: 100 },
  rows: { what: 'rows in the document', unit: '', budget: 40 },
  flingMs: { what: 'frame while flinging the list, p95', unit: ' ms', budget: 33 },
  mapFrameMs: { what: 'frame while panning the map, p95', unit: ' ms', budget: 50 },
  mapElements: { what: 'elements on the map', unit: '', budget: 1500 },
  liveKb: { what: 'positions a second', unit: ' kB', budget: 40 },
  hiddenKb: { what: 'the same while the tab is hidden', unit: ' kB', budget: 0 },
  heapMb: { what: 'heap on the map at the end', unit: ' MB', budget: 150 },
  heapGrowthMb: { what: 'its growth from the first minute on', unit: ' MB', budget: 10 },
} as const;
type Figures = Record<keyof typeof FIGURES, number>;

/** The pages of the console in a browser: a large world against an empty one. */
export async function benchConsolePages(pace: Pace): Promise<PartReport> {
  await using browser = await startBrowser();
  const folders = {
    large: await makeDataFolder(['--demo', LARGE]),
    empty: await makeDataFolder(['--demo', EMPTY]),
  };
  await using large = await startMovingPalatine(folders.large);
  await using empty = await startMovingPalatine(folders.empty);
  large.pause();
  const baseline = await measureWorld(browser, empty, pace);
  empty.pause();
  large.resume();
  const figures = await measureWorld(browser, large, pace);
  const names = Object.keys(FIGURES) as (keyof Figures)[]; // the keys of FIGURES
  return {
    title: 'Pages of the console in a browser: 10,000 players, 3,333 of them moving, against an empty world',
    tables: [
      {
        head: ['figure', 'empty world', 'large world', 'ratio'],
        rows: names.map((name) => [
          `${FIGURES[name].what}${FIGURES[name].unit}`,
          short(baseline[name]),
          short(figures[name]),
          short(figures[name] / baseline[name]),
        ]),
      },
    ],
    notes: [
      'Frames are drawn by the processor; a graphics card draws them faster. Both servers and the browser share the machine.',
      `The map was watched for ${pace.watchMs / 1000} s for the heap.`,
    ],
    goals: names.map((name) =>
      atMost(FIGURES[name].what, FIGURES[name].budget, figures[name], FIGURES[name].unit),
    ),
    figures: { baseline, figures },
  };
}

async function measureWorld(browser: Browser, server: Server, pace: Pace): Promise<Figures> {
  return {
    ...(await coldStarts(browser, server, pace)),
    ...(await signingIn(browser, server)),
    ...(await answers(server, pace)),
    ...(await list(browser, server)),
    ...(await map(browser, server, pace)),
  };
}

async function coldStarts(browser: Browser, { port }: Server, { repeats }: Pace) {
  await using first = await openTab(browser, port); // the service makes its answers for the first time
  await first.open('/');
  const paints: number[] = [];
  const complete: number[] = [];
  for (let run = 0; run < repeats; run++) {
    await using tab = await openTab(browser, port);
    await tab.open('/');
    complete.push(await tab.ask<number>('nowMs()'));
    paints.push(await tab.ask<number>('firstPaintMs()'));
  }
  return { firstPaintMs: median(paints), interactiveMs: median(complete) };
}

/** What the service is asked from the token to the overview; streams, which never end, are not counted. */
async function signingIn(browser: Browser, { port }: Server) {
  await using tab = await openTab(browser, port, false);
  await tab.page.goto(`http://127.0.0.1:${port}/console/`);
  const sizes: Promise<number>[] = [];
  tab.page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/v1/')) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await tab.signIn();
  await tab.untilLoaded();
  const bytes = await Promise.all(sizes);
  return { signInRequests: bytes.length, signInKb: bytes.reduce((sum, size) => sum + size, 0) / 1000 };
}

async function answers({ port }: Server, { repeats }: Pace) {
  const catalogue = await get(port, '/v1/palatine/catalogue');
  const pals = '/v1/palatine/pals?LevelFrom=20&LevelTo=40&Sort=Level&Limit=200';
  const times: number[] = [];
  let page = await get(port, pals); // the first one fills what the searches use
  for (let run = 0; run < repeats; run++) {
    const startedMs = performance.now();
    page = await get(port, `${pals}&IVFrom=${run}`);
    times.push(performance.now() - startedMs);
  }
  return {
    catalogueKb: gzipSync(catalogue).length / 1000,
    palsMs: median(times),
    palsKb: gzipSync(page).length / 1000,
  };
}

async function list(browser: Browser, { port }: Server) {
  await using tab = await openTab(browser, port);
  const { page } = tab;
  await tab.open('/players');
  const grid = page.getByRole('grid', { name: 'Players' });
  await grid.hover();
  const frames = await frameTimes(tab, async () => {
    for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, 3000);
  });
  const rows = await grid.locator('[data-index]').count();
  await page.mouse.wheel(0, -10_000_000);
  await page.keyboard.press('/');
  await tab.ask('watchKeys()');
  for (const key of KEYS) {
    await page.keyboard.press(key);
    await wait(BETWEEN_KEYS_MS);
    await page.keyboard.press('Backspace');
    await wait(BETWEEN_KEYS_MS);
  }
  const keys = await tab.ask<number[]>('keyTimes');
  return { flingMs: quantile(frames, 0.95), rows, keyMs: quantile(keys, 0.95) };
}

async function map(browser: Browser, { port }: Server, { watchMs }: Pace) {
  await using tab = await openTab(browser, port);
  const { page } = tab;
  const received = await positionsReceived(tab);
  await tab.open('/map');
  await page.locator('.map-stage canvas[data-ground="painted"]').waitFor();
  await wait(watchMs / 4);
  const heapBefore = await heapMb(tab);
  received.take();
  await wait(watchMs / 2);
  const liveKb = received.take() / 1000 / (watchMs / 2 / 1000);
  const frames = await frameTimes(tab, () => pan(tab));
  const mapElements = await tab.ask<number>('elements()');
  await wait(watchMs / 4);
  const heapAfter = await heapMb(tab);
  await tab.ask('hide()');
  await wait(1000); // what was under way arrives
  received.take();
  await wait(watchMs / 4);
  const hiddenKb = received.take() / 1000 / (watchMs / 4 / 1000);
  return {
    mapFrameMs: quantile(frames, 0.95),
    mapElements,
    liveKb,
    hiddenKb,
    heapMb: heapAfter,
    heapGrowthMb: Math.max(0, heapAfter - heapBefore),
  };
}

async function pan({ page }: BenchTab): Promise<void> {
  const box = await page.locator('.map-ground').boundingBox();
  if (box === null) throw new Error('the map has no place on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 8), y + 150 * Math.cos(step / 8) - 150);
  }
  await page.mouse.up();
}

/** Counts the bytes of the stream of positions as they cross the network. */
async function positionsReceived({ devtools }: BenchTab): Promise<{ take(): number }> {
  const streams = new Set<string>();
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname.endsWith('/positions')) streams.add(requestId);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength, dataLength }) => {
    if (streams.has(requestId)) bytes += encodedDataLength || dataLength;
  });
  return {
    take() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
  };
}

/** What the page holds after its garbage is collected. */
async function heapMb({ devtools }: BenchTab): Promise<number> {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { noBrowser, startBrowser } from '@palatine/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { quantile, TOKEN } from './load.ts';
import {
  type Column,
  demoFolder,
  inTurns,
  median,
  newDataFolder,
  printTable,
  ROOT,
  runNode,
  type Scale,
  type Server,
  type Subject,
  startBare,
  startPalatine,
  startServer,
} from './shared.ts';

const STEPS = 60;
/** Names of the demo world are made of such letters. */
const KEYS = 'aenoriats';
/** As a person types: no key while the list still answers the one before. */
const BETWEEN_KEYS_MS = 300;
const WATCH_MAP_MS = 3000;
/** The line of an owner far from the server. */
const FAR = { offline: false, latency: 120, downloadThroughput: 1.25e6, uploadThroughput: 1.25e6 };
const WATCH_MOVES_MS = 10_000;

/** The baseline: a page that answers keys, and has a list to scroll and ground to drag. */
const EMPTY_PAGE = `<!doctype html><title>Empty</title>
<main><div role="grid" aria-label="Players" style="height: 400px; overflow: auto"><p>a</p><p style="height: 100000px"></p></div>
<div class="map-stage map-ground" style="height: 400px"><canvas data-ground="painted"></canvas></div></main>
<script>addEventListener('keydown', ({ key }) => { document.querySelector('p').textContent += key; });</script>`;

/** Runs in the page before its own scripts. */
const IN_PAGE = `sessionStorage.setItem('palatine.token', ${JSON.stringify(TOKEN)});
globalThis.bench = {
  isLoaded: () => document.querySelector('main > *') !== null && document.querySelector('[aria-busy="true"]') === null,
  firstPaintMs: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  nowMs: () => performance.now(),
  elements: () => document.querySelectorAll('*').length,
  frames: [],
  redrawn: new Set(),
  /** Notes each frame in which something is drawn on a canvas of the page. */
  watchRedraws() {
    const { prototype } = CanvasRenderingContext2D;
    let frame = 0;
    const next = () => { frame++; requestAnimationFrame(next); };
    next();
    for (const name of ['clearRect', 'fillRect', 'fillText', 'fill', 'drawImage']) {
      const draw = prototype[name];
      prototype[name] = function (...values) {
        if (this.canvas.isConnected) bench.redrawn.add(frame);
        return draw.apply(this, values);
      };
    }
  },
  redraws: () => bench.redrawn.size,
  /** Takes the ms from each frame to the next. */
  watchFrames() {
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      bench.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  },
  keys: [],
  /** Takes the ms from each key to the frame that shows other rows. */
  watchKeys() {
    let pressed;
    addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true });
    new MutationObserver(() => {
      if (pressed === undefined) return;
      const from = pressed;
      pressed = undefined;
      requestAnimationFrame(() => bench.keys.push(performance.now() - from));
    }).observe(document.querySelector('[role="grid"]'), { subtree: true, childList: true, characterData: true });
  },
};`;

interface InPage {
  bench: { isLoaded(): boolean };
}

interface Figures {
  firstPaintMs: number;
  completeMs: number;
  requests: number;
  kb: number;
  flingMs: number;
  keyMs: number;
  panMs: number;
  elements: number;
  heapMb: number;
}

const OVERVIEW: readonly Column<Figures>[] = [
  ['first paint ms', ({ firstPaintMs }) => firstPaintMs],
  ['complete ms', ({ completeMs }) => completeMs],
  ['requests', ({ requests }) => requests],
  ['kB', ({ kb }) => kb],
];
const PAGES: readonly Column<Figures>[] = [
  ['frame of a list, p95 ms', ({ flingMs }) => flingMs],
  ['key to rows, p50 ms', ({ keyMs }) => keyMs],
  ['frame of the map, p95 ms', ({ panMs }) => panMs],
  ['elements', ({ elements }) => elements],
  ['heap MB', ({ heapMb }) => heapMb],
];

/** The console in a browser over a world whose players move, against a plain page without anything in it. */
export async function benchConsole(scale: Scale): Promise<void> {
  if (noBrowser !== false) return void process.stdout.write(`\nThe console is not measured: ${noBrowser}\n`);
  await using browser = await startBrowser();
  await using palatine = await startPalatine(await demoFolder(scale.world), '--simulate');
  await using bare = await startBare({ '/': EMPTY_PAGE, '/players': EMPTY_PAGE, '/map': EMPTY_PAGE });
  const subject = (server: Server, base: string): Subject<Figures> => ({
    server,
    measure: () => measure(browser, `http://127.0.0.1:${server.port}${base}`),
  });
  const turns = await inTurns(scale.repeats, {
    bare: subject(bare, ''),
    console: subject(palatine, '/console'),
  });
  const rows = [
    { name: 'an empty page', measured: turns.bare },
    { name: '  console', measured: turns.console, baseline: turns.bare },
  ];
  printTable('Overview, nothing cached', OVERVIEW, rows);
  printTable('List of players, and map', PAGES, rows);
  await benchAgainst(browser, scale);
}

interface Felt {
  farMs: number;
  againMs: number;
  busyPercent: number;
  redraws: number;
}

const FELT: readonly Column<Felt>[] = [
  ['first page at 120 ms', ({ farMs }) => farMs],
  ['map painted again, ms', ({ againMs }) => againMs],
  ['busy, % of a core', ({ busyPercent }) => busyPercent],
  ['redraws/s', ({ redraws }) => redraws],
];

/** The console against that of another built checkout, which PALATINE_BASE names: the demo, in which ten players move. */
async function benchAgainst(browser: Browser, { repeats }: Scale): Promise<void> {
  const base = process.env.PALATINE_BASE;
  if (base === undefined || !existsSync(join(base, 'apps/console/dist'))) {
    process.stdout.write('\nNot compared: PALATINE_BASE names no other checkout with a built console\n');
    return;
  }
  await using before = await startDemo(base);
  await using now = await startDemo(ROOT);
  const subject = (server: Server): Subject<Felt> => ({
    server,
    measure: () => measureFelt(browser, `http://127.0.0.1:${server.port}/console`),
  });
  const turns = await inTurns(repeats, { before: subject(before), now: subject(now) });
  printTable('The console as felt', FELT, [
    { name: 'the other checkout', measured: turns.before },
    { name: 'this one', measured: turns.now, baseline: turns.before },
  ]);
}

/** Starts the standard demo world, made and served by the code of a checkout. */
async function startDemo(checkout: string): Promise<Server> {
  const data = newDataFolder();
  await runNode(join(checkout, 'apps/cli/src/main.ts'), 'world', 'demo', '--data', data);
  return startServer(join(checkout, 'apps/cli/src/start.ts'), '--data', data, '--simulate', '--port');
}

async function measureFelt(browser: Browser, url: string): Promise<Felt> {
  const farMs = await inTab(browser, `${url}/`, ({ ask }) => ask<number>('nowMs()'), FAR);
  return { farMs, ...(await inTab(browser, `${url}/map`, measureMovement)) };
}

async function measureMovement({ page, ask }: Tab) {
  const painted = page.locator('.map-stage canvas[data-ground="painted"]');
  await painted.waitFor();
  await page.locator('a[href$="/players"]').first().click();
  await page.getByRole('grid', { name: 'Players' }).waitFor();
  const leftAt = performance.now();
  await page.locator('a[href$="/map"]').first().click();
  await painted.waitFor();
  const againMs = performance.now() - leftAt;
  await delay(WATCH_MAP_MS); // until what the page loads has arrived
  await ask('watchRedraws()');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const busyBefore = await busySeconds();
  await delay(WATCH_MOVES_MS);
  const busyPercent = ((await busySeconds()) - busyBefore) * (100_000 / WATCH_MOVES_MS);
  return { againMs, busyPercent, redraws: (await ask<number>('redraws()')) / (WATCH_MOVES_MS / 1000) };
}

async function measure(browser: Browser, url: string): Promise<Figures> {
  return {
    ...(await inTab(browser, `${url}/`, measureOverview)),
    ...(await inTab(browser, `${url}/players`, measureList)),
    ...(await inTab(browser, `${url}/map`, measureMap)),
  };
}

interface Tab {
  page: Page;
  /** Bytes of each answer that has arrived. */
  sizes: Promise<number>[];
  /** Reads a value of IN_PAGE. */
  ask<Value>(expression: string): Promise<Value>;
}

/** Opens a page in a tab with an empty cache, and waits until nothing more of it is being read. */
async function inTab<T>(
  browser: Browser,
  url: string,
  work: (tab: Tab) => Promise<T>,
  line?: typeof FAR,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    size.catch(() => {}); // nobody asks for that of a tab that is closed meanwhile
    sizes.push(size);
  });
  await page.addInitScript(IN_PAGE);
  if (line !== undefined) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', line);
  }
  await page.goto(url);
  // A function, since the page lets no text be run as code.
  await page.waitForFunction(() => (globalThis as unknown as InPage).bench.isLoaded());
  try {
    return await work({ page, sizes, ask: (expression) => page.evaluate(`bench.${expression}`) });
  } finally {
    await context.close();
  }
}

async function measureOverview({ sizes, ask }: Tab) {
  const completeMs = await ask<number>('nowMs()');
  const bytes = await Promise.all(sizes);
  return {
    firstPaintMs: await ask<number>('firstPaintMs()'),
    completeMs,
    requests: bytes.length,
    kb: bytes.reduce((sum, size) => sum + size, 0) / 1000,
  };
}

async function measureList({ page, ask }: Tab) {
  const grid = page.getByRole('grid', { name: 'Players' });
  await grid.hover();
  await ask('watchFrames()');
  for (let step = 0; step < STEPS; step++) await page.mouse.wheel(0, 3000);
  const flingMs = p95(await ask<number[]>('frames'));
  await page.mouse.wheel(0, -10_000_000);
  await page.keyboard.press('/');
  await delay(BETWEEN_KEYS_MS);
  await ask('watchKeys()');
  for (const key of KEYS) {
    for (const pressed of [key, 'Backspace']) {
      await page.keyboard.press(pressed);
      await delay(BETWEEN_KEYS_MS);
    }
  }
  return { flingMs, keyMs: median(await ask<number[]>('keys')) };
}

async function measureMap({ page, ask }: Tab) {
  await page.locator('.map-stage canvas[data-ground="painted"]').waitFor();
  const box = await page.locator('.map-ground').boundingBox();
  if (box === null) throw new Error('the map has no place on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await delay(WATCH_MAP_MS); // players move
  await ask('watchFrames()');
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.move(x + 150 * Math.sin(step / 8), y + 150 * Math.cos(step / 8) - 150);
  }
  await page.mouse.up();
  const panMs = p95(await ask<number[]>('frames'));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { panMs, elements: await ask<number>('elements()'), heapMb: usedSize / 1e6 };
}

function p95(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.95,
  );
}

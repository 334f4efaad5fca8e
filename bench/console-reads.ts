import { OWN_ROUTES, permissionsOf, type RouteShape } from '@palatine/contract';
import {
  DEFAULT_RULES,
  FaultInjector,
  type GameContext,
  loadCatalogue,
  makeDemoWorld,
  NO_FILES,
  PREPARATIONS,
  QUERIES,
  type QueryName,
} from '@palatine/world';
import type { Pace } from './arguments.ts';
import { type PartReport, short, under, withRange } from './report.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';

/** A world as large as the largest that was seen, and then some. */
const SIZES = { players: 10_000, online: 3_333, palsPerPlayer: 21, guilds: 600, camps: 1_200 };

/** No read may hold the game thread for longer. */
const LONGEST_HOLD_MS = 5;

interface Read {
  readonly name: QueryName;
  readonly what: string;
  readonly query?: object;
}

const READS: readonly Read[] = [
  { name: 'searchPlayers', what: 'players by name', query: { Limit: 200 } },
  {
    name: 'searchPlayers',
    what: 'players by playtime, with a text',
    query: { Find: 'e', Sort: 'Playtime', Limit: 500 },
  },
  {
    name: 'searchPlayers',
    what: 'players by Pals, who is offline',
    query: { Status: 'Offline', Sort: 'PalCount' },
  },
  { name: 'searchPlayers', what: 'players by guild, none banned', query: { Banned: false, Sort: 'Guild' } },
  { name: 'getPlayerDetails', what: 'a player' },
  { name: 'getPlayerInventory', what: 'an inventory' },
  { name: 'getPlayerPals', what: 'a page of a Palbox', query: { Box: 'Palbox', Text: 'a' } },
  { name: 'getPlayerProgress', what: 'progress' },
  { name: 'searchPals', what: 'Pals by level, with facets', query: {} },
  {
    name: 'searchPals',
    what: 'Pals by IVs, half of them',
    query: { LevelFrom: 25, Sort: 'IVs', Order: 'Descending' },
  },
  { name: 'searchPals', what: 'Pals by owner, with a text', query: { Text: 'a', Sort: 'Owner', Limit: 500 } },
  {
    name: 'searchPals',
    what: 'Pals with a passive, of a guild',
    query: { AnyPassives: 'Legend,Rare', Place: 'Palbox' },
  },
  { name: 'searchPals', what: 'impossible Pals', query: { Impossible: true } },
  { name: 'find', what: 'find', query: { Text: 'zo' } },
];

/** The reads of the console over a world of 10,000 players and some 220,000 characters, without a server. */
export async function benchConsoleReads({ repeats, warmUpMs }: Pace): Promise<PartReport> {
  const game = largeGame();
  const preparing = prepare(game);
  const uid = someone(game);
  const asks = READS.map((read) => () => ask(game, uid, read));
  for (const one of [...asks, () => lookAtAll(game)]) warmUp(warmUpMs / READS.length, one);

  const runs = Array.from({ length: Math.max(7, repeats) }, () => ({
    scan: timeMs(() => lookAtAll(game)),
    reads: asks.map(timeMs),
  }));
  const scan = runs.map((run) => run.scan);
  const measured = READS.map(({ what }, at) => {
    const ms = runs.map(({ reads }) => reads[at] ?? Number.NaN);
    return { what, ms: median(ms), times: ratioOf(ms, scan) };
  });
  return report(measured, { ...preparing, characters: game.world.characters.size, scanMs: median(scan) });
}

interface Measured {
  what: string;
  ms: number;
  times: Ratio;
}

interface Figures {
  characters: number;
  scanMs: number;
  partMs: number;
  parts: number;
}

function report(measured: Measured[], figures: Figures): PartReport {
  const { characters, scanMs, partMs, parts } = figures;
  const longest = Math.max(...measured.map(({ ms }) => ms));
  return {
    title: 'What the console reads',
    tables: [
      {
        head: ['read', 'ms', 'times a look at every character'],
        rows: measured.map(({ what, ms, times }) => [what, short(ms), withRange(times)]),
      },
    ],
    notes: [
      `${SIZES.players} players, ${characters} characters. A look at the level of each takes ${short(scanMs)} ms.`,
      `The columns of the Pals were filled in ${parts} parts, the longest of 95 % took ${short(partMs)} ms.`,
    ],
    goals: [
      under(
        'longest read, times a look at every character',
        4,
        Math.max(...measured.map(({ times }) => times.median)),
      ),
      under('longest read', LONGEST_HOLD_MS, longest, ' ms'),
      under('longest part of a preparation', LONGEST_HOLD_MS, partMs, ' ms'),
    ],
    figures: { ...figures, measured },
  };
}

function ask(game: GameContext, uid: string, { name, query = {} }: Read): unknown {
  const route: RouteShape = OWN_ROUTES[name as keyof typeof OWN_ROUTES];
  const run = QUERIES[name] as (game: GameContext, params: object, asked: object) => unknown;
  return run(game, { uid }, { query, held: permissionsOf(route) });
}

/** Fills the columns as the game thread does. @returns how many parts that took, and the time of the longest but 5 %. */
function prepare(game: GameContext): { parts: number; partMs: number } {
  const preparation = PREPARATIONS.searchPals?.(game);
  const times: number[] = [];
  for (let done = false; !done; ) times.push(timeMs(() => (done = preparation?.next().done ?? true)));
  const sorted = times.toSorted((one, other) => one - other);
  return { parts: times.length, partMs: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}

function lookAtAll({ world }: GameContext): number {
  let levels = 0;
  for (const { level } of world.characters.values()) levels += level;
  return levels;
}

/** Somebody with a Palbox. */
function someone({ world }: GameContext): string {
  for (const { uid, palbox } of world.players.values()) {
    if (world.charactersByBox.keys(palbox.containerId).size > 0) return uid;
  }
  throw new Error('nobody has a Pal in the Palbox');
}

function largeGame(): GameContext {
  const catalogue = loadCatalogue();
  const { world } = makeDemoWorld({ catalogue, seed: 1, nowMs: 0, sizes: SIZES });
  return {
    world,
    catalogue,
    rules: DEFAULT_RULES,
    now: () => 0,
    random: () => 0.5,
    newId: () => '',
    files: NO_FILES,
    faults: new FaultInjector(),
  };
}

function warmUp(forMs: number, work: () => unknown): void {
  for (const startedMs = performance.now(); performance.now() - startedMs < forMs; ) work();
}

/** The time of the processor that work takes: others on the machine do not count. */
function timeMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

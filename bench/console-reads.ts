import { serialize } from '@palatine/server/game/response-format.ts';
import type { GameContext } from '@palatine/world';
import type { Pace } from './arguments.ts';
import { PLAYER_READS } from './console-player-reads.ts';
import type { ConsoleRead } from './console-read.ts';
import { WORLD_READS } from './console-world-reads.ts';
import { demoGame, LARGE_WORLD } from './demo-game.ts';
import { type PartReport, short, under, withRange } from './report.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';

const READS: readonly ConsoleRead[] = [...WORLD_READS, ...PLAYER_READS];

/** What a read may take of the game thread. */
const BUDGET_MS = 5;

interface ReadFigures {
  name: string;
  bytes: number;
  /** The first time after the start, with cold code. */
  firstMs: number;
  /** When one record of each table has changed since the last time. */
  changedMs: number;
  /** The longest part of a read that is made in parts; of others the whole. */
  holdMs: number;
  /** Against one look at every character: what a read without indexes takes at least. */
  timesScan: Ratio;
}

/** The reads of the console over a large world, in the time of the thread, their JSON included. */
export async function benchConsoleReads({ repeats, warmUpMs }: Pace): Promise<PartReport> {
  const game = largeGame();
  const scan = () => scanCharacters(game);
  const figures = READS.map((read) => measure(game, read, { repeats, warmUpMs: warmUpMs / 4, scan }));
  return {
    title: `Reads of the console: ${game.world.characters.size} characters, ${game.world.camps.size} bases`,
    tables: [
      {
        head: ['read', 'kB', 'first ms', 'after changes ms', 'longest part ms', 'of a scan'],
        rows: figures.map(({ name, bytes, firstMs, changedMs, holdMs, timesScan }) => [
          name,
          short(bytes / 1000),
          short(firstMs),
          short(changedMs),
          short(holdMs),
          withRange(timesScan),
        ]),
      },
    ],
    notes: ['Time of the thread, not of the clock. A scan looks once at each character of the world.'],
    goals: figures.map(({ name, holdMs }) => under(name, BUDGET_MS, holdMs, ' ms')),
    figures,
  };
}

function largeGame(): GameContext {
  const game = demoGame(LARGE_WORLD);
  game.world.clearJournal();
  game.world.guildFacts.refresh(); // as the game loop does when it starts
  return game;
}

interface Measuring extends Pick<Pace, 'repeats' | 'warmUpMs'> {
  scan: () => unknown;
}

function measure(
  game: GameContext,
  { name, prepare, parts }: ConsoleRead,
  { repeats, warmUpMs, scan }: Measuring,
): ReadFigures {
  const read = prepare(game);
  const answer = () => serialize(read() as object);
  const startedMs = performance.now();
  const bytes = answer().bytes.byteLength;
  const firstMs = performance.now() - startedMs;
  for (const beganMs = performance.now(); performance.now() - beganMs < warmUpMs; ) {
    change(game);
    answer();
    scan();
  }
  const runs = Array.from({ length: repeats }, () => ({
    changed: cpuMs(
      () => answer(),
      () => change(game),
    ),
    scan: cpuMs(scan),
  }));
  const of = (figure: 'changed' | 'scan') => runs.map((run) => run[figure]);
  const changedMs = median(of('changed'));
  return {
    name,
    bytes,
    firstMs,
    changedMs,
    holdMs: parts === undefined ? changedMs : longestPartMs(game, parts(game)),
    timesScan: ratioOf(of('changed'), of('scan')),
  };
}

/** The clock of a thread ticks in milliseconds, so that one figure is the mean of many calls. */
const CALLS = 40;

/** Milliseconds of the thread that a piece of work takes; what comes `before` each is not counted. */
function cpuMs(work: () => unknown, before: () => void = () => {}): number {
  let total = 0;
  for (let call = 0; call < CALLS; call++) {
    before();
    const started = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(started);
    total += user + system;
  }
  return total / CALLS / 1000;
}

/** The longest part of a read, each the mean of many. */
function longestPartMs(game: GameContext, start: () => Iterator<void, unknown>): number {
  const totals: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    change(game);
    const parts = start();
    for (let part = 0, done = false; !done; part++) {
      const started = process.threadCpuUsage();
      const next = parts.next();
      if (next.done === true) serialize(next.value as object);
      const { user, system } = process.threadCpuUsage(started);
      totals[part] = (totals[part] ?? 0) + user + system;
      done = next.done === true;
    }
  }
  return Math.max(...totals) / CALLS / 1000;
}

let turn = 0;

/** Changes a record of each table that lists are made of, as a running world does between two reads. */
function change({ world }: GameContext): void {
  turn += 1;
  const tables = [
    world.accounts,
    world.sessions,
    world.players,
    world.guilds,
    world.camps,
    world.containers,
    world.mapObjects,
    world.characters,
  ];
  for (const table of tables) changeOne(table as Changeable, turn);
  world.clearJournal();
}

interface Changeable {
  values(): Iterable<object>;
  put(record: object): void;
}

/** Records that take their turn, by table: those of one walk over it. */
const samples = new Map<Changeable, object[]>();

function changeOne(table: Changeable, at: number): void {
  const sample = samples.get(table) ?? sampleOf(table);
  const record = sample[at % sample.length];
  if (record !== undefined) table.put({ ...record });
}

function sampleOf(table: Changeable): object[] {
  const sample = [...table.values()].slice(0, 1000);
  samples.set(table, sample);
  return sample;
}

function scanCharacters({ world }: GameContext): number {
  let levels = 0;
  for (const { level } of world.characters.values()) levels += level;
  return levels;
}

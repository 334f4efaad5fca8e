import { QUERIES, type QueryName, READABLE_TABLES, type World } from '@palatine/world';

/** The counters that the threads share, one for each of READABLE_TABLES. */
export type VersionCounters = Int32Array<SharedArrayBuffer>;

/** Counters for a world, all 0. */
export function versionCounters(): VersionCounters {
  return new Int32Array(new SharedArrayBuffer(READABLE_TABLES.length * Int32Array.BYTES_PER_ELEMENT));
}

/** The counters of each query's tables. */
const INDEXES_READ = Object.fromEntries(
  Object.entries(QUERIES).map(([name, { reads }]) => [
    name,
    reads.map((table) => READABLE_TABLES.indexOf(table)),
  ]),
) as Record<QueryName, number[]>; // an entry for each

/**
 * The version of the world as a query sees it: another number once one of the tables that it reads has changed. The
 * counters only count up, so that their sum stays the same only while each does.
 */
export function versionFor(counters: VersionCounters, name: QueryName): number {
  return INDEXES_READ[name].reduce((sum, index) => (sum + Atomics.load(counters, index)) | 0, 0);
}

/** Gives every query another version, whatever it reads: after a change of the rules, of the faults, or of the world itself. */
export function changeAllVersions(counters: VersionCounters): void {
  for (const index of READABLE_TABLES.keys()) Atomics.add(counters, index, 1);
}

/** Moves count five times a second at most: each makes the lists that show them again. */
const MOVES_MS = 200;

/** Takes the changes of a world's tables into the counters. The game loop publishes before it answers. */
export class VersionPublisher {
  readonly #world: World;
  readonly #counters: VersionCounters;
  /** The versions of the tables that are published. */
  readonly #published: number[];
  /** When moves were published last, by a steady clock. */
  #movesMs = Number.NEGATIVE_INFINITY;

  constructor(world: World, counters: VersionCounters) {
    this.#world = world;
    this.#counters = counters;
    this.#published = READABLE_TABLES.map((name) => world[name].version);
  }

  /** Publishes what a step has moved, unless others were published a moment ago: then the next step does. */
  publishMoves(nowMs: number): void {
    if (nowMs - this.#movesMs < MOVES_MS) return;
    this.#movesMs = nowMs;
    this.publish();
  }

  /** Counts each table that has changed since the last time. */
  publish(): void {
    for (const [index, name] of READABLE_TABLES.entries()) {
      const { version } = this.#world[name];
      if (version === this.#published[index]) continue;
      this.#published[index] = version;
      Atomics.add(this.#counters, index, 1);
    }
  }
}

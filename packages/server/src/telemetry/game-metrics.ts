import type { World } from '@palatine/world';
import { cellsOf, Histogram } from './histogram.ts';

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const STEP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const HOLD_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Records of the world, and the bytes of its events, in the order of the cells. */
const SIZES = [
  'players',
  'online',
  'guilds',
  'camps',
  'characters',
  'events',
  'event_bytes',
  'deliveries_pending',
  'deliveries_delivering',
] as const;
type Size = (typeof SIZES)[number];

/** Whose changes the store could not write: of a command, or of the game itself (simulation, locations, pruning). */
const WRITERS = ['command', 'own'] as const;
export type Writer = (typeof WRITERS)[number];

const LAYOUT = [
  SIZES.length,
  WRITERS.length,
  1, // the keys
  1, // the longest hold
  cellsOf(BATCH_SIZES),
  cellsOf(COMMIT_SECONDS),
  cellsOf(STEP_SECONDS),
  cellsOf(HOLD_SECONDS),
];
const BYTES = LAYOUT.reduce((sum, cells) => sum + cells, 0) * Float64Array.BYTES_PER_ELEMENT;

/**
 * The counters of the game loop, in memory it shares with the HTTP side: the loop writes numbers in place, a
 * scrape reads them, and nothing is sent. The counts go on where they were when the loop starts again.
 */
export class GameMetrics {
  readonly memory: SharedArrayBuffer;
  readonly batchSizes: Histogram;
  readonly commitSeconds: Histogram;
  readonly stepSeconds: Histogram;
  /** How long requests that were taken at once held the game thread, or a part of a long one. */
  readonly holdSeconds: Histogram;
  readonly #longestHold: Float64Array;
  readonly #sizes: Float64Array;
  readonly #storageFailures: Float64Array;
  readonly #keys: Float64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(BYTES)) {
    this.memory = memory;
    let taken = 0;
    const take = (cells: number) => {
      const view = new Float64Array(memory, taken, cells);
      taken += view.byteLength;
      return view;
    };
    this.#sizes = take(SIZES.length);
    this.#storageFailures = take(WRITERS.length);
    this.#keys = take(1);
    this.#longestHold = take(1);
    this.batchSizes = new Histogram(BATCH_SIZES, take(cellsOf(BATCH_SIZES)));
    this.commitSeconds = new Histogram(COMMIT_SECONDS, take(cellsOf(COMMIT_SECONDS)));
    this.stepSeconds = new Histogram(STEP_SECONDS, take(cellsOf(STEP_SECONDS)));
    this.holdSeconds = new Histogram(HOLD_SECONDS, take(cellsOf(HOLD_SECONDS)));
  }

  measureWorld(world: World): void {
    const { accounts, sessions, guilds, camps, characters, eventLog, deliveriesByState } = world;
    const sizes: Record<Size, number> = {
      players: accounts.size,
      online: sessions.size,
      guilds: guilds.size,
      camps: camps.size,
      characters: characters.size,
      events: eventLog.size,
      event_bytes: eventLog.bytes,
      deliveries_pending: deliveriesByState.keys('Pending').size,
      deliveries_delivering: deliveriesByState.keys('Delivering').size,
    };
    for (const [cell, name] of SIZES.entries()) this.#sizes[cell] = sizes[name];
  }

  /** How many Idempotency-Keys the store holds. */
  get keys(): number {
    return this.#keys[0] ?? 0;
  }

  set keys(count: number) {
    this.#keys[0] = count;
  }

  /** Counts that requests held the game thread. */
  observeHold(seconds: number): void {
    this.holdSeconds.observe(seconds);
    this.#longestHold[0] = Math.max(this.#longestHold[0] ?? 0, seconds);
  }

  /** The longest hold since the last call, in seconds. */
  takeLongestHold(): number {
    const [longest = 0] = this.#longestHold;
    this.#longestHold[0] = 0;
    return longest;
  }

  /** Counts changes that the store did not take, whatever code their routes answer. */
  countStorageFailures(writer: Writer, count: number): void {
    const cell = WRITERS.indexOf(writer);
    this.#storageFailures[cell] = (this.#storageFailures[cell] ?? 0) + count;
  }

  get storageFailures(): Record<Writer, number> {
    const [command = 0, own = 0] = this.#storageFailures;
    return { command, own };
  }

  get worldSizes(): Record<Size, number> {
    // By the names of SIZES, one cell each.
    return Object.fromEntries(SIZES.map((name, cell) => [name, this.#sizes[cell] ?? 0])) as Record<
      Size,
      number
    >;
  }
}

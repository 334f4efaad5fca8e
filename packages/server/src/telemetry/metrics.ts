import type { World } from '@palatine/world';

/** One line of a metric as prom-client prints it. */
export interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** A histogram: observations counted by the bucket they fall in. Counting allocates nothing. */
export class Histogram {
  /** Upper bounds, ascending; values above the last have a bucket of their own. */
  readonly bounds: readonly number[];
  /** One count per bucket, then the sum of the observations. */
  readonly #cells: Float64Array;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#cells = new Float64Array(bounds.length + 2);
  }

  observe(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1;
    const cells = this.#cells;
    cells[at] = (cells[at] as number) + 1;
    const sumAt = bounds.length + 1;
    cells[sumAt] = (cells[sumAt] as number) + value;
  }

  /** How many observations fell into a bucket; the one after the last bound has those above it. */
  countOf(bucket: number): number {
    return this.#cells[bucket] ?? 0;
  }

  /** As Prometheus counts them: each bucket holds those below it too. */
  samples(name: string, labels: Record<string, string> = {}): Sample[] {
    let count = 0;
    const buckets = [...this.bounds, '+Inf'].map((le, at) => {
      count += this.#cells[at] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#cells.at(-1) ?? 0 },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const STEP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const HOLD_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The counters of the game. */
export class GameMetrics {
  readonly batchSizes = new Histogram(BATCH_SIZES);
  readonly commitSeconds = new Histogram(COMMIT_SECONDS);
  readonly stepSeconds = new Histogram(STEP_SECONDS);
  /** How long a batch, a read or other work of the game held the event loop. */
  readonly holdSeconds = new Histogram(HOLD_SECONDS);
  /** Changes that the store did not take: of commands, and of the game itself (simulation, locations, pruning). */
  readonly storageFailures = { command: 0, own: 0 };
  /** How many Idempotency-Keys the store holds. */
  keys = 0;
  #longestHold = 0;

  /** Runs work of the game and counts how long it held the event loop. */
  timeHold<T>(work: () => T): T {
    const startedMs = performance.now();
    try {
      return work();
    } finally {
      const seconds = secondsSince(startedMs);
      this.holdSeconds.observe(seconds);
      this.#longestHold = Math.max(this.#longestHold, seconds);
    }
  }

  /** Runs a commit and counts how long it took, also when it fails. */
  timeCommit(commit: () => void): void {
    const startedMs = performance.now();
    try {
      commit();
    } finally {
      this.commitSeconds.observe(secondsSince(startedMs));
    }
  }

  /** The longest hold since the last call, in seconds. */
  takeLongestHold(): number {
    const longest = this.#longestHold;
    this.#longestHold = 0;
    return longest;
  }
}

/** How many records a world has, and the bytes of its events. */
export function worldSizes(world: World) {
  const { accounts, sessions, guilds, camps, characters, eventLog, deliveriesByState } = world;
  return {
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
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}

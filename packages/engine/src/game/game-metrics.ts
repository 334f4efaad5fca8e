import { Histogram, secondsSince } from '@palatine/platform/histogram';
import type { World } from '@palatine/world';

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const STEP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const HOLD_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export class GameMetrics {
  readonly batchSizes = new Histogram(BATCH_SIZES);
  readonly commitSeconds = new Histogram(COMMIT_SECONDS);
  readonly stepSeconds = new Histogram(STEP_SECONDS);
  /** Seconds for which a batch, a read or other work held the event loop. */
  readonly holdSeconds = new Histogram(HOLD_SECONDS);
  /** Changes that could not be stored: of commands, and of the game itself (simulation, locations, pruning). */
  readonly storageFailures = { command: 0, own: 0 };
  keys = 0;
  #longestHold = 0;

  /** Runs work of the game and records how long it held the event loop. */
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

  /** Runs a commit and records its duration, even if it fails. */
  timeCommit(commit: () => void): void {
    const startedMs = performance.now();
    try {
      commit();
    } finally {
      this.commitSeconds.observe(secondsSince(startedMs));
    }
  }

  /** Longest hold since the last call, in seconds. */
  takeLongestHold(): number {
    const longest = this.#longestHold;
    this.#longestHold = 0;
    return longest;
  }
}

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

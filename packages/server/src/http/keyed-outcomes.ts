import { Refusal } from '@palatine/contract';
import type { Outcome } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { WriteContext } from './mount.ts';

/** As long as the game thread keeps the outcome of a key. */
const KEPT_MS = 24 * 3_600_000;
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;

interface Kept {
  fingerprint: string;
  /** elapsed() of the clock. */
  atMs: number;
  outcome: Promise<Outcome>;
  bytes: number;
}

/**
 * The outcomes of writes that are done beside the game thread, by token and Idempotency-Key, in memory: such a write
 * replaces a file, so that a repetition after a restart finds the file as it is to be. A refusal keeps no key. Beyond
 * the bounds the oldest are dropped.
 */
export class KeyedOutcomes {
  readonly #kept = new Map<string, Kept>();
  readonly #clock: Clock;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The outcome of the work, or that of an earlier call with the key. Throws IDEMPOTENCY_KEY_REUSED. */
  async run(
    { token, idempotency }: Pick<WriteContext, 'token' | 'idempotency'>,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (idempotency === undefined) return work();
    this.#dropOld();
    const { fingerprint } = idempotency;
    const key = `${token.id} ${idempotency.key}`;
    const known = this.#kept.get(key);
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      return { ...(await known.outcome), replayed: true };
    }
    const outcome = work();
    const entry = { fingerprint, atMs: this.#clock.elapsed(), outcome, bytes: 0 };
    this.#kept.set(key, entry);
    try {
      const { length } = (await outcome).body;
      if (this.#kept.get(key) !== entry) return outcome; // dropped meanwhile
      entry.bytes = length;
      this.#bytes += length;
    } catch (error) {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
      throw error;
    }
    return outcome;
  }

  #dropOld(): void {
    const nowMs = this.#clock.elapsed();
    for (const [key, { atMs, bytes }] of this.#kept) {
      const fits = this.#kept.size < MOST_ENTRIES && this.#bytes <= MOST_BYTES;
      if (fits && nowMs - atMs < KEPT_MS) return;
      this.#kept.delete(key);
      this.#bytes -= bytes;
    }
  }
}

import type { Logger } from 'pino';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { Write } from './calls.ts';

/** Audit entries of refused requests that may wait for the store; an entry has about 2 kB at most. */
export const MAX_UNWRITTEN_ENTRIES = 4096;
/** The first entry dropped is logged, and then each time as many more. */
const DROPS_PER_LOG_LINE = 1000;

interface Unwritten {
  readonly refused: readonly NewAuditEntry[];
  readonly expired: readonly Write[];
}

/** Audit entries of requests that never reached the queue, and writes that expired in it, until they are on disk. */
export class UnwrittenAudit {
  readonly #log: Logger;
  readonly #wake: () => void;
  #refused: NewAuditEntry[] = [];
  #expired: Write[] = [];
  /** How many entries were dropped because too many waited. */
  dropped = 0;

  /** `wake`: has the queue run a batch soon, which writes them. */
  constructor(log: Logger, wake: () => void) {
    this.#log = log;
    this.#wake = wake;
  }

  get count(): number {
    return this.#refused.length + this.#expired.length;
  }

  addRefused(entry: NewAuditEntry): void {
    if (!this.#hasRoom()) return;
    this.#refused.push(entry);
    this.#wake();
  }

  addExpired(write: Write): void {
    if (!this.#hasRoom()) return;
    this.#expired.push(write);
    this.#wake();
  }

  /** Takes all that wait, for a batch. */
  drain(): Unwritten {
    const drained = { refused: this.#refused, expired: this.#expired };
    this.#refused = [];
    this.#expired = [];
    return drained;
  }

  /** Returns what a batch could not store. */
  putBack({ refused, expired }: Unwritten): void {
    this.#refused = [...refused, ...this.#refused];
    this.#expired = [...expired, ...this.#expired];
  }

  #hasRoom(): boolean {
    if (this.count < MAX_UNWRITTEN_ENTRIES) return true;
    this.dropped += 1;
    if (this.dropped % DROPS_PER_LOG_LINE === 1)
      this.#log.error({ dropped: this.dropped }, 'refused requests are missing in the audit');
    return false;
  }
}

import type { Logger } from 'pino';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { Write } from './calls.ts';

/** Maximum audit entries of refused requests waiting for the store; an entry has at most about 2 kB. */
export const MAX_UNWRITTEN_ENTRIES = 4096;
/** Logs the first dropped entry, and then every so often. */
const DROPS_PER_LOG_LINE = 1000;

interface Unwritten {
  readonly refused: readonly NewAuditEntry[];
  readonly expired: readonly Write[];
}

/** Audit entries of requests refused before the queue, and of expired writes, until they are on disk. */
export class UnwrittenAudit {
  readonly #log: Logger;
  readonly #wake: () => void;
  #refused: NewAuditEntry[] = [];
  #expired: Write[] = [];
  dropped = 0;

  /** `wake`: makes the queue run a batch soon, which writes them. */
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

  drain(): Unwritten {
    const drained = { refused: this.#refused, expired: this.#expired };
    this.#refused = [];
    this.#expired = [];
    return drained;
  }

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

import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { NumberedEntry } from './protocol.ts';

/** Entries that may wait for the store at once. An entry holds about 2 kB at most, so this is 8 MB. */
export const MAX_UNCONFIRMED_ENTRIES = 4096;

/**
 * Audit entries of refused requests, from the refusal until the game loop confirms them as written. They take
 * no slot, since a refusal must not make the queue full. Beyond the bound an entry is dropped and counted.
 */
export class AuditOutbox {
  /** How many entries found no room. */
  dropped = 0;
  readonly #unconfirmed: NumberedEntry[] = [];
  #lastNumber = 0;

  /** Every entry that is not confirmed, oldest first. */
  get unconfirmed(): readonly NumberedEntry[] {
    return this.#unconfirmed;
  }

  /** @returns the entry with its number; undefined when it was dropped. */
  add(entry: NewAuditEntry): NumberedEntry | undefined {
    if (this.#unconfirmed.length >= MAX_UNCONFIRMED_ENTRIES) {
      this.dropped += 1;
      return undefined;
    }
    this.#lastNumber += 1;
    const numbered = { number: this.#lastNumber, entry };
    this.#unconfirmed.push(numbered);
    return numbered;
  }

  /** Lets go of the entries up to this number: they are on disk. */
  confirm(upTo: number): void {
    const rest = this.#unconfirmed.findIndex(({ number }) => number > upTo);
    this.#unconfirmed.splice(0, rest === -1 ? this.#unconfirmed.length : rest);
  }
}

import type { Index } from './table.ts';

/**
 * The record that has a key which no other may have, such as the player whose inventory a container is. Of two that
 * claim one key, which a sound world does not have, the later one has it.
 */
export class UniqueIndex<T extends object> implements Index<T> {
  readonly #keyOf: (record: T) => string;
  readonly #claimsOf: (record: T) => readonly (string | null)[];
  readonly #owners = new Map<string, string>();

  constructor(keyOf: (record: T) => string, claimsOf: (record: T) => readonly (string | null)[]) {
    this.#keyOf = keyOf;
    this.#claimsOf = claimsOf;
  }

  /** The key of the record that claims it. */
  get(claim: string): string | undefined {
    return this.#owners.get(claim);
  }

  changed(before: T | undefined, after: T | undefined): void {
    const claimsBefore = before === undefined ? [] : this.#claimsOf(before);
    const claimsAfter = after === undefined ? [] : this.#claimsOf(after);
    for (const claim of claimsBefore) {
      if (claim === null || before === undefined || claimsAfter.includes(claim)) continue;
      if (this.#owners.get(claim) === this.#keyOf(before)) this.#owners.delete(claim);
    }
    for (const claim of claimsAfter) {
      if (claim === null || after === undefined || claimsBefore.includes(claim)) continue;
      this.#owners.set(claim, this.#keyOf(after));
    }
  }
}

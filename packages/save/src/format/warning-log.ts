import type { SaveWarning } from './save-types.ts';

interface WarningKind {
  listed: SaveWarning[];
  /** All warnings of the kind, listed or not. */
  count: number;
}

/** Maximum listed warnings of one kind where all are requested: a damaged save may have millions. */
const MAX_LISTED = 1000;

/** Collects warnings. Lists the first ones of each kind and counts the rest, so that a log stays readable. */
export class WarningLog {
  readonly #all: boolean;
  #kinds = new Map<string, WarningKind>();

  /** @param all lists every warning, up to 1,000 of each kind. */
  constructor(all = false) {
    this.#all = all;
  }

  /** Adds a warning: lists `maxListed` of a `kind`, counts the rest. `place` runs for listed ones only. */
  add(kind: string, file: string, place: () => string, message: string, maxListed = 1): void {
    const entry: WarningKind = this.#kinds.get(kind) ?? { listed: [], count: 0 };
    this.#kinds.set(kind, entry);
    entry.count += 1;
    if (entry.listed.length < (this.#all ? MAX_LISTED : maxListed))
      entry.listed.push({ file, place: place(), message });
  }

  /** A log that lists as many as this one. */
  empty(): WarningLog {
    return new WarningLog(this.#all);
  }

  /** Adds the warnings of another log. Of a kind in both, only the count grows, unless all are listed. */
  addAll(other: WarningLog): void {
    for (const [kind, { listed, count }] of other.#kinds) {
      const entry = this.#kinds.get(kind);
      if (entry) {
        entry.count += count;
        if (this.#all) entry.listed.push(...listed.slice(0, MAX_LISTED - entry.listed.length));
      } else this.#kinds.set(kind, { listed: [...listed], count });
    }
  }

  list(): SaveWarning[] {
    return [...this.#kinds.values()].flatMap(({ listed, count }) =>
      listed.map((warning, index) => {
        const more = count - listed.length;
        if (more === 0 || index < listed.length - 1) return warning;
        return { ...warning, message: `${warning.message} (and ${more} more like it)` };
      }),
    );
  }
}

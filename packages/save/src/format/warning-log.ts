import type { SaveWarning } from './save-types.ts';

type WarningGroup = { listed: SaveWarning[]; count: number };

/** Maximum listed warnings of one group where all are requested: a damaged save may have millions. */
const MAX_LISTED = 1000;

/** Collects warnings. Lists the first ones of each group and counts the rest, so that a log stays readable. */
export class WarningLog {
  readonly #all: boolean;
  #groups = new Map<string, WarningGroup>();

  /** @param all lists every warning, up to 1,000 of each group. */
  constructor(all = false) {
    this.#all = all;
  }

  /** Adds a warning: lists `maxListed` of its kind and `group`, counts the rest. `place` runs for listed ones only. */
  add(
    { place, ...warning }: Omit<SaveWarning, 'place'> & { place(): string },
    { group = '', maxListed = 1 }: { group?: string; maxListed?: number } = {},
  ): void {
    const key = `${warning.kind} ${group}`;
    const entry: WarningGroup = this.#groups.get(key) ?? { listed: [], count: 0 };
    this.#groups.set(key, entry);
    entry.count += 1;
    if (entry.listed.length < (this.#all ? MAX_LISTED : maxListed))
      entry.listed.push({ ...warning, place: place() });
  }

  /** A log that lists as many as this one. */
  empty(): WarningLog {
    return new WarningLog(this.#all);
  }

  /** Adds the warnings of another log. Of a group in both, only the count grows, unless all are listed. */
  addAll(log: WarningLog): void {
    for (const [key, { listed, count }] of log.#groups) {
      const entry = this.#groups.get(key) ?? { listed: [], count: 0 };
      if (this.#all || entry.count === 0)
        entry.listed.push(...listed.slice(0, MAX_LISTED - entry.listed.length));
      entry.count += count;
      this.#groups.set(key, entry);
    }
  }

  list(): SaveWarning[] {
    return [...this.#groups.values()].flatMap(({ listed, count }) =>
      listed.map((warning, index) => {
        const more = count - listed.length;
        if (more === 0 || index < listed.length - 1) return warning;
        return { ...warning, message: `${warning.message} (and ${more} more like it)` };
      }),
    );
  }
}

import type { SaveWarning } from './save-types.ts';

interface Kind {
  /** The warnings that are told in full. */
  told: SaveWarning[];
  count: number;
}

/** Collects warnings. What repeats is told a few times and then counted, so a log stays readable. */
export class WarningLog {
  #kinds = new Map<string, Kind>();

  /**
   * Adds a warning. `place` is only called for warnings that are told in full: at most `inFull` of one
   * `kind`, the rest is counted on the last of them.
   */
  add(kind: string, file: string, place: () => string, message: string, inFull = 1): void {
    let entry = this.#kinds.get(kind);
    if (!entry) {
      entry = { told: [], count: 0 };
      this.#kinds.set(kind, entry);
    }
    entry.count += 1;
    if (entry.told.length < inFull) entry.told.push({ file, place: place(), message });
  }

  addAll(other: WarningLog): void {
    for (const [kind, { told, count }] of other.#kinds) {
      const entry = this.#kinds.get(kind);
      if (entry) entry.count += count;
      else this.#kinds.set(kind, { told: [...told], count });
    }
  }

  list(): SaveWarning[] {
    return [...this.#kinds.values()].flatMap(({ told, count }) =>
      told.map((warning, index) => {
        const more = count - told.length;
        if (more === 0 || index < told.length - 1) return warning;
        return { ...warning, message: `${warning.message} (and ${more} more like it)` };
      }),
    );
  }
}

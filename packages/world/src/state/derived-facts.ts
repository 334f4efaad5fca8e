/**
 * What is worked out from several tables for each record of one. Whoever follows the tables touches the keys whose
 * facts may have changed; they are worked out again when somebody asks, and no others.
 */
export class DerivedFacts<Fact extends object> {
  readonly #make: (key: string) => Fact | undefined;
  readonly #facts = new Map<string, Fact>();
  readonly #stale = new Set<string>();

  /** `make` works out the facts of a key; undefined when there is no such record (any more). */
  constructor(make: (key: string) => Fact | undefined) {
    this.#make = make;
  }

  touch(key: string | null | undefined): void {
    if (key !== null && key !== undefined && key !== '') this.#stale.add(key);
  }

  get(key: string): Fact | undefined {
    this.refresh();
    return this.#facts.get(key);
  }

  /** All of them, in no order. */
  values(): MapIterator<Fact> {
    this.refresh();
    return this.#facts.values();
  }

  get size(): number {
    this.refresh();
    return this.#facts.size;
  }

  /** Works out what has changed now, rather than when somebody asks. */
  refresh(): void {
    for (const key of this.#stale) {
      const fact = this.#make(key);
      if (fact === undefined) this.#facts.delete(key);
      else this.#facts.set(key, fact);
    }
    this.#stale.clear();
  }
}

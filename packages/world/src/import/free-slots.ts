/** Finds the next free slot of a container in nearly constant time, however many claim the same one. */
export class FreeSlots {
  /** A later slot for each one that is taken. */
  readonly #after = new Map<number, number>();

  /** Takes the slot itself, or the first free one after it; undefined when there is none below `capacity`. */
  take(slot: number, capacity: number): number | undefined {
    const free = this.#firstFree(slot);
    if (free >= capacity) return undefined;
    this.#after.set(free, free + 1);
    return free;
  }

  #firstFree(slot: number): number {
    let free = slot;
    for (let next = this.#after.get(free); next !== undefined; next = this.#after.get(free)) free = next;
    // The next search from any slot of this path starts at its end.
    for (let at = slot; at < free; ) {
      const next = this.#after.get(at) ?? free;
      this.#after.set(at, free);
      at = next;
    }
    return free;
  }
}

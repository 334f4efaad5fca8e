import type { Index } from './table.ts';

/** How many records there are of each group. The group '' is not counted. */
export class Tally<T extends object> implements Index<T> {
  readonly #groupOf: (record: T) => string;
  readonly #counts = new Map<string, number>();

  constructor(groupOf: (record: T) => string) {
    this.#groupOf = groupOf;
  }

  /** The groups that have a record, with how many. */
  entries(): MapIterator<[group: string, count: number]> {
    return this.#counts.entries();
  }

  changed(before: T | undefined, after: T | undefined): void {
    const groupBefore = before === undefined ? '' : this.#groupOf(before);
    const groupAfter = after === undefined ? '' : this.#groupOf(after);
    if (groupBefore === groupAfter) return;
    this.#add(groupBefore, -1);
    this.#add(groupAfter, 1);
  }

  #add(group: string, amount: number): void {
    if (group === '') return;
    const count = (this.#counts.get(group) ?? 0) + amount;
    if (count === 0) this.#counts.delete(group);
    else this.#counts.set(group, count);
  }
}

import type { TreeValue } from '../tree/property-tree.ts';
import { SaveEditError } from './save-edit.ts';

/** The index of a slot without contents and index; damaged saves hold stacks in slots below 0. */
export const PLACEHOLDER = Number.NaN;

/** The slots of a container by index, indexed once for all edits. Changes of `elements` go through it. */
export class SlotTable {
  readonly #elements: TreeValue[];
  /** The index of each element, or `PLACEHOLDER`. */
  readonly #indexes: number[];
  readonly #place: string;

  /** `place` names the container in messages. */
  constructor(elements: TreeValue[], indexOf: (slot: TreeValue, position: number) => number, place: string) {
    this.#elements = elements;
    this.#indexes = elements.map(indexOf);
    this.#place = place;
  }

  /** The slot with that index. Throws a `SaveEditError` when there are two. */
  find(index: number): TreeValue | undefined {
    const at = this.#indexes.indexOf(index);
    if (at < 0) return undefined;
    if (this.#indexes.includes(index, at + 1)) {
      throw new SaveEditError(`${this.#place} has two slots ${index}: neither can be edited`);
    }
    return this.#elements[at];
  }

  /** Replaces the slot with that index; else inserts it in order, replacing a placeholder if there is one. */
  put(index: number, slot: TreeValue): void {
    const at = this.#indexes.indexOf(index);
    if (at >= 0) {
      this.#elements[at] = slot;
      return;
    }
    const later = this.#indexes.findIndex((other) => other > index);
    const place = later < 0 ? this.#indexes.length : later;
    const replaced = Number.isNaN(this.#indexes[place - 1]) ? 1 : 0;
    this.#elements.splice(place - replaced, replaced, slot);
    this.#indexes.splice(place - replaced, replaced, index);
  }

  remove(index: number): void {
    const at = this.#indexes.indexOf(index);
    if (at < 0) return;
    this.#elements.splice(at, 1);
    this.#indexes.splice(at, 1);
  }

  /** The slots with their indexes, without placeholders, in the order of the file. */
  *entries(): Generator<[index: number, slot: TreeValue]> {
    for (const [at, slot] of this.#elements.entries()) {
      const index = this.#indexes[at] as number; // both arrays have the same length
      if (!Number.isNaN(index)) yield [index, slot];
    }
  }
}

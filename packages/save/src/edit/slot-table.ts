import type { TreeValue } from '../tree/property-tree.ts';
import { SaveEditError } from './edits.ts';

/** The index of a slot without contents and index; damaged saves hold stacks in slots below 0. */
export const PLACEHOLDER = Number.NaN;

export type SlotIndexOf = (slot: TreeValue, position: number) => number;

/** The slots of a container by index, indexed once for all edits. Changes of `elements` go through it. */
export type SlotTable = ReturnType<typeof slotTable>;

/** `place` names the container in messages. */
export function slotTable(elements: TreeValue[], indexOf: SlotIndexOf, place: string) {
  const indexes = elements.map(indexOf);
  return {
    /** The slot with that index. Throws a `SaveEditError` when there are two. */
    find(index: number): TreeValue | undefined {
      const at = indexes.indexOf(index);
      if (at >= 0 && indexes.includes(index, at + 1)) {
        throw new SaveEditError(`${place} has two slots ${index}: neither can be edited`);
      }
      return elements[at];
    },

    /** Replaces the slot with that index; else inserts it in order, replacing a placeholder if there is one. */
    put(index: number, slot: TreeValue): void {
      const at = indexes.indexOf(index);
      const later = indexes.findIndex((slotIndex) => slotIndex > index);
      const end = later < 0 ? indexes.length : later;
      const start = at >= 0 ? at : end - (Number.isNaN(indexes[end - 1]) ? 1 : 0);
      const replaced = at >= 0 ? 1 : end - start;
      elements.splice(start, replaced, slot);
      indexes.splice(start, replaced, index);
    },

    remove(index: number): void {
      const at = indexes.indexOf(index);
      if (at < 0) return;
      elements.splice(at, 1);
      indexes.splice(at, 1);
    },

    /** The slots with their indexes, without placeholders, in the order of the file. */
    entries(): [index: number, slot: TreeValue][] {
      return elements.flatMap((slot, at) => {
        const index = indexes[at] as number; // both arrays have the same length
        return Number.isNaN(index) ? [] : [[index, slot] as [number, TreeValue]];
      });
    },
  };
}

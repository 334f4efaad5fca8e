import { type InventorySlot, searchKey } from '@palatine/contract';
import { nameOf } from '../data/catalogue.ts';

/** Empty slots that are drawn behind the last full one: about a row. More of them are a line of text. */
const MOST_EMPTY = 12;

/** A container as it is drawn. */
export interface DrawnSlots {
  /** Slots in their order; undefined for an empty one. */
  readonly slots: readonly (InventorySlot | undefined)[];
  /** How many empty ones follow that are not drawn. */
  readonly more: number;
}

/** The slots of a container in the order of the game, with the empty ones between them. */
export function drawnSlots(full: readonly InventorySlot[], maxSlots: number): DrawnSlots {
  const bySlot = new Map(full.map((slot) => [slot.Slot, slot]));
  const last = Math.max(-1, ...bySlot.keys());
  const count = Math.max(last + 1, Math.min(maxSlots, last + 1 + MOST_EMPTY));
  return {
    slots: Array.from({ length: count }, (_, at) => bySlot.get(at)),
    more: Math.max(0, maxSlots - count),
  };
}

/** Whether a slot holds what a text looks for: by name in the chosen language or by id. */
export function slotFits({ ItemID }: InventorySlot, wanted: string): boolean {
  const key = searchKey(wanted);
  return key === '' || searchKey(ItemID).includes(key) || searchKey(nameOf('Items', ItemID)).includes(key);
}

import { ZERO_GUID } from '../format/guid.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { bytesProperty } from './make-property.ts';
import { bytesOf, elementsOf, findProperty, listOf, requireProperty } from './property-list.ts';
import { type ItemContainerEdit, SaveEditError, type SaveStack } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/** Edits the slots of a container of items (save-writing 4 a). */
export function editItemContainer({ level }: SaveEditor, edit: ItemContainerEdit): void {
  const { properties } = level.section('ItemContainerSaveData').require(edit.containerId);
  const slots = elementsOf(requireProperty(properties, 'Slots').value);
  for (const [index, stack] of edit.slots) {
    const at = slots.findIndex((slot) => indexOf(slot) === index);
    if (stack === null) {
      if (at >= 0) slots.splice(at, 1);
      continue;
    }
    if (stack.dynamic !== null)
      throw new SaveEditError(`slot ${index}: items with a state are not written yet`);
    const slot = newSlot(index, stack, slots);
    if (at >= 0) slots[at] = slot;
    else slots.splice(insertionIndex(slots, index), 0, slot);
  }
}

function insertionIndex(slots: readonly TreeValue[], index: number): number {
  const later = slots.findIndex((slot) => indexOf(slot) > index);
  return later < 0 ? slots.length : later;
}

function indexOf(slot: TreeValue): number {
  return new ByteReader(bytesOf(requireProperty(listOf(slot), 'RawData').value)).i32();
}

function newSlot(index: number, { itemId, count }: SaveStack, siblings: readonly TreeValue[]): TreeValue {
  const blob = new ByteWriter();
  blob.i32(index);
  blob.i32(count);
  blob.text(itemId);
  blob.guid(ZERO_GUID);
  blob.guid(ZERO_GUID);
  blob.zeros(12 + 4 + 4); // three empty arrays, no spoilage, the mark
  const versions = siblings.map((slot) => findProperty(listOf(slot), 'CustomVersionData'))[0];
  if (versions === undefined) throw new SaveEditError('the first slot of a container is not written yet');
  const properties: TreeProperty[] = [bytesProperty('RawData', blob.result()), versions];
  return { kind: 'list', properties };
}

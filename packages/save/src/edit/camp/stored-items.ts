import { ZERO_GUID } from '../../format/guid.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { TreeProperty } from '../../tree/property-tree.ts';
import { elementsOf, findProperty, listOf, requireProperty, textOf } from '../property-list.ts';
import { blobInTree, type RecordBlob } from '../record-blob.ts';
import { expectEnd, expectMark } from './blob-end.ts';

/** The ids of the items with a state of their own in a container of items. Throws `CorruptDataError`. */
export function dynamicItemsOf(container: readonly TreeProperty[]): SaveGuid[] {
  const slots = elementsOf(requireProperty(container, 'Slots').value);
  return slots.map((slot) => dynamicItemOf(listOf(slot))).filter((id) => id !== ZERO_GUID);
}

function dynamicItemOf(slot: TreeProperty[]): SaveGuid {
  const item = findProperty(slot, 'ItemId');
  if (item === undefined) return dynamicItemInBlob(blobInTree(slot, []));
  // Slots of 2024 are plain properties.
  const ids = listOf(requireProperty(listOf(item.value), 'DynamicId').value);
  return textOf(requireProperty(ids, 'LocalIdInCreatedWorld').value);
}

function dynamicItemInBlob(blob: RecordBlob | undefined): SaveGuid {
  if (blob === undefined || blob.bytes.length === 0) return ZERO_GUID; // a placeholder
  const reader = new ByteReader(blob.bytes);
  reader.take(4 + 4); // index, count
  reader.skipText();
  reader.take(16); // the world that made it
  const id = reader.guid();
  reader.skipArray(1);
  reader.skipArray(1);
  reader.skipTexts();
  reader.f32(); // spoilage
  expectMark(reader, blob.versions);
  expectEnd(reader);
  return id;
}

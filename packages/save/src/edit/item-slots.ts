import { ZERO_GUID } from '../format/guid.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { type BlobForm, versionsOf } from './blob-sibling.ts';
import { bytesProperty } from './make-property.ts';
import {
  blobAt,
  bytesOf,
  findProperty,
  listOf,
  numberAt,
  requireProperty,
  structAt,
  textOf,
} from './property-list.ts';
import { PLACEHOLDER } from './slot-table.ts';

/** Contents of a slot (docs/save-format.md#item-slots). The state of the item is two zero GUIDs without one. */
export type StoredStack = Readonly<ReturnType<typeof plainStack>>;

/** New contents of a slot; its index is a separate argument. */
export type NewStack = Omit<StoredStack, 'index'>;

/** Slots of 2024 have their properties beside a blob that holds something else. */
export function isPlainSlot(slot: TreeValue): boolean {
  return findProperty(listOf(slot), 'ItemId') !== undefined;
}

/** The index of the slot at `position` of its container. Throws `CorruptDataError`. */
export function slotIndex(slot: TreeValue, position: number): number {
  if (isPlainSlot(slot)) return numberAt(listOf(slot), 'SlotIndex', position);
  const blob = blobAt(listOf(slot));
  return blob.length === 0 ? PLACEHOLDER : new ByteReader(blob).i32();
}

/** Contents of a slot; null when it is not occupied. Throws `CorruptDataError`. */
export function storedStack(slot: TreeValue, index: number): StoredStack | null {
  const stack = isPlainSlot(slot) ? plainStack(slot, index) : blobStack(slot);
  return stack !== null && stack.count > 0 && stack.itemId !== '' && stack.itemId !== 'None' ? stack : null;
}

function plainStack(slot: TreeValue, index: number) {
  const { itemId, world, local } = plainParts(slot);
  return {
    index,
    itemId: textOf(itemId.value),
    count: numberAt(listOf(slot), 'StackCount', 0),
    worldId: textOf(world.value),
    localId: textOf(local.value),
  };
}

function blobStack(slot: TreeValue): StoredStack | null {
  const blob = blobAt(listOf(slot));
  if (blob.length === 0) return null;
  const reader = new ByteReader(blob);
  const [index, count, itemId] = [reader.i32(), reader.i32(), reader.text()];
  return { index, count, itemId, worldId: reader.guid(), localId: reader.guid() };
}

/** Changes the count of a slot and nothing else. */
export function setCount(slot: TreeValue, count: number): void {
  const properties = listOf(slot);
  if (isPlainSlot(slot)) {
    requireProperty(properties, 'StackCount').value = count;
    return;
  }
  const blob = Buffer.from(blobAt(properties));
  blob.writeInt32LE(count, 4);
  requireProperty(properties, 'RawData').value = blob;
}

/** Puts a stack into the slot of 2024, which is stored whether it is occupied or not. Its blob is unchanged. */
export function fillPlainSlot(slot: TreeValue, stack: NewStack): void {
  const { itemId, world, local } = plainParts(slot);
  itemId.value = stack.itemId;
  world.value = stack.worldId;
  local.value = stack.localId;
  requireProperty(listOf(slot), 'StackCount').value = stack.count;
}

export const NO_STACK: NewStack = { itemId: 'None', count: 0, worldId: ZERO_GUID, localId: ZERO_GUID };

/** An empty slot of 2024 like `sibling`, with another index. */
export function emptyPlainSlot(sibling: TreeValue, index: number): TreeValue {
  const slot = structuredClone(sibling);
  fillPlainSlot(slot, NO_STACK);
  requireProperty(listOf(slot), 'SlotIndex').value = index;
  const blob = findProperty(listOf(slot), 'RawData');
  if (blob === undefined) return slot;
  // Of an empty slot, the permissions stay, and the last four bytes, the spoilage, are zero.
  const bytes = Buffer.from(bytesOf(blob.value));
  blob.value = bytes.length < 4 ? bytes : bytes.fill(0, bytes.length - 4);
  return slot;
}

/** A slot since 2025. `earlier` is the record of the slot, whose permissions are kept. */
export function blobSlot(index: number, stack: NewStack, form: BlobForm, earlier?: TreeValue): TreeValue {
  const blob = new ByteWriter();
  blob.i32(index);
  blob.i32(stack.count);
  blob.text(stack.itemId);
  blob.guid(stack.worldId);
  blob.guid(stack.localId);
  blob.raw(earlier === undefined ? NO_PERMISSIONS : permissionsOf(earlier));
  blob.f32(0); // spoilage
  if (form.versions.mark) blob.u32(0);
  return { kind: 'list', properties: [bytesProperty('RawData', blob.result()), ...versionsOf(form)] };
}

/** Three empty arrays. */
const NO_PERMISSIONS = new Uint8Array(12);

function permissionsOf(slot: TreeValue): Uint8Array {
  const blob = blobAt(listOf(slot));
  if (blob.length === 0) return NO_PERMISSIONS;
  const reader = new ByteReader(blob);
  reader.take(8);
  reader.skipText();
  reader.take(32);
  const start = reader.at;
  reader.skipArray(1);
  reader.skipArray(1);
  reader.skipTexts();
  return blob.subarray(start, reader.at);
}

function plainParts(slot: TreeValue): Record<'itemId' | 'world' | 'local', TreeProperty> {
  const item = structAt(listOf(slot), 'ItemId');
  const dynamic = structAt(item, 'DynamicId');
  return {
    itemId: requireProperty(item, 'StaticId'),
    world: requireProperty(dynamic, 'CreatedWorldId'),
    local: requireProperty(dynamic, 'LocalIdInCreatedWorld'),
  };
}

import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { type BlobForm, versionsOf } from './blob-sibling.ts';
import { bytesProperty } from './make-property.ts';
import { bytesOf, findProperty, listOf, requireProperty, textOf } from './property-list.ts';
import { PLACEHOLDER } from './slot-table.ts';

/** Contents of a slot of items (palworld-save 4.4). */
export interface StoredStack {
  readonly index: number;
  readonly itemId: string;
  readonly count: number;
  /** The state of the item; zero GUIDs without one. */
  readonly worldId: SaveGuid;
  readonly localId: SaveGuid;
}

/** New contents of a slot; its index is a separate argument. */
export type NewStack = Omit<StoredStack, 'index'>;

/** Slots of 2024 have their properties beside a blob that holds something else. */
export function isPlainSlot(slot: TreeValue): boolean {
  return findProperty(listOf(slot), 'ItemId') !== undefined;
}

/** The index of the slot at `position` of its container. Throws `CorruptDataError`. */
export function slotIndex(slot: TreeValue, position: number): number {
  const properties = listOf(slot);
  if (isPlainSlot(slot)) {
    const index = findProperty(properties, 'SlotIndex');
    return index === undefined ? position : numberOf(index);
  }
  const blob = blobOf(properties);
  return blob.length === 0 ? PLACEHOLDER : new ByteReader(blob).i32();
}

/** Contents of a slot; null when it is not occupied. Throws `CorruptDataError`. */
export function storedStack(slot: TreeValue, index: number): StoredStack | null {
  const stack = isPlainSlot(slot) ? plainStack(slot, index) : blobStack(slot);
  return stack !== null && stack.count > 0 && stack.itemId !== '' && stack.itemId !== 'None' ? stack : null;
}

function plainStack(slot: TreeValue, index: number): StoredStack {
  const properties = listOf(slot);
  const { itemId, world, local } = plainParts(slot);
  const count = findProperty(properties, 'StackCount');
  return {
    index,
    itemId: textOf(itemId.value),
    count: count === undefined ? 0 : numberOf(count),
    worldId: textOf(world.value),
    localId: textOf(local.value),
  };
}

function blobStack(slot: TreeValue): StoredStack | null {
  const blob = blobOf(listOf(slot));
  if (blob.length === 0) return null;
  const reader = new ByteReader(blob);
  return {
    index: reader.i32(),
    count: reader.i32(),
    itemId: reader.text(),
    worldId: reader.guid(),
    localId: reader.guid(),
  };
}

/** Changes the count of a slot and nothing else. */
export function setCount(slot: TreeValue, count: number): void {
  const properties = listOf(slot);
  if (isPlainSlot(slot)) {
    requireProperty(properties, 'StackCount').value = count;
    return;
  }
  const property = requireProperty(properties, 'RawData');
  const blob = Buffer.from(bytesOf(property.value));
  blob.writeInt32LE(count, 4);
  property.value = blob;
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
  if (blob !== undefined) blob.value = withoutSpoilage(bytesOf(blob.value));
  return slot;
}

/** The blob of an empty slot: its permissions, and the last four bytes, the spoilage, zero. */
function withoutSpoilage(blob: Uint8Array): Uint8Array {
  const bytes = Buffer.from(blob);
  if (bytes.length >= 4) bytes.fill(0, bytes.length - 4);
  return bytes;
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
  const properties: TreeProperty[] = [bytesProperty('RawData', blob.result()), ...versionsOf(form)];
  return { kind: 'list', properties };
}

/** Three empty arrays. */
const NO_PERMISSIONS = new Uint8Array(12);

function permissionsOf(slot: TreeValue): Uint8Array {
  const blob = blobOf(listOf(slot));
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
  const item = listOf(requireProperty(listOf(slot), 'ItemId').value);
  const dynamic = listOf(requireProperty(item, 'DynamicId').value);
  return {
    itemId: requireProperty(item, 'StaticId'),
    world: requireProperty(dynamic, 'CreatedWorldId'),
    local: requireProperty(dynamic, 'LocalIdInCreatedWorld'),
  };
}

function blobOf(properties: readonly TreeProperty[]): Uint8Array {
  return bytesOf(requireProperty(properties, 'RawData').value);
}

function numberOf(property: TreeProperty): number {
  if (typeof property.value === 'number') return property.value;
  throw new CorruptDataError(`${property.name} is not a number`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '../format/guid.ts';
import { readOpenSave } from '../read/read-save-folder.ts';
import { aGuid, anOpenSave, edited, editorOf, type OpenedSave, withLevel } from '../testing/index.ts';
import type { TreeValue } from '../tree/property-tree.ts';
import { readPropertyList } from '../tree/read-properties.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import type { SaveEdit, SaveStack } from './edits.ts';
import { bytesProperty } from './make-property.ts';
import { blobAt, elementsAt, listOf, requireProperty } from './property-list.ts';

const CHEST = aGuid(50);
const wood = (count: number): SaveStack => ({ itemId: 'Wood', count, dynamic: null });
const chest = (slots: [number, SaveStack | null][]): SaveEdit => ({
  kind: 'itemContainer',
  containerId: CHEST,
  slots: new Map(slots),
});

interface Slot {
  readonly index: number;
  readonly count?: number;
  readonly itemId?: string;
  readonly localId?: string;
  /** Bytes of the first of three permission arrays. */
  readonly permissions?: readonly number[];
  readonly spoilage?: number;
}

function slotBlob(slot: Slot): Buffer {
  const blob = new ByteWriter();
  blob.i32(slot.index);
  blob.i32(slot.count ?? 1);
  blob.text(slot.itemId ?? 'Wood');
  blob.guid(ZERO_GUID);
  blob.guid(slot.localId ?? ZERO_GUID);
  const permissions = slot.permissions ?? [];
  blob.u32(permissions.length);
  blob.raw(Uint8Array.from(permissions));
  blob.u32(0);
  blob.texts([]);
  blob.f32(slot.spoilage ?? 0);
  blob.u32(0);
  return blob.result();
}

const VERSIONS = Buffer.from(
  '020000007eb4ea129a1b5aff71aa71bcdf33d60e01000000380b00de4949d7ce97df2d99c0c1c36901000000',
  'hex',
);

/** A 1.0 save whose chest has exactly these slots; a placeholder has an empty blob. */
async function aSaveWith(slots: readonly (Slot | 'placeholder')[]): Promise<OpenedSave> {
  const opened = await anOpenSave('D');
  const editor = editorOf(opened);
  const { properties } = editor.section('ItemContainerSaveData').requireRecord(CHEST);
  requireProperty(properties, 'SlotNum').value = 10;
  const elements = elementsAt(properties, 'Slots');
  elements.splice(0, elements.length, ...slots.map((slot) => slotOf(slot)));
  const files = withLevel(opened.files, editor.write());
  return { files, save: await readOpenSave(files) };
}

function slotOf(slot: Slot | 'placeholder'): TreeValue {
  const [blob, versions] =
    slot === 'placeholder' ? [Buffer.alloc(0), Buffer.alloc(0)] : [slotBlob(slot), VERSIONS];
  const properties = [bytesProperty('RawData', blob), bytesProperty('CustomVersionData', versions)];
  return { kind: 'list', properties };
}

/** The blobs of the chest's slots, in their order. */
async function slotsAfter(save: OpenedSave, edits: SaveEdit[]): Promise<Buffer[]> {
  const editor = editorOf(await edited(save, edits));
  const record = editor.section('ItemContainerSaveData').recordBytes(CHEST) as Buffer;
  const { properties } = readPropertyList(record, readPropertyList(record).end);
  const slots = elementsAt(properties, 'Slots');
  return slots.map((slot) => Buffer.from(blobAt(listOf(slot))));
}

test('a stack that grows keeps its permissions and its spoilage: only the count changes', async () => {
  const slot = { index: 3, itemId: 'Meat', permissions: [4, 1], spoilage: 77.5 };
  const save = await aSaveWith([slot]);
  const after = await slotsAfter(save, [chest([[3, { itemId: 'MEAT', count: 9, dynamic: null }]])]);
  assert.deepEqual(after, [slotBlob({ ...slot, count: 9 })]);
});

test('another item in a slot keeps the permissions of the slot, and is fresh', async () => {
  const save = await aSaveWith([{ index: 3, itemId: 'Meat', permissions: [4, 1], spoilage: 77.5 }]);
  const after = await slotsAfter(save, [chest([[3, wood(2)]])]);
  assert.deepEqual(after, [slotBlob({ index: 3, count: 2, permissions: [4, 1] })]);
});

test('slots are ordered by index, in whatever order they are filled', async () => {
  const save = await aSaveWith([{ index: 4 }]);
  const after = await slotsAfter(save, [
    chest([
      [9, wood(9)],
      [2, wood(2)],
      [5, wood(5)],
    ]),
  ]);
  const indexes = after.map((blob) => blob.readInt32LE());
  assert.deepEqual(indexes, [2, 4, 5, 9]);
});

test('a placeholder is empty, stays, and is filled where a new slot belongs', async () => {
  const save = await aSaveWith(['placeholder', { index: 4 }, 'placeholder']);
  const unchanged = await slotsAfter(save, [chest([[4, wood(7)]])]);
  assert.deepEqual(unchanged, [Buffer.alloc(0), slotBlob({ index: 4, count: 7 }), Buffer.alloc(0)]);
  const filled = await slotsAfter(save, [chest([[6, wood(6)]])]);
  assert.deepEqual(filled, [Buffer.alloc(0), slotBlob({ index: 4 }), slotBlob({ index: 6, count: 6 })]);
  const both = await slotsAfter(save, [
    chest([
      [6, wood(6)],
      [0, wood(3)],
    ]),
  ]);
  const indexes = both.map((blob) => blob.readInt32LE());
  assert.deepEqual(indexes, [0, 4, 6]);
});

test('a stack in slot -1, which no container has, is kept unchanged', async () => {
  const save = await aSaveWith([{ index: -1, count: 13 }, 'placeholder']);
  const after = await slotsAfter(save, [chest([[0, wood(3)]])]);
  assert.deepEqual(after, [slotBlob({ index: -1, count: 13 }), slotBlob({ index: 0, count: 3 })]);
  const alone = await slotsAfter(await aSaveWith([{ index: -1, count: 13 }]), [chest([[0, wood(3)]])]);
  assert.deepEqual(alone, [slotBlob({ index: -1, count: 13 }), slotBlob({ index: 0, count: 3 })]);
});

test('two slots with one index: neither is edited', async () => {
  const save = await aSaveWith([{ index: 4 }, { index: 4, count: 2 }]);
  await assert.rejects(slotsAfter(save, [chest([[4, wood(7)]])]), /two slots 4: neither can be edited/);
  assert.equal((await slotsAfter(save, [chest([[5, wood(7)]])])).length, 3);
});

test('a stack whose state has no record keeps naming it', async () => {
  const stack = { index: 1, itemId: 'Bow', localId: aGuid(888) };
  const save = await aSaveWith([stack]);
  const after = await slotsAfter(save, [chest([[1, { itemId: 'Bow', count: 2, dynamic: null }]])]);
  assert.deepEqual(after, [slotBlob({ ...stack, count: 2 })]);
});

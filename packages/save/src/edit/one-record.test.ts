import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveItemContainer } from '../format/save-types.ts';
import { SAVE_ERAS } from '../format/save-types.ts';
import { openSave } from '../read/read-save-folder.ts';
import { anOpenSave, byTier, EDITED_AT_MS, newIds, type OpenedSave, sharedSave } from '../testing/index.ts';
import { editSave } from './edit-save.ts';
import { LevelEditor } from './level-editor.ts';
import { sectionLayout, worldLayout } from './level-sections.ts';
import type { SaveStack } from './save-edit.ts';

const LEVEL = 'Level.sav';
const SECTION = 'ItemContainerSaveData';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Ranges of the sizes around the item containers of a file, and of the record of one of them. */
function rangesOf(gvas: Buffer, containerId: string): Range[] {
  const { tag, sections } = worldLayout(gvas);
  const section = sections.find(({ name }) => name === SECTION);
  assert.ok(section);
  const { starts } = sectionLayout(gvas, section);
  const bytes = new LevelEditor(gvas, LEVEL).section(SECTION).bytes(containerId);
  assert.ok(bytes);
  const start = starts.find((at) => gvas.subarray(at, at + bytes.length).equals(bytes)) as number;
  const size = (at: number) => ({ start: at, end: at + 4 });
  return [size(tag.sizeAt), size(section.sizeAt), { start, end: start + bytes.length }];
}

/** The bytes outside the ranges. */
function outside(gvas: Buffer, ranges: readonly Range[]): Buffer {
  const starts = [0, ...ranges.map(({ end }) => end)];
  const ends = [...ranges.map(({ start }) => start), gvas.length];
  return Buffer.concat(starts.map((start, index) => gvas.subarray(start, ends[index])));
}

/** Puts a stack into a container, and asserts that nothing but its record and the two sizes above it changes. */
function assertOneRecordChanges({ files }: OpenedSave, container: SaveItemContainer, stack: SaveStack): void {
  const before = files.get(LEVEL)?.gvas;
  assert.ok(before);
  const used = new Set(container.slots.map(({ index }) => index));
  const free = Array.from({ length: container.capacity }, (_, index) => index).find(
    (index) => !used.has(index),
  );
  assert.ok(free !== undefined);
  const slots = new Map([[free, stack]]);
  const context = { newId: newIds(), nowMs: EDITED_AT_MS };
  const [changed, ...others] = editSave(
    files,
    [{ kind: 'itemContainer', containerId: container.id, slots }],
    context,
  );
  assert.deepEqual(others, []);
  assert.equal(changed?.path, LEVEL);
  const after = changed.gvas;
  const [was, is] = [rangesOf(before, container.id), rangesOf(after, container.id)];
  assert.ok(!after.equals(before));
  assert.ok(outside(after, is).equals(outside(before, was)), 'a byte outside the container changed');
  const grown = after.length - before.length;
  for (const at of [0, 1]) {
    const [sizeWas, sizeIs] = [was[at]?.start as number, is[at]?.start as number];
    assert.equal(after.readInt32LE(sizeIs) - before.readInt32LE(sizeWas), grown);
  }
}

const STONE: SaveStack = { itemId: 'Stone', count: 12, dynamic: null };

for (const era of SAVE_ERAS) {
  test(`${era}: an item in an inventory changes its container and the sizes above it only`, async () => {
    const save = await anOpenSave(era);
    assertOneRecordChanges(save, save.save.itemContainers[0] as SaveItemContainer, STONE);
  });
}

for (const name of byTier(['world1'], ['ref2024', 'tayaki', 'world1', 'v1_relics'])) {
  const { folder, skip } = sharedSave(name);
  test(`${name}: an item in an inventory changes its container and the sizes above it only`, {
    skip,
  }, async () => {
    const opened = await openSave(folder);
    const containers = new Map(opened.save.itemContainers.map((one) => [one.id, one]));
    const inventories = opened.save.players.flatMap(
      ({ inventory }) => containers.get(inventory.common) ?? [],
    );
    assert.ok(inventories.length > 0);
    for (const container of inventories) {
      if (container.slots.length < container.capacity) assertOneRecordChanges(opened, container, STONE);
    }
  });
}

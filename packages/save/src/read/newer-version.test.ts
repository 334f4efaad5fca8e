import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/platform/testing';
import type { SaveWorld } from '../format/save-types.ts';
import { twoPlayersOneCamp } from '../testing/sample-world.ts';
import { aGuid } from '../testing/save-builder.ts';
import { writeSaveFolder } from '../testing/write-save-folder.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { readSaveFolder } from './read-save-folder.ts';

/** Writes a world, changes its Level.sav property by property and reads it. */
async function readChanged(world: SaveWorld, change: (property: TreeProperty) => void): Promise<SaveWorld> {
  await using folder = await aFolder();
  await writeSaveFolder(folder.path, world, { era: 'D', container: 'GVAS' });
  const path = join(folder.path, 'Level.sav');
  const tree = readProperties(await readFile(path), 'Level.sav');
  visit(tree.properties, change);
  await writeFile(path, writeProperties(tree));
  return await readSaveFolder(folder.path, { tries: 1 });
}

function visit(properties: TreeProperty[], change: (property: TreeProperty) => void): void {
  for (const property of properties) {
    visitValue(property.value, change);
    change(property);
  }
}

function visitValue(value: TreeValue, change: (property: TreeProperty) => void): void {
  if (typeof value !== 'object' || !('kind' in value)) return;
  if (value.kind === 'list') visit(value.properties, change);
  if (value.kind === 'array') for (const element of value.elements) visitValue(element, change);
  if (value.kind === 'map')
    for (const entry of value.entries) for (const part of entry) visitValue(part, change);
}

function camps(count: number): SaveWorld {
  const world = twoPlayersOneCamp();
  const [camp] = world.camps;
  assert.ok(camp);
  world.camps = Array.from({ length: count }, (_, index) => ({ ...camp, id: aGuid(500 + index) }));
  return world;
}

/** Changes the RawData of every camp, but not those inside its members. */
function everyCampBlob(change: (bytes: Uint8Array) => Uint8Array): (property: TreeProperty) => void {
  return ({ name, value }) => {
    if (name !== 'BaseCampSaveData' || typeof value !== 'object' || !('kind' in value)) return;
    assert.ok(value.kind === 'map');
    for (const [, camp] of value.entries) {
      assert.ok(typeof camp === 'object' && 'kind' in camp && camp.kind === 'list');
      for (const property of camp.properties) {
        if (property.name === 'RawData' && property.value instanceof Uint8Array) {
          property.value = change(property.value);
        }
      }
    }
  };
}

test('bytes that a newer version adds to blobs are passed over with one warning', async () => {
  const world = camps(3);
  const changed = await readChanged(
    world,
    everyCampBlob((bytes) => Buffer.concat([bytes, Buffer.alloc(4)])),
  );
  assert.deepEqual(changed.camps, world.camps);
  assert.deepEqual(changed.warnings, [
    {
      kind: 'NewerBytes',
      file: 'Level.sav',
      place: 'worldSaveData.BaseCampSaveData[0].RawData',
      message: '4 bytes of a newer version were passed over (and 2 more like it)',
    },
  ]);
});

test('a mark that is not zero ends a blob, and what was read of it stays', async () => {
  const world = camps(1);
  const changed = await readChanged(
    world,
    everyCampBlob((bytes) => {
      const marked = Uint8Array.from(bytes);
      marked[marked.length - 4] = 1;
      return marked;
    }),
  );
  assert.deepEqual(changed.camps, world.camps);
  assert.equal(changed.warnings.length, 1);
});

test('properties and types of a newer version are passed over', async () => {
  const newer: TreeProperty = {
    name: 'SomethingNew',
    type: 'BrandNewProperty',
    types: [],
    structGuid: null,
    index: 0,
    guid: null,
    value: { kind: 'raw', bytes: Uint8Array.of(1, 2, 3) },
  };
  const world = twoPlayersOneCamp();
  const read = await readChanged(world, ({ value }) => {
    if (typeof value === 'object' && 'kind' in value && value.kind === 'list')
      value.properties.unshift(newer);
  });
  assert.deepEqual(read, { ...world, container: 'GVAS' });
});

test('a known property of another type is passed over with a warning', async () => {
  const read = await readChanged(twoPlayersOneCamp(), (property) => {
    if (property.name !== 'SlotNum') return;
    property.type = 'StrProperty';
    property.value = 'three';
  });
  assert.equal(read.itemContainers[0]?.slots.length, 2);
  assert.ok(read.warnings.every(({ message }) => message.includes('is a "StrProperty" here')));
  assert.ok(read.warnings.length > 0);
});

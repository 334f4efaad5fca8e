import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/save/guid';
import { readProperties } from '@palatine/save/read-properties';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import { readGvas, SHARED_SAVES, sharedSave } from '@palatine/save/testing';
import { writeProperties } from '@palatine/save/write-properties';

/** Skips a test, with the reason, where the shared saves are missing. */
const needs = (save: string): { skip: string | false } => ({ skip: sharedSave(save).skip });

const SAVES = ['ref2024', 'tayaki', 'world1', 'v1_relics'] as const;
/** Counts of each save, in this order. */
const NUMBERS: Record<string, (number | string)[]> = {
  container: ['PlZ2', 'PlM1', 'PlM1', 'PlM1'],
  rawBytes: [3_154_955, 10_955_803, 1_339_023, 37_029_985],
  players: [1, 5, 2, 17],
  pals: [2, 381, 11, 2150],
  groups: [31, 5, 8, 17],
  guilds: [1, 1, 2, 10],
  camps: [1, 0, 1, 15],
  itemContainers: [500, 926, 181, 4873],
  storedSlots: [758, 2557, 522, 12_182],
  occupiedSlots: [560, 2557, 522, 12_182],
  characterContainers: [4, 10, 5, 67],
  characterSlots: [491, 381, 11, 2155],
  dynamicItems: [14, 646, 43, 1461],
  eggs: [11, 524, 34, 1289],
  mapObjects: [592, 1687, 89, 5452],
  mapObjectsInCamps: [18, 0, 13, 2144],
  naturalObjectsInCamps: [16, 0, 2, 6],
  exploredCells: [44, 600, 42, 959],
};

function sum<T>(list: readonly T[], amount: (element: T) => number): number {
  return list.reduce((total, element) => total + amount(element), 0);
}

function numbersOf(world: SaveWorld) {
  return {
    players: sum(world.characters, ({ isPlayer }) => Number(isPlayer)),
    pals: sum(world.characters, ({ isPlayer }) => Number(!isPlayer)),
    groups: world.groups.length,
    guilds: sum(world.groups, ({ guild }) => Number(guild !== null)),
    camps: world.camps.length,
    itemContainers: world.itemContainers.length,
    storedSlots: sum(world.itemContainers, ({ storedSlots }) => storedSlots),
    occupiedSlots: sum(world.itemContainers, ({ slots }) => slots.length),
    characterContainers: world.characterContainers.length,
    characterSlots: sum(world.characterContainers, ({ slots }) => slots.length),
    dynamicItems: world.dynamicItems.length,
    eggs: sum(world.dynamicItems, ({ body }) => Number(body.kind === 'egg')),
    mapObjects: world.mapObjects.length,
    mapObjectsInCamps: sum(world.mapObjects, ({ campId }) => Number(campId !== ZERO_GUID)),
    naturalObjectsInCamps: sum(world.mapObjects, ({ campId, spawnerId }) =>
      Number(campId !== ZERO_GUID && spawnerId !== ZERO_GUID),
    ),
    exploredCells: world.exploredCells.length,
  };
}

for (const [at, save] of SAVES.entries()) {
  test(`${save} has the counts of the format description`, needs(save), async () => {
    const { container, gvas } = await readGvas(join(SHARED_SAVES, save, 'Level.sav'));
    const world = await readSaveFolder(join(SHARED_SAVES, save));
    const numbers = Object.entries(NUMBERS).map(([name, counts]) => [name, counts[at]]);
    assert.deepEqual({ container, rawBytes: gvas.length, ...numbersOf(world) }, Object.fromEntries(numbers));
    // Every blob ends at its last field: nothing is left over or damaged.
    const warnings = world.warnings.filter(({ message }) => !message.startsWith('no usable file'));
    assert.deepEqual(warnings, []);
  });

  test(`every file of ${save} is written back byte by byte`, needs(save), async () => {
    const files = globSync(['Level*.sav', 'Players/*.sav'], { cwd: join(SHARED_SAVES, save) });
    assert.ok(files.length >= 3);
    for (const file of files) {
      const { gvas } = await readGvas(join(SHARED_SAVES, save, file));
      assert.ok(writeProperties(readProperties(gvas, file)).equals(gvas), file);
    }
  });
}

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  readGvas,
  readProperties,
  readSaveFolder,
  type SaveWorld,
  writeProperties,
  ZERO_GUID,
} from '@palatine/save';
import { SHARED_SAVES, sharedSave } from '@palatine/save/testing';

/** Skips a test, with the reason, where the shared saves are not at hand. */
const needs = (save: string): { skip: string | false } => ({ skip: sharedSave(save).skip });

// palworld-save 10.
const NUMBERS = {
  ref2024: {
    container: 'PlZ2',
    rawBytes: 3_154_955,
    players: 1,
    pals: 2,
    groups: 31,
    guilds: 1,
    camps: 1,
    itemContainers: 500,
    storedSlots: 758,
    occupiedSlots: 560,
    characterContainers: 4,
    characterSlots: 491,
    dynamicItems: 14,
    eggs: 11,
    mapObjects: 592,
    mapObjectsInCamps: 18,
    naturalObjectsInCamps: 16,
    exploredCells: 44,
  },
  tayaki: {
    container: 'PlM1',
    rawBytes: 10_955_803,
    players: 5,
    pals: 381,
    groups: 5,
    guilds: 1,
    camps: 0,
    itemContainers: 926,
    storedSlots: 2557,
    occupiedSlots: 2557,
    characterContainers: 10,
    characterSlots: 381,
    dynamicItems: 646,
    eggs: 524,
    mapObjects: 1687,
    mapObjectsInCamps: 0,
    naturalObjectsInCamps: 0,
    exploredCells: 600,
  },
  world1: {
    container: 'PlM1',
    rawBytes: 1_339_023,
    players: 2,
    pals: 11,
    groups: 8,
    guilds: 2,
    camps: 1,
    itemContainers: 181,
    storedSlots: 522,
    occupiedSlots: 522,
    characterContainers: 5,
    characterSlots: 11,
    dynamicItems: 43,
    eggs: 34,
    mapObjects: 89,
    mapObjectsInCamps: 13,
    naturalObjectsInCamps: 2,
    exploredCells: 42,
  },
  v1_relics: {
    container: 'PlM1',
    rawBytes: 37_029_985,
    players: 17,
    pals: 2150,
    groups: 17,
    guilds: 10,
    camps: 15,
    itemContainers: 4873,
    storedSlots: 12_182,
    occupiedSlots: 12_182,
    characterContainers: 67,
    characterSlots: 2155,
    dynamicItems: 1461,
    eggs: 1289,
    mapObjects: 5452,
    mapObjectsInCamps: 2144,
    naturalObjectsInCamps: 6,
    exploredCells: 959,
  },
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

for (const [save, numbers] of Object.entries(NUMBERS)) {
  test(`${save} holds what the format description counts in it`, needs(save), async () => {
    const { container, gvas } = await readGvas(join(SHARED_SAVES, save, 'Level.sav'));
    const world = await readSaveFolder(join(SHARED_SAVES, save));
    assert.deepEqual({ container, rawBytes: gvas.length, ...numbersOf(world) }, numbers);
    // Every blob ends at its last field: nothing is left over, nothing is damaged.
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

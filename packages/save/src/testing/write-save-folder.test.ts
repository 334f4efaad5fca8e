import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFolder, runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { SAVE_ERAS, type SaveEra, type SaveWorld } from '../format/save-types.ts';
import { readSaveFolder } from '../read/read-save-folder.ts';
import { anyWorld } from './any-world.ts';
import { twoPlayersOneCamp } from './sample-world.ts';
import { eraVersion } from './save-era.ts';
import { writeSaveFolder } from './write-save-folder.ts';

/** A world without what an era has no place for. */
function inEra(world: SaveWorld, era: SaveEra): SaveWorld {
  const copy = structuredClone(world);
  for (const player of copy.players) {
    player.records = world.players.find((original) => original.uid === player.uid)?.records ?? player.records;
    if (era === 'D') continue;
    const discoveries = { ...player.records.discoveries, relicsByType: Object.create(null) };
    player.records = { ...player.records, discoveries };
  }
  if (era === 'A') {
    copy.container = 'PlZ2';
    copy.revision = 0;
    copy.guildExtras = [];
    for (const container of copy.itemContainers) container.storedSlots = container.capacity;
  }
  if (eraVersion(era, 'guild') < 2) {
    for (const { guild } of copy.groups) for (const member of guild?.members ?? []) member.role = 0;
  }
  if (eraVersion(era, 'weapon') < 1) {
    for (const { body } of copy.dynamicItems) if (body.kind === 'weapon') body.ammoItemId = 'None';
  }
  return copy;
}

/** The warnings except for players without a file or a uid, of which generated worlds are full. */
function otherWarnings(world: SaveWorld): SaveWorld['warnings'] {
  return world.warnings.filter(
    ({ message }) => !/^(no usable file|the player .* has the uid 0{8}-)/s.test(message),
  );
}

for (const era of SAVE_ERAS) {
  test(`a world written in era ${era} is read back the same`, async () => {
    await fc.assert(
      fc.asyncProperty(anyWorld, async (world) => {
        await using folder = await aFolder();
        await writeSaveFolder(folder.path, world, { era });
        const read = await readSaveFolder(folder.path, { tries: 1 });
        assert.deepEqual(otherWarnings(read), []);
        assert.deepStrictEqual({ ...read, warnings: [], era: world.era }, inEra(world, era));
      }),
      runs(8),
    );
  });
}

test('a save says of which era it is', async () => {
  for (const era of SAVE_ERAS) {
    await using folder = await aFolder();
    await writeSaveFolder(folder.path, twoPlayersOneCamp(), { era });
    assert.equal((await readSaveFolder(folder.path, { tries: 1 })).era, era);
  }
});

for (const [story, spell] of [
  ['upper case', (name: string) => name.toUpperCase()],
  ['lower case', (name: string) => name.toLowerCase()],
] as const) {
  test(`property names in ${story} mean the same`, async () => {
    await using folder = await aFolder();
    const world = twoPlayersOneCamp();
    await writeSaveFolder(folder.path, world, { era: 'D', spell });
    assert.deepStrictEqual(await readSaveFolder(folder.path, { tries: 1 }), world);
  });
}

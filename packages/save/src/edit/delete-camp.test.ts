import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAVE_ERAS, type SaveEra } from '../format/save-era.ts';
import type { SaveWorld } from '../format/save-types.ts';
import type { OpenSave } from '../read/open-save.ts';
import { openSave, readOpenSave } from '../read/read-save-folder.ts';
import { aFolder, aGuid, twoPlayersOneCamp } from '../testing/index.ts';
import { writeSaveFolder } from '../write/write-save-folder.ts';
import { editSave } from './edit-save.ts';
import { SaveEditError } from './save-edit.ts';

const CAMP = aGuid(30);

for (const era of SAVE_ERAS) {
  test(`a deleted camp takes its objects, workers, containers and eggs with it, in era ${era}`, async () => {
    const files = await opened(twoPlayersOneCamp(era), era);
    const { camps, mapObjects, characters, itemContainers, characterContainers, dynamicItems, groups } =
      await readOpenSave(withoutCamp(files));

    assert.deepEqual([camps, mapObjects, itemContainers], [[], [], []]);
    assert.deepEqual(
      characters.map((character) => character.instanceId),
      [aGuid(101), aGuid(102)],
    );
    assert.deepEqual(
      characterContainers.map((container) => container.id),
      [aGuid(40)],
    );
    assert.deepEqual(
      dynamicItems.map((item) => item.id),
      [aGuid(71)],
    );
    assert.deepEqual(groups[0]?.guild?.campIds, []);
  });
}

test('a camp that the save does not have is refused', async () => {
  const files = await opened(twoPlayersOneCamp(), 'D');
  const edit = { kind: 'deleteCamp', campId: aGuid(31) } as const;
  assert.throws(() => editSave(files, [edit], CONTEXT), SaveEditError);
});

const CONTEXT = { newId: () => aGuid(1), nowMs: 0 };

function withoutCamp(files: OpenSave): OpenSave {
  const edited = editSave(files, [{ kind: 'deleteCamp', campId: CAMP }], CONTEXT);
  const result = new Map(files);
  for (const { path, gvas } of edited) {
    const file = files.get(path);
    assert.ok(file);
    result.set(path, { ...file, gvas });
  }
  return result;
}

async function opened(world: SaveWorld, era: SaveEra): Promise<OpenSave> {
  await using folder = await aFolder();
  await writeSaveFolder(folder.path, world, { era });
  return (await openSave(folder.path)).files;
}

import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SaveContainer } from '@palatine/save/container';
import type { SaveEdit } from '@palatine/save/edits';
import { pack } from '@palatine/save/pack';
import { patchSave } from '@palatine/save/patch-save';
import { openSave } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import { EDITED_AT_MS, newIds, runs, sharedSave } from '@palatine/save/testing';
import { filesBelow } from '@palatine/testing/folder-contents';
import fc from 'fast-check';
import { aMirroredSave, assertMirrors, replaceFile } from './mirrored-save.ts';

const EDITS = 30;

/** An edit of a record picked by a number, so that it fits any save. */
type Pick = (save: SaveWorld) => SaveEdit | undefined;

const at = <T>(list: readonly T[], number: number): T | undefined => list[number % Math.max(1, list.length)];
const fields = fc.record(
  {
    level: fc.integer({ min: 1, max: 80 }),
    exp: fc.nat({ max: 2 ** 31 - 1 }),
    nickname: fc.constantFrom('Zoë', 'パル', '__proto__'),
    isRare: fc.boolean(),
    sanity: fc.integer({ min: 1, max: 100 }),
    passives: fc.array(fc.constantFrom('Legend', 'Rare', 'CraftSpeed_up1'), { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const anyEdit: fc.Arbitrary<Pick> = fc.oneof(
  fc.tuple(fc.nat(), fields).map(
    ([number, changed]): Pick =>
      ({ characters }) => {
        const found = at(characters, number);
        return found && { kind: 'changeCharacter', instanceId: found.instanceId, fields: changed };
      },
  ),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9999 }), fc.boolean()).map(
    ([number, count, empties]): Pick =>
      ({ itemContainers }) => {
        const container = at(
          itemContainers.filter(({ capacity }) => capacity > 0),
          number,
        );
        const stack = empties ? null : { itemId: 'Wood', count, dynamic: null };
        return (
          container && { kind: 'itemContainer', containerId: container.id, slots: new Map([[0, stack]]) }
        );
      },
  ),
  fc.tuple(fc.nat(), fc.nat({ max: 1000 })).map(
    ([number, points]): Pick =>
      ({ players }) => {
        const player = at(players, number);
        return player && { kind: 'playerFile', file: player.file, technologyPoints: points };
      },
  ),
);

/** Edits the save in a folder as the game would: through temporary files. */
async function edit(folder: string, pick: Pick): Promise<void> {
  const { files, save } = await openSave(folder);
  const wanted = pick(save);
  if (wanted === undefined) return;
  for (const { path, gvas } of patchSave(files, [wanted], { newId: newIds(), nowMs: EDITED_AT_MS })) {
    const container: SaveContainer = files.get(path)?.container === 'GVAS' ? 'GVAS' : 'PlZ1';
    replaceFile(folder, path, pack(gvas, container));
  }
}

/** More than one record if an edit affects related ones: a body and its account, a guild. */
const MAX_RECORDS = 3;

async function mirrorsEdits(from: string | undefined, edits: readonly Pick[]): Promise<void> {
  await using mirrored = await aMirroredSave({ ...(from !== undefined && { from }), settleMs: 0 });
  const { mirror, folder, world, applied } = mirrored;
  for (const path of ['', 'Players', ...filesBelow(folder)]) chmodSync(join(folder, path), 0o700);
  assert.equal(await mirror.syncNow(), 'Published', mirror.status.problem);
  await assertMirrors(world, folder);
  for (const pick of edits) {
    const before = applied.length;
    await edit(folder, pick);
    assert.notEqual(await mirror.syncNow(), 'Failed', mirror.status.problem);
    await assertMirrors(world, folder);
    for (const { changedRecords, facts } of applied.slice(before)) {
      assert.ok(changedRecords <= MAX_RECORDS, `${changedRecords} records for one edit`);
      assert.equal(facts.whole, false);
    }
  }
  assert.ok(applied.length > edits.length / 2, 'most edits change a record');
}

test('after each of 30 edits of a synthetic save, the mirror equals an import of it, and only differences were sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: EDITS, maxLength: EDITS }), (edits) =>
      mirrorsEdits(undefined, edits),
    ),
    runs(1),
  );
});

const relics = sharedSave('v1_relics');

test('also after some edits of a save of the game', { skip: relics.skip }, async () => {
  const edits = fc.sample(anyEdit, runs(1));
  await mirrorsEdits(relics.folder, edits);
});

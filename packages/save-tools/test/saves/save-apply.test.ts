import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pack } from '@palatine/save/pack';
import { patchSave } from '@palatine/save/patch-save';
import { openSave, readSaveFolder } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import { byTier, sharedSave } from '@palatine/save/testing';
import { applied, aWorldOf } from '@palatine/testing/applied-worlds';
import { aCopyOf, settle } from '@palatine/testing/sound-save-folders';

const name = byTier('world1', 'v1_relics');
const { folder, skip } = sharedSave(name);
/** A save older than 1.0, such as world1, accepts no new Pals. */
const PALS = byTier([], [{ PalID: 'SheepBall', Level: 5 }]);

function countOf({ itemContainers }: SaveWorld, item: string): number {
  const slots = itemContainers.flatMap(({ slots }) => slots);
  return slots.reduce((sum, { itemId, count }) => sum + (itemId === item ? count : 0), 0);
}

test(`grants to the world of ${name} reach its save once, and again after the game has written it`, {
  skip,
}, async () => {
  using made = await aWorldOf(aCopyOf(folder));
  const before = await readSaveFolder(made.save);
  const [player = assert.fail()] = before.players;
  const uid = player.uid.replaceAll('-', '');
  await made.post(`give/items/${uid}`, { Items: [{ ItemID: 'Wood', Count: 3 }] });
  if (PALS.length > 0) await made.post(`give/pals/${uid}`, { Pals: PALS });
  await made.post(`give/progression/${uid}`, { TechnologyPoints: 2 });
  const first = await applied(made);
  assert.deepEqual([first.code, first.answer.written, first.answer.replayed], [0, true, false], first.text);
  const after = await readSaveFolder(made.save);
  assert.equal(countOf(after, 'Wood'), countOf(before, 'Wood') + 3);
  assert.equal(after.characters.length, before.characters.length + PALS.length);
  assert.equal((await applied(made)).answer.written, false);

  await made.post(`give/items/${uid}`, { Items: [{ ItemID: 'Wood', Count: 4 }] });
  await spendTechnologyPoint(made.save, player.file, player.technologyPoints + 1);
  const replayed = await applied(made);
  assert.deepEqual([replayed.code, replayed.answer.replayed], [0, true], replayed.text);
  const last = await readSaveFolder(made.save);
  assert.equal(countOf(last, 'Wood'), countOf(before, 'Wood') + 7);
  assert.equal(last.characters.length, before.characters.length + PALS.length);
  const points = last.players.find(({ file }) => file === player.file)?.technologyPoints;
  assert.equal(points, player.technologyPoints + 1);
  assert.equal((await applied(made)).answer.written, false);
});

/** Changes the file of a player as the game does for a learned technology. */
async function spendTechnologyPoint(folder: string, file: string, technologyPoints: number): Promise<void> {
  const { files } = await openSave(folder);
  const newId = () => assert.fail('no record is new');
  const edits = patchSave(files, [{ kind: 'playerFile', file, technologyPoints }], { newId, nowMs: 0 });
  const paths = edits.map(({ path }) => path);
  assert.deepEqual(paths, [file]);
  for (const { path, gvas } of edits) writeFileSync(join(folder, path), pack(gvas, 'PlZ1'));
  settle(folder);
}

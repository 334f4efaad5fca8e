import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenSave } from '@palatine/save/open-save';
import { pack } from '@palatine/save/pack';
import { patchSave } from '@palatine/save/patch-save';
import { readOpenSave } from '@palatine/save/read-save-folder';
import { sharedBytes } from '@palatine/save/shared-bytes';
import { aSoundSave, newIds, SOUND, writeSoundSave } from '@palatine/save/testing';
import { catalogue } from '@palatine/testing/worlds';
import { importSave } from '@palatine/world/import-save';
import { recordsOf } from '@palatine/world/world-records';
import { assertNothingWrong, badlyPacked, differencesOf, examineEdit } from '../../src/edit/verified-edit.ts';

// Tests that the checks of an edit find errors. The tests of the commands show that valid edits pass.

const imported = { catalogue, nowMs: Date.UTC(2026, 6, 1), seed: 1 };

function shared(files: OpenSave): OpenSave {
  return new Map([...files].map(([path, file]) => [path, { ...file, gvas: sharedBytes(file.gvas) }]));
}

/** The sound save, and its Level.sav with ten Wood in the chest instead of nine. */
function edited() {
  const files = shared(writeSoundSave(aSoundSave()));
  const slots = new Map([[0, { itemId: 'Wood', count: 10, dynamic: null }]]);
  const edits = [{ kind: 'itemContainer', containerId: SOUND.chest, slots }] as const;
  const changed = patchSave(files, edits, { newId: newIds(), nowMs: imported.nowMs });
  return { files, changed: changed.map(({ path, gvas }) => ({ path, gvas: sharedBytes(gvas) })) };
}

test('a save that does not match the edit is detected', async () => {
  const { files, changed } = edited();
  const before = await readOpenSave(files);
  const expected = recordsOf(importSave(before, imported)); // still with nine Wood
  const after = new Map(files);
  for (const file of changed) after.set(file.path, { ...(files.get(file.path) ?? assert.fail()), ...file });
  assert.deepEqual(await differencesOf({ files, before, expected, imported }), []);
  const wrong = await differencesOf({ files: after, before, expected, imported });
  assert.match(wrong.join(), /would differ from the request in slot 0/);
  assert.throws(
    () => assertNothingWrong('save', wrong),
    /nothing was written: the chest of .*please report it$/,
  );
});

test('a warning that is new after an edit is reported', async () => {
  const { files } = edited();
  const before = await readOpenSave(files);
  const expected = recordsOf(importSave(before, imported));
  const level = files.get('Level.sav') ?? assert.fail();
  const gvas = Buffer.from(level.gvas);
  gvas.writeInt32LE(1_000_000, gvas.indexOf('Sword\0') - 4);
  const damaged = new Map(files).set('Level.sav', { ...level, gvas });
  const wrong = await differencesOf({ files: damaged, before, expected, imported });
  assert.match(wrong.join(), /Level\.sav: worldSaveData/);
});

test('the second thread reports differing records and a broken invariant', async () => {
  const { files, changed } = edited();
  const found = await examineEdit(files, changed);
  assert.deepEqual(found.broken, []);
  const differing = found.records.map(({ section, id }) => [section, id]);
  assert.deepEqual(differing, [['ItemContainerSaveData', SOUND.chest]]);

  const save = aSoundSave();
  save.level.characters = save.level.characters.filter(({ id }) => id !== SOUND.worker);
  const broken = shared(writeSoundSave(save)).get('Level.sav') ?? assert.fail();
  const findings = await examineEdit(files, [broken]);
  assert.ok(findings.broken.some(({ message }) => message.includes(SOUND.worker)));
});

test('badly packed bytes are reported', () => {
  const { files, changed } = edited();
  const [level] = changed;
  assert.ok(level);
  assert.deepEqual(badlyPacked(changed, new Map([[level.path, pack(level.gvas, 'PlZ1')]])), []);
  const former = files.get(level.path) ?? assert.fail();
  assert.deepEqual(badlyPacked(changed, new Map([[level.path, pack(former.gvas, 'PlZ1')]])), ['Level.sav']);
});

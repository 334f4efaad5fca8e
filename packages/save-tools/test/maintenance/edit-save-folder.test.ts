import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editSave, type OpenSave, pack, readOpenSave, sharedBytes } from '@palatine/save';
import { aSoundSave, newIds, SOUND, writeSoundSave } from '@palatine/save/testing';
import { catalogue } from '@palatine/testing/worlds';
import { importSave, recordsOf } from '@palatine/world';
import { assertNothingWrong, differencesOf } from '../../src/edit/edit-steps.ts';
import { startExaminer } from '../../src/edit/edit-thread.ts';

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
  const changed = editSave(files, edits, { newId: newIds(), nowMs: imported.nowMs });
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

test('the second thread reports differing records, a broken invariant, and badly packed bytes', async () => {
  const { files, changed } = edited();
  const [level] = changed;
  assert.ok(level);
  await using sound = startExaminer();
  sound.open(files);
  sound.begin(changed);
  const packed = (gvas: Buffer) => new Map([[level.path, pack(gvas, 'PlZ1')]]);
  const found = await sound.end(packed(level.gvas));
  assert.deepEqual([found.broken, found.badlyPacked], [[], []]);
  const differing = found.records.map(({ section, id }) => [section, id]);
  assert.deepEqual(differing, [['ItemContainerSaveData', SOUND.chest]]);

  const save = aSoundSave();
  save.level.characters = save.level.characters.filter(({ id }) => id !== SOUND.worker);
  const broken = shared(writeSoundSave(save)).get('Level.sav') ?? assert.fail();
  await using second = startExaminer();
  second.open(files);
  second.begin([broken]);
  const findings = await second.end(packed(level.gvas)); // other bytes than those of `broken`
  assert.ok(findings.broken.some(({ message }) => message.includes(SOUND.worker)));
  assert.deepEqual(findings.badlyPacked, ['Level.sav']);
});

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/platform/testing';
import { SAVE_ERAS } from '../format/save-types.ts';
import { openSave } from '../read/read-save-folder.ts';
import { twoPlayersOneCamp } from '../testing/sample-world.ts';
import { writeSaveFolder } from '../testing/write-save-folder.ts';
import { checkSave } from './check-save.ts';
import { INVARIANTS, newViolations, type SaveViolation } from './violation.ts';

const violation = (code: SaveViolation['code'], subject: string, message = ''): SaveViolation => ({
  code,
  file: 'Level.sav',
  subject,
  message,
});

test('a violation that was there before is not new, even if its message has changed', () =>
  assert.deepEqual(newViolations([violation('I3', 'a', 'was')], [violation('I3', 'a', 'is')]), []));

test('another code or another subject is new', () => {
  const after = [violation('I2', 'a'), violation('I3', 'b')];
  assert.deepEqual(newViolations([violation('I3', 'a')], after), after);
});

test('a second violation of one subject is new', () => {
  const once = violation('M2', 'a');
  assert.deepEqual(newViolations([once], [once, once]), [once]);
});

test('every invariant has a test that breaks it', async () => {
  const tests: string[] = [];
  for (const file of await readdir(import.meta.dirname)) {
    if (file.endsWith('.test.ts')) tests.push(await readFile(join(import.meta.dirname, file), 'utf8'));
  }
  const source = tests.join('\n');
  const untested = Object.keys(INVARIANTS).filter(
    (code) => !new RegExp(`\\b(test|breaks)\\(\\s*['\`]${code}: `).test(source),
  );
  assert.deepEqual(untested, []);
});

for (const era of SAVE_ERAS) {
  test(`the sizes and layouts of a made save of era ${era} are right`, async () => {
    await using folder = await aFolder();
    await writeSaveFolder(folder.path, twoPlayersOneCamp(era), { era });
    const { files } = await openSave(folder.path);
    const violations = checkSave(files).filter(({ code }) => code.startsWith('D'));
    assert.deepEqual(violations, []);
  });
}

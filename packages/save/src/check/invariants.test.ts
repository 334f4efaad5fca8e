import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SAVE_ERAS } from '../format/save-era.ts';
import { openSave } from '../read/read-save-folder.ts';
import { twoPlayersOneCamp } from '../testing/sample-world.ts';
import { aFolder } from '../testing/temporary-folder.ts';
import { writeSaveFolder } from '../testing/write-save-folder.ts';
import { checkSave } from './check-save.ts';
import { INVARIANTS } from './invariants.ts';

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
    const wrong = checkSave(files).filter(({ code }) => code.startsWith('D'));
    assert.deepEqual(wrong, []);
  });
}

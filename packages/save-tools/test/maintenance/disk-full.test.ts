import assert from 'node:assert/strict';
import { cpSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { installSave } from '@palatine/save-tools/install-files';
import { digestSave } from '@palatine/save-tools/save-files';
import { lockSave } from '@palatine/save-tools/save-folder';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import { aWorldFolder, changedFilesOf, NOW_MS } from '@palatine/testing/save-folders';
import { copySaveFolder } from '../../src/folder/copy-save-folder.ts';

const root = testFolder();

/** Free space: at different points the new files, the backup and the journal no longer fit. */
const LEFT_KIB = [
  0, 4, 8, 12, 16, 24, 32, 48, 64, 80, 96, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 160,
];

test('on a full disk nothing is replaced, and what was written so far is removed', async (t) => {
  const original = await aWorldFolder(join(root, 'made'));
  using space = spaceFor(t, smallDisk);
  if (space === undefined) return;
  const world = original.replace(root, space.folder);
  cpSync(join(root, 'made'), join(space.folder, 'made'), { recursive: true, preserveTimestamps: true });
  const changed = changedFilesOf(world);
  const before = contentsOf(world);
  const refused: number[] = [];
  for (const kib of LEFT_KIB) {
    using save = lockSave(world);
    const expected = digestSave(world);
    space.runOut(0, kib * 1024);
    try {
      installSave(save, changed, { nowMs: NOW_MS, command: 'save give', expected });
      assert.notDeepEqual(contentsOf(world), before);
      space.comeBack(0);
      break;
    } catch (error) {
      refused.push(kib);
      const full = /the disk is full; nothing was replaced, and the save is as it was/;
      assert.match((error as Error).message, full);
      assert.deepEqual(contentsOf(world), before);
      assert.deepEqual(readdirSync(save.backups), ['edit.lock']);
    }
    space.comeBack(0);
  }
  const message = `refused with ${refused.join(', ')} KiB left`;
  assert.ok(refused.length > 3 && refused.length < LEFT_KIB.length, message);
  t.diagnostic(message);
});

test('on a full disk no copy is made', async (t) => {
  const world = await aWorldFolder(join(root, 'source'));
  using space = spaceFor(t, smallDisk);
  if (space === undefined) return;
  const to = join(space.folder, 'copy');
  space.runOut(0, 32 * 1024);
  const expected = digestSave(world);
  assert.throws(
    () => copySaveFolder(world, to, changedFilesOf(world), { expected }),
    /the disk is full: .*copy was not created/,
  );
  assert.deepEqual(filesBelow(dirname(to)), ['filler']);
});

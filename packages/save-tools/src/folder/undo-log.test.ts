import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/save/testing';
import { backupNames, nextBackupName } from './undo-log.ts';

const AT = Date.UTC(2026, 6, 12, 8, 30, 5);

test('the name of a backup is its time, and sorts after all others, even if the clock was set back', async () => {
  await using folder = await aFolder();
  const names: string[] = [];
  for (const ms of [AT, AT, AT + 1000, AT - 3_600_000, ...Array<number>(9).fill(AT)]) {
    const name = nextBackupName(folder.path, ms);
    mkdirSync(join(folder.path, name));
    names.push(name);
  }
  assert.deepEqual(names.slice(0, 5), [
    '20260712T083005Z',
    '20260712T083005Z-2',
    '20260712T083006Z',
    '20260712T083006Z-2',
    '20260712T083006Z-3',
  ]);
  mkdirSync(join(folder.path, '20990101T000000Z.making'));
  mkdirSync(join(folder.path, 'notes'));
  assert.deepEqual(backupNames(folder.path), names);
});

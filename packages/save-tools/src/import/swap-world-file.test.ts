import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/platform/testing';
import { freeStamp } from './swap-world-file.ts';

test('two replacements within a second get different names, of the world and of its ban list', async (t) => {
  await using folder = await aFolder();
  t.mock.method(Date, 'now', () => 0);
  assert.equal(freeStamp(folder.path), '19700101T000000');
  writeFileSync(join(folder.path, 'Banlist-19700101T000000.json'), '');
  assert.equal(freeStamp(folder.path), '19700101T000000-2');
  writeFileSync(join(folder.path, 'world-19700101T000000-2.damaged.db'), '');
  assert.equal(freeStamp(folder.path), '19700101T000000-3');
});

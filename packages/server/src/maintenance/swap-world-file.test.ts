import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freeStamp } from './swap-world-file.ts';

test('two replacements within a second get different names, of the world and of its ban list', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-stamp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  t.mock.method(Date, 'now', () => 0);
  assert.equal(freeStamp(folder), '19700101T000000');
  writeFileSync(join(folder, 'Banlist-19700101T000000.json'), '');
  assert.equal(freeStamp(folder), '19700101T000000-2');
  writeFileSync(join(folder, 'world-19700101T000000-2.damaged.db'), '');
  assert.equal(freeStamp(folder), '19700101T000000-3');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newBackupName, objectKey, orderedAt, parseObjectKey } from './object-keys.ts';

const ID = { world: '0a'.repeat(16), backup: '20260712T181502Z-5f1e0c9a7b32' };

test('a name tells when the backup was ordered', () => {
  const atMs = Date.UTC(2026, 6, 12, 18, 15, 2);
  const name = newBackupName(atMs + 113);
  assert.match(name, /^20260712T181502Z-[0-9a-f]{12}$/);
  assert.equal(orderedAt(name), atMs);
  assert.notEqual(newBackupName(atMs), newBackupName(atMs));
  for (const none of [
    '',
    '20260712T181502Z',
    '20260712T181502Z-5F1E0C9A7B32',
    '20261912T181502Z-5f1e0c9a7b32',
    '../x',
  ]) {
    assert.equal(orderedAt(none), undefined, none);
  }
});

test('whatever a path is, its key lies below its backup, and tells the path', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('..', '.', '', 'a', 'Backups', 'x/../y', '\u0000'),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const path = parts.join('/');
      const key = objectKey('p/q', ID, path);
      if (key === undefined) return;
      const url = new URL(`https://host/bucket/${key.split('/').map(encodeURIComponent).join('/')}`);
      const beginning = `/bucket/p/q/${ID.world}/${ID.backup}/`;
      assert.ok(url.pathname.startsWith(beginning), 'no part of it leads elsewhere');
      assert.equal(decodeURIComponent(url.pathname), beginning + path);
      assert.deepEqual(parseObjectKey('p/q', key), { ...ID, path });
    }),
  );
});

test('what is not of a backup of ours is nobody we know', () => {
  for (const key of [
    'p/readme.txt',
    `p/${ID.world}/notes/x`,
    `p/${ID.world}/${ID.backup}`,
    `p/${ID.world}/${ID.backup}/`,
    `p/${ID.world}/${ID.backup}/a//b`,
    `P/${ID.world}/${ID.backup}/world.db`,
    `p/${ID.world.toUpperCase()}/${ID.backup}/world.db`,
    `pq/${ID.world}/${ID.backup}/world.db`,
  ]) {
    assert.equal(parseObjectKey('p', key), undefined, key);
  }
  assert.equal(objectKey('p', ID, 'x'.repeat(1000)), undefined, 'longer than a key may be');
});

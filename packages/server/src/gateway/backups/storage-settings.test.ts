import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { BackupStorage, DEFAULT_BACKUP_STORAGE, openStorage } from './storage-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'palatine-storage-'));
after(() => rmSync(folder, { recursive: true }));
const SETTINGS = { ...DEFAULT_BACKUP_STORAGE, Endpoint: 'https://s3.example.org', Bucket: 'worlds' };

test('the defaults name no storage', () => {
  assert.ok(Compile(BackupStorage).Check(DEFAULT_BACKUP_STORAGE));
  assert.equal(openStorage(folder, DEFAULT_BACKUP_STORAGE), undefined);
});

test('an endpoint is an origin, and a prefix leads nowhere else', () => {
  const valid = (more: object) => Compile(BackupStorage).Check({ ...SETTINGS, ...more });
  assert.ok(valid({ Endpoint: 'http://10.0.0.5:9000', Prefix: 'fleet/eu' }));
  for (const wrong of [
    { Endpoint: 'ftp://x' },
    { Endpoint: 'https://user:secret@x' },
    { Endpoint: 'https://x/path' },
    { Endpoint: 'https://x?y' },
    { Prefix: '' },
    { Prefix: '../x' },
    { Prefix: 'a//b' },
    { Prefix: 'a/' },
    { Bucket: 'A' },
    { KeepAtLeast: 0 },
  ]) {
    assert.equal(valid(wrong), false, JSON.stringify(wrong));
  }
});

test('keys are read from files, and no error says what they are', () => {
  assert.throws(() => openStorage(folder, SETTINGS), /s3-access-key is missing/);
  writeFileSync(join(folder, 's3-access-key'), 'AKID\n');
  writeFileSync(join(folder, 's3-secret-key'), 'one secret\nand another');
  assert.throws(
    () => openStorage(folder, SETTINGS),
    (error: Error) =>
      /s3-secret-key does not hold one key/.test(error.message) && !error.message.includes('secret\n'),
  );
  writeFileSync(join(folder, 's3-secret-key'), ' s/e+cret ');
  assert.deepEqual(openStorage(folder, SETTINGS)?.keys, { accessKeyId: 'AKID', secretAccessKey: 's/e+cret' });
  assert.throws(() => openStorage(folder, { ...SETTINGS, Bucket: '' }), /Bucket is empty/);
});

test('http is for this machine, unless the operator confirms it', () => {
  const at = (Endpoint: string, AllowPlainHttp = false) =>
    openStorage(folder, { ...SETTINGS, Endpoint, AllowPlainHttp });
  for (const here of ['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])
    assert.ok(at(here));
  assert.throws(() => at('http://10.0.0.5:9000'), /AllowPlainHttp/);
  assert.ok(at('http://10.0.0.5:9000', true));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bucket, openBucket, StorageError } from '@palatine/server/gateway/backups/bucket.ts';
import { removeExpiredBackups } from '@palatine/server/gateway/backups/expired-backups.ts';
import { BackupList } from '@palatine/server/gateway/backups/stored-backups.ts';
import { OTHER, storageOf, WORLD } from './backup-fleet.ts';
import { S3_KEYS, type S3Checker, startS3Checker } from './s3-checker.ts';

const nameOf = (day: number, id = '0123456789ab') => `2026070${day}T120000Z-${id}`;
const NOW_MS = Date.UTC(2026, 6, 10);

function addBackup({ objects }: S3Checker, world: string, backup: string, { whole = true } = {}): void {
  const key = (path: string) => `palatine/${world}/${backup}/${path}`;
  objects.set(key('world.db'), Buffer.from('x'));
  objects.set(key('a b+c (ü).json'), Buffer.from('{}'));
  if (!whole) return;
  const manifest = {
    format: 1,
    madeAt: '2026-07-01T12:00:00.000Z',
    version: '0.1.0',
    world: { name: 'W', players: 2, guilds: 1 },
    problems: ['odd'],
    files: [
      { path: 'world.db', bytes: 1, sha256: 'a'.repeat(64) },
      { path: 'a b+c (ü).json', bytes: 2, sha256: 'b'.repeat(64) },
    ],
  };
  objects.set(key('backup.json'), Buffer.from(JSON.stringify(manifest)));
}

const bucketOf = (s3: S3Checker): Bucket => openBucket(storageOf(s3), Date.now);
const backupsIn = ({ objects }: S3Checker) => [
  ...new Set([...objects.keys()].map((key) => key.split('/').slice(1, 3).join(' '))),
];

test('backups are listed in pages, whatever the pages of the storage are', async () => {
  await using s3 = await startS3Checker({ pageSize: 2 });
  for (const day of [1, 2, 3]) addBackup(s3, WORLD, nameOf(day));
  addBackup(s3, OTHER, nameOf(1));
  addBackup(s3, WORLD, nameOf(4), { whole: false });
  s3.objects.set('palatine/readme.txt', Buffer.from('of somebody else'));
  s3.objects.set(`palatine-other/${WORLD}/${nameOf(5)}/backup.json`, Buffer.from('{}'));
  const list = new BackupList(bucketOf(s3));
  const all = () => true;

  const first = await list.page({ limit: 2 }, all);
  const second = await list.page({ limit: 2, after: first.more }, all);
  assert.deepEqual(
    [...first.backups, ...second.backups].map(({ World, Backup }) => [World, Backup]),
    [
      [WORLD, nameOf(1)],
      [WORLD, nameOf(2)],
      [WORLD, nameOf(3)],
      [OTHER, nameOf(1)],
    ],
  );
  assert.equal(second.more, undefined);
  const { Bytes, ...rest } = second.backups[1] ?? { Bytes: 0 };
  assert.deepEqual(rest, {
    World: OTHER,
    Backup: nameOf(1),
    MadeAt: '2026-07-01T12:00:00.000Z',
    Version: '0.1.0',
    Files: 2,
    Name: 'W',
    Players: 2,
    Guilds: 1,
    Problems: 1,
  });
  assert.ok(Bytes > 3);
  const ofOne = await list.page({ world: OTHER, limit: 10 }, all);
  assert.equal(ofOne.backups.length, 1);
  const seen = await list.page({ limit: 10 }, (world) => world === OTHER);
  assert.deepEqual(seen.backups, ofOne.backups);
  // A manifest is read once.
  const manifests = s3.seen.filter(({ key }) => key.endsWith('backup.json'));
  assert.equal(manifests.length, 4);
});

test('old backups go, the newest of each world stay, and nothing of anybody else is touched', async () => {
  await using s3 = await startS3Checker({ pageSize: 2 });
  for (const day of [1, 2, 3, 8]) addBackup(s3, WORLD, nameOf(day));
  for (const day of [1, 2]) addBackup(s3, OTHER, nameOf(day));
  addBackup(s3, WORLD, nameOf(5), { whole: false });
  addBackup(s3, WORLD, nameOf(9), { whole: false }); // is being uploaded
  const foreign = [
    'palatine/readme.txt',
    `palatine/${WORLD}/notes/x`,
    `other/${WORLD}/${nameOf(1)}/world.db`,
  ];
  for (const key of foreign) s3.objects.set(key, Buffer.from('x'));
  const options = { nowMs: NOW_MS, inUse: ({ backup }: { backup: string }) => backup === nameOf(1) };

  const kept = await removeExpiredBackups(bucketOf(s3), { KeepDays: 0, KeepAtLeast: 1 }, options);
  assert.deepEqual(kept, [{ world: WORLD, backup: nameOf(5) }], 'for ever, but for what is unfinished');
  await removeExpiredBackups(bucketOf(s3), { KeepDays: 3, KeepAtLeast: 2 }, options);
  assert.deepEqual(
    backupsIn(s3).filter((name) => name.includes(' 2026')),
    [
      `${WORLD} ${nameOf(1)}`, // a world fetches it
      `${WORLD} ${nameOf(3)}`,
      `${WORLD} ${nameOf(8)}`,
      `${OTHER} ${nameOf(1)}`,
      `${OTHER} ${nameOf(2)}`,
      `${WORLD} ${nameOf(9)}`,
    ],
  );
  for (const key of foreign) assert.ok(s3.objects.has(key), key);
  const deleted = s3.seen.filter(({ method }) => method === 'DELETE').map(({ key }) => key);
  const ofSecond = deleted.filter((key) => key.includes(`${WORLD}/${nameOf(2)}`));
  assert.match(ofSecond[0] ?? '', /backup\.json$/, 'the manifest first');
});

test('an error of the storage tells its code, and neither a key nor an address', async () => {
  await using s3 = await startS3Checker();
  s3.objects.set('palatine/long', Buffer.alloc(100));
  const bucket = bucketOf(s3);
  await assert.rejects(bucket.read('palatine/long', 99), { message: 'an object is longer than 99 bytes' });
  const forged = openBucket({ ...storageOf(s3), keys: { ...S3_KEYS, secretAccessKey: 'another' } }, Date.now);
  await assert.rejects(forged.list('palatine/'), {
    name: 'StorageError',
    message: 'the storage for backups refused to list: 403 SignatureDoesNotMatch',
  });
  await assert.rejects(forged.remove('palatine/long'), /refused to delete: 403/);
  assert.equal(await bucket.read('palatine/none', 10), undefined);
  const nobody = openBucket(storageOf({ endpoint: 'http://127.0.0.1:1' }), Date.now);
  await assert.rejects(nobody.list(''), (error: unknown) => {
    assert.ok(error instanceof StorageError);
    assert.doesNotMatch(
      `${error.message} ${JSON.stringify(error)} ${String(error.cause)}`,
      /Signature|127\.0/,
    );
    return true;
  });
});

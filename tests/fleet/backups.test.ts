import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { getVersion } from '@palatine/contract';
import { filesBelow } from '../harness/folder-contents.ts';
import { noNats } from '../harness/nats-server.ts';
import { runCommand } from '../harness/run-cli.ts';
import { newFolder, startService, type TestService } from '../harness/start-service.ts';
import { startBackupFleet, storageOf, WORLD } from './backup-fleet.ts';
import { type S3Checker, startS3Checker } from './s3-checker.ts';

const BACKUPS = `/worlds/${WORLD}/backups`;
const RESTORES = `/worlds/${WORLD}/restores`;
const options = { skip: noNats };

/** What makes the files of a backup odd: spaces, signs, other alphabets, no bytes at all. */
function addOddFiles({ data }: Pick<TestService, 'data'>): void {
  mkdirSync(join(data, 'Pals', 'Templates', 'mine + yours'), { recursive: true });
  writeFileSync(join(data, 'Pals', 'Templates', 'mine + yours', "Anubis (ü) #1 'best' 100%.json"), '{}');
  writeFileSync(join(data, 'notes.txt'), '');
  for (const path of ['server-password', 'key.pem', 'Server.json']) writeFileSync(join(data, path), '{}');
}

/** The bytes of every file below a folder, by path. */
function bytesBelow(folder: string): Map<string, string> {
  return new Map(
    filesBelow(folder).map((path) => [path, readFileSync(join(folder, path)).toString('base64')]),
  );
}

test(
  'a backup travels to the storage and into another data folder, where it can be restored',
  options,
  async () => {
    await using s3 = await startS3Checker({ pageSize: 7 });
    await using fleet = await startBackupFleet(storageOf(s3));
    await using service = await startService();
    addOddFiles(service);
    await service.api.broadcast({ body: { Message: 'before the backup' } });
    let uploaded: string;
    {
      await using _ = await fleet.join(WORLD, service.data);
      const order = await fleet.ended(BACKUPS, { Archives: true });
      assert.deepEqual([order.State, order.Message], ['Done', undefined]);
      uploaded = order.Backup;
    }
    const { Backups } = await fleet.list();
    const [listed] = Backups;
    assert.deepEqual(
      [Backups.length, listed?.World, listed?.Backup, listed?.Name, listed?.Problems],
      [1, WORLD, uploaded, service.figures.name, 0],
    );
    const local = (await service.api.getBackups()).Backups[0];
    assert.deepEqual([listed?.Bytes, listed?.Files], [local?.Bytes, local?.Files]);
    const sent = [...s3.objects.keys()];
    assert.deepEqual(
      sent.filter((key) => /RESTAPI|Server\.json|fleet|password|\.pem|notes/.test(key)),
      [],
      'neither tokens nor settings nor secrets leave the machine',
    );
    const manifestKey = `palatine/${WORLD}/${uploaded}/backup.json`;
    assert.equal(
      s3.seen.filter(({ method }) => method === 'PUT').at(-1)?.key,
      manifestKey,
      'the manifest comes last',
    );

    // Its machine is lost: the same world on another one.
    await using elsewhere = await startService({ data: newFolder() });
    await using joined = await fleet.join(WORLD, elsewhere.data);
    const fetched = await fleet.ended(RESTORES, { Backup: uploaded });
    assert.deepEqual(
      [fetched.State, fetched.Local, fetched.Message],
      ['Done', `fetched-${uploaded}`, undefined],
    );
    const [from, to] = [
      join(service.data, 'Backups', local?.Name ?? ''),
      join(elsewhere.data, 'Backups', fetched.Local ?? ''),
    ];
    assert.deepEqual(bytesBelow(to), bytesBelow(from));
    assert.ok(filesBelow(to).some((path) => path.includes('(ü)')));
    assert.equal((await elsewhere.api.getBackups()).Backups[0]?.Name, fetched.Local);

    await elsewhere.stop();
    await joined[Symbol.asyncDispose]();
    const restored = await runCommand([
      'world',
      'restore',
      fetched.Local ?? '',
      '--replace',
      '--data',
      elsewhere.data,
    ]);
    assert.equal(restored.code, 0, restored.stderr);
    assert.ok([...bytesBelow(elsewhere.data).keys()].some((path) => path.includes('(ü)')));
    await using again = await startService({ data: elsewhere.data });
    assert.equal(again.figures.name, service.figures.name);
    assert.deepEqual(await again.api.call(getVersion), await service.api.call(getVersion));
  },
);

/** A service whose world has one backup in the storage. */
async function withBackup(s3: S3Checker) {
  await using undo = new AsyncDisposableStack();
  const fleet = undo.use(await startBackupFleet(storageOf(s3)));
  const service = undo.use(await startService());
  addOddFiles(service);
  undo.use(await fleet.join(WORLD, service.data));
  const { Backup, State, Message } = await fleet.ended(BACKUPS);
  assert.deepEqual([State, Message], ['Done', undefined]);
  const running = undo.move();
  return {
    fleet,
    service,
    Backup,
    beginning: `palatine/${WORLD}/${Backup}/`,
    fetchedFolder: join(service.data, 'Backups', `fetched-${Backup}`),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

test(
  'a damaged, a missing and a longer object are refused, and nothing that counts as a backup is left',
  options,
  async () => {
    await using s3 = await startS3Checker();
    await using made = await withBackup(s3);
    const { fleet, Backup, beginning, fetchedFolder } = made;
    const key = `${beginning}world.db`;
    const whole = s3.objects.get(key) as Buffer;
    const flipped = Buffer.from(whole);
    flipped[4000] = (flipped[4000] ?? 0) ^ 1;
    for (const [damaged, message] of [
      [flipped, /world\.db is not what was backed up/],
      [Buffer.concat([whole, Buffer.of(0)]), /world\.db is not what was backed up/],
      [whole.subarray(0, -1), /world\.db broke off|refused: 416/],
      [undefined, /refused: 404 NoSuchKey/],
    ] as const) {
      if (damaged === undefined) s3.objects.delete(key);
      else s3.objects.set(key, damaged);
      const order = await fleet.ended(RESTORES, { Backup });
      assert.equal(order.State, 'Failed');
      assert.match(order.Message ?? '', message);
      assert.equal(existsSync(fetchedFolder), false);
    }
    assert.equal((await made.service.api.getBackups()).Total, 1, 'its own');
    // What came whole before is not fetched again.
    s3.objects.set(key, whole);
    const last = [...s3.objects.keys()].findLast((one) => one.endsWith('/Config.json')) ?? '';
    const settings = s3.objects.get(last) as Buffer;
    s3.objects.set(last, Buffer.from(settings.toString().toUpperCase()));
    assert.match((await fleet.ended(RESTORES, { Backup })).Message ?? '', /Config\.json is not what/);
    s3.objects.set(last, settings);
    s3.seen.length = 0;
    assert.equal((await fleet.ended(RESTORES, { Backup })).State, 'Done');
    const fetched = s3.seen.filter(({ signedBy }) => signedBy === 'query').map((seen) => seen.key);
    assert.deepEqual([fetched.includes(last), fetched.includes(key)], [true, false]);
    // A second time it is there already.
    s3.seen.length = 0;
    assert.equal((await fleet.ended(RESTORES, { Backup })).Local, `fetched-${Backup}`);
    assert.ok(s3.seen.every(({ signedBy }) => signedBy === 'header'));
  },
);

test('a manifest that names a path outside of the backup is none', options, async () => {
  await using s3 = await startS3Checker();
  await using made = await withBackup(s3);
  const key = `${made.beginning}backup.json`;
  const manifest = JSON.parse((s3.objects.get(key) as Buffer).toString());
  for (const path of ['../../etc/cron.d/x', '/etc/passwd', 'a/../../b', 'Backups/x', 'C:\\x']) {
    const files = [...manifest.files, { path, bytes: 1, sha256: 'a'.repeat(64) }];
    s3.objects.set(key, Buffer.from(JSON.stringify({ ...manifest, files })));
    const { status, body } = await made.fleet.send<{ Error: { Code: string } }>('POST', RESTORES, {
      body: { Backup: made.Backup },
    });
    assert.deepEqual([status, body.Error?.Code], [404, 'BACKUP_NOT_FOUND'], path);
  }
});

test('transfers that break off go on, and a storage that is busy is asked again', options, async () => {
  await using s3 = await startS3Checker();
  await using made = await withBackup(s3);
  const times = new Map<string, number>();
  s3.fault = ({ signedBy, method, key }) => {
    if (signedBy !== 'query') return undefined;
    const time = (times.get(`${method} ${key}`) ?? 0) + 1;
    times.set(`${method} ${key}`, time);
    return time === 1 ? 'unavailable' : time === 2 ? 'cut' : undefined;
  };
  const second = await made.fleet.ended(BACKUPS);
  assert.deepEqual([second.State, second.Message], ['Done', undefined]);
  times.clear();
  const fetched = await made.fleet.ended(RESTORES, { Backup: second.Backup });
  assert.deepEqual([fetched.State, fetched.Message], ['Done', undefined]);
  const ranges = s3.seen.filter(({ key, status }) => key.endsWith('world.db') && status === 206);
  assert.match(ranges[0]?.range ?? '', /^bytes=[1-9]\d+-$/);
});

test('an order outlives a broker that starts anew', options, async () => {
  await using s3 = await startS3Checker();
  await using fleet = await startBackupFleet(storageOf(s3));
  await using service = await startService();
  await using _ = await fleet.join(WORLD, service.data, { pace: { attempts: 100, pauseMs: () => 50 } });
  let restarted: Promise<void> | undefined;
  s3.fault = ({ method }) => {
    if (method === 'PUT') restarted ??= fleet.nats.restart();
    return undefined;
  };
  const order = await fleet.ended(BACKUPS);
  await restarted;
  assert.deepEqual([order.State, order.Message], ['Done', undefined]);
  assert.ok(restarted);
});

test('an upload whose manifest cannot be put is no backup', options, async () => {
  await using s3 = await startS3Checker();
  await using made = await withBackup(s3);
  s3.fault = ({ method, key }) =>
    method === 'PUT' && key.endsWith('/backup.json') ? 'unavailable' : undefined;
  const order = await made.fleet.ended(BACKUPS);
  assert.equal(order.State, 'Failed');
  assert.match(order.Message ?? '', /refused: 503 SlowDown/);
  assert.ok([...s3.objects.keys()].some((key) => key.includes(order.Backup)));
  assert.deepEqual(
    (await made.fleet.list()).Backups.map(({ Backup }) => Backup),
    [made.Backup],
  );
});

test('an expired URL is replaced by a new one, and refused as long as it is expired', options, async () => {
  await using s3 = await startS3Checker();
  await using made = await withBackup(s3);
  s3.clockOffMs = -14 * 60_000;
  assert.equal((await made.fleet.ended(BACKUPS)).State, 'Done');
  s3.clockOffMs = 0;
  // The gateway is asked at the right time, the storage a quarter of an hour later.
  s3.fault = ({ signedBy }) => {
    s3.clockOffMs = signedBy === 'query' ? 16 * 60_000 : 0;
    return undefined;
  };
  const refused = await made.fleet.ended(BACKUPS);
  assert.equal(refused.State, 'Failed');
  assert.match(refused.Message ?? '', /refused: 403 AccessDenied/);
  let expired = 0;
  s3.fault = ({ signedBy }) => {
    s3.clockOffMs = signedBy === 'query' && expired++ === 0 ? 16 * 60_000 : 0;
    return undefined;
  };
  assert.equal((await made.fleet.ended(BACKUPS)).State, 'Done');
});

test('neither a signed URL nor the secret of an order nor a key is in any log', options, async () => {
  await using s3 = await startS3Checker();
  await using made = await withBackup(s3);
  s3.fault = ({ signedBy }) => (signedBy === 'query' ? 'unavailable' : undefined);
  assert.equal((await made.fleet.ended(BACKUPS)).State, 'Failed');
  s3.fault = () => 'unavailable';
  await made.fleet.send('GET', '/backups');
  s3.fault = undefined;
  const { lines } = made.fleet;
  assert.ok(lines.some((line) => line.includes('a backup of the fleet failed')));
  for (const line of lines) assert.doesNotMatch(line, /X-Amz|Signature=|secret\+key|secret%2Bkey/);
});

const REAL = process.env.PALATINE_TEST_S3 ?? '';

/** Such as `{"Endpoint":"http://127.0.0.1:7480","Region":"us-east-1","Bucket":"b","accessKeyId":"…","secretAccessKey":"…"}` */
test('the round works with a storage of another maker', {
  skip: noNats || (REAL === '' && 'PALATINE_TEST_S3 names none'),
}, async () => {
  const { accessKeyId, secretAccessKey, ...more } = JSON.parse(REAL);
  const storage = { ...storageOf({ endpoint: '' }, more), keys: { accessKeyId, secretAccessKey } };
  await using fleet = await startBackupFleet(storage);
  await using service = await startService();
  addOddFiles(service);
  await using _ = await fleet.join(WORLD, service.data);
  const before = (await fleet.list()).Backups.length;
  const { Backup, State, Message } = await fleet.ended(BACKUPS);
  assert.deepEqual([State, Message], ['Done', undefined]);
  assert.equal((await fleet.list(`?World=${WORLD}`)).Backups.length, before + 1);
  const fetched = await fleet.ended(RESTORES, { Backup });
  assert.deepEqual([fetched.State, fetched.Message], ['Done', undefined]);
  const local = (await service.api.getBackups()).Backups.find(({ Name }) => !Name.startsWith('fetched-'));
  const folder = join(service.data, 'Backups');
  assert.deepEqual(
    bytesBelow(join(folder, fetched.Local ?? '')),
    bytesBelow(join(folder, local?.Name ?? '')),
  );
});

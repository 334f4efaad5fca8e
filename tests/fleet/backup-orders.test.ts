import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  backupOrder,
  backupOrderReply,
  backupProgress,
  backupProgressReply,
  backupUrlsReply,
  backupUrlsRequest,
  connectBroker,
  SUBJECTS,
} from '@palatine/fleet';
import { noNats } from '../harness/nats-server.ts';
import { newFolder } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';
import {
  type BackupFleet,
  LIMITED,
  OTHER,
  READER,
  startBackupFleet,
  storageOf,
  WORLD,
} from './backup-fleet.ts';
import { startS3Checker } from './s3-checker.ts';
import { sha256 } from './s3-signature.ts';

const options = { skip: noNats };
const BACKUP = '20260712T181502Z-5f1e0c9a7b32';
const TEXT = 'a world';
const FILE = { path: 'world.db', bytes: TEXT.length, sha256: sha256(TEXT) };

/** A world that follows no rule: it takes every order, and asks for what it likes. */
async function aLyingWorld({ nats }: Pick<BackupFleet, 'nats'>, world: string) {
  const connection = await connectBroker({ servers: [nats.url], name: `lying ${world}` });
  const orders: ReturnType<typeof backupOrder.unpack>[] = [];
  connection.subscribe(SUBJECTS.backupOrder(world), {
    callback(_, message) {
      orders.push(backupOrder.unpack(message.string()));
      message.respond(backupOrderReply.pack({}));
    },
  });
  await connection.flush();
  return {
    orders,
    async urls(order: string, files: { path: string; bytes?: number; sha256?: string }[]) {
      const request = backupUrlsRequest.pack({ order, files });
      const reply = await connection.request(SUBJECTS.backupUrls('gateway-1'), request, { timeout: 5000 });
      return backupUrlsReply.unpack(reply.string());
    },
    async tell(order: string, state: 'Running' | 'Done' | 'Failed') {
      const request = backupProgress.pack({ order, state, doing: 'lying' });
      const reply = await connection.request(SUBJECTS.backupProgress('gateway-1'), request, {
        timeout: 5000,
      });
      return backupProgressReply.unpack(reply.string()).known;
    },
    /** Something that is no message of ours. */
    babble: (text: string) => connection.publish(SUBJECTS.backupUrls('gateway-1'), text),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

test('a world gets URLs for its own order alone, and only below its own key', options, async () => {
  await using s3 = await startS3Checker();
  await using fleet = await startBackupFleet(storageOf(s3));
  await using one = await aLyingWorld(fleet, WORLD);
  await using other = await aLyingWorld(fleet, OTHER);
  await fleet.send('POST', `/worlds/${WORLD}/backups`);
  await fleet.send('POST', `/worlds/${OTHER}/backups`);
  const [mine] = one.orders;
  const [its] = other.orders;
  assert.match(mine?.order ?? '', /^[0-9A-Za-z_-]{22}$/);
  assert.notEqual(mine?.order, its?.order);

  const { urls } = await one.urls(mine?.order ?? '', [FILE]);
  assert.ok(new URL(urls[0] ?? '').pathname.endsWith(`/palatine/${WORLD}/${mine?.backup}/world.db`));
  // The name of its order in the storage is no secret, and helps nobody.
  for (const guess of [its?.backup ?? '', WORLD, '', 'A'.repeat(22), `${mine?.order}x`]) {
    assert.deepEqual(await one.urls(guess, [FILE]), { v: 1, urls: [], denial: 'Unknown' });
  }
  for (const path of [
    `../${OTHER}/x`,
    `../../${OTHER}/${its?.backup}/world.db`,
    `/palatine/${OTHER}/world.db`,
    'a//b',
    './a',
    'a\\b',
    'Backups/x',
    'a\u0000b',
    '\ud800',
    'ü'.repeat(600),
  ]) {
    const { denial, urls: none } = await one.urls(mine?.order ?? '', [{ ...FILE, path }]);
    assert.deepEqual([denial, none], ['Refused', []], JSON.stringify(path));
  }
  assert.equal(
    (await one.urls(mine?.order ?? '', [{ path: 'world.db' }])).denial,
    'Refused',
    'nothing is said of it',
  );
  assert.equal((await one.urls(mine?.order ?? '', [{ ...FILE, bytes: 6e9 }])).denial, 'Refused', 'too large');
});

test('the manifest gets its URL when everything else is there', options, async () => {
  await using s3 = await startS3Checker();
  await using fleet = await startBackupFleet(storageOf(s3));
  await using world = await aLyingWorld(fleet, WORLD);
  await fleet.send('POST', `/worlds/${WORLD}/backups`);
  const order = world.orders[0]?.order ?? '';
  const manifest = { path: 'backup.json', bytes: 2, sha256: sha256('{}') };
  assert.equal((await world.urls(order, [manifest])).reason, 'world.db was not uploaded');
  await world.urls(order, [FILE]);
  assert.equal((await world.urls(order, [manifest])).reason, '1 files are not there');
  const key = `palatine/${WORLD}/${world.orders[0]?.backup}/world.db`;
  s3.objects.set(key, Buffer.from('longer than that'));
  assert.equal((await world.urls(order, [manifest])).reason, '1 files are not there');
  s3.objects.set(key, Buffer.from(TEXT));
  assert.equal((await world.urls(order, [manifest])).urls.length, 1);
});

test(
  'an upload that is told done without a manifest has failed, and its secret counts no more',
  options,
  async () => {
    await using s3 = await startS3Checker();
    await using fleet = await startBackupFleet(storageOf(s3));
    await using world = await aLyingWorld(fleet, WORLD);
    await fleet.send('POST', `/worlds/${WORLD}/backups`);
    const order = world.orders[0]?.order ?? '';
    world.babble('{');
    world.babble(JSON.stringify({ v: 2, order }));
    assert.equal(await world.tell(order, 'Running'), true);
    assert.equal((await fleet.list()).Orders[0]?.Doing, 'lying');
    assert.equal(await world.tell(order, 'Done'), true);
    await until('it ends', async () => (await fleet.list()).Orders[0]?.State === 'Failed');
    assert.equal((await fleet.list()).Orders[0]?.Message, 'its manifest is not in the storage');
    assert.equal((await world.urls(order, [FILE])).denial, 'Unknown');
    assert.equal(await world.tell(order, 'Running'), false);
  },
);

test('orders that cannot be followed are refused, each with its code', options, async () => {
  await using s3 = await startS3Checker();
  await using fleet = await startBackupFleet(storageOf(s3));
  const post = async (path: string, more: { body?: object; token?: string } = {}) => {
    type Refused = { Error?: { Code: string; Details: { Reason?: string } } };
    const { status, body } = await fleet.send<Refused>('POST', path, more);
    return [status, body.Error?.Code, body.Error?.Details.Reason];
  };
  const make = `/worlds/${WORLD}/backups`;
  assert.deepEqual(await post(make), [503, 'SERVER_BUSY', 'WORLD_OFFLINE']);
  assert.deepEqual(await post('/worlds/nothing/backups'), [400, 'VALIDATION_FAILED', undefined]);
  assert.deepEqual(await post(make, { body: { Archives: 1 } }), [400, 'VALIDATION_FAILED', undefined]);
  assert.deepEqual(await post(make, { token: READER }), [403, 'MISSING_PERMISSION', undefined]);
  assert.deepEqual(await post(make, { token: LIMITED }), [403, 'MISSING_PERMISSION', undefined]);
  const restore = `/worlds/${WORLD}/restores`;
  assert.deepEqual(await post(restore), [400, 'EMPTY_BODY', undefined]);
  assert.deepEqual(await post(restore, { body: {} }), [400, 'INVALID_REQUEST', undefined]);
  for (const Backup of [BACKUP, '../x', `${OTHER}/${BACKUP}`]) {
    assert.deepEqual(await post(restore, { body: { Backup } }), [404, 'BACKUP_NOT_FOUND', undefined]);
  }
  {
    await using _ = await fleet.join(WORLD, newFolder(), { allow: ['REST.*'] });
    assert.deepEqual(await post(make), [403, 'MISSING_PERMISSION', undefined]);
  }
  await using _ = await aLyingWorld(fleet, WORLD);
  assert.equal((await post(make))[0], 200);
  assert.deepEqual(await post(make), [409, 'BACKUP_RUNNING', undefined]);
  assert.ok(fleet.audited.some(({ Outcome, Target }) => Outcome === 'OK' && Target === WORLD));
  assert.ok(fleet.audited.some(({ Outcome }) => Outcome === 'BACKUP_RUNNING'));

  const { body } = await fleet.send<{ Orders: unknown[] }>('GET', '/backups', { token: LIMITED });
  assert.deepEqual(body.Orders, [], 'of a world for which the token does not count');
});

test('a gateway without a storage says so', options, async () => {
  await using fleet = await startBackupFleet(undefined);
  for (const [method, path] of [
    ['GET', '/backups'],
    ['POST', `/worlds/${WORLD}/backups`],
  ] as const) {
    const { status, body } = await fleet.send<{ Error: { Code: string } }>(method, path);
    assert.deepEqual([status, body.Error.Code], [409, 'NO_BACKUP_STORAGE']);
  }
});

test('a world whose backup cannot be made says why', options, async () => {
  await using s3 = await startS3Checker();
  await using fleet = await startBackupFleet(storageOf(s3));
  await using _ = await fleet.join(WORLD, join(newFolder(), 'missing'));
  const order = await fleet.ended(`/worlds/${WORLD}/backups`);
  assert.deepEqual([order.State, order.Doing], ['Failed', 'failed']);
  assert.notEqual(order.Message ?? '', '');
});

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { jetstreamManager } from '@nats-io/jetstream';
import type { Refusal } from '@palatine/contract';
import { entryKey, listEntry } from '@palatine/fleet';
import pino from 'pino';
import {
  natsAccount,
  natsClient,
  startNats,
  startNatsCluster,
  natsTest as test,
} from '../harness/nats-server.ts';
import { TestClock } from '../harness/test-clock.ts';
import { until } from '../harness/until.ts';
import { aGateway, aWorldOf, temporaryFolder, user } from './lists-harness.ts';

const CHEATING = { reason: 'cheating' };
const SILENT = { src: '$KV.LISTS.none', dest: 'none' };

test('a ban that one gateway takes counts at every gateway and in every world of the list', async () => {
  const nats = await natsAccount();
  await using one = await aGateway(nats, 'one');
  await using two = await aGateway(nats, 'two');
  await using world = await aWorldOf(nats);
  await using other = await aWorldOf(nats, { lists: ['other'] });
  await one.lists.putList('main', { LocalUnban: false }, 'Panel');
  await one.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await one.lists.put('main', { Kind: 'IP', Id: '2001:db8::1' }, CHEATING, 'Panel');
  await until('the other gateway has both', () => two.lists.lists().some(({ Active }) => Active === 2));
  await until('the world enforces both', () => world.ids().length === 2);
  const [address, player] = [...(world.enforced.at(-1) ?? [])];
  assert.deepEqual(
    [player?.list, player?.id, player?.reason, player?.mayLift],
    ['main', 'steam_1', 'cheating', false],
  );
  assert.deepEqual([address?.kind, address?.id], ['IP', '2001:db8::1']);
  await two.lists.lift('main', user('steam_1'), 'Panel');
  await until('the world lifts it', () => world.ids().length === 1);
  assert.deepEqual(other.ids(), []);
  assert.equal(other.replica.status.whole, true);
});

test('a world enforces what it has while it is cut off, and reads what it missed', async () => {
  await using nats = await startNats();
  using folder = temporaryFolder();
  await using gateway = await aGateway(nats, 'one');
  await gateway.lists.putList('main', {}, 'Panel');
  await gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  const first = await aWorldOf(nats, { folder: folder.path });
  await until('it is enforced', () => first.ids().length === 1);
  await first[Symbol.asyncDispose]();
  await gateway.lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await gateway.lists.lift('main', user('steam_1'), 'Panel');

  const connection = await natsClient(nats);
  await nats.kill();
  await using again = await aWorldOf(nats, { folder: folder.path, connection });
  await until('it enforces what it had', () => again.enforced.length > 0);
  assert.deepEqual(again.ids(), ['steam_1']);
  await nats.restart();
  await until('it has caught up', () => again.ids().join() === 'steam_2');
  await connection.close();
});

test('before everything was read once nothing is enforced and the whitelist is off', async () => {
  const nats = await natsAccount();
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  await using world = await aWorldOf(nats, { log });
  await until('it has asked for the bucket', () => /KV_LISTS could not be read/.test(logged.join()));
  assert.deepEqual(world.enforced, []);
  assert.equal(world.allowed(), 'Unknown');
  await using gateway = await aGateway(nats, 'one');
  await gateway.lists.putList('main', { Kind: 'Allow' }, 'Panel');
  await gateway.lists.put('main', user('steam_1'), { reason: '' }, 'Panel');
  await until('the list allows', () => String(world.allowed()) === 'steam_1');
  assert.deepEqual(world.ids(), []);
});

test('a change that was not heard shows as a gap, and is read', async () => {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await using connection = await natsClient(nats);
  await using world = await aWorldOf(nats, { connection });
  await gateway.lists.putList('main', {}, 'Panel');
  await gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await until('it is enforced', () => world.ids().length === 1);
  const heard: string[] = [];
  connection.subscribe('lists.>', { callback: (_, { subject }) => void heard.push(subject) });
  await connection.flush();
  const manager = await jetstreamManager(gateway.connection);
  const { config } = await manager.streams.info('KV_LISTS');
  assert.ok(config.republish);
  await manager.streams.update('KV_LISTS', { ...config, republish: SILENT });
  for (const id of ['steam_2', 'steam_3']) await gateway.lists.put('main', user(id), CHEATING, 'Panel');
  gateway.connection.publish('lists.behind', '');
  await until('what comes behind them is heard', () => heard.includes('lists.behind'));
  assert.deepEqual(heard, ['lists.behind'], 'nobody heard of them');
  assert.equal(world.ids().length, 1);
  await manager.streams.update('KV_LISTS', config);
  await gateway.lists.put('main', user('steam_4'), CHEATING, 'Panel');
  await until('all are enforced', () => world.ids().length === 4);
});

test('a change that was not heard is found by the comparison', async () => {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await using world = await aWorldOf(nats, { compareMs: 300 });
  await gateway.lists.putList('main', {}, 'Panel');
  const manager = await jetstreamManager(gateway.connection);
  const { config } = await manager.streams.info('KV_LISTS');
  await manager.streams.update('KV_LISTS', { ...config, republish: SILENT });
  await gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await until('it is enforced', () => world.ids().length === 1);
});

test('a broker that lost its disk is filled again from the gateways, and worlds go on', async () => {
  await using nats = await startNats();
  await using one = await aGateway(nats, 'one');
  await using two = await aGateway(nats, 'two');
  await using world = await aWorldOf(nats);
  await one.lists.putList('main', {}, 'Panel');
  for (let n = 0; n < 40; n++) await one.lists.put('main', user(`steam_${n}`), CHEATING, 'Panel');
  await until('all have it', () => world.ids().length === 40 && two.lists.lists()[0]?.Active === 40);
  await nats.restart({ wiped: true });
  await until('the bucket is full again', async () => {
    const manager = await jetstreamManager(one.connection).catch(() => undefined);
    const found = await manager?.streams.info('KV_LISTS').catch(() => undefined);
    return found?.state.messages === 41;
  });
  assert.equal(world.ids().length, 40);
  await two.lists.put('main', user('steam_new'), CHEATING, 'Panel');
  await until('the world follows the new bucket', () => world.ids().length === 41);
  await until('so does the gateway', () => one.ids().length === 41);
  await using late = await aWorldOf(nats);
  await until('a new world has it', () => late.ids().length === 41);
});

test('writes to the same entries at two gateways at once end equal everywhere', async () => {
  const nats = await natsAccount();
  await using one = await aGateway(nats, 'one');
  await using two = await aGateway(nats, 'two');
  await using world = await aWorldOf(nats);
  await one.lists.putList('main', {}, 'Panel');
  await until('both know the list', () => two.lists.lists().length === 1);
  const ids = Array.from({ length: 10 }, (_, n) => `steam_${n}`);
  const writes = [one, two].flatMap((gateway) =>
    ids.flatMap((id, n) => [
      gateway.lists.put('main', user(id), { reason: `${id} ${Math.random()}` }, 'Panel'),
      ...(n % 2 === 0 ? [gateway.lists.lift('main', user(id), 'Panel').catch(() => {})] : []),
    ]),
  );
  await Promise.all(writes);
  const shown = (gateway: typeof one) => JSON.stringify(gateway.lists.page('main', { Limit: 100 }).Bans);
  await until('both gateways say the same', () => shown(one) === shown(two));
  await until('the world says the same', () => world.ids().join() === one.ids().join());
  const reasons = new Map(one.lists.bans('main').map(({ Id, Reason }) => [Id, Reason]));
  await until('with the same reasons', () =>
    (world.enforced.at(-1) ?? []).every(({ id, reason }) => reasons.get(id) === reason),
  );
});

test('while the leader of the stream is killed, writes wait and none is lost', async () => {
  await using cluster = await startNatsCluster();
  await using gateway = await aGateway(cluster, 'one', { replicas: 3 });
  await using world = await aWorldOf(cluster);
  await gateway.lists.putList('main', {}, 'Panel');
  const manager = await jetstreamManager(gateway.connection);
  const { cluster: place } = await manager.streams.info('KV_LISTS');
  const leader = cluster.nodes[Number(place?.leader?.slice(1)) - 1];
  assert.ok(leader);
  const writes: Promise<unknown>[] = [];
  const ids = Array.from({ length: 20 }, (_, n) => `steam_${n}`);
  for (const [n, id] of ids.entries()) {
    if (n === 5) await leader.kill();
    writes.push(gateway.lists.put('main', user(id), CHEATING, 'Panel'));
  }
  const ended = await Promise.allSettled(writes);
  const taken = ids.filter((_, n) => ended[n]?.status === 'fulfilled');
  const refused = ended.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Refusal).code] : []));
  assert.deepEqual([...new Set([...refused, 'SERVER_BUSY'])], ['SERVER_BUSY']);
  assert.ok(taken.length > 5);
  await leader.restart();
  await until('the world enforces all that were taken', () => taken.every((id) => world.ids().includes(id)));
  await until('the gateway says the same', () => gateway.ids().join() === world.ids().join());
});

test('a list that is deleted counts nowhere, and one of the same name begins empty', async () => {
  const nats = await natsAccount();
  await using one = await aGateway(nats, 'one');
  await using two = await aGateway(nats, 'two');
  await using world = await aWorldOf(nats);
  await one.lists.putList('main', {}, 'Panel');
  await one.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await until('it is enforced', () => world.ids().length === 1);
  await one.lists.deleteList('main', 'Panel');
  await until('it is lifted', () => world.ids().length === 0);
  await until('the other gateway knows', () => two.lists.lists().length === 0);
  await assert.rejects(two.lists.put('main', user('steam_1'), CHEATING, 'Panel'), { code: 'LIST_NOT_FOUND' });
  await two.lists.putList('main', {}, 'Panel');
  await two.lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await until('only the new entry counts', () => world.ids().join() === 'steam_2');
  await until('everywhere', () => one.lists.lists().length === 1 && one.ids().join() === 'steam_2');
});

test('an entry that has expired counts no more, and stays on the list', async () => {
  const nats = await natsAccount();
  const clock = new TestClock();
  await using gateway = await aGateway(nats, 'one', { clock });
  await using world = await aWorldOf(nats, { clock });
  await gateway.lists.putList('main', {}, 'Panel');
  const expires = new Date(clock.now() + 60_000).toISOString();
  await gateway.lists.put('main', user('steam_1'), { ...CHEATING, expires }, 'Panel');
  await until('it is enforced', () => world.ids().length === 1);
  clock.advance(70_000);
  await until('it is lifted', () => world.ids().length === 0);
  const { Bans } = gateway.lists.page('main', {});
  const states = Bans.map(({ State, Expires }) => [State, Expires]);
  assert.deepEqual(states, [['Expired', expires]]);
});

test('an entry of a clock that is far ahead counts nowhere, and does not keep anybody from writing', async () => {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await using world = await aWorldOf(nats);
  await gateway.lists.putList('main', {}, 'Panel');
  const hour = Date.now() + 3_600_000;
  const ban = {
    Active: true,
    Reason: 'of tomorrow',
    BannedBy: 'Panel',
    BannedAt: new Date(hour).toISOString(),
  };
  const wrong = listEntry.pack({ ...user('steam_1'), ...ban, t: [hour, 0, 'wrong'] });
  gateway.connection.publish(`$KV.LISTS.${entryKey('main', user('steam_1'))}`, wrong);
  await gateway.lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await until('the other is enforced', () => world.ids().includes('steam_2'));
  assert.deepEqual(world.ids(), ['steam_2']);
  await gateway.lists.put('main', user('steam_1'), { reason: 'of today' }, 'Panel');
  await until('the entry of today is enforced', () => world.ids().length === 2);
  assert.equal(world.enforced.at(-1)?.find(({ id }) => id === 'steam_1')?.reason, 'of today');
});

test('what somebody else than the bucket publishes is not taken for a change of it', async () => {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await using world = await aWorldOf(nats);
  await gateway.lists.putList('main', {}, 'Panel');
  const key = entryKey('main', user('steam_1'));
  gateway.connection.publish(`lists.${key}`, '{}');
  await gateway.lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await until('the true one is enforced', () => world.ids().length === 1);
  assert.deepEqual(world.ids(), ['steam_2']);
});

test('a gateway that starts again goes on with its copy', async () => {
  const nats = await natsAccount();
  using database = new DatabaseSync(':memory:');
  {
    await using gateway = await aGateway(nats, 'one', { database });
    await gateway.lists.putList('main', {}, 'Panel');
    await gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  }
  await using other = await aGateway(nats, 'two');
  await other.lists.put('main', user('steam_2'), CHEATING, 'Panel');
  await using again = await aGateway(nats, 'three', { database });
  await until('it has what it missed', () => again.ids().length === 2);
});

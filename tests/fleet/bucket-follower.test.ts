import assert from 'node:assert/strict';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { definitionKey, entryKey, listDefinition, listEntry } from '@palatine/fleet';
import {
  type NatsAddress,
  type NatsNode,
  natsAccount,
  natsClient,
  startNats,
  natsTest as test,
} from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aGateway, aWorldOf, temporaryFolder, user } from './lists-harness.ts';

// What a follower of a bucket must not believe. A change that is missed and never read again is a player who was banned
// everywhere, and plays on in one world.

const CHEATING = { reason: 'cheating' };
const HEARD = { src: '$KV.LISTS.>', dest: 'lists.>' };
const SILENT = { src: '$KV.LISTS.none', dest: 'none' };

for (const lagsFirst of [true, false]) {
  const which = lagsFirst ? 'first' : 'second';
  test(`a world misses no change when its ${which} question is answered by a replica that lags`, () =>
    missesNothing(lagsFirst));
}

async function missesNothing(lagsFirst: boolean): Promise<void> {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await using own = await lagging(nats);
  await gateway.lists.putList('main', {}, 'Panel');
  await gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
  await using world = await aWorldOf(nats, { connection: own.connection });
  await until('it is enforced', () => world.ids().length === 1);
  await own.rememberNewest('$KV.LISTS.>', '$KV.LISTS.main.>');

  const manager = await jetstreamManager(gateway.connection);
  const { config } = await manager.streams.info('KV_LISTS');
  await manager.streams.update('KV_LISTS', { ...config, republish: SILENT });
  for (const id of ['steam_2', 'steam_3']) await gateway.lists.put('main', user(id), CHEATING, 'Panel');
  await manager.streams.update('KV_LISTS', config);
  own.lagEverySecondTime(lagsFirst);
  await gateway.lists.put('main', user('steam_4'), CHEATING, 'Panel');
  await until('all are enforced', () => world.ids().length === 4);
}

test('a message of a bucket that was wiped is not taken for the next one of the bucket before', async () => {
  await using nats = await startNats();
  const connection = await natsClient(nats);
  await using world = await filledWorld(nats, connection);
  const { sequence } = world.replica.status.seen;
  await nats.restart({ wiped: true });

  // A bucket that cannot be read yet, filled silently up to where the world was in the one before.
  const client = await natsClient(nats);
  const manager = await jetstreamManager(client);
  await new Kvm(jetstream(client)).create('LISTS', { history: 1, republish: SILENT });
  const { config } = await manager.streams.info('KV_LISTS');
  const unread = { ...config, allow_direct: false };
  await manager.streams.update('KV_LISTS', unread);
  const put = (id: string) =>
    jetstream(client).publish(`$KV.LISTS.${entryKey('main', user(id))}`, anEntry(id));
  await jetstream(client).publish(`$KV.LISTS.${definitionKey('main')}`, aDefinition());
  for (let n = 1; n < sequence; n++) await put(`steam_again_${n}`);
  await manager.streams.update('KV_LISTS', { ...unread, republish: HEARD });
  await until('the world is connected again', () => isHeard(client, connection));
  const { seq } = await put('steam_next');
  assert.equal(seq, sequence + 1);
  await connection.flush();

  await manager.streams.update('KV_LISTS', { ...config, republish: HEARD });
  await until('the world has read all of the new bucket', () => world.ids().includes('steam_again_1'));
  await until('and what came last', () => world.ids().includes('steam_next'));
  await Promise.all([client.close(), connection.close()]);
});

test('a list that was made again while a world was away counts there, also where its definition comes last', async () => {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  using folder = temporaryFolder();
  {
    await using world = await aWorldOf(nats, { folder: folder.path });
    await gateway.lists.putList('main', {}, 'Panel');
    await gateway.lists.put('main', user('steam_1'), CHEATING, 'Panel');
    await until('it is enforced', () => world.ids().length === 1);
    await gateway.lists.deleteList('main', 'Panel');
    await until('it is lifted', () => world.ids().length === 0);
  }
  await gateway.lists.putList('main', {}, 'Panel');
  for (const id of ['steam_2', 'steam_3']) await gateway.lists.put('main', user(id), CHEATING, 'Panel');
  await gateway.lists.putList('main', { Title: 'Cheaters' }, 'Panel');
  {
    await using world = await aWorldOf(nats, { folder: folder.path });
    await until('the new entries count', () => world.ids().join() === 'steam_2,steam_3');
  }
});

/** A world that has read a list of ten. The gateway that made it is gone, so that nobody fills a wiped bucket. */
async function filledWorld(nats: NatsNode, connection: NatsConnection) {
  await using gateway = await aGateway(nats, 'one');
  await gateway.lists.putList('main', {}, 'Panel');
  for (let n = 0; n < 10; n++) await gateway.lists.put('main', user(`steam_${n}`), CHEATING, 'Panel');
  const world = await aWorldOf(nats, { connection });
  await until('it is enforced', () => world.ids().length === 10);
  return world;
}

/** A connection on which some answers are those that the broker gave earlier, as of a replica that lags. */
async function lagging(nats: NatsAddress) {
  const connection = await natsClient(nats);
  const request = connection.request.bind(connection);
  const older = new Map<string, Msg>();
  let lags = false;
  let isTurn = false;
  connection.request = async (subject, payload, options) => {
    const answer = lags ? older.get(String(payload)) : undefined;
    if (answer === undefined) return await request(subject, payload, options);
    isTurn = !isTurn;
    return isTurn ? answer : await request(subject, payload, options);
  };
  return {
    connection,
    /** Asks for the newest messages of these subjects, whose answers it will give again. */
    async rememberNewest(...subjects: string[]) {
      for (const last_by_subj of subjects) {
        const payload = JSON.stringify({ last_by_subj });
        older.set(payload, await request('$JS.API.DIRECT.GET.KV_LISTS', payload));
      }
    },
    lagEverySecondTime(first: boolean) {
      lags = true;
      isTurn = !first;
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

/** Whether a message of one connection reaches the other. */
async function isHeard(from: NatsConnection, to: NatsConnection): Promise<boolean> {
  const subscription = to.subscribe('ready', { max: 1, timeout: 500 });
  try {
    await to.flush();
    from.publish('ready');
    for await (const _ of subscription) return true;
  } catch {
    subscription.unsubscribe(); // not connected yet, or nothing came in time
  }
  return false;
}

function anEntry(Id: string): string {
  const ban = { Active: true, Reason: 'cheating', BannedBy: 'Panel', BannedAt: new Date().toISOString() };
  return listEntry.pack({ ...user(Id), ...ban, t: [Date.now(), 1, 'two'] });
}

function aDefinition(): string {
  const list = { Kind: 'Ban', Title: '', Adopt: 'Ignore', LocalUnban: true, Active: true } as const;
  return listDefinition.pack({
    ...list,
    ChangedBy: 'Panel',
    Since: [1, 0, 'two'],
    t: [Date.now(), 0, 'two'],
  });
}

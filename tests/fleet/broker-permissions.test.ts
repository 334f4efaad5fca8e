import assert from 'node:assert/strict';
import { DiscardPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { createUser } from '@nats-io/nkeys';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  connectBroker,
  getDirect,
  isSentByBroker,
  STREAMS,
  type StoredMessage,
  SUBJECTS,
  walkStream,
  wasSentByBroker,
} from '@palatine/fleet';
import { userJwt, worldPermissions } from '@palatine/server/gateway/broker/claims.ts';
import { readKeys } from '@palatine/server/gateway/broker/keys-file.ts';
import { aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import { aBroker, credentialsText, type TestBroker } from '../harness/broker.ts';
import { natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';

const [SEVEN, EIGHT] = [aWorldKey(7), aWorldKey(8)];

/** Makes the streams and buckets of a fleet, as a gateway does. */
async function withStreams(broker: TestBroker) {
  const { worlds, control } = await broker.gateway();
  const manager = await jetstreamManager(worlds);
  for (const { name, subjects } of Object.values(STREAMS)) {
    const config = { allow_direct: true, discard: DiscardPolicy.Old };
    await manager.streams.add({ name, subjects: [...subjects], ...config });
  }
  const buckets = new Kvm(control);
  const republish = (subject: string) => ({ republish: { src: '>', dest: `${subject}.>` } });
  const lists = await buckets.create('LISTS', republish('lists'));
  const tokens = await buckets.create('TOKENS', republish('tokens'));
  return { worlds, control, manager, lists, tokens };
}

/** Publishes, and says how the broker refused it; undefined when it did not. */
async function refusalOf(connection: NatsConnection, subject: string): Promise<string | undefined> {
  const refused = firstError(connection);
  connection.publish(subject, '{}');
  await connection.flush(); // the broker refuses before it answers this
  return await Promise.race([refused, connection.flush().then(() => undefined)]);
}

async function firstError(connection: NatsConnection): Promise<string | undefined> {
  for await (const status of connection.status()) {
    if (status.type === 'error') return status.error.message;
  }
  return undefined;
}

async function keysOf(bucket: KV): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of await bucket.keys()) keys.push(key);
  return keys;
}

test('a world publishes what it says itself, and its batches are stored', async () => {
  await using broker = await aBroker();
  const { manager } = await withStreams(broker);
  const { connection } = await broker.world(SEVEN);

  const stored = await jetstream(connection).publish(SUBJECTS.events(SEVEN), 'batch');
  assert.equal(stored.stream, 'EVENTS');
  const last = await connection.request(`$JS.API.DIRECT.GET.EVENTS.${SUBJECTS.events(SEVEN)}`);
  assert.equal(last.string(), 'batch');
  for (const subject of [
    SUBJECTS.leave('some-gateway'),
    SUBJECTS.heartbeat(SEVEN),
    SUBJECTS.audit(SEVEN),
    SUBJECTS.roster(SEVEN),
    SUBJECTS.proposal(SEVEN, 'steam_1'),
  ]) {
    assert.equal(await refusalOf(connection, subject), undefined, subject);
  }
  assert.equal((await manager.streams.info('PROPOSALS')).state.messages, 1);
});

test('a world may not speak for another one, change a bucket or touch a stream', async () => {
  await using broker = await aBroker();
  await withStreams(broker);
  const { connection } = await broker.world(SEVEN);

  for (const subject of [
    SUBJECTS.events(EIGHT),
    SUBJECTS.audit(EIGHT),
    SUBJECTS.roster(EIGHT),
    SUBJECTS.heartbeat(EIGHT),
    SUBJECTS.proposal(EIGHT, 'steam_1'),
    SUBJECTS.read(EIGHT),
    SUBJECTS.write(EIGHT),
    SUBJECTS.write(SEVEN),
    'lists.main',
    '_INBOX.anything',
    '_INBOX_gateway.anything',
    '$KV.LISTS.main.u.steam_1',
    '$KV.TOKENS.abc',
    '$KV.WORLDS.abc',
    '$JS.API.STREAM.CREATE.MINE',
    '$JS.API.STREAM.UPDATE.EVENTS',
    '$JS.API.STREAM.DELETE.EVENTS',
    '$JS.API.STREAM.PURGE.EVENTS',
    '$JS.API.STREAM.MSG.DELETE.EVENTS',
    '$JS.API.STREAM.MSG.GET.EVENTS',
    '$JS.API.STREAM.NAMES',
    '$JS.API.CONSUMER.CREATE.EVENTS',
    `$JS.API.DIRECT.GET.EVENTS.${SUBJECTS.events(EIGHT)}`,
    '$JS.API.DIRECT.GET.EVENTS',
    '$SYS.REQ.CLAIMS.UPDATE',
    '$SYS.REQ.SERVER.PING',
  ]) {
    assert.match((await refusalOf(connection, subject)) ?? '', /Permissions Violation/, subject);
  }
});

test('a world listens to itself, the lists and its own answers only', async () => {
  await using broker = await aBroker();
  const { worlds } = await withStreams(broker);
  const { connection } = await broker.world(SEVEN);

  for (const subject of [
    '>',
    'w.>',
    SUBJECTS.write(EIGHT),
    'g.*.go',
    'h.*',
    SUBJECTS.events(SEVEN),
    '_INBOX.>',
    '_INBOX_gateway.>',
    '$SYS.>',
    '$KV.>',
  ]) {
    const subscription = connection.subscribe(subject);
    const heard = (async () => {
      for await (const _ of subscription);
    })();
    await assert.rejects(heard, /Permissions Violation/, subject);
  }

  const got: string[] = [];
  for (const subject of worldPermissions(SEVEN).subscribe) {
    connection.subscribe(subject, { callback: (_error, message) => void got.push(message.subject) });
  }
  await connection.flush();
  worlds.publish(SUBJECTS.read(SEVEN), '');
  worlds.publish(SUBJECTS.read(EIGHT), '');
  await until('its own question arrives', () => got.includes(SUBJECTS.read(SEVEN)));
  assert.deepEqual(got, [SUBJECTS.read(SEVEN)]);
});

test('of the permissions of another world, a world has those to gateways and to what all share only', async () => {
  await using broker = await aBroker();
  await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  const [own, other] = [worldPermissions(SEVEN), worldPermissions(EIGHT)];
  for (const subject of other.publish) {
    const refusal = await refusalOf(connection, subject.replaceAll('*', 'x'));
    assert.equal(refusal === undefined, own.publish.includes(subject), subject);
  }
  const shared = other.publish.filter((subject) => own.publish.includes(subject));
  assert.deepEqual(shared, ['g.*.go', '$JS.API.DIRECT.GET.KV_LISTS', '$JS.API.DIRECT.GET.KV_TOKENS']);
  const both = other.subscribe.filter((subject) => own.subscribe.includes(subject));
  assert.deepEqual(both, ['lists.>', 'tokens.>']);
});

test('a world reads lists as they change and message by message', async () => {
  await using broker = await aBroker();
  const { lists } = await withStreams(broker);
  await lists.put('main.u.steam_1', 'before');
  const { connection } = await broker.world(SEVEN);
  const changes: string[] = [];
  connection.subscribe('lists.>', {
    callback: (_, { subject, headers }) => void changes.push(`${subject} ${headers?.get('Nats-Sequence')}`),
  });
  await connection.flush();
  await lists.put('main.u.steam_2', 'after');
  await until('the change arrives', () => changes.length > 0);
  assert.deepEqual(changes, ['lists.$KV.LISTS.main.u.steam_2 2']);

  const query = JSON.stringify({ seq: 1, next_by_subj: '$KV.LISTS.>' });
  const next = await connection.request('$JS.API.DIRECT.GET.KV_LISTS', query);
  assert.equal(next.string(), 'before');
});

test('a world reads all entries of a list by direct gets alone', async () => {
  await using broker = await aBroker();
  const { lists } = await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  const read = async (filter = '>') => {
    const entries: StoredMessage[] = [];
    const subject = `$KV.LISTS.${filter}`;
    const onMessage = (message: StoredMessage) => void entries.push(message);
    const newest = await getDirect(connection, 'KV_LISTS', { last_by_subj: subject });
    const upTo = newest?.sequence ?? 0;
    await walkStream(connection, { stream: 'KV_LISTS', subject, after: 0, upTo, onMessage });
    return entries.sort((a, b) => a.sequence - b.sequence);
  };
  assert.deepEqual(await read(), []);

  const keys = Array.from({ length: 600 }, (_, index) => `main.u.steam_${index}`);
  for (const key of keys) await lists.put(key, 'first');
  await lists.put('other.u.steam_1', 'of another list');
  for (const key of keys.slice(0, 300)) await lists.put(key, 'second'); // leaves a hole in the sequence
  await lists.delete('main.u.steam_300');

  const entries = await read('main.>');
  assert.deepEqual(entries.map(keyOf).sort(), [...keys].sort());
  assert.deepEqual(entries.filter(({ deleted }) => deleted).map(keyOf), ['main.u.steam_300']);
  const texts = new Map(entries.map((entry) => [keyOf(entry), entry.text]));
  assert.deepEqual([texts.get('main.u.steam_299'), texts.get('main.u.steam_301')], ['second', 'first']);
  assert.equal(entries.at(-1)?.sequence, 902);
});

test('no answer of the broker that a world sends astray gets into the buckets of gateways', async () => {
  await using broker = await aBroker();
  const { lists, tokens } = await withStreams(broker);
  await lists.put('main.u.steam_1', 'a ban');
  await tokens.put('somebody', 'all rights');
  const { connection } = await broker.world(SEVEN);
  await jetstream(connection).publish(SUBJECTS.events(SEVEN), 'forged');

  const last = `$JS.API.DIRECT.GET.EVENTS.${SUBJECTS.events(SEVEN)}`;
  for (const reply of ['$KV.LISTS.main.u.steam_1', '$KV.LISTS.main.u.steam_2', '$KV.TOKENS.mine']) {
    connection.publish(last, '', { reply });
    connection.publish(SUBJECTS.events(SEVEN), 'more', { reply });
    connection.publish('$JS.API.DIRECT.GET.KV_TOKENS', '{"last_by_subj":"$KV.TOKENS.somebody"}', { reply });
  }
  await connection.flush();
  await connection.request(last); // the broker has worked off what came before
  assert.deepEqual(await keysOf(lists), ['main.u.steam_1']);
  assert.equal((await lists.get('main.u.steam_1'))?.string(), 'a ban');
  assert.deepEqual(await keysOf(tokens), ['somebody']);
});

test('what a world makes the broker send elsewhere can be told by its headers', async () => {
  await using broker = await aBroker();
  const { worlds, manager } = await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  const heartbeats: boolean[] = [];
  worlds.subscribe('h.*', { callback: (_, { headers }) => void heartbeats.push(isSentByBroker(headers)) });
  await worlds.flush();
  await jetstream(connection).publish(SUBJECTS.events(SEVEN), 'forged');
  const last = `$JS.API.DIRECT.GET.EVENTS.${SUBJECTS.events(SEVEN)}`;

  connection.publish(SUBJECTS.heartbeat(SEVEN), 'own');
  connection.publish(last, '', { reply: SUBJECTS.heartbeat(EIGHT) });
  connection.publish(last, '', { reply: SUBJECTS.events(EIGHT) });
  await until('both heartbeats arrive', () => heartbeats.length === 2);
  assert.deepEqual(heartbeats.sort(), [false, true]);

  const stored = async () => (await manager.streams.info('EVENTS')).state.messages === 2;
  await until('the forged batch is stored', stored);
  const readBack = (world: string) => worlds.request(`$JS.API.DIRECT.GET.EVENTS.${SUBJECTS.events(world)}`);
  assert.equal(wasSentByBroker((await readBack(EIGHT)).headers), true);
  assert.equal(wasSentByBroker((await readBack(SEVEN)).headers), false);
});

test('a world answers a request, in parts too, and nobody else', async () => {
  await using broker = await aBroker();
  const { worlds } = await broker.gateway();
  const { connection } = await broker.world(SEVEN);
  connection.subscribe(SUBJECTS.read(SEVEN), {
    callback: (_error, message) => {
      for (const part of ['one', 'two', 'three']) message.respond(part);
    },
  });
  await connection.flush();
  const parts: string[] = [];
  worlds.subscribe('_INBOX_gateway.parts', { callback: (_, message) => void parts.push(message.string()) });
  worlds.publish(SUBJECTS.read(SEVEN), '', { reply: '_INBOX_gateway.parts' });
  await until('all parts arrive', () => parts.length === 3);
  assert.match((await refusalOf(connection, '_INBOX_gateway.other')) ?? '', /Permissions Violation/);
});

test('a reply subject ends, and counts again when it is sent again', async () => {
  await using broker = await aBroker();
  const { worlds } = await broker.gateway();
  const pair = createUser();
  const [name, publicKey] = ['short', pair.getPublicKey()];
  const permissions = { ...worldPermissions(SEVEN), respondForMs: 1 };
  const account = readKeys(broker.folder)?.Worlds ?? '';
  const credentials = credentialsText(await userJwt(account, { name, publicKey, permissions }), pair);
  await using connection = await connectBroker({ servers: [broker.url], ca: broker.ca, credentials, name });
  let requests = 0;
  connection.subscribe(SUBJECTS.read(SEVEN), { callback: () => void requests++ });
  await connection.flush();
  const reply = '_INBOX_gateway.stream';
  worlds.publish(SUBJECTS.read(SEVEN), '', { reply });
  await until('the request arrives', () => requests === 1);
  await until('the reply subject has ended', async () => (await refusalOf(connection, reply)) !== undefined);

  const heard = worlds.subscribe(reply, { max: 1 });
  await worlds.flush();
  await until('it counts again', async () => {
    worlds.publish(SUBJECTS.read(SEVEN), '', { reply });
    const before = requests;
    await until('the request arrives', () => requests > before);
    connection.publish(reply, 'further');
    await connection.flush();
    return heard.getProcessed() > 0 || heard.getReceived() > 0;
  });
});

test('without credentials, and with those of a stranger, nobody gets in', async () => {
  await using broker = await aBroker();
  await using stranger = await aBroker();
  const { url, ca } = broker;
  const at = { servers: [url], ca, name: 'nobody' };
  await assert.rejects(connectBroker(at), /Authorization Violation/i);
  const { credentials } = await stranger.world(SEVEN);
  await assert.rejects(connectBroker({ ...at, credentials }), /Authorization Violation/i);
  await assert.rejects(connectBroker({ ...at, ca: stranger.ca, credentials }), /certificate/i);
});

test('a revoked world is cut off at once and stays out; its neighbour stays', async () => {
  await using broker = await aBroker();
  const [seven, eight] = [await broker.world(SEVEN), await broker.world(EIGHT)];
  const cut = (async () => {
    for await (const status of seven.connection.status()) if (status.type === 'disconnect') return true;
    return false;
  })();

  broker.keys.revokeWorld(SEVEN);
  await broker.pushAccounts();
  assert.equal(await cut, true);
  const again = { servers: [broker.url], ca: broker.ca, credentials: seven.credentials, name: SEVEN };
  await assert.rejects(connectBroker(again), /Authorization Violation/i);
  await eight.connection.flush();
  const { connection } = await broker.world(SEVEN);
  assert.equal(connection.isClosed(), false, 'it may join again with another key');
});

function keyOf({ subject }: StoredMessage): string {
  return subject.slice('$KV.LISTS.'.length);
}

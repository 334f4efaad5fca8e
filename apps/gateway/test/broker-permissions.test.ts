import assert from 'node:assert/strict';
import { jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBroker, FLEET_STREAM, SHARED_BUCKETS, SUBJECTS, WORLDS_BUCKET } from '@palatine/fleet';
import { aBroker, type TestBroker } from '@palatine/testing/broker';
import { aWorldKey } from '@palatine/testing/fleet-messages';
import { natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { prepareStream } from '../src/broker/prepare-broker.ts';

const [SEVEN, EIGHT] = [aWorldKey(7), aWorldKey(8)];
const wordOf = (world: string) => `$KV.${WORLDS_BUCKET.name}.${world}`;

/** Makes the stream and the buckets of a fleet, as a gateway does. */
async function withStreams(broker: TestBroker) {
  const { worlds, control } = await broker.gateway();
  await prepareStream(worlds, { replicas: 1 });
  await new Kvm(worlds).create(WORLDS_BUCKET.name, { ttl: WORLDS_BUCKET.keptMs });
  const make = ({ name, republished }: { name: string; republished: string }) =>
    new Kvm(control).create(name, { republish: { src: `$KV.${name}.>`, dest: `${republished}.>` } });
  return {
    worlds,
    control,
    lists: await make(SHARED_BUCKETS.lists),
    tokens: await make(SHARED_BUCKETS.tokens),
  };
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
  await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  const stored = await jetstream(connection).publish(SUBJECTS.events(SEVEN), 'batch');
  assert.equal(stored.stream, FLEET_STREAM.name);
  for (const subject of [
    wordOf(SEVEN),
    SUBJECTS.audit(SEVEN),
    SUBJECTS.changes(SEVEN),
    SUBJECTS.answer(SEVEN, 'one'),
  ]) {
    assert.equal(await refusalOf(connection, subject), undefined, subject);
  }
});

test('a world may not speak for another one, answer for it, change a bucket or reach a stream', async () => {
  await using broker = await aBroker();
  await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  for (const subject of [
    wordOf(EIGHT),
    SUBJECTS.events(EIGHT),
    SUBJECTS.audit(EIGHT),
    SUBJECTS.changes(EIGHT),
    SUBJECTS.answer(EIGHT, 'one'),
    SUBJECTS.toWorld(EIGHT, 'any', 'call'),
    SUBJECTS.toWorld(SEVEN, 'any', 'call'),
    'lists.main',
    'tokens.any',
    '_INBOX.anything',
    '_INBOX_gateway.anything',
    `_INBOX_${EIGHT}.anything`,
    '$KV.LISTS.main.u.steam_1',
    '$KV.TOKENS.abc',
    '$JS.API.INFO',
    '$JS.API.STREAM.CREATE.MINE',
    `$JS.API.STREAM.UPDATE.${FLEET_STREAM.name}`,
    `$JS.API.STREAM.DELETE.${FLEET_STREAM.name}`,
    `$JS.API.STREAM.PURGE.${FLEET_STREAM.name}`,
    `$JS.API.STREAM.MSG.GET.${FLEET_STREAM.name}`,
    `$JS.API.CONSUMER.CREATE.${FLEET_STREAM.name}`,
    `$JS.API.DIRECT.GET.${FLEET_STREAM.name}`,
    `$JS.API.DIRECT.GET.${FLEET_STREAM.name}.${SUBJECTS.events(SEVEN)}`,
    '$JS.API.DIRECT.GET.KV_LISTS',
    '$SYS.REQ.CLAIMS.UPDATE',
    '$SYS.REQ.SERVER.PING',
  ]) {
    assert.match((await refusalOf(connection, subject)) ?? '', /Permissions Violation/, subject);
  }
});

test('a world listens to itself, the lists, the tokens and its own answers only', async () => {
  await using broker = await aBroker();
  const { worlds } = await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  for (const subject of [
    '>',
    'w.>',
    SUBJECTS.toWorld(EIGHT, '*', 'call'),
    'g.*.changes',
    'r.>',
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
  for (const subject of [SUBJECTS.toWorld(SEVEN, '*', '*'), 'lists.>', 'tokens.>']) {
    connection.subscribe(subject, { callback: (_error, message) => void got.push(message.subject) });
  }
  await connection.flush();
  const ownSubject = SUBJECTS.toWorld(SEVEN, 'one', 'call');
  worlds.publish(SUBJECTS.toWorld(EIGHT, 'one', 'call'), '');
  worlds.publish(ownSubject, '');
  await until('its own question arrives', () => got.includes(ownSubject));
  assert.deepEqual(got, [ownSubject]);
});

test('a world hears of the changes of lists and tokens', async () => {
  await using broker = await aBroker();
  const { lists, tokens } = await withStreams(broker);
  const { connection } = await broker.world(SEVEN);
  const changes: string[] = [];
  for (const subject of ['lists.>', 'tokens.>'])
    connection.subscribe(subject, {
      callback: (_, { subject, headers }) => void changes.push(`${subject} ${headers?.get('Nats-Stream')}`),
    });
  await connection.flush();
  await broker.world(EIGHT); // for which the broker reads its configuration again
  await lists.put('main.u.steam_1', 'a ban');
  await tokens.put('abc', 'a token');
  await until('both arrive', () => changes.length === 2);
  assert.deepEqual(changes, ['lists.main.u.steam_1 KV_LISTS', 'tokens.abc KV_TOKENS']);
});

test('no answer of the broker that a world sends astray says anything', async () => {
  await using broker = await aBroker();
  const { worlds, lists, tokens } = await withStreams(broker);
  await lists.put('main.u.steam_1', 'a ban');
  const { connection } = await broker.world(SEVEN);
  const [eight, heard] = [SUBJECTS.toWorld(EIGHT, 'one', 'call'), [] as string[]];
  for (const subject of [eight, 'lists.>'])
    worlds.subscribe(subject, { callback: (_, message) => void heard.push(message.string()) });
  await worlds.flush();
  for (const reply of [eight, 'lists.main.u.steam_2', '$KV.LISTS.main.u.steam_1', '$KV.TOKENS.mine'])
    connection.publish(SUBJECTS.events(SEVEN), 'forged', { reply });
  await connection.flush();
  await until('the acks went astray', () => heard.length === 2);
  for (const text of heard) assert.deepEqual(Object.keys(JSON.parse(text) as object), ['stream', 'seq']);
  assert.deepEqual(await keysOf(lists), ['main.u.steam_1']);
  assert.equal((await lists.get('main.u.steam_1'))?.string(), 'a ban');
  assert.deepEqual(await keysOf(tokens), []);
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
  await broker.reload();
  assert.equal(await cut, true);
  const again = { servers: [broker.url], ca: broker.ca, credentials: seven.credentials, name: SEVEN };
  await assert.rejects(connectBroker(again), /Authorization Violation/i);
  await eight.connection.flush();
  const { connection } = await broker.world(SEVEN);
  assert.equal(connection.isClosed(), false, 'it may join again with another key');
});

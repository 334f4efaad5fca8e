import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { connectBroker } from '@palatine/fleet/connection';
import { SHARED_BUCKETS, SUBJECTS } from '@palatine/fleet/messages';
import { aBroker, type TestBroker } from '@palatine/testing/broker';
import { aWorldKey } from '@palatine/testing/fleet-messages';
import { natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';

const [SEVEN, EIGHT] = [aWorldKey(7), aWorldKey(8)];
const STREAM = `KV_${SHARED_BUCKETS.lists.name}`;

/** Makes the buckets of a fleet, as a gateway does. */
async function withBuckets(broker: TestBroker) {
  const { worlds, control } = await broker.gateway();
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

/** The subjects on which a world speaks by itself. */
const OWN = ['events', 'state', 'audit', 'changes'] as const;

test('a world publishes what it says itself, and the gateway hears it', async () => {
  await using broker = await aBroker();
  const { worlds } = await withBuckets(broker);
  const heard: string[] = [];
  for (const subject of [SUBJECTS.events('*'), SUBJECTS.audit('*'), SUBJECTS.state('*')])
    worlds.subscribe(subject, { callback: (_error, message) => void heard.push(message.subject) });
  await worlds.flush();
  const { connection } = await broker.world(SEVEN);
  for (const subject of [...OWN.map((name) => SUBJECTS[name](SEVEN)), SUBJECTS.answer(SEVEN, 'one')]) {
    assert.equal(await refusalOf(connection, subject), undefined, subject);
  }
  await until('all three arrive', () => heard.length === 3);
});

test('a world may not speak for another one, answer for it, change a bucket or reach a stream', async () => {
  await using broker = await aBroker();
  await withBuckets(broker);
  const { connection } = await broker.world(SEVEN);
  for (const subject of [
    ...OWN.map((name) => SUBJECTS[name](EIGHT)),
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
    `$JS.API.STREAM.UPDATE.${STREAM}`,
    `$JS.API.STREAM.DELETE.${STREAM}`,
    `$JS.API.STREAM.PURGE.${STREAM}`,
    `$JS.API.STREAM.MSG.GET.${STREAM}`,
    `$JS.API.CONSUMER.CREATE.${STREAM}`,
    `$JS.API.DIRECT.GET.${STREAM}`,
    `$JS.API.DIRECT.GET.${STREAM}.${SUBJECTS.events(SEVEN)}`,
    '$JS.API.DIRECT.GET.KV_LISTS',
    '$SYS.REQ.CLAIMS.UPDATE',
    '$SYS.REQ.SERVER.PING',
  ]) {
    assert.match((await refusalOf(connection, subject)) ?? '', /Permissions Violation/, subject);
  }
});

test('a world listens to itself, the lists, the tokens and its own answers only', async () => {
  await using broker = await aBroker();
  const { worlds } = await withBuckets(broker);
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
  const { lists, tokens } = await withBuckets(broker);
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

test('no reply subject and no header of a world reaches JetStream, and its account has none', async () => {
  await using broker = await aBroker();
  const { worlds, control, lists, tokens } = await withBuckets(broker);
  await lists.put('main.u.steam_1', 'a ban');
  const { connection } = await broker.world(SEVEN);
  const astray: string[] = [];
  for (const subject of [SUBJECTS.toWorld(EIGHT, 'one', 'call'), SUBJECTS.state(EIGHT), 'lists.>'])
    worlds.subscribe(subject, { callback: (_error, message) => void astray.push(message.string()) });
  await worlds.flush();
  const rollup = headers();
  rollup.set('Nats-Rollup', 'all');
  for (const subject of [SUBJECTS.events(SEVEN), SUBJECTS.audit(SEVEN), SUBJECTS.state(SEVEN)])
    for (const reply of [
      ...['STREAM.PURGE', 'STREAM.DELETE'].map((order) => `$JS.API.${order}.${STREAM}`),
      ...[SUBJECTS.toWorld(EIGHT, 'one', 'call'), SUBJECTS.state(EIGHT)],
      ...['lists.main.u.steam_2', '$KV.LISTS.main.u.steam_1', '$KV.TOKENS.mine'],
    ])
      connection.publish(subject, '{}', { reply, headers: rollup });
  await connection.flush();
  await worlds.flush();
  assert.deepEqual(astray, []);
  assert.deepEqual(await keysOf(lists), ['main.u.steam_1']);
  assert.equal((await lists.get('main.u.steam_1'))?.string(), 'a ban');
  assert.deepEqual(await keysOf(tokens), []);
  await assert.rejects(jetstreamManager(worlds), /not enabled for account/);
  const account = await (await jetstreamManager(control)).getAccountInfo();
  assert.equal(account.streams, 2, 'lists and tokens alone');
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

test('a revoked world is cut off at once and stays out; its neighbor stays', async () => {
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

import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { BUCKETS, prepareStreams, STREAMS } from '@palatine/fleet';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';

const NAMES = [
  ...Object.values(STREAMS).map(({ name }) => name),
  ...Object.values(BUCKETS).map(({ name }) => `KV_${name}`),
].sort();

test('the streams and buckets of a fleet are made, and those that differ are mended', async () => {
  const node = await natsAccount();
  await using nc = await natsClient(node);
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({ name: 'AUDIT', subjects: ['a.*'] }); // an earlier one, kept for ever and without direct reads
  await prepareStreams(nc, { replicas: 1 });
  await prepareStreams(nc, { replicas: 1 });
  const streams = (await jsm.streams.list().next()).map(({ config }) => config);
  assert.deepEqual(streams.map(({ name }) => name).sort(), NAMES);
  assert.ok(streams.every(({ allow_direct, storage }) => allow_direct && storage === 'file'));
  const audit = streams.find(({ name }) => name === 'AUDIT');
  assert.equal(audit?.max_age, 400 * 86_400 * 1e9);
  const roster = streams.find(({ name }) => name === 'ROSTER');
  assert.equal(roster?.max_msgs_per_subject, 1);
});

test('what is put into a bucket is published again under its own subject', async () => {
  const node = await natsAccount();
  await using nc = await natsClient(node);
  await prepareStreams(nc, { replicas: 1 });
  const seen: string[] = [];
  nc.subscribe('lists.>', {
    callback: (_, { subject, data }) => void seen.push(`${subject} ${data.length}`),
  });
  const lists = await new Kvm(nc).open(BUCKETS.lists.name);
  await lists.put('main.u.steam_1', '{}');
  assert.equal((await lists.get('main.u.steam_1'))?.string(), '{}');
  await until('the change is published again', () => seen.length > 0);
  assert.deepEqual(seen, ['lists.main.u.steam_1 2']);
});

test('a broker that can never take the streams is told at once', async () => {
  const node = await natsAccount();
  await using nc = await natsClient(node);
  await assert.rejects(prepareStreams(nc, { replicas: 3 }), {
    name: 'BrokerError',
    message: 'the broker does not take the stream EVENTS',
  });
});

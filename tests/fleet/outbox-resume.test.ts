import assert from 'node:assert/strict';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { prepareStreams, STREAMS, SUBJECTS } from '@palatine/fleet';
import { runs } from '@palatine/save/testing';
import { aWorldKey } from '@palatine/server/testing/fleet-messages.ts';
import fc from 'fast-check';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aStoredWorld, type StoredWorld } from './stored-world.ts';
import { batchesOf, historiesOf, nextMessage } from './stream-rows.ts';

const KINDS = ['events', 'audit'] as const;
type Kind = (typeof KINDS)[number];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('emit' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('audit' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rollBack' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('prune' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const) }) },
);
const blow = fc.oneof(
  fc.record({ do: fc.constant('goBack' as const), messages: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('wipe' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Blow = typeof blow extends fc.Arbitrary<infer S> ? S : never;

/**
 * Deletes the newest messages of a subject, as a broker that lost what it had not flushed. What the stream has taken
 * meanwhile stands on them, and goes with them: no broker loses a message and keeps a later one. The oldest goes first:
 * nats-server 2.10.27 does not find the last message of a subject by its name once those on both sides are deleted.
 */
async function goBack(jsm: JetStreamManager, kind: Kind, subject: string, messages: number): Promise<void> {
  const stream = STREAMS[kind].name;
  for (let deleted = 0; deleted < messages; deleted++) {
    const first = await jsm.streams.getMessage(stream, { last_by_subj: subject });
    if (first === null) return;
    let lost = await nextMessage(jsm, stream, subject, first.seq);
    for (; lost !== null; lost = await nextMessage(jsm, stream, subject, first.seq)) {
      await jsm.streams.deleteMessage(stream, lost.seq);
      await passBy(jsm, kind);
    }
  }
}

/** Resolves when the stream has stored or refused what came before: it may have taken a message as one was deleted. */
async function passBy(jsm: JetStreamManager, kind: Kind): Promise<void> {
  await jsm.jetstream().publish(SUBJECTS[kind](aWorldKey(1)), '');
}

async function run(
  world: StoredWorld,
  nc: NatsConnection,
  jsm: JetStreamManager,
  one: Step | Blow,
): Promise<void> {
  if (one.do === 'emit') world.emit(one.count);
  if (one.do === 'audit') world.audit(one.count);
  if (one.do === 'rollBack') world.rollBack();
  if (one.do === 'prune') world.prune();
  if (one.do === 'renew') world.renew();
  if (one.do === 'restart') world.restart();
  if (one.do === 'settle') await until('the streams have the newest rows', () => world.isSent());
  if (one.do === 'cut') await nc.reconnect();
  for (const kind of KINDS) {
    const subject = SUBJECTS[kind](world.key);
    if (one.do === 'goBack') await goBack(jsm, kind, subject, one.messages);
    if (one.do === 'wipe') {
      await jsm.streams.purge(STREAMS[kind].name, { filter: subject });
      await passBy(jsm, kind);
      await jsm.streams.purge(STREAMS[kind].name, { filter: subject });
    }
  }
}

interface Broker {
  /** The connection of the world, which is cut. */
  nc: NatsConnection;
  reader: NatsConnection;
}

/** @returns how many rows are in gaps. */
async function assertWhole(world: StoredWorld, nc: NatsConnection, kind: Kind): Promise<number> {
  const batches = await batchesOf(nc, STREAMS[kind].name, SUBJECTS[kind](world.key));
  const incarnation = world.store.incarnation();
  const rows = world.written.get(incarnation)?.[kind] ?? [];
  const history = historiesOf(batches).get(incarnation) ?? { ids: [], gaps: [], breaks: [] };
  assert.deepEqual(
    history.ids,
    history.ids.toSorted((a, b) => a - b),
    'in order',
  );
  assert.deepEqual(history.breaks, []);
  const inGap = (id: number) => history.gaps.some(({ from, to }) => from <= id && id <= to);
  const missing = rows.filter((id) => !history.ids.includes(id));
  const lost = missing.filter((id) => !inGap(id));
  assert.deepEqual(lost, [], 'nothing is missing but what a gap says');
  const invented = history.ids.filter((id) => !rows.includes(id));
  assert.deepEqual(invented, [], 'nothing is there that never was');
  return missing.length;
}

async function assertResumes(
  { nc, reader }: Broker,
  steps: readonly (Step | Blow)[],
  noGaps: boolean,
): Promise<void> {
  const jsm = await jetstreamManager(reader);
  using world = aStoredWorld(nc);
  for (const one of steps) await run(world, nc, jsm, one);
  world.emit(1);
  world.audit(1);
  await until('the newest rows are in the streams', async () => {
    for (const kind of KINDS) {
      const newest = world.written.get(world.store.incarnation())?.[kind].at(-1);
      const batches = await batchesOf(reader, STREAMS[kind].name, SUBJECTS[kind](world.key));
      const ids = historiesOf(batches).get(world.store.incarnation())?.ids ?? [];
      if (newest !== undefined && !ids.includes(newest)) return false;
    }
    return true;
  });
  for (const kind of KINDS) {
    const missing = await assertWhole(world, reader, kind);
    if (noGaps) assert.equal(missing, 0, `${kind} are all there`);
  }
}

test('whatever is cut, deleted and started again, every row is in its stream, once the world still has it', async () => {
  const node = await natsAccount();
  await using nc = await natsClient(node);
  await using reader = await natsClient(node);
  await prepareStreams(reader, { replicas: 1 });
  // A new history is filled with what is kept: what was sent and deleted under the former name is a gap of this one.
  const quiet = step.filter((one) => one.do !== 'renew');
  await fc.assert(
    fc.asyncProperty(fc.array(quiet, { minLength: 4, maxLength: 14 }), (steps) =>
      assertResumes({ nc, reader }, steps, true),
    ),
    runs(4),
  );
});

test('a stream that is wiped or goes back in time, and a world that changes its history, leave no gap unmarked', async () => {
  const node = await natsAccount();
  await using nc = await natsClient(node);
  await using reader = await natsClient(node);
  await prepareStreams(reader, { replicas: 1 });
  const any = fc.oneof({ weight: 3, arbitrary: step }, { weight: 1, arbitrary: blow });
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 4, maxLength: 14 }), (steps) =>
      assertResumes({ nc, reader }, steps, false),
    ),
    runs(4),
  );
});

import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { connectEventually, lastMessageSubject, prepareStreams, STREAMS, SUBJECTS } from '@palatine/fleet';
import { type Outbox, startOutbox } from '@palatine/server/fleet/outbox.ts';
import { type Clock, systemClock } from '@palatine/server/game/clock.ts';
import { createStore } from '@palatine/server/store/store.ts';
import { aWorld } from '@palatine/world/testing';
import pino from 'pino';
import {
  type NatsAddress,
  type NatsNode,
  natsAccount,
  natsClient,
  startNats,
  natsTest as test,
} from '../harness/nats-server.ts';
import { newFolder, startService, type TestOptions, type TestService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';
import { batchesOf, type History, historiesOf } from './stream-rows.ts';

const WORLD = 'a'.repeat(32);
/** Nobody gives the connection up. */
const STOPPED = new AbortController().signal;
/** A stream and a world whose last row is of the same millisecond are taken for one history: two copies have days apart. */
const TOMORROW: Clock = { ...systemClock, now: () => systemClock.now() + 86_400_000 };
const log = pino({ level: 'silent' });

interface FleetWorld extends AsyncDisposable {
  service: TestService;
  outbox: Outbox;
}

interface FleetOptions extends TestOptions {
  connect?: () => Promise<NatsConnection>;
}

/** A service whose outbox sends to a broker. */
async function aFleetWorld(
  node: NatsAddress,
  { connect, ...options }: FleetOptions = {},
): Promise<FleetWorld> {
  const world = options.data === undefined ? aWorld({}) : undefined;
  const service = await startService({ keepsForFleet: true, ...(world && { world }), ...options });
  const address = { ...node, name: 'world' };
  const nc = await (connect?.() ?? connectEventually(address, STOPPED, () => {}));
  const outbox = startOutbox({ nc, world: WORLD, game: service.game, log });
  return {
    service,
    outbox,
    async [Symbol.asyncDispose]() {
      outbox.stop();
      await nc.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** A data folder with an empty world. */
function newWorldFolder(): string {
  const data = newFolder();
  createStore(join(data, 'world.db'), aWorld({}));
  return data;
}

async function prepare(node: NatsAddress): Promise<void> {
  const nc = await natsClient(node);
  await prepareStreams(nc, { replicas: 1 });
  await nc.close();
}

/** Writes that emit one event each. */
async function announce({ api }: TestService, count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    await api.broadcast({ body: { Message: `hello ${number}` } });
}

async function read(node: NatsAddress, kind: 'events' | 'audit'): Promise<Map<string, History>> {
  const nc = await natsClient(node);
  try {
    return historiesOf(await batchesOf(nc, STREAMS[kind].name, SUBJECTS[kind](WORLD)));
  } finally {
    await nc.close();
  }
}

async function eventIds({ game }: TestService): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const { events } = game.eventsSince(ids.at(-1) ?? 0);
    if (events.length === 0) return ids;
    ids.push(...events.map(({ id }) => id));
  }
}

async function auditIds({ api }: TestService): Promise<number[]> {
  const { Entries } = await api.getAudit({ query: { Limit: '500' } });
  return Entries.map(({ Id }) => Id).reverse();
}

/** Waits until the newest history in the streams is what the world has, whole and in order. */
async function untilWhole(node: NatsAddress, { service, outbox }: FleetWorld): Promise<void> {
  await until('the streams have everything', async () => {
    const [events, audit] = [await read(node, 'events'), await read(node, 'audit')];
    const { incarnation } = outbox.status();
    return (
      `${events.get(incarnation)?.ids}` === `${await eventIds(service)}` &&
      `${audit.get(incarnation)?.ids}` === `${await auditIds(service)}`
    );
  });
  await until('nothing is lacking', () => {
    const { events, audit } = outbox.status().lag;
    return events === 0 && audit === 0;
  });
}

async function assertUnbroken(node: NatsAddress): Promise<void> {
  for (const kind of ['events', 'audit'] as const) {
    for (const { gaps, breaks } of (await read(node, kind)).values()) {
      assert.deepEqual([gaps, breaks], [[], []], kind);
    }
  }
}

test('events and audit reach their streams, in order and in the shapes of the contract', async () => {
  const node = await natsAccount();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 20);
  await untilWhole(node, world);
  await assertUnbroken(node);
  const nc = await natsClient(node);
  const events = await batchesOf(nc, STREAMS.events.name, SUBJECTS.events(WORLD));
  assert.ok(events.length < 20, 'what happens together goes together');
  assert.equal(events[0]?.inc, world.service.game.figures?.incarnation);
  const [audit] = await batchesOf(nc, STREAMS.audit.name, SUBJECTS.audit(WORLD));
  const { Entries } = await world.service.api.getAudit({ query: { Limit: '500' } });
  assert.deepEqual(audit?.records[0], Entries.at(-1));
  const past = await world.service.api.getPastEvents({ query: { Limit: 500 } });
  assert.deepEqual(events[0]?.records[0], past.Entries.at(-1));
  await nc.close();
});

test('a broker that is away at the start, and killed in between, has everything in the end', async () => {
  await using node = await startNats();
  await prepare(node);
  await node.kill();
  await using world = await aWorldWhile(node);
  await announce(world.service, 10);
  await untilWhole(node, world);
  for (let round = 0; round < 3; round++) {
    await announce(world.service, 5);
    await node.kill();
    await announce(world.service, 5);
    await node.restart();
    await announce(world.service, 5);
  }
  await untilWhole(node, world);
  await assertUnbroken(node);
});

/** The world starts while the broker is away, and the broker comes a little later. */
async function aWorldWhile(node: NatsNode, options: FleetOptions = {}): Promise<FleetWorld> {
  const starting = aFleetWorld(node, options);
  await node.restart();
  return starting;
}

test('a broker that has lost its disk is filled again', async () => {
  await using node = await startNats();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 10);
  await untilWhole(node, world);
  await node.kill();
  await announce(world.service, 5);
  await node.restart({ wiped: true });
  await prepare(node);
  await announce(world.service, 5);
  await untilWhole(node, world);
  await assertUnbroken(node);
});

test('a stream that is purged while the connection holds is filled again when it is next asked', async () => {
  const node = await natsAccount();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 10);
  await untilWhole(node, world);
  const nc = await natsClient(node);
  const jsm = await jetstreamManager(nc);
  for (const { name } of [STREAMS.events, STREAMS.audit]) await jsm.streams.purge(name);
  await nc.close();
  await announce(world.service, 3); // refused for their sequence: the stream has none
  await untilWhole(node, world);
  await assertUnbroken(node);
});

test('a world that starts again goes on where its streams end', async () => {
  const node = await natsAccount();
  await prepare(node);
  const data = newWorldFolder();
  {
    await using world = await aFleetWorld(node, { data });
    await announce(world.service, 5);
    await untilWhole(node, world);
    await announce(world.service, 5); // some of them are not sent yet
  }
  await using again = await aFleetWorld(node, { data });
  await announce(again.service, 5);
  await untilWhole(node, again);
  await assertUnbroken(node);
  const nc = await natsClient(node);
  const batches = await batchesOf(nc, STREAMS.events.name, SUBJECTS.events(WORLD));
  const starts = batches.slice(1).map(({ from }) => from);
  assert.deepEqual(
    starts,
    batches.slice(0, -1).map(({ to }) => to + 1),
    'nothing is sent twice',
  );
  await nc.close();
  rmSync(data, { recursive: true });
});

test('a world file that was put back by hand begins another history, and both are whole', async () => {
  const node = await natsAccount();
  await prepare(node);
  const data = newWorldFolder();
  const copy = newFolder();
  let before: string;
  {
    await using world = await aFleetWorld(node, { data });
    await announce(world.service, 5);
    await untilWhole(node, world);
    before = world.outbox.status().incarnation;
  }
  cpSync(join(data, 'world.db'), join(copy, 'world.db'));
  {
    await using world = await aFleetWorld(node, { data });
    await announce(world.service, 5);
    await untilWhole(node, world);
  }
  const first = (await read(node, 'events')).get(before)?.ids;
  cpSync(join(copy, 'world.db'), join(data, 'world.db'));
  for (const journal of ['-wal', '-shm']) rmSync(join(data, `world.db${journal}`), { force: true });
  await using world = await aFleetWorld(node, { data });
  await announce(world.service, 8); // beyond what the stream had, so that only the times of the events differ
  await untilWhole(node, world);
  const { incarnation } = world.outbox.status();
  assert.notEqual(incarnation, before);
  const histories = await read(node, 'events');
  assert.deepEqual(histories.get(before)?.ids, first);
  await assertUnbroken(node);
  for (const folder of [data, copy]) rmSync(folder, { recursive: true });
});

test('an instance that is paused sends nothing, and goes on when it may', async () => {
  const node = await natsAccount();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 1);
  await untilWhole(node, world);
  world.outbox.pause();
  const before = await read(node, 'events');
  await announce(world.service, 5);
  assert.deepEqual(await read(node, 'events'), before);
  world.outbox.resume();
  await untilWhole(node, world);
  await assertUnbroken(node);
});

test('two instances of a world never mix their histories, and the one that stays is whole', async () => {
  const node = await natsAccount();
  await prepare(node);
  const [data, copy] = [newWorldFolder(), newFolder()];
  {
    await using world = await aFleetWorld(node, { data });
    await announce(world.service, 5);
    await untilWhole(node, world);
  }
  cpSync(data, copy, { recursive: true });
  {
    await using world = await aFleetWorld(node, { data });
    await using other = await aFleetWorld(node, { data: copy, clock: TOMORROW });
    for (let round = 0; round < 5; round++) {
      await Promise.all([announce(world.service, 2), announce(other.service, 3)]);
    }
    other.outbox.pause();
    world.outbox.resume();
    await announce(world.service, 2);
    await untilWhole(node, world);
    assert.notEqual(world.outbox.status().incarnation, '');
  }
  await assertUnbroken(node);
  for (const folder of [data, copy]) rmSync(folder, { recursive: true });
});

test('a world needs no right but to its own subjects', async () => {
  const mayPublish = [
    SUBJECTS.events(WORLD),
    SUBJECTS.audit(WORLD),
    lastMessageSubject(STREAMS.events.name, SUBJECTS.events(WORLD)),
    lastMessageSubject(STREAMS.audit.name, SUBJECTS.audit(WORLD)),
  ];
  const rights = `publish: [${mayPublish.map((subject) => `"${subject}"`).join(', ')}], subscribe: ["_INBOX_w.>"]`;
  await using node = await startNats({
    config: `authorization { users: [
      { user: all, password: p }, { user: world, password: p, permissions: { ${rights} } } ] }
      no_auth_user: all`,
  });
  await prepare(node);
  const asWorld = () => connect({ servers: node.url, user: 'world', pass: 'p', inboxPrefix: '_INBOX_w' });
  await using world = await aFleetWorld(node, { connect: asWorld });
  await announce(world.service, 3);
  await untilWhole(node, world);
});

test('with a fleet the audit is swept up to what its stream has, without one at once', async () => {
  await using node = await startNats();
  await prepare(node);
  await node.kill();
  const data = newWorldFolder();
  const config = { audit: { keepEntries: 5 } };
  {
    await using alone = await startService({ data });
    await announce(alone, 20);
  }
  {
    await using world = await aWorldWhile(node, { data, config });
    await untilWhole(node, world);
    const audit = (await read(node, 'audit')).get(world.outbox.status().incarnation);
    assert.deepEqual(
      [audit?.ids.length, audit?.gaps],
      [20, []],
      'the sweep at the start waits for the stream',
    );
  }
  {
    await using alone = await startService({ data, config });
    await announce(alone, 10);
    await until('the audit is swept', async () => (await auditIds(alone)).length === 15);
  }
  {
    await using alone = await startService({ data, config }); // it sweeps when it starts
    await until('the audit is swept', async () => (await auditIds(alone)).length === 5);
  }
  await using world = await aFleetWorld(node, { data, config });
  await announce(world.service, 1);
  await until('the newest entry is in the stream', async () => {
    const audit = (await read(node, 'audit')).get(world.outbox.status().incarnation);
    return audit?.ids.at(-1) === 31;
  });
  const audit = (await read(node, 'audit')).get(world.outbox.status().incarnation);
  assert.deepEqual(audit?.gaps, [{ from: 21, to: 25 }], 'what went while nothing waited for the stream');
  rmSync(data, { recursive: true });
});

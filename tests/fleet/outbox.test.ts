import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connectEventually, prepareStreams, STREAMS, SUBJECTS } from '@palatine/fleet';
import { type Outbox, startOutbox } from '@palatine/server/fleet/outbox.ts';
import pino from 'pino';
import { type NatsNode, natsClient, noNats, startNats } from '../harness/nats-server.ts';
import { newFolder, startService, type TestOptions, type TestService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';
import { batchesOf, type History, historiesOf } from './stream-rows.ts';

const WORLD = 'a'.repeat(32);
/** Nobody gives the connection up. */
const STOPPED = new AbortController().signal;
const log = pino({ level: 'silent' });

interface FleetWorld extends AsyncDisposable {
  service: TestService;
  outbox: Outbox;
}

/** A service whose outbox sends to a broker. */
async function aFleetWorld(node: NatsNode, options: TestOptions = {}): Promise<FleetWorld> {
  const service = await startService({ keepsForFleet: true, ...options });
  const nc = await connectEventually({ servers: [node.url], name: 'world' }, STOPPED, () => {});
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

async function prepare(node: NatsNode): Promise<void> {
  const nc = await natsClient(node.url);
  await prepareStreams(nc, { replicas: 1 });
  await nc.close();
}

/** Writes that emit one event each. */
async function announce({ api }: TestService, count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    await api.broadcast({ body: { Message: `hello ${number}` } });
}

async function read(node: NatsNode, kind: 'events' | 'audit'): Promise<Map<string, History>> {
  const nc = await natsClient(node.url);
  try {
    return historiesOf(await batchesOf(nc, STREAMS[kind].name, SUBJECTS[kind](WORLD)));
  } finally {
    await nc.close();
  }
}

async function eventIds({ game }: TestService): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const { events } = await game.eventsSince(ids.at(-1) ?? 0);
    if (events.length === 0) return ids;
    ids.push(...events.map(({ id }) => id));
  }
}

async function auditIds({ api }: TestService): Promise<number[]> {
  const { Entries } = await api.getAudit({ query: { Limit: '500' } });
  return Entries.map(({ Id }) => Id).reverse();
}

/** Waits until the newest history in the streams is what the world has, whole and in order. */
async function untilWhole(node: NatsNode, { service, outbox }: FleetWorld): Promise<void> {
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

async function assertUnbroken(node: NatsNode): Promise<void> {
  for (const kind of ['events', 'audit'] as const) {
    for (const { gaps, breaks } of (await read(node, kind)).values()) {
      assert.deepEqual([gaps, breaks], [[], []], kind);
    }
  }
}

test('events and audit reach their streams, in order and in the shapes of the contract', {
  skip: noNats,
}, async () => {
  await using node = await startNats();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 20);
  await untilWhole(node, world);
  await assertUnbroken(node);
  const nc = await natsClient(node.url);
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

test('a broker that is away at the start, and killed in between, has everything in the end', {
  skip: noNats,
}, async () => {
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
async function aWorldWhile(node: NatsNode): Promise<FleetWorld> {
  const starting = aFleetWorld(node);
  await node.restart();
  return starting;
}

test('a broker that has lost its disk is filled again', { skip: noNats }, async () => {
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

test('a stream that is purged while the connection holds is filled again when it is next asked', {
  skip: noNats,
}, async () => {
  await using node = await startNats();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 10);
  await untilWhole(node, world);
  const nc = await natsClient(node.url);
  const jsm = await jetstreamManager(nc);
  for (const { name } of [STREAMS.events, STREAMS.audit]) await jsm.streams.purge(name);
  await nc.close();
  await announce(world.service, 3); // refused for their sequence: the stream has none
  await untilWhole(node, world);
  await assertUnbroken(node);
});

test('a world that starts again goes on where its streams end', { skip: noNats }, async () => {
  await using node = await startNats();
  await prepare(node);
  const data = newFolder();
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
  const nc = await natsClient(node.url);
  const batches = await batchesOf(nc, STREAMS.events.name, SUBJECTS.events(WORLD));
  assert.deepEqual(
    batches.slice(1).map(({ from }) => from),
    batches.slice(0, -1).map(({ to }) => to + 1),
    'nothing is sent twice',
  );
  await nc.close();
  rmSync(data, { recursive: true });
});

test('a game thread that dies leaves nothing out', { skip: noNats }, async () => {
  await using node = await startNats();
  await prepare(node);
  await using world = await aFleetWorld(node);
  await announce(world.service, 5);
  await world.service.game.kill();
  await until('the game thread is back', () => world.service.game.ready);
  await announce(world.service, 5);
  await untilWhole(node, world);
  await assertUnbroken(node);
});

test('a world file that was put back by hand begins another history, and both are whole', {
  skip: noNats,
}, async () => {
  await using node = await startNats();
  await prepare(node);
  const data = newFolder();
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

test('of two instances of a world the paused one sends nothing, and goes on when it may', {
  skip: noNats,
}, async () => {
  await using node = await startNats();
  await prepare(node);
  await using world = await aFleetWorld(node);
  world.outbox.pause();
  await untilPaused(world);
  const before = await read(node, 'events');
  await announce(world.service, 5);
  assert.deepEqual(await read(node, 'events'), before);
  world.outbox.resume();
  await untilWhole(node, world);
  await assertUnbroken(node);
});

/** A batch that was under way has arrived. */
async function untilPaused({ outbox }: FleetWorld): Promise<void> {
  await until('nothing is under way', () => outbox.status().lag.events === 0);
}

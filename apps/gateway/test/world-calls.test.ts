import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import {
  answerHead,
  cancelCall,
  cancelReply,
  type RouteCall,
  routeCall,
  SUBJECTS,
  type WorldVerb,
} from '@palatine/fleet/messages';
import { natsClient, noNats } from '@palatine/testing/nats-server';
import {
  isBanned,
  startFleet,
  startTestWorld,
  type TestFleet,
  type TestWorld,
} from '@palatine/testing/start-fleet';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

const ISSUER = { id: 'token', name: 'Shop' };

/** Speaks to a world as a gateway does. */
function aCaller(connection: NatsConnection, { gateway }: TestFleet, { key: world }: TestWorld) {
  function ask(verb: WorldVerb, { data = '', headers }: { data?: string; headers?: MsgHdrs }) {
    const subject = SUBJECTS.toWorld(world, gateway.worlds.instanceOf(world), verb);
    const reply = SUBJECTS.answer(world, randomUUID());
    return connection.request(subject, data, {
      noMux: true,
      reply,
      timeout: 5000,
      ...(headers && { headers }),
    });
  }
  return {
    async ban(attempt: string, user: string, key: string) {
      const call: Omit<RouteCall, 'v'> = {
        attempt,
        route: 'banPlayer',
        params: { player_identifier: user },
        query: {},
        principal: { ...ISSUER, permissions: ['*'], ip: '' },
        requestId: 'r',
        headers: { 'idempotency-key': key },
        withinMs: 5000,
      };
      const answer = await ask('call', { headers: routeCall.asHeaders(call) });
      const { code, replayed = false } = answerHead.ofHeaders(answer);
      return { code, replayed, body: answer.string() };
    },
    async cancel(attempt: string, key: string) {
      const write = { issuer: ISSUER.id, name: ISSUER.name, key };
      const answer = await ask('cancel', { data: cancelCall.pack({ attempt, write }) });
      return { end: cancelReply.ofHeaders(answer).end, body: answer.string() };
    },
  };
}

async function aFleet() {
  await using undo = new AsyncDisposableStack();
  const fleet = undo.use(await startFleet({ worlds: 0 }));
  const data = newFolder();
  const connection = await natsClient(fleet.nats);
  undo.defer(() => connection.close());
  let world = await startTestWorld(fleet.nats, { data });
  undo.defer(() => world[Symbol.asyncDispose]());
  const isThere = () => fleet.gateway.worlds.get(world.key)?.status === 'Online';
  await until('the world is online', isThere);
  const running = undo.move();
  return {
    get world() {
      return world;
    },
    data,
    caller: aCaller(connection, fleet, world),
    async restart(whileStopped = () => {}) {
      const before = fleet.gateway.worlds.instanceOf(world.key);
      await world.stop();
      whileStopped();
      world = await startTestWorld(fleet.nats, { data, key: world.key });
      await until(
        'the gateway knows the new start',
        () => fleet.gateway.worlds.instanceOf(world.key) !== before,
      );
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe('a call of a gateway to a world', { skip: noNats }, () => {
  let fleet: Awaited<ReturnType<typeof aFleet>>;
  before(async () => {
    fleet = await aFleet();
  });
  after(() => fleet[Symbol.asyncDispose]());

  test('an attempt that was given up never begins, also after a restart, and its key stays free', async () => {
    const { caller } = fleet;
    assert.deepEqual(await caller.cancel('late one', 'order-1'), { end: 'Never', body: '' });
    assert.equal((await caller.ban('late one', 'steam_late', 'order-1')).code, 'REQUEST_TIMEOUT');
    await fleet.restart();
    assert.equal((await caller.ban('late one', 'steam_late', 'order-1')).code, 'REQUEST_TIMEOUT');
    assert.equal(await isBanned(fleet.world, 'steam_late'), false);
    assert.equal((await caller.ban('late two', 'steam_late', 'order-1')).code, 'OK');
    assert.equal(await isBanned(fleet.world, 'steam_late'), true);
  });

  test('canceling an applied attempt returns its outcome, also after a restart', async () => {
    const { caller } = fleet;
    const { code, body } = await caller.ban('applied one', 'steam_2', 'order-2');
    assert.equal(code, 'OK');
    assert.deepEqual(await caller.cancel('applied one', 'order-2'), { end: 'Applied', body });
    await fleet.restart();
    assert.deepEqual(await caller.cancel('applied one', 'order-2'), { end: 'Applied', body });
  });

  test('canceling an attempt whose key was used by another returns the outcome of that other', async () => {
    const { caller } = fleet;
    const { body } = await caller.ban('shared one', 'steam_3', 'order-3');
    assert.deepEqual(await caller.cancel('shared two', 'order-3'), { end: 'Applied', body });
    const again = await caller.ban('shared three', 'steam_3', 'order-3');
    assert.deepEqual(again, { code: 'OK', replayed: true, body });
  });

  test('work without an outcome on disk that a process had begun which is gone, has an unknown end', async () => {
    await fleet.restart(() => {
      using database = new DatabaseSync(join(fleet.data, 'fleet.db'));
      database.prepare("insert into attempts values ('begun before', 'begun', ?)").run(Date.now());
    });
    assert.deepEqual(await fleet.caller.cancel('begun before', 'order-4'), { end: 'Unknown', body: '' });
  });
});

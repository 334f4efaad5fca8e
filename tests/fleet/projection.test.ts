import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { STREAMS, SUBJECTS } from '@palatine/fleet';
import type { Projection } from '@palatine/server/gateway/projection/projection.ts';
import {
  anAuditEntry,
  anEvent,
  aRoster,
  aRosterPlayer,
  aWorldKey,
} from '@palatine/server/testing/fleet-messages.ts';
import { batchMessage, makeStreams, PublishingWorld, streamBroker } from '../harness/fleet-streams.ts';
import { natsAccount, natsClient, startNats, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import {
  assertKillsLoseNothing,
  assertStopsLoseNothing,
  assertWhole,
  countOf,
  happen,
  newFile,
  newWorlds,
  open,
} from './projection-harness.ts';

test('a gateway that is stopped and started at any moment misses no event and has none twice', (context) =>
  assertStopsLoseNothing(context, 4, 7));

test('a gateway that is killed at any moment goes on without a gap and without a double', (context) =>
  assertKillsLoseNothing(context, 2, 3));

test('a broker that loses its disk is filled again, and no row comes twice', async (context) => {
  await using nats = await startNats();
  await using nc = await natsClient(nats);
  await makeStreams(nc);
  const worlds = newWorlds(3);
  await using opened = await open(newFile(context), nats);
  await happen(nc, worlds, 1, 30);
  await assertWhole(opened.projection, worlds);

  await nats.restart({ wiped: true });
  await until('the streams are made again', () =>
    makeStreams(nc).then(
      () => true,
      () => false,
    ),
  );
  await happen(nc, worlds, 31, 33); // 11 batches of each, and once there were 10
  await assertWhole(opened.projection, worlds);

  await nats.restart({ wiped: true });
  await until('the streams are made again', () =>
    makeStreams(nc).then(
      () => true,
      () => false,
    ),
  );
  for (const world of worlds) await world.publish(nc, 30); // fewer messages than the cursor counts
  await happen(nc, worlds, 34, 34);
  await assertWhole(opened.projection, worlds);
});

test('a stream that goes back in time and on with other messages is read from the start', async (context) => {
  await using broker = await streamBroker();
  const { nats, nc } = broker;
  const [world] = newWorlds(1) as [PublishingWorld];
  const file = newFile(context);
  {
    await using opened = await open(file, nats);
    await happen(nc, [world], 1, 30);
    await assertWhole(opened.projection, [world]);
  }
  // The stream has the messages up to 4 only, and then others: as many as before, and of another history first.
  const jsm = await jetstreamManager(nc);
  await jsm.streams.delete(STREAMS.events.name);
  await makeStreams(nc);
  const other = new PublishingWorld(aWorldKey(2));
  await happen(nc, [other], 1, 18);
  await world.publish(nc, 10);
  {
    await using opened = await open(file, nats);
    await assertWhole(opened.projection, [world, other]);
    assert.ok(
      opened.logged.includes('a stream went back in time; it is read from the start') ||
        countOf(opened.projection) === 48,
    );
    // And again while it is being read.
    await jsm.streams.delete(STREAMS.events.name);
    await makeStreams(nc);
    await happen(nc, [other], 19, 21);
    await happen(nc, [world], 31, 40);
    await assertWhole(opened.projection, [world, other]);
  }
});

test('histories of a world that is restored are kept apart', async (context) => {
  await using broker = await streamBroker();
  const { nats, nc } = broker;
  const [world] = newWorlds(1) as [PublishingWorld];
  await using opened = await open(newFile(context), nats);
  await happen(nc, [world], 1, 9);
  world.beginAnew('two');
  await happen(nc, [world], 1, 9);
  world.beginAnew('three');
  await happen(nc, [world], 5, 6);
  await assertWhole(opened.projection, [world]);
});

test('two gateways have the same, also when one begins later and the file of one is deleted', async (context) => {
  await using broker = await streamBroker();
  const { nats, nc } = broker;
  const worlds = newWorlds(4);
  const audit = new PublishingWorld(aWorldKey(1), 'audit');
  for (let id = 1; id <= 20; id++) audit.add(anAuditEntry(id));
  const [file, other] = [newFile(context), newFile(context)];
  await using one = await open(file, nats);
  await happen(nc, worlds, 1, 20);
  await audit.publish(nc);
  await jetstream(nc).publish(
    SUBJECTS.roster(aWorldKey(3)),
    await aRoster([aRosterPlayer(1, { name: 'Gustav' })]),
  );
  {
    await using first = await open(other, nats);
    await assertWhole(first.projection, worlds);
  }
  rmSync(other);
  await using two = await open(other, nats);
  await happen(nc, worlds, 21, 40);
  for (const { projection } of [one, two]) await assertWhole(projection, worlds);

  const inOrder = (projection: Projection) => {
    const { rows } = projection.eventsAfter(0, 500);
    return rows.map(({ id, ...row }) => row);
  };
  assert.deepEqual(inOrder(one.projection), inOrder(two.projection));
  const auditOf = (projection: Projection) => projection.auditPage({ worlds: 'all', limit: 500 }).rows;
  const gustavs = (projection: Projection) =>
    projection.searchPlayers({ find: 'gus', worlds: 'all', byUserId: false, limit: 9 }).rows;
  for (const { projection } of [one, two]) {
    await until(
      'audit and players arrive',
      () => auditOf(projection).length === 20 && gustavs(projection).length === 1,
    );
  }
  assert.deepEqual(auditOf(one.projection), auditOf(two.projection));
  assert.deepEqual(gustavs(one.projection), gustavs(two.projection));
});

test('a message that cannot be used is counted and skipped, and what follows is read', async (context) => {
  await using broker = await streamBroker();
  const { nats, nc } = broker;
  const js = jetstream(nc);
  const subject = SUBJECTS.events(aWorldKey(1));
  await using opened = await open(newFile(context), nats);
  const newer = batchMessage({ records: [anEvent(1)] });
  await js.publish(subject, newer.text.replace('"v":1', '"v":2'), { headers: newer.headers });
  for (let count = 0; count < 3; count++) await js.publish(subject, 'no batch');
  await js.publish('r.nobody', 'no roster');
  const { text, headers } = batchMessage({ records: [anEvent(2)], gaps: [{ from: 1, to: 1 }] });
  await js.publish(subject, text, { headers });
  const { projection } = opened;
  await until('the batch after them arrives', () => countOf(projection) === 1);
  await until('the roster is skipped', () => projection.state().skipped.malformed === 4);
  const { skipped, gaps, streams, setAside } = projection.state();
  assert.deepEqual(
    { skipped, gaps, setAside },
    { skipped: { malformed: 4, unknownVersion: 1 }, gaps: 1, setAside: undefined },
  );
  assert.deepEqual(
    streams.map(({ stream, behind, error }) => [stream, behind, error]),
    [
      ['EVENTS', 0, undefined],
      ['AUDIT', 0, undefined],
      ['ROSTER', 0, undefined],
    ],
  );
  assert.equal(streams[0]?.seq, 5);
  const unusable = opened.logged.filter(
    (message) => message === 'a message of a world cannot be used',
  ).length;
  assert.equal(unusable, 3);
});

test('a file that is damaged deep inside is set aside, and a new one is filled from the streams', async (context) => {
  await using broker = await streamBroker();
  const { nats, nc } = broker;
  const worlds = newWorlds(3);
  const file = newFile(context);
  await happen(nc, worlds, 1, 300);
  {
    await using opened = await open(file, nats);
    await assertWhole(opened.projection, worlds);
  }
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length / 2);
  writeFileSync(file, bytes);
  await using opened = await open(file, nats);
  const { projection } = opened;
  await happen(nc, worlds, 301, 303);
  const isWhole = () => {
    try {
      return countOf(projection) === 909;
    } catch {
      return false; // the query that finds the damage fails
    }
  };
  await until('the new file is filled', isWhole);
  await assertWhole(projection, worlds);
  assert.match(projection.state().setAside ?? '', /malformed/);
  assert.ok(existsSync(file.replace('.db', '-set-aside.db')));
});

test('a projection whose streams are not there yet waits for them', async (context) => {
  const nats = await natsAccount();
  const nc = await natsClient(nats);
  context.after(() => nc.close());
  await using opened = await open(newFile(context), nats);
  await until(
    'it says why it reads nothing',
    () => opened.projection.state().streams[0]?.error !== undefined,
  );
  await makeStreams(nc);
  const worlds = newWorlds(1);
  await happen(nc, worlds, 1, 3);
  await assertWhole(opened.projection, worlds);
  assert.equal(opened.projection.state().streams[0]?.error, undefined);
});

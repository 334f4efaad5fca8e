import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { FLEET_STREAM, SUBJECTS } from '@palatine/fleet';
import { aBatch, anAuditEntry, anEvent, aRosterPlayer, aWorldKey } from '@palatine/testing/fleet-messages';
import { PublishingWorld, streamBroker } from '@palatine/testing/fleet-streams';
import { natsAccount, natsClient, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { prepareStream } from '../src/broker/prepare-broker.ts';
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

const ONE_COPY = { replicas: 1 } as const;

test('a gateway that is stopped and started at any moment misses no event and has none twice', (context) =>
  assertStopsLoseNothing(context, 4, 7));

test('a gateway that is killed at any moment goes on without a gap and without a double', (context) =>
  assertKillsLoseNothing(context, 2, 3));

test('a broker that loses its disk is filled again, and no row comes twice', async (context) => {
  await using nats = await startNats();
  await using connection = await natsClient(nats);
  await prepareStream(connection, ONE_COPY);
  const worlds = newWorlds(3);
  await using opened = await open(newFile(context), nats);
  await happen(connection, worlds, 1, 30);
  await assertWhole(opened.projection, worlds);

  await nats.restart({ wiped: true });
  await prepareStream(connection, ONE_COPY);
  await happen(connection, worlds, 31, 33); // fewer messages than there were
  await assertWhole(opened.projection, worlds);

  await nats.restart({ wiped: true });
  await prepareStream(connection, ONE_COPY);
  for (const world of worlds) await world.publish(connection, { size: 30, again: true });
  await happen(connection, worlds, 34, 34);
  await assertWhole(opened.projection, worlds);
});

test('a stream that was rebuilt while nobody read it, and while it is read, loses no row', async (context) => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const [world] = newWorlds(1) as [PublishingWorld];
  const other = new PublishingWorld(aWorldKey(2));
  const jsm = await jetstreamManager(connection);
  const file = newFile(context);
  {
    await using opened = await open(file, nats);
    await happen(connection, [world], 1, 30);
    await assertWhole(opened.projection, [world]);
  }
  await jsm.streams.delete(FLEET_STREAM.name);
  await prepareStream(connection, ONE_COPY);
  await happen(connection, [other], 1, 18);
  await world.publish(connection, { size: 10, again: true });
  await using opened = await open(file, nats);
  await assertWhole(opened.projection, [world, other]);
  await jsm.streams.delete(FLEET_STREAM.name);
  await prepareStream(connection, ONE_COPY);
  await happen(connection, [other], 19, 21);
  await happen(connection, [world], 31, 40);
  await assertWhole(opened.projection, [world, other]);
});

test('histories of a world that is restored are kept apart', async (context) => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const [world] = newWorlds(1) as [PublishingWorld];
  await using opened = await open(newFile(context), nats);
  await happen(connection, [world], 1, 9);
  world.beginAnew('two');
  await happen(connection, [world], 1, 9);
  world.beginAnew('three');
  await happen(connection, [world], 5, 6);
  await assertWhole(opened.projection, [world]);
});

test('a file that was deleted is filled again from the stream, in the same order', async (context) => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(4);
  const audit = new PublishingWorld(aWorldKey(1), 'audit');
  for (let id = 1; id <= 20; id++) audit.add(anAuditEntry(id));
  const file = newFile(context);
  const rowsOf = async () => {
    await using opened = await open(file, nats);
    const { projection } = opened;
    await assertWhole(projection, worlds);
    const audited = () => projection.use((tables) => tables.auditPage({ worlds: 'all', limit: 500 })).rows;
    await until('the audit arrives', () => audited().length === 20);
    const events = projection.use((tables) => tables.eventsAfter(0, 500)).rows.map(({ id, ...row }) => row);
    return { events, audit: audited() };
  };
  await happen(connection, worlds, 1, 20);
  await audit.publish(connection);
  const before = await rowsOf();
  rmSync(file);
  assert.deepEqual(await rowsOf(), before);
});

test('the newest row of a history is told with its digest, and a gap counts as had', async (context) => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const [world] = newWorlds(1) as [PublishingWorld];
  await using opened = await open(newFile(context), nats);
  const { projection } = opened;
  const newest = () => projection.newest(world.key, 'one');
  assert.deepEqual(newest().has.events, { id: 0, digest: '' });
  await happen(connection, [world], 1, 3);
  await until('it is read', () => newest().has.events.id === 3 && newest().caughtUp);
  assert.notEqual(newest().has.events.digest, '');
  const lost = aBatch({ records: [], gaps: [{ from: 4, to: 9 }] });
  await jetstream(connection).publish(SUBJECTS.events(world.key), lost);
  await until('the gap is read', () => newest().has.events.id === 9);
  assert.equal(newest().has.events.digest, '');
});

test('players are found once a world has said who they are', async (context) => {
  await using broker = await streamBroker();
  await using opened = await open(newFile(context), broker.nats);
  const { projection } = opened;
  projection.use((tables) =>
    tables.applyPlayers(aWorldKey(3), 'one', [aRosterPlayer(1, { name: 'Gustav' })]),
  );
  assert.equal(
    projection.use((tables) => tables.playersVersion(aWorldKey(3))),
    'one',
  );
  const { rows } = projection.use((tables) =>
    tables.searchPlayers({ find: 'gus', worlds: 'all', byUserId: false, limit: 9 }),
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Gustav'],
  );
});

test('a message that cannot be used is counted and skipped, and what follows is read', async (context) => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const js = jetstream(connection);
  const subject = SUBJECTS.events(aWorldKey(1));
  const file = newFile(context);
  await using opened = await open(file, nats);
  const newer = aBatch({ records: [anEvent(1)] });
  await js.publish(subject, newer.replace('"v":1', '"v":2'));
  for (let count = 0; count < 3; count++) await js.publish(subject, 'no batch');
  await js.publish('e.nobody', newer);
  await js.publish(subject, aBatch({ records: [anEvent(2)], gaps: [{ from: 1, to: 1 }] }));
  const { projection } = opened;
  await until('the batch after them arrives', () => countOf(projection) === 1);
  const { skipped, error } = projection.state();
  assert.deepEqual({ skipped, error }, { skipped: 5, error: undefined });
  using database = new DatabaseSync(file, { readOnly: true });
  assert.deepEqual({ ...database.prepare('select count(*) as gaps from gaps').get() }, { gaps: 1 });
  assert.ok(!opened.logged.some((message) => message.includes('rebuilding')), 'the file is used');
  const unusable = opened.logged.filter((message) => message === 'skipping an invalid message of a world');
  assert.equal(unusable.length, 3, 'each reason once for a world');
});

test('a file that is damaged deep inside is set aside, and a new one is filled from the streams', async (context) => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(3);
  const file = newFile(context);
  await happen(connection, worlds, 1, 300);
  {
    await using opened = await open(file, nats);
    await assertWhole(opened.projection, worlds);
  }
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length / 2);
  writeFileSync(file, bytes);
  await using opened = await open(file, nats);
  const { projection } = opened;
  await happen(connection, worlds, 301, 303);
  const isWhole = () => {
    try {
      return countOf(projection) === 909;
    } catch {
      return false; // the query that finds the damage fails
    }
  };
  await until('the new file is filled', isWhole);
  await assertWhole(projection, worlds);
  assert.ok(opened.logged.includes('projection database is corrupt; rebuilding'));
  assert.ok(existsSync(file.replace('.db', '-set-aside.db')));
});

test('a stream that is missing is made', async (context) => {
  const nats = await natsAccount();
  await using connection = await natsClient(nats);
  await using opened = await open(newFile(context), nats);
  const { projection } = opened;
  await until('the stream is read', () => projection.state().caughtUp);
  const worlds = newWorlds(1);
  await happen(connection, worlds, 1, 3);
  await assertWhole(projection, worlds);
  assert.equal(projection.state().error, undefined);
});

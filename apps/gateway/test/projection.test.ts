import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import { BATCH_LIMITS, batchReply, SUBJECTS } from '@palatine/fleet/messages';
import { aBatch, anAuditEntry, anEvent, aWorldKey } from '@palatine/testing/fleet-messages';
import { FLEET_CLOCK, PublishingWorld, streamBroker } from '@palatine/testing/fleet-streams';
import { natsClient, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import type { Logger } from 'pino';
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

const ONE = aWorldKey(1);

/** Sends a batch of a world as it is. @returns why the gateway refuses it; undefined when it does not. */
async function refusalOf(connection: NatsConnection, text: string): Promise<string | undefined> {
  const reply = `_INBOX_${ONE}.batch`;
  const options = { timeout: 60_000, noMux: true, reply };
  return batchReply.unpack((await connection.request(SUBJECTS.events(ONE), text, options)).string()).refused;
}

test('a gateway that is stopped and started at any moment misses no event and has none twice', () =>
  assertStopsLoseNothing(4, 7));

test('a gateway that is killed at any moment goes on without a gap and without a double', () =>
  assertKillsLoseNothing(2, 3));

test('a gateway whose broker loses its disk goes on, and no row comes twice', async () => {
  await using nats = await startNats();
  await using connection = await natsClient(nats);
  const worlds = newWorlds(3);
  await using opened = await open(newFile(), nats);
  await happen(connection, worlds, 1, 30);
  await assertWhole(opened.projection, worlds);
  await nats.restart({ wiped: true });
  await happen(connection, worlds, 31, 33);
  for (const world of worlds) await world.publish(connection, { size: 30, again: true });
  await assertWhole(opened.projection, worlds);
});

test('a file that was deleted is filled again by the worlds, in the same order', async () => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(4);
  const audit = new PublishingWorld(aWorldKey(1), 'audit');
  for (let id = 1; id <= 20; id++) audit.add(anAuditEntry(id));
  const file = newFile();
  const rowsOf = async () => {
    await using opened = await open(file, nats);
    const { projection } = opened;
    for (const world of [...worlds, audit]) await world.publish(connection, { again: true });
    await assertWhole(projection, worlds);
    const audited = () => projection.use((tables) => tables.auditPage({ worlds: 'all', limit: 500 })).rows;
    await until('the audit arrives', () => audited().length === 20);
    const events = projection.use((tables) => tables.eventsAfter(0, 500)).rows.map(({ id, ...row }) => row);
    return { events, audit: audited() };
  };
  for (let id = 1; id <= 20; id++) for (const world of worlds) world.add(anEvent(id));
  const before = await rowsOf();
  rmSync(file);
  assert.deepEqual(await rowsOf(), before);
});

test('a batch that cannot be used is refused with its reason, and what follows is stored', async () => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const file = newFile();
  await using opened = await open(file, nats);
  const newer = aBatch({ records: [anEvent(1)] });
  assert.equal(await refusalOf(connection, newer.replace('"v":1', '"v":2')), 'of version 2');
  for (let count = 0; count < 3; count++) assert.equal(await refusalOf(connection, 'no batch'), 'not JSON');
  const many = aBatch({ records: Array.from({ length: 501 }, (_, index) => anEvent(index + 1)) });
  assert.match((await refusalOf(connection, many)) ?? '', /^\/records /);
  const others = [
    '[]',
    JSON.stringify({ v: 1, inc: '', from: 1, to: 1, records: [] }),
    aBatch({ records: [anEvent(1)], gaps: [{ from: -1e300, to: 2 }] }),
  ];
  for (const text of others) assert.ok(await refusalOf(connection, text), text.slice(0, 100));
  connection.publish('e.nobody', newer);
  const usable = aBatch({ records: [anEvent(2)], gaps: [{ from: 1, to: 1 }] });
  assert.equal(await refusalOf(connection, usable), undefined);
  const { projection } = opened;
  assert.equal(countOf(projection), 1);
  assert.deepEqual(projection.state(), { skipped: 8, error: undefined });
  using database = new DatabaseSync(file, { readOnly: true });
  assert.deepEqual({ ...database.prepare('select count(*) as gaps from gaps').get() }, { gaps: 1 });
  assert.ok(!opened.logged.some((message) => message.includes('rebuilding')), 'the file is used');
  const warnings = opened.logged.filter((message) => message === 'skipping invalid rows of a world');
  assert.equal(warnings.length, 1, 'at most one a minute');
});

test('a world that exceeds its quota is refused until the next hour, and named; others are not', async () => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  let elapsedMs = 0;
  const warned: object[] = [];
  let excess = 0;
  const log = { info() {}, error: assert.fail, warn: (fields: object) => void warned.push(fields) };
  await using opened = await open(newFile(), nats, {
    clock: { ...FLEET_CLOCK, elapsed: () => elapsedMs },
    quotaBytes: 1000,
    nameOf: (world) => `World ${world.at(-1)}`,
    onExcess: (_world, bytes) => {
      excess += bytes;
    },
    log: log as unknown as Logger,
  });
  const long = (id: number) =>
    aBatch({ records: [anEvent(id, { Data: { note: 'x'.repeat(1000) } } as object)] });
  assert.equal(await refusalOf(connection, long(1)), undefined);
  for (let tries = 0; tries < 3; tries++)
    assert.equal(await refusalOf(connection, long(2)), 'it takes no more of this world in this hour');
  assert.equal(excess, 3 * long(2).length, 'which the flood guard counts');
  connection.publish(SUBJECTS.events(ONE), new Uint8Array(BATCH_LIMITS.bytes + 1));
  await until('a message that is too long counts, too', () => excess > BATCH_LIMITS.bytes);
  assert.deepEqual(warned, [
    { world: ONE, name: 'World 1', bytes: long(1).length },
    { world: ONE, bytes: BATCH_LIMITS.bytes + 1 },
  ]);
  const neighbor = new PublishingWorld(aWorldKey(2));
  neighbor.add(anEvent(1));
  await neighbor.publish(connection);
  elapsedMs = 3_600_000;
  assert.equal(await refusalOf(connection, long(2)), undefined);
  assert.equal(countOf(opened.projection), 3);
});

test('a file that is damaged deep inside is set aside, and a new one is filled by the worlds', async () => {
  await using broker = await streamBroker();
  const { nats, connection } = broker;
  const worlds = newWorlds(3);
  const file = newFile();
  {
    await using opened = await open(file, nats);
    await happen(connection, worlds, 1, 300);
    await assertWhole(opened.projection, worlds);
  }
  const bytes = readFileSync(file);
  bytes.fill(0xa5, bytes.length / 2);
  writeFileSync(file, bytes);
  await using opened = await open(file, nats);
  const { projection } = opened;
  const isNew = () => {
    try {
      return countOf(projection) === 0;
    } catch {
      return false; // the query that finds the damage fails
    }
  };
  await until('a new file is there', isNew);
  for (const world of worlds) await world.publish(connection, { size: 100, again: true });
  await happen(connection, worlds, 301, 303);
  await assertWhole(projection, worlds);
  assert.ok(opened.logged.includes('projection database is corrupt; rebuilding'));
  assert.ok(existsSync(file.replace('.db', '-set-aside.db')));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATCH_LIMITS } from '@palatine/fleet/messages';
import {
  aBatch,
  anAuditEntry,
  anEvent,
  aRosterPlayer,
  aWorldKey,
  FLEET_START_MS,
} from '@palatine/testing/fleet-messages';
import { anEmptyProjection } from '@palatine/testing/projection-builder';
import type { ProjectionTables } from './projection-tables.ts';

const WORLD = aWorldKey(1);
const OTHER = aWorldKey(2);

function events(store: ProjectionTables): string[] {
  const { rows } = store.eventPage({ worlds: 'all', limit: 500 });
  return rows
    .map(({ world, incarnation, seq }) => `${world === WORLD ? 'W' : 'O'} ${incarnation} ${seq}`)
    .reverse();
}

test('rows are kept once, however often and in whatever batches they come', () => {
  using fleet = anEmptyProjection();
  fleet.apply('events', WORLD, { records: [anEvent(1), anEvent(2)] });
  fleet.apply('events', WORLD, { records: [anEvent(2), anEvent(3)] });
  fleet.apply('events', WORLD, { records: [anEvent(1), anEvent(2), anEvent(3)] });
  assert.deepEqual(events(fleet.tables), ['W one 1', 'W one 2', 'W one 3']);
  for (let round = 0; round < 2; round++) fleet.apply('audit', WORLD, { records: [anAuditEntry(7)] });
  assert.equal(fleet.tables.auditPage({ worlds: 'all', limit: 9 }).rows.length, 1);
});

test('histories of a world are kept apart, and worlds as well', () => {
  using fleet = anEmptyProjection();
  fleet.apply('events', WORLD, { inc: 'one', records: [anEvent(1)] });
  fleet.apply('events', WORLD, { inc: 'two', records: [anEvent(1)] });
  fleet.apply('events', OTHER, { inc: 'one', records: [anEvent(1)] });
  assert.deepEqual(events(fleet.tables), ['W one 1', 'W two 1', 'O one 1']);
});

test('ids of events count up, and those of another file are known by their number', () => {
  using projection = anEmptyProjection();
  projection.apply('events', WORLD, { records: [anEvent(1), anEvent(2)] });
  projection.apply('events', WORLD, { records: [anEvent(2), anEvent(3)] });
  const { rows, until } = projection.tables.eventsAfter(0, 2);
  assert.equal(rows.length, 2);
  assert.equal(until, rows[1]?.id);
  const rest = projection.tables.eventsAfter(until, 2);
  const further = rest.rows.map(({ seq }) => seq);
  assert.deepEqual(further, [3]);
  assert.equal(rest.until, projection.tables.newestEventId());
  assert.ok(Number.isSafeInteger(rest.until));
  assert.deepEqual(projection.tables.eventsAfter(rest.until, 2), { rows: [], until: rest.until });
});

test('a record that is not of its kind is left out, and the others of its batch are kept', () => {
  using fleet = anEmptyProjection();
  const text = aBatch({ records: [anEvent(1), anEvent(2), anEvent(3), anEvent(4), anEvent(5)] });
  const body = JSON.parse(text) as { records: Record<string, unknown>[] };
  body.records[1] = { ...anEvent(2), Time: 'tomorrow' };
  body.records[2] = { ...anEvent(3), Data: 'none' };
  body.records[3] = { ...anEvent(99) };
  fleet.applyText('events', WORLD, JSON.stringify(body));
  assert.deepEqual(events(fleet.tables), ['W one 1', 'W one 5']);
  assert.equal(fleet.skipped.length, 1);
  assert.equal(fleet.countGaps(), 2, 'those of the batch count as lost');

  const entries = [
    anAuditEntry(1),
    { ...anAuditEntry(2), Status: 'OK' },
    anAuditEntry(3, { EventId: 1.5 }),
    { ...anAuditEntry(4), Newer: true },
  ];
  fleet.applyText('audit', WORLD, aBatch({ records: entries }));
  const { rows } = fleet.tables.auditPage({ worlds: 'all', limit: 9 });
  const remaining = rows.map(({ seq }) => seq);
  assert.deepEqual(remaining, [4, 1]);
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const record = `{"Id":1,"Time":"2026-07-12","Type":"x","Data":{"a":${deep}}}`;
  fleet.applyText('events', OTHER, `{"v":1,"inc":"one","from":1,"to":1,"records":[${record}]}`);
  assert.deepEqual([events(fleet.tables).length, fleet.skipped.length], [2, 3]);
});

test('the values of a batch are counted: the records from the first beyond their bound are left out', () => {
  using fleet = anEmptyProjection();
  const many = Array.from({ length: BATCH_LIMITS.values / 2 }, () => 0);
  const records = [1, 2, 3].map((id) => anEvent(id, { Data: { many } } as object));
  fleet.apply('events', WORLD, { records });
  assert.deepEqual([events(fleet.tables), fleet.countGaps()], [['W one 1'], 2]);
});

test('an event of a type that this version does not know is kept', () => {
  using fleet = anEmptyProjection();
  const record = {
    ...anEvent(1),
    Type: 'dragon.hatched',
    Data: { player: { uid: 'x', name: 'Zoe' }, more: [1] },
  };
  fleet.apply('events', WORLD, { records: [record] });
  const { rows } = fleet.tables.eventPage({ worlds: 'all', limit: 9, types: ['dragon.hatched'] });
  assert.deepEqual(JSON.parse(rows[0]?.data ?? ''), record);
});

test('what a world lost before the fleet had it is kept as a gap, once, and counts as had', () => {
  using fleet = anEmptyProjection();
  for (let round = 0; round < 2; round++) {
    fleet.apply('audit', WORLD, { records: [anAuditEntry(9)], gaps: [{ from: 1, to: 8 }] });
  }
  assert.equal(fleet.countGaps(), 1);
  const { id, digest } = fleet.tables.newest('audit', WORLD, 'one');
  assert.deepEqual([id, digest !== ''], [9, true]);
  const lost = aBatch({ records: [], gaps: [{ from: 10, to: 12 }] });
  assert.deepEqual(fleet.applyText('audit', WORLD, lost), { has: { id: 12, digest: '' } });
});

test('a batch that leaves rows out is not stored: the world hears which is the newest', () => {
  using fleet = anEmptyProjection();
  fleet.apply('events', WORLD, { records: [anEvent(1), anEvent(2)] });
  const before = fleet.tables.newest('events', WORLD, 'one');
  const later = aBatch({ records: [anEvent(4)] });
  assert.deepEqual(fleet.applyText('events', WORLD, later), { has: before });
  assert.deepEqual(fleet.applyText('events', OTHER, later), { has: { id: 0, digest: '' } });
  assert.equal(fleet.countGaps(), 0);
  assert.equal(fleet.applyText('events', WORLD, aBatch({ records: [anEvent(3)] })).has?.id, 3);
  assert.equal(fleet.applyText('events', WORLD, later).has?.id, 4);
});

test('what is kept is counted for each world: one that sends too much loses only its own oldest rows', () => {
  const limits = { days: 1000, rows: 100, bytes: 100_000 };
  using fleet = anEmptyProjection({ events: limits, audit: limits });
  fleet.apply('events', OTHER, { records: [anEvent(1)] });
  fleet.apply('audit', OTHER, { records: [anAuditEntry(1)] });
  const ids = Array.from({ length: 150 }, (_, index) => index + 1);
  fleet.apply('events', WORLD, { records: ids.map((id) => anEvent(id)) });
  fleet.apply('audit', WORLD, { records: ids.map((id) => anAuditEntry(id, { Summary: 'x'.repeat(2000) })) });
  while (fleet.tables.deleteSome(FLEET_START_MS));
  const sizes = fleet.sizes().map(({ kind, world, rows, bytes }) => ({
    ...{ kind, isOther: world === OTHER, rows },
    isWithin: rows <= limits.rows && bytes <= limits.bytes,
  }));
  assert.deepEqual(sizes, [
    { kind: 'audit', isOther: false, rows: 30, isWithin: true },
    { kind: 'audit', isOther: true, rows: 1, isWithin: true },
    { kind: 'events', isOther: false, rows: 90, isWithin: true },
    { kind: 'events', isOther: true, rows: 1, isWithin: true },
  ]);
  const rows = events(fleet.tables);
  assert.deepEqual([rows.length, rows.at(-1), rows.at(-2)], [91, 'W one 150', 'W one 149']);
});

test('a snapshot brings the players of its world to what it says', () => {
  using fleet = anEmptyProjection();
  const names = (find?: string) =>
    fleet.tables
      .searchPlayers({ worlds: 'all', byUserId: true, limit: 100, find })
      .rows.map(({ name, online }) => `${name} ${online}`);
  fleet.applyPlayers(OTHER, [aRosterPlayer(1, { name: 'Gustav' })]);
  fleet.applyPlayers(WORLD, [
    aRosterPlayer(1, { name: 'Gustav', online: true }),
    aRosterPlayer(2, { name: 'Zoe' }),
  ]);
  assert.deepEqual(names('gus'), ['Gustav 0', 'Gustav 1']);
  const renamed = aRosterPlayer(1, { name: 'Gus the Great', formerNames: ['Gustav'], level: 4, guild: 'G' });
  fleet.applyPlayers(WORLD, [renamed, aRosterPlayer(3, { name: 'Ada' })]);
  assert.deepEqual(names(), ['Gustav 0', 'Gus the Great 0', 'Ada 0']);
  assert.deepEqual(names('gustav'), ['Gustav 0', 'Gus the Great 0']);
  assert.deepEqual(names('Zoe'), []);
  assert.deepEqual(names('great'), ['Gus the Great 0']);
});

test('players of whom a value fits into no table changes nothing', () => {
  using fleet = anEmptyProjection();
  fleet.applyPlayers(WORLD, [aRosterPlayer(1)]);
  assert.throws(() => fleet.applyPlayers(WORLD, [aRosterPlayer(2), aRosterPlayer(3, { level: 1e300 })]));
  const { rows } = fleet.tables.searchPlayers({ worlds: 'all', byUserId: true, limit: 9 });
  const uids = rows.map(({ uid }) => uid);
  assert.deepEqual(uids, [aRosterPlayer(1).uid]);
});

test('rows are deleted when they are old', () => {
  using fleet = anEmptyProjection();
  const day = 86_400_000;
  const now = Date.UTC(2026, 6, 12);
  const at = (days: number) => ({ Time: new Date(now - days * day).toISOString() });
  fleet.apply('events', WORLD, { records: [anEvent(1, at(31)), anEvent(2, at(29))] });
  fleet.apply('audit', WORLD, { records: [anAuditEntry(1, at(401)), anAuditEntry(2, at(31))] });
  const newest = fleet.tables.newestEventId();
  assert.equal(fleet.tables.deleteSome(now), false);
  assert.deepEqual(events(fleet.tables), ['W one 2']);
  assert.equal(fleet.tables.auditPage({ worlds: 'all', limit: 9 }).rows.length, 1);
  fleet.tables.deleteSome(now + 2 * day);
  fleet.apply('events', WORLD, { records: [anEvent(3)] });
  assert.equal(fleet.tables.newestEventId(), newest + 1, 'an id is given once');
});

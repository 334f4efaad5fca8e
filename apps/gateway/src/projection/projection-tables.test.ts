import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch, anAuditEntry, anEvent, aRosterPlayer, aWorldKey } from '@palatine/testing/fleet-messages';
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
  using one = anEmptyProjection();
  one.apply('events', WORLD, { records: [anEvent(1), anEvent(2)] });
  one.apply('events', WORLD, { records: [anEvent(2), anEvent(3)] });
  const { rows, until } = one.tables.eventsAfter(0, 2);
  assert.equal(rows.length, 2);
  assert.equal(until, rows[1]?.id);
  const rest = one.tables.eventsAfter(until, 2);
  const further = rest.rows.map(({ seq }) => seq);
  assert.deepEqual(further, [3]);
  assert.equal(rest.until, one.tables.newestEventId());
  assert.ok(Number.isSafeInteger(rest.until));
  assert.deepEqual(one.tables.eventsAfter(rest.until, 2), { rows: [], until: rest.until });
});

test('the time of the message that was applied last is kept', () => {
  using fleet = anEmptyProjection();
  assert.equal(fleet.tables.readUpToMs(), 0);
  fleet.apply('events', WORLD, { records: [anEvent(1)] });
  const atMs = fleet.applyMessage(`e.${WORLD}`, aBatch({ records: [anEvent(2)] }));
  assert.equal(fleet.tables.readUpToMs(), atMs);
});

test('a message that cannot be used is skipped, and the reading passes it', () => {
  using fleet = anEmptyProjection();
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const wrong: [subject: string, text: string][] = [
    [`e.${WORLD}`, 'no JSON'],
    [`e.${WORLD}`, '[]'],
    [`e.${WORLD}`, JSON.stringify({ v: 2, inc: 'one', from: 1, to: 1, records: [] })],
    [`e.${WORLD}`, JSON.stringify({ v: 1, inc: '', from: 1, to: 1, records: [] })],
    ['e.nowhere', aBatch({ records: [anEvent(1)] })],
    [
      `e.${WORLD}`,
      `{"v":1,"inc":"one","from":1,"to":1,"records":[{"Id":1,"Time":"2026-07-12","Type":"x","Data":{"a":${deep}}}]}`,
    ],
    [`e.${WORLD}`, aBatch({ records: [anEvent(1)], gaps: [{ from: -1e300, to: 2 }] })],
  ];
  for (const [subject, text] of wrong) {
    const atMs = fleet.applyMessage(subject, text);
    assert.equal(fleet.tables.readUpToMs(), atMs, text.slice(0, 100));
  }
  assert.equal(fleet.skipped.length, wrong.length, fleet.skipped.join('\n'));
});

test('a record that is not of its kind is left out, and the others of its batch are kept', () => {
  using fleet = anEmptyProjection();
  const text = aBatch({ records: [anEvent(1), anEvent(2), anEvent(3), anEvent(4), anEvent(5)] });
  const body = JSON.parse(text) as { records: Record<string, unknown>[] };
  body.records[1] = { ...anEvent(2), Time: 'tomorrow' };
  body.records[2] = { ...anEvent(3), Data: 'none' };
  body.records[3] = { ...anEvent(99) };
  fleet.applyMessage(`e.${WORLD}`, JSON.stringify(body));
  assert.deepEqual(events(fleet.tables), ['W one 1', 'W one 5']);
  assert.equal(fleet.skipped.length, 1);
  assert.equal(fleet.countGaps(), 2, 'those of the batch count as lost');

  const entries = [
    anAuditEntry(1),
    { ...anAuditEntry(2), Status: 'OK' },
    anAuditEntry(3, { EventId: 1.5 }),
    { ...anAuditEntry(4), Newer: true },
  ];
  fleet.applyMessage(`a.${WORLD}`, aBatch({ records: entries }));
  const { rows } = fleet.tables.auditPage({ worlds: 'all', limit: 9 });
  const remaining = rows.map(({ seq }) => seq);
  assert.deepEqual(remaining, [4, 1]);
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

test('what a world lost before the fleet had it is kept as a gap, once', () => {
  using fleet = anEmptyProjection();
  for (let round = 0; round < 2; round++) {
    fleet.apply('audit', WORLD, { records: [anAuditEntry(9)], gaps: [{ from: 1, to: 8 }] });
  }
  assert.equal(fleet.countGaps(), 1);
});

test('rows of a message that the stream has lost are a gap, also before the first that is there', () => {
  using fleet = anEmptyProjection();
  for (const first of [1, 3, 3, 4, 9]) {
    fleet.apply('events', WORLD, { records: [anEvent(first), anEvent(first + 1)] });
  }
  assert.equal(fleet.countGaps(), 1, 'from 6 to 8');
  fleet.apply('events', WORLD, { inc: 'two', records: [anEvent(4)] });
  assert.equal(fleet.countGaps(), 2, 'from 1 to 3 of the other history');
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

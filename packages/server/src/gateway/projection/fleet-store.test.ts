import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBatch, anAuditEntry, anEvent, aRosterPlayer, aWorldKey } from '../../testing/fleet-messages.ts';
import { anEmptyFleetStore } from '../../testing/fleet-store-builder.ts';
import type { FleetStore } from './fleet-store.ts';

const WORLD = aWorldKey(1);
const OTHER = aWorldKey(2);

function events(store: FleetStore): string[] {
  const { rows } = store.eventPage({ worlds: 'all', limit: 500 });
  return rows
    .map(({ world, incarnation, seq }) => `${world === WORLD ? 'W' : 'O'} ${incarnation} ${seq}`)
    .reverse();
}

test('rows are kept once, however often and in whatever batches they come', () => {
  using fleet = anEmptyFleetStore();
  fleet.apply('events', WORLD, { records: [anEvent(1), anEvent(2)] });
  fleet.apply('events', WORLD, { records: [anEvent(2), anEvent(3)] });
  fleet.apply('events', WORLD, { records: [anEvent(1), anEvent(2), anEvent(3)] });
  assert.deepEqual(events(fleet.store), ['W one 1', 'W one 2', 'W one 3']);
  for (let round = 0; round < 2; round++) fleet.apply('audit', WORLD, { records: [anAuditEntry(7)] });
  assert.equal(fleet.store.auditPage({ worlds: 'all', limit: 9 }).rows.length, 1);
});

test('histories of a world are kept apart, and worlds as well', () => {
  using fleet = anEmptyFleetStore();
  fleet.apply('events', WORLD, { inc: 'one', records: [anEvent(1)] });
  fleet.apply('events', WORLD, { inc: 'two', records: [anEvent(1)] });
  fleet.apply('events', OTHER, { inc: 'one', records: [anEvent(1)] });
  assert.deepEqual(events(fleet.store), ['W one 1', 'W two 1', 'O one 1']);
});

test('ids of events count up, and those of another file are known by their number', () => {
  using one = anEmptyFleetStore();
  one.apply('events', WORLD, { records: [anEvent(1), anEvent(2)] });
  one.apply('events', WORLD, { records: [anEvent(2), anEvent(3)] });
  const { rows, until } = one.store.eventsAfter.read(0, 2);
  assert.equal(rows.length, 2);
  assert.equal(until, rows[1]?.id);
  const rest = one.store.eventsAfter.read(until, 2);
  const further = rest.rows.map(({ seq }) => seq);
  assert.deepEqual(further, [3]);
  assert.equal(rest.until, one.store.eventsAfter.newestId());
  assert.ok(Number.isSafeInteger(rest.until));
  assert.deepEqual(one.store.eventsAfter.read(rest.until, 2), { rows: [], until: rest.until });
});

test('the cursor is that of the message that was applied last', () => {
  using fleet = anEmptyFleetStore();
  assert.equal(fleet.store.cursor('events'), undefined);
  fleet.apply('events', WORLD, { records: [anEvent(1)] });
  const { seq, mark } = fleet.apply('events', WORLD, { records: [anEvent(2)] });
  assert.deepEqual({ ...fleet.store.cursor('events') }, { seq, mark });
  assert.equal(fleet.store.cursor('audit'), undefined);
});

test('a message that cannot be used is skipped, and the cursor passes it', () => {
  using fleet = anEmptyFleetStore();
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const wrong: [subject: string, data: string][] = [
    [`e.${WORLD}`, 'no JSON'],
    [`e.${WORLD}`, '[]'],
    [`e.${WORLD}`, JSON.stringify({ v: 2, inc: 'one', from: 1, to: 1, records: [] })],
    [`e.${WORLD}`, JSON.stringify({ v: 1, inc: '', from: 1, to: 1, records: [] })],
    ['e.nowhere', aBatch({ records: [anEvent(1)] }).text],
    [
      `e.${WORLD}`,
      `{"v":1,"inc":"one","from":1,"to":1,"records":[{"Id":1,"Time":"2026-07-12","Type":"x","Data":{"a":${deep}}}]}`,
    ],
    [`e.${WORLD}`, aBatch({ records: [anEvent(1)], gaps: [{ from: -1e300, to: 2 }] }).text],
  ];
  for (const [subject, data] of wrong) {
    const { seq } = fleet.applyMessage('events', subject, data);
    assert.equal(fleet.store.cursor('events')?.seq, seq, data.slice(0, 100));
  }
  assert.equal(fleet.skipped.length, wrong.length, fleet.skipped.join('\n'));
  assert.equal(fleet.store.gaps(), 0);
});

test('a record that is not of its kind is left out, and the others of its batch are kept', () => {
  using fleet = anEmptyFleetStore();
  const { text } = aBatch({ records: [anEvent(1), anEvent(2), anEvent(3), anEvent(4), anEvent(5)] });
  const body = JSON.parse(text) as { records: Record<string, unknown>[] };
  body.records[1] = { ...anEvent(2), Time: 'tomorrow' };
  body.records[2] = { ...anEvent(3), Data: 'none' };
  body.records[3] = { ...anEvent(99) };
  fleet.applyMessage('events', `e.${WORLD}`, JSON.stringify(body));
  assert.deepEqual(events(fleet.store), ['W one 1', 'W one 5']);
  assert.match(fleet.skipped.join(), /^3: /);

  const entries = [
    anAuditEntry(1),
    { ...anAuditEntry(2), Status: 'OK' },
    anAuditEntry(3, { EventId: 1e300 }),
    { ...anAuditEntry(4), Newer: true },
  ];
  fleet.applyMessage('audit', `a.${WORLD}`, aBatch({ records: entries }).text);
  const { rows } = fleet.store.auditPage({ worlds: 'all', limit: 9 });
  const kept = rows.map(({ seq }) => seq);
  assert.deepEqual(kept, [4, 1]);
});

test('an event of a type that this version does not know is kept', () => {
  using fleet = anEmptyFleetStore();
  const record = {
    ...anEvent(1),
    Type: 'dragon.hatched',
    Data: { player: { uid: 'x', name: 'Zoe' }, more: [1] },
  };
  fleet.apply('events', WORLD, { records: [record] });
  const { rows } = fleet.store.eventPage({ worlds: 'all', limit: 9, types: ['dragon.hatched'] });
  assert.deepEqual(JSON.parse(rows[0]?.data ?? ''), record.Data);
});

test('what a world lost before the fleet had it is kept as a gap, once', () => {
  using fleet = anEmptyFleetStore();
  for (let round = 0; round < 2; round++) {
    fleet.apply('audit', WORLD, { records: [anAuditEntry(9)], gaps: [{ from: 1, to: 8 }] });
  }
  assert.equal(fleet.store.gaps(), 1);
});

test('a roster brings the players of its world to what it says', () => {
  using fleet = anEmptyFleetStore();
  const names = (find?: string) =>
    fleet.store.players
      .search({ worlds: 'all', byUserId: true, limit: 100, find })
      .rows.map(({ name, online }) => `${name} ${online}`);
  fleet.applyRoster(OTHER, [aRosterPlayer(1, { name: 'Gustav' })]);
  fleet.applyRoster(WORLD, [
    aRosterPlayer(1, { name: 'Gustav', online: true }),
    aRosterPlayer(2, { name: 'Zoe' }),
  ]);
  assert.deepEqual(names('gus'), ['Gustav 0', 'Gustav 1']);
  const renamed = aRosterPlayer(1, { name: 'Gus the Great', formerNames: ['Gustav'], level: 4, guild: 'G' });
  fleet.applyRoster(WORLD, [renamed, aRosterPlayer(3, { name: 'Ada' })]);
  assert.deepEqual(names(), ['Gustav 0', 'Gus the Great 0', 'Ada 0']);
  assert.deepEqual(names('gustav'), ['Gustav 0', 'Gus the Great 0']);
  assert.deepEqual(names('Zoe'), []);
  assert.deepEqual(names('great'), ['Gus the Great 0']);
});

test('a roster with a value that no table takes changes nothing', () => {
  using fleet = anEmptyFleetStore();
  fleet.applyRoster(WORLD, [aRosterPlayer(1)]);
  fleet.applyRoster(WORLD, [aRosterPlayer(2), aRosterPlayer(3, { level: 1e300 })]);
  assert.equal(fleet.skipped.length, 1);
  const { rows } = fleet.store.players.search({ worlds: 'all', byUserId: true, limit: 9 });
  const uids = rows.map(({ uid }) => uid);
  assert.deepEqual(uids, [aRosterPlayer(1).uid]);
});

test('rows are deleted when their stream keeps them no longer', () => {
  using fleet = anEmptyFleetStore();
  const day = 86_400_000;
  const now = Date.UTC(2026, 6, 12);
  const at = (days: number) => ({ Time: new Date(now - days * day).toISOString() });
  fleet.apply('events', WORLD, { records: [anEvent(1, at(31)), anEvent(2, at(29))] });
  fleet.apply('audit', WORLD, { records: [anAuditEntry(1, at(401)), anAuditEntry(2, at(31))] });
  const newest = fleet.store.eventsAfter.newestId();
  assert.equal(fleet.store.retention.deleteSome(now), false);
  assert.deepEqual(events(fleet.store), ['W one 2']);
  assert.equal(fleet.store.auditPage({ worlds: 'all', limit: 9 }).rows.length, 1);
  fleet.store.retention.deleteSome(now + 2 * day);
  fleet.apply('events', WORLD, { records: [anEvent(3)] });
  assert.equal(fleet.store.eventsAfter.newestId(), newest + 1, 'an id is given once');
});

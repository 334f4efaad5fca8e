import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAuditEntries, anAuditEntry, anEmptyStore } from '@palatine/testing/audit-builder';
import { pluck } from '@palatine/testing/pluck';
import { World } from '@palatine/world';
import { rowDigest } from '../store/outbox-store.ts';
import type { Store, StoredChange } from '../store/store.ts';
import type { StreamEnd } from './calls.ts';
import { outboxPage } from './world-pages.ts';

const BOUNDS = { rows: 3, bytes: 1e6 };

/** A world that keeps only four events. */
function aSmallWorld(): World {
  return new World(
    { name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 },
    { eventsKept: { events: 4, bytes: 1e6 } },
  );
}

function emit(world: World, store: Store, count: number): void {
  for (let emitted = 0; emitted < count; emitted++) {
    const data = { sendType: 'Broadcast', sender: '', text: '', recipients: null } as const;
    world.emit('message', (world.lastEventId + 1) * 1000, data);
  }
  store.commit({ changes: world.pendingChanges() as StoredChange[] });
  world.clearJournal();
}

/** Position of a fleet that has nothing. */
const NOTHING: StreamEnd = { incarnation: '', id: 0, digest: '' };

test('a stream gets every event, even those dropped by the world and those never stored', () => {
  using file = anEmptyStore({ fleet: true });
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 3);
  emit(world, store, 9); // more than it keeps, in one commit
  const ids: number[] = [];
  let end = NOTHING;
  for (;;) {
    const page = outboxPage(world, store, { subject: 'events', end, kept: end.id, bounds: BOUNDS });
    assert.equal(page.newestId, 12);
    assert.deepEqual(page.gaps, []);
    if (page.to < page.from) break;
    assert.equal(page.from, end.id + 1);
    ids.push(...page.records.map(({ Id }) => Id));
    const last = page.records.at(-1);
    end = { incarnation: page.incarnation, id: page.to, digest: last === undefined ? '' : rowDigest(last) };
  }
  const expected = Array.from({ length: 12 }, (_, index) => index + 1);
  assert.deepEqual(ids, expected);
  assert.equal(store.pruneDropped(0), false);
  assert.equal(store.outbox.oldestDropped(), undefined, 'all are sent');
});

test('events that the stream lacks and the world no longer keeps are a gap', () => {
  using file = anEmptyStore();
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 10);
  const incarnation = store.incarnation();
  const read = (end: StreamEnd) =>
    outboxPage(world, store, { subject: 'events', end, kept: 0, bounds: BOUNDS });
  const first = read(NOTHING);
  assert.deepEqual([first.from, first.to, first.gaps], [1, 9, [{ from: 1, to: 6 }]]);
  assert.deepEqual(pluck(first.records, 'Id'), [7, 8, 9]);
  assert.deepEqual(read({ incarnation, id: 4, digest: '' }).gaps, [{ from: 5, to: 6 }]);
  assert.deepEqual(read({ incarnation, id: 6, digest: 'of a row that is gone' }).gaps, []);
  assert.deepEqual(read({ incarnation: 'another', id: 8, digest: '' }).gaps, [{ from: 1, to: 6 }]);
});

test('an audit without its entries is one gap, and then nothing', () => {
  using file = anEmptyStore();
  const { store } = file;
  addAuditEntries(store, [anAuditEntry({ atMs: 1 }), anAuditEntry({ atMs: 2 })]);
  store.pruneAudit({ keptMs: 1, keptEntries: 0 }, 10);
  const read = (end: StreamEnd) =>
    outboxPage(aSmallWorld(), store, { subject: 'audit', end, kept: 0, bounds: BOUNDS });
  const page = read(NOTHING);
  assert.deepEqual([page.from, page.to, page.records, page.gaps], [1, 2, [], [{ from: 1, to: 2 }]]);
  const after = read({ incarnation: page.incarnation, id: 2, digest: '' });
  assert.deepEqual([after.from, after.to, after.gaps], [3, 2, []]);
});

test('a fleet ahead of the world, or with another row under the same id, starts another history', () => {
  using file = anEmptyStore({ fleet: true });
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 3);
  addAuditEntries(store, [anAuditEntry({ atMs: 1 }), anAuditEntry({ atMs: 1, summary: 'another' })]);
  const read = (subject: 'events' | 'audit', end: StreamEnd) =>
    outboxPage(world, store, { subject, end, kept: 0, bounds: BOUNDS });
  const rows = read('audit', NOTHING).records;
  for (const [subject, id, digest] of [
    ['events', 4, ''],
    ['events', 3, 'of another event'],
    ['audit', 2, rowDigest(rows[0] as (typeof rows)[0])], // of the same millisecond
  ] as const) {
    const incarnation = store.incarnation();
    const page = read(subject, { incarnation, id, digest });
    assert.notEqual(page.incarnation, incarnation);
    assert.equal(page.incarnation, store.incarnation());
    assert.equal(page.from, 1);
  }
  const incarnation = store.incarnation();
  const same = read('audit', { incarnation, id: 2, digest: rowDigest(rows[1] as (typeof rows)[0]) });
  assert.deepEqual([same.incarnation, same.from], [incarnation, 3]);
});

test('only rows that the gateway has may be deleted, whatever the stream has confirmed', () => {
  using file = anEmptyStore({ fleet: true });
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 12);
  const end = { incarnation: store.incarnation(), id: 8, digest: '' };
  outboxPage(world, store, { subject: 'events', end, kept: 3, bounds: BOUNDS });
  store.pruneDropped(0);
  assert.equal(store.outbox.oldestDropped(), 3);
});

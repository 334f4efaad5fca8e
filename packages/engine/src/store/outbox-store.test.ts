import assert from 'node:assert/strict';
import { rowDigest } from '@palatine/data-dir/audit-table';
import {
  addAuditEntries,
  anAuditEntry,
  anEmptyStore,
  fleetTest,
  storeTest,
} from '@palatine/testing/audit-builder';
import { pluck } from '@palatine/testing/pluck';
import { World, type WorldEvent } from '@palatine/world/world';
import { outboxPage, type StreamEnd, UNSENT_KEPT } from './outbox-store.ts';
import { openStore, type Store, type StoredChange } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const ALL = { events: 10_000, bytes: 1e9 };

function anEvent(id: number, atMs = 0, text = ''): WorldEvent {
  return { id, atMs, type: 'message', data: { sendType: 'Broadcast', sender: '', text, recipients: null } };
}

/** Stores an event, as a world that emits it does. */
function emit(store: Store, event: WorldEvent): void {
  store.commit({ changes: [{ table: 'events', key: String(event.id), record: event }] });
}

/** Deletes an event, as a world beyond its limit does. */
function drop(store: Store, ...events: WorldEvent[]): void {
  const changes = events.map(
    (event) => ({ table: 'events', key: String(event.id), record: undefined, former: event }) as const,
  );
  store.commit({ changes });
}

const droppedIds = (store: Store) => store.outbox.droppedAfter(0, ALL).events.map(({ id }) => id);
const auditIds = (store: Store) => store.outbox.auditAfter(0, ALL).map(({ Id }) => Id);

function prune(store: Store, nowMs: number): void {
  while (store.pruneDropped(nowMs));
}

storeTest('a world file has a name for its history, and a renewal changes it', (store, file) => {
  using second = anEmptyStore();
  const name = store.incarnation();
  assert.match(name, /^[0-9a-f]{32}$/);
  assert.notEqual(name, second.store.incarnation());
  const renewed = store.renewIncarnation();
  assert.match(renewed, /^[0-9a-f]{32}$/);
  assert.notEqual(renewed, name);
  const again = openStore(file);
  assert.equal(again.incarnation(), renewed);
  again.close();
});

fleetTest(
  'with a fleet a dropped event stays until a stream has it, even one that was never stored',
  (store) => {
    for (const id of [1, 2]) emit(store, anEvent(id));
    drop(store, anEvent(1), anEvent(2), anEvent(3));
    assert.deepEqual(droppedIds(store), [1, 2, 3]);
    assert.equal(store.outbox.oldestDropped(), 1);
    store.outbox.sent.events = 3;
    prune(store, 0);
    assert.deepEqual(droppedIds(store), [3], 'the last sent event shows that nothing is missing after it');
    store.outbox.sent.events = 9;
    drop(store, anEvent(4), anEvent(5));
    assert.deepEqual(droppedIds(store), [3, 4, 5], 'none is deleted before an older one');
    prune(store, 0);
    assert.deepEqual(droppedIds(store), []);
    drop(store, anEvent(6));
    assert.deepEqual(droppedIds(store), [], 'the stream has it');
  },
);

fleetTest('dropped events are read in pages within both limits, at least one', (store) => {
  drop(store, anEvent(1), anEvent(2, 0, 'x'.repeat(5000)), anEvent(3), anEvent(4));
  const page = (after: number, events: number, bytes: number) => {
    const { events: found, more } = store.outbox.droppedAfter(after, { events, bytes });
    return [found.map(({ id }) => id), more];
  };
  assert.deepEqual(page(0, 2, 1e6), [[1, 2], true]);
  assert.deepEqual(page(0, 10, 1000), [[1], true]);
  assert.deepEqual(page(1, 10, 1000), [[2], true]);
  assert.deepEqual(page(2, 10, 1000), [[3, 4], false]);
  assert.deepEqual(page(4, 10, 1000), [[], false]);
});

fleetTest('an unsent dropped event is deleted after 30 days, and beyond a million', (store) => {
  drop(store, anEvent(1, 0), anEvent(2, 10 * DAY_MS), anEvent(3, 31 * DAY_MS));
  prune(store, 0);
  assert.deepEqual(droppedIds(store), [1, 2, 3], 'an unreliable clock deletes nothing');
  prune(store, 31 * DAY_MS);
  assert.deepEqual(droppedIds(store), [2, 3]);
  emit(store, anEvent(UNSENT_KEPT.rows + 3));
  prune(store, 31 * DAY_MS);
  assert.deepEqual(droppedIds(store), [3]);
});

fleetTest('dropped events are deleted in chunks', (store) => {
  drop(store, ...Array.from({ length: 1200 }, (_, index) => anEvent(index + 1, 5)));
  store.outbox.sent.events = 1201;
  assert.equal(store.pruneDropped(10), true);
  assert.equal(droppedIds(store)[0], 501);
  prune(store, 10);
  assert.deepEqual(droppedIds(store), []);
});

fleetTest('a world that has left its fleet deletes what it kept for it', (store, file) => {
  drop(store, anEvent(1), anEvent(2));
  const again = openStore(file);
  assert.deepEqual(droppedIds(again), [1, 2], 'opening deletes nothing');
  again.leaveFleet();
  assert.deepEqual(droppedIds(again), []);
  again.close();
});

fleetTest('pruning the audit stops at unsent entries, for at most 30 days', (store) => {
  addAuditEntries(
    store,
    Array.from({ length: 10 }, (_, day) => anAuditEntry({ atMs: (day + 1) * DAY_MS })),
  );
  const retention = { keptMs: DAY_MS, keptEntries: 0 };
  store.pruneAudit(retention, 20 * DAY_MS);
  assert.equal(auditIds(store).length, 10, 'no stream has reported yet');
  store.outbox.sent.audit = 4;
  store.pruneAudit(retention, 20 * DAY_MS);
  assert.deepEqual(auditIds(store), [4, 5, 6, 7, 8, 9, 10]);
  store.pruneAudit(retention, 37.5 * DAY_MS);
  assert.deepEqual(auditIds(store), [8, 9, 10]);
  assert.deepEqual([store.outbox.oldestAudit(), store.outbox.newestAudit()], [8, 10]);
});

storeTest(
  'audit entries are read in pages within both limits, at least one, in the shape of the contract',
  (store) => {
    addAuditEntries(store, [
      anAuditEntry({ summary: 'x'.repeat(3000), eventId: 7 }),
      anAuditEntry(),
      anAuditEntry(),
    ]);
    const { outbox, audit } = store;
    assert.deepEqual(outbox.auditAfter(0, ALL), audit.page({ limit: 3 }).Entries.toReversed());
    const page = (after: number, events: number, bytes: number) =>
      outbox.auditAfter(after, { events, bytes }).map(({ Id }) => Id);
    assert.deepEqual(page(0, 2, 1e6), [1, 2]);
    assert.deepEqual(page(0, 9, 500), [1]);
    assert.deepEqual(page(1, 9, 1e6), [2, 3]);
    assert.deepEqual(page(3, 9, 1e6), []);
  },
);

const BOUNDS = { rows: 3, bytes: 1e6 };

/** A world that keeps only four events. */
function aSmallWorld(): World {
  return new World(
    { name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 },
    { eventsKept: { events: 4, bytes: 1e6 } },
  );
}

function emitInto(world: World, store: Store, count: number): void {
  for (let emitted = 0; emitted < count; emitted++) {
    const data = { sendType: 'Broadcast', sender: '', text: '', recipients: null } as const;
    world.emit('message', (world.lastEventId + 1) * 1000, data);
  }
  store.commit({ changes: world.pendingChanges() as StoredChange[] });
  world.clearJournal();
}

/** Position of a fleet that has nothing. */
const NOTHING: StreamEnd = { incarnation: '', id: 0, digest: '' };

fleetTest('a stream gets every event, even those dropped by the world and those never stored', (store) => {
  const world = aSmallWorld();
  emitInto(world, store, 3);
  emitInto(world, store, 9); // more than it keeps, in one commit
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

storeTest('events that the stream lacks and the world no longer keeps are a gap', (store) => {
  const world = aSmallWorld();
  emitInto(world, store, 10);
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

storeTest('an audit without its entries is one gap, and then nothing', (store) => {
  addAuditEntries(store, [anAuditEntry({ atMs: 1 }), anAuditEntry({ atMs: 2 })]);
  store.pruneAudit({ keptMs: 1, keptEntries: 0 }, 10);
  const read = (end: StreamEnd) =>
    outboxPage(aSmallWorld(), store, { subject: 'audit', end, kept: 0, bounds: BOUNDS });
  const page = read(NOTHING);
  assert.deepEqual([page.from, page.to, page.records, page.gaps], [1, 2, [], [{ from: 1, to: 2 }]]);
  const after = read({ incarnation: page.incarnation, id: 2, digest: '' });
  assert.deepEqual([after.from, after.to, after.gaps], [3, 2, []]);
});

fleetTest(
  'a fleet ahead of the world, or with another row under the same id, starts another history',
  (store) => {
    const world = aSmallWorld();
    emitInto(world, store, 3);
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
  },
);

fleetTest('only rows that the gateway has may be deleted, whatever the stream has confirmed', (store) => {
  const world = aSmallWorld();
  emitInto(world, store, 12);
  const end = { incarnation: store.incarnation(), id: 8, digest: '' };
  outboxPage(world, store, { subject: 'events', end, kept: 3, bounds: BOUNDS });
  store.pruneDropped(0);
  assert.equal(store.outbox.oldestDropped(), 3);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAuditEntries, anAuditEntry, anEmptyStore } from '@palatine/testing/audit-builder';
import type { WorldEvent } from '@palatine/world';
import { UNSENT_KEPT } from './outbox-store.ts';
import { openStore, type Store } from './store.ts';

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

test('a world file has a name for its history, and a renewal changes it', () => {
  using one = anEmptyStore();
  using other = anEmptyStore();
  const name = one.store.incarnation();
  assert.match(name, /^[0-9a-f]{32}$/);
  assert.notEqual(name, other.store.incarnation());
  const renewed = one.store.renewIncarnation();
  assert.match(renewed, /^[0-9a-f]{32}$/);
  assert.notEqual(renewed, name);
  const again = openStore(one.file);
  assert.equal(again.incarnation(), renewed);
  again.close();
});

test('without a fleet a dropped event is deleted', () => {
  using world = anEmptyStore();
  emit(world.store, anEvent(1));
  drop(world.store, anEvent(1));
  assert.deepEqual(droppedIds(world.store), []);
});

test('with a fleet a dropped event stays until a stream has it, even one that was never stored', () => {
  using world = anEmptyStore({ fleet: true });
  const { store } = world;
  for (const id of [1, 2]) emit(store, anEvent(id));
  drop(store, anEvent(1), anEvent(2), anEvent(3));
  assert.deepEqual(droppedIds(store), [1, 2, 3]);
  assert.equal(store.outbox.oldestDropped(), 1);
  store.outbox.setSent('events', 3);
  prune(store, 0);
  assert.deepEqual(droppedIds(store), [3], 'the last sent event shows that nothing is missing after it');
  store.outbox.setSent('events', 9);
  drop(store, anEvent(4), anEvent(5));
  assert.deepEqual(droppedIds(store), [3, 4, 5], 'none is deleted before an older one');
  prune(store, 0);
  assert.deepEqual(droppedIds(store), []);
  drop(store, anEvent(6));
  assert.deepEqual(droppedIds(store), [], 'the stream has it');
});

test('dropped events are read in pages within both limits, at least one', () => {
  using world = anEmptyStore({ fleet: true });
  const { store } = world;
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

test('an unsent dropped event is deleted after 30 days, and beyond a million', () => {
  using world = anEmptyStore({ fleet: true });
  const { store } = world;
  drop(store, anEvent(1, 0), anEvent(2, 10 * DAY_MS), anEvent(3, 31 * DAY_MS));
  prune(store, 0);
  assert.deepEqual(droppedIds(store), [1, 2, 3], 'an unreliable clock deletes nothing');
  prune(store, 31 * DAY_MS);
  assert.deepEqual(droppedIds(store), [2, 3]);
  emit(store, anEvent(UNSENT_KEPT.rows + 3));
  prune(store, 31 * DAY_MS);
  assert.deepEqual(droppedIds(store), [3]);
});

test('dropped events are deleted in chunks', () => {
  using world = anEmptyStore({ fleet: true });
  const { store } = world;
  drop(store, ...Array.from({ length: 1200 }, (_, index) => anEvent(index + 1, 5)));
  store.outbox.setSent('events', 1201);
  assert.equal(store.pruneDropped(10), true);
  assert.equal(droppedIds(store)[0], 501);
  prune(store, 10);
  assert.deepEqual(droppedIds(store), []);
});

test('a world that has left its fleet deletes what it kept for it', () => {
  using world = anEmptyStore({ fleet: true });
  drop(world.store, anEvent(1), anEvent(2));
  const tool = openStore(world.file);
  assert.deepEqual(droppedIds(tool), [1, 2], 'a reader deletes nothing');
  tool.close();
  const alone = openStore(world.file, { fleet: false });
  assert.deepEqual(droppedIds(alone), []);
  alone.close();
});

test('pruning the audit stops at unsent entries, for at most 30 days', () => {
  using world = anEmptyStore({ fleet: true });
  const { store } = world;
  addAuditEntries(
    store,
    Array.from({ length: 10 }, (_, day) => anAuditEntry({ atMs: (day + 1) * DAY_MS })),
  );
  const retention = { keptMs: DAY_MS, keptEntries: 0 };
  store.pruneAudit(retention, 20 * DAY_MS);
  assert.equal(auditIds(store).length, 10, 'no stream has reported yet');
  store.outbox.setSent('audit', 4);
  store.pruneAudit(retention, 20 * DAY_MS);
  assert.deepEqual(auditIds(store), [4, 5, 6, 7, 8, 9, 10]);
  store.pruneAudit(retention, 37.5 * DAY_MS);
  assert.deepEqual(auditIds(store), [8, 9, 10]);
  assert.deepEqual([store.outbox.oldestAudit(), store.outbox.newestAudit()], [8, 10]);
});

test('the last id of an audit is kept when all its entries are deleted', () => {
  using world = anEmptyStore();
  addAuditEntries(world.store, [anAuditEntry({ atMs: 1 }), anAuditEntry({ atMs: 2 })]);
  world.store.pruneAudit({ keptMs: 1, keptEntries: 0 }, 10);
  assert.deepEqual([world.store.outbox.oldestAudit(), world.store.outbox.newestAudit()], [undefined, 2]);
});

test('audit entries are read in pages within both limits, at least one, in the shape of the contract', () => {
  using world = anEmptyStore();
  addAuditEntries(world.store, [
    anAuditEntry({ summary: 'x'.repeat(3000), eventId: 7 }),
    anAuditEntry(),
    anAuditEntry(),
  ]);
  const { outbox, audit } = world.store;
  assert.deepEqual(outbox.auditAfter(0, ALL), audit.page({ limit: 3 }).Entries.toReversed());
  const page = (after: number, events: number, bytes: number) =>
    outbox.auditAfter(after, { events, bytes }).map(({ Id }) => Id);
  assert.deepEqual(page(0, 2, 1e6), [1, 2]);
  assert.deepEqual(page(0, 9, 500), [1]);
  assert.deepEqual(page(1, 9, 1e6), [2, 3]);
  assert.deepEqual(page(3, 9, 1e6), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World, type WorldEvent } from '@palatine/world';
import type { Store, StoredChange } from '../store/store.ts';
import { addAuditEntries, anAuditEntry, anEmptyStore } from '../testing/audit-builder.ts';
import { pluck } from '../testing/pluck.ts';
import type { StreamEnd } from './calls.ts';
import { outboxPage, resumeAfter } from './outbox-page.ts';

const BOUNDS = { rows: 3, bytes: 1e6 };

/** A world that keeps four events only. */
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

const timeOf = (id: number) => new Date(id * 1000).toISOString();

test('a stream gets every event, also those that the world has dropped and those that were never stored', () => {
  using file = anEmptyStore({ fleet: true });
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 3);
  emit(world, store, 9); // more than it keeps, in one commit
  const seen: number[] = [];
  let end: StreamEnd | undefined;
  for (;;) {
    const page = outboxPage(world, store, { subject: 'events', end, bounds: BOUNDS });
    assert.equal(page.newestId, 12);
    assert.deepEqual(page.gaps, []);
    if (page.to < page.from) break;
    assert.equal(page.from, (end?.to ?? 0) + 1);
    seen.push(...page.records.map(({ Id }) => Id));
    end = { incarnation: page.incarnation, to: page.to, time: page.records.at(-1)?.Time };
  }
  const expected = Array.from({ length: 12 }, (_, index) => index + 1);
  assert.deepEqual(seen, expected);
  assert.equal(store.pruneDropped(0), false);
  assert.equal(store.outbox.oldestDropped(), undefined, 'all are sent');
});

test('what the stream lacks and the world no longer keeps is a gap', () => {
  using file = anEmptyStore();
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 10);
  const incarnation = store.incarnation();
  const read = (end: StreamEnd | undefined) =>
    outboxPage(world, store, { subject: 'events', end, bounds: BOUNDS });
  const first = read(undefined);
  assert.deepEqual([first.from, first.to, first.gaps], [1, 9, [{ from: 1, to: 6 }]]);
  assert.deepEqual(pluck(first.records, 'Id'), [7, 8, 9]);
  assert.deepEqual(read({ incarnation, to: 4, time: undefined }).gaps, [{ from: 5, to: 6 }]);
  assert.deepEqual(read({ incarnation, to: 6, time: timeOf(6) }).gaps, []);
  assert.deepEqual(read({ incarnation: 'another', to: 8, time: timeOf(8) }).gaps, [{ from: 1, to: 6 }]);
});

test('an audit of which all entries are gone is one gap, and then nothing', () => {
  using file = anEmptyStore();
  const { store } = file;
  addAuditEntries(store, [anAuditEntry({ atMs: 1 }), anAuditEntry({ atMs: 2 })]);
  store.pruneAudit({ keptMs: 1, keptEntries: 0 }, 10);
  const read = (end: StreamEnd | undefined) =>
    outboxPage(aSmallWorld(), store, { subject: 'audit', end, bounds: BOUNDS });
  const page = read(undefined);
  assert.deepEqual([page.from, page.to, page.records, page.gaps], [1, 2, [], [{ from: 1, to: 2 }]]);
  const after = read({ incarnation: page.incarnation, to: 2, time: undefined });
  assert.deepEqual([after.from, after.to, after.gaps], [3, 2, []]);
});

test('a stream that is ahead of the world, or has another event under the same id, begins another history', () => {
  using file = anEmptyStore({ fleet: true });
  const { store } = file;
  const world = aSmallWorld();
  emit(world, store, 3);
  for (const [to, time] of [
    [4, timeOf(4)],
    [3, timeOf(5)],
  ] as const) {
    const incarnation = store.incarnation();
    const page = outboxPage(world, store, {
      subject: 'events',
      end: { incarnation, to, time },
      bounds: BOUNDS,
    });
    assert.notEqual(page.incarnation, incarnation);
    assert.equal(page.incarnation, store.incarnation());
    assert.deepEqual(pluck(page.records, 'Id'), [1, 2, 3]);
  }
});

test('a stream goes on after its end while its row is the same, or no longer kept', () => {
  const rows: readonly Pick<WorldEvent, 'id' | 'atMs'>[] = [
    { id: 5, atMs: 5000 },
    { id: 6, atMs: 6000 },
  ];
  const world = {
    incarnation: 'one',
    newest: 6,
    atMs: (id: number) => rows.find((row) => row.id === id)?.atMs,
  };
  const end = (to: number, time?: string, incarnation = 'one') => ({ incarnation, to, time });
  assert.deepEqual(resumeAfter(end(6, timeOf(6)), world), { after: 6, forked: false });
  assert.deepEqual(resumeAfter(end(5), world), { after: 5, forked: false });
  assert.deepEqual(resumeAfter(end(2, timeOf(1)), world), { after: 2, forked: false });
  assert.deepEqual(resumeAfter(end(6, timeOf(5)), world), { after: undefined, forked: true });
  assert.deepEqual(resumeAfter(end(7), world), { after: undefined, forked: true });
  assert.deepEqual(resumeAfter(end(7, undefined, 'two'), world), { after: undefined, forked: false });
  assert.deepEqual(resumeAfter(undefined, world), { after: undefined, forked: false });
});

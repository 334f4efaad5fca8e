import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAuditEntries, anAuditEntry, anEmptyStore } from '@palatine/testing/audit-builder';
import type { Store } from './store.ts';

/** Adds entries a millisecond apart. */
function addEntries(store: Store, count: number): void {
  addAuditEntries(
    store,
    Array.from({ length: count }, (_, index) => anAuditEntry({ atMs: index + 1 })),
  );
}

const FOR_EVER = { keptMs: 0, keptEntries: 0 };

test('the audit deletes entries older than its retention, some at a time, and none when it keeps all', () => {
  using world = anEmptyStore();
  const { store } = world;
  addEntries(store, 5000);
  assert.equal(store.pruneAudit(FOR_EVER, 10_000), false);
  assert.equal(store.audit.page({ limit: 10_000 }).Entries.length, 5000);
  const retention = { keptMs: 10_000 - 4991, keptEntries: 0 };
  let chunks = 1;
  while (store.pruneAudit(retention, 10_000)) chunks += 1;
  assert.ok(chunks > 5, 'small chunks');
  const times = store.audit.page({ limit: 10_000 }).Entries.map(({ Time }) => Date.parse(Time));
  assert.deepEqual(times, [5000, 4999, 4998, 4997, 4996, 4995, 4994, 4993, 4992, 4991]);
});

test('the audit deletes its oldest entries beyond the number that it keeps', () => {
  using world = anEmptyStore();
  const { store } = world;
  const retention = { keptMs: 0, keptEntries: 1000 };
  assert.equal(store.pruneAudit(retention, 0), false, 'an empty audit');
  addEntries(store, 1000);
  assert.equal(store.pruneAudit(retention, 0), false);
  assert.equal(store.audit.page({ limit: 5000 }).Entries.length, 1000, 'none too many');
  addEntries(store, 2200);
  while (store.pruneAudit(retention, 0));
  const { Entries } = store.audit.page({ limit: 5000 });
  assert.deepEqual([Entries.length, Entries[0]?.Id, Entries.at(-1)?.Id], [1000, 3200, 2201]);
});

test('an entry keeps everything that it was added with', () => {
  using world = anEmptyStore();
  const { store } = world;
  const player = { uid: '11111111-00000000-00000000-00000000', userId: 'steam_1', name: 'Zoe' };
  const details = { summary: '10 × PalSphere', requestId: 'order-7', idempotencyKey: 'ord-7', eventId: 12 };
  addAuditEntries(store, [anAuditEntry({ ...details, player, atMs: 1000 }), anAuditEntry()]);
  const [bare, full] = store.audit.page({ limit: 2 }).Entries;
  assert.deepEqual(full, {
    Id: 1,
    Time: '1970-01-01T00:00:01.000Z',
    Token: 'Admin',
    IP: '10.0.0.1',
    Route: 'POST /v1/pdapi/kick/:player_identifier',
    Target: 'steam_1',
    PlayerUid: player.uid,
    PlayerUserId: 'steam_1',
    PlayerName: 'Zoe',
    Outcome: 'OK',
    Status: 200,
    Reason: '',
    Summary: '10 × PalSphere',
    Request: 'order-7',
    IdempotencyKey: 'ord-7',
    EventId: 12,
  });
  const fields = [
    bare?.PlayerUid,
    bare?.Summary,
    'IdempotencyKey' in (bare ?? {}),
    'EventId' in (bare ?? {}),
  ];
  assert.deepEqual(fields, ['', '', false, false]);
});

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { addAuditEntries, anAuditEntry, anEmptyStore, indexEntries } from '../testing/audit-builder.ts';
import { INDEXED_AT_ONCE } from './audit-index.ts';
import { openStore, type Store } from './store.ts';

const UIDS = ['AAAAAAAA-00000000-00000000-00000001', 'BBBBBBBB-00000000-00000000-00000002'] as const;
/** What the index has of each entry: its fields, and a player where there is one. */
const EXPECTED = `select 'target', target, id from audit union all select 'ip', ip, id from audit
  union all select 'token', token, id from audit union all select 'outcome', outcome, id from audit
  union all select 'route', route, id from audit
  union all select 'player', player_uid, id from audit where player_uid <> ''`;

function addEntries(store: Store, count: number): void {
  const entries = Array.from({ length: count }, (_, at) => {
    const uid = UIDS[at % 5];
    const player = uid === undefined ? undefined : { uid, userId: '', name: 'Zoe' };
    return anAuditEntry({ Target: `steam_${at % 97}`, Token: `token ${at % 2}`, player, atMs: at });
  });
  addAuditEntries(store, entries);
}

/** The rows that the index has and should not, and those that it lacks. */
function differences(file: string): { tooMuch: unknown[]; missing: unknown[] } {
  using database = new DatabaseSync(file, { readOnly: true });
  const index = 'select field, text, entry from auditValues';
  const rows = (one: string, other: string) =>
    database.prepare(`${one} except select * from (${other})`).all();
  return { tooMuch: rows(index, EXPECTED), missing: rows(`select * from (${EXPECTED})`, index) };
}

test('the index gets each value of each entry, a field at a time', () => {
  using world = anEmptyStore();
  const { store, file } = world;
  addEntries(store, INDEXED_AT_ONCE + 10);
  assert.equal(store.unindexedAudit(), INDEXED_AT_ONCE + 10);
  assert.equal(differences(file).missing.length > 0, true, 'a commit adds nothing to it');
  for (let field = 0; field < 6; field++) {
    assert.equal(store.unindexedAudit(), INDEXED_AT_ONCE + 10, 'until all fields are in it');
    store.indexAudit();
  }
  assert.equal(store.unindexedAudit(), 10);
  addEntries(store, 5);
  assert.equal(store.unindexedAudit(), 15);
  indexEntries(store);
  assert.deepEqual(differences(file), { tooMuch: [], missing: [] });
});

test('a pass that was not finished begins anew, and adds no value twice', () => {
  using world = anEmptyStore();
  const { store, file } = world;
  addEntries(store, 300);
  for (let field = 0; field < 4; field++) store.indexAudit();
  const again = openStore(file);
  assert.equal(again.unindexedAudit(), 300);
  indexEntries(again);
  again.close();
  assert.deepEqual(differences(file), { tooMuch: [], missing: [] });
});

test('an entry that the audit deletes leaves no value behind, also one that was not in the index yet', () => {
  using world = anEmptyStore();
  const { store, file } = world;
  addEntries(store, 300);
  indexEntries(store);
  addEntries(store, 300);
  store.indexAudit();
  while (store.pruneAudit({ keptMs: 0, keptEntries: 100 }, 0));
  indexEntries(store);
  assert.deepEqual(differences(file), { tooMuch: [], missing: [] });
  assert.equal(store.audit.page({ limit: 1000 }).Entries.length, 100);
  assert.equal(store.unindexedAudit(), 0);
});

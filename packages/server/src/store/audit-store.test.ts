import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { World } from '@palatine/world';
import { type AuditFilter, type AuditFilters, EXAMINED_PER_PAGE, pageSql } from './audit-store.ts';
import { createStore, openStore, type Store } from './store.ts';

const FILTERS: readonly AuditFilter[] = ['target', 'ip', 'token', 'outcome', 'route'];

/** The store of an empty world in a folder of its own. */
function anEmptyStore() {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  const file = join(folder, 'world.db');
  createStore(file, new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 }));
  const store = openStore(file);
  return {
    store,
    file,
    [Symbol.dispose]() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The nth entry of an audit in which tokens, outcomes and targets repeat. */
function anEntry(number: number) {
  return {
    atMs: number,
    Token: `token ${number % 2}`,
    IP: '10.0.0.1',
    Route: 'POST /kick',
    Target: `steam_${number % 5}`,
    Outcome: number % 3 === 0 ? 'PLAYER_NOT_FOUND' : 'OK',
    Status: 200,
    Reason: '',
    request: `${number}`,
  };
}

function addEntries(store: Store, count: number): void {
  const audit = Array.from({ length: count }, (_, index) => anEntry(index + 1)); // ids count from 1
  store.commit({ changes: [], audit });
}

/** All pages of a query, from the newest. */
function pagesOf(store: Store, filters: Omit<AuditFilters, 'before'>): number[][] {
  const pages: number[][] = [];
  for (let before: number | undefined; ; ) {
    const { Entries, Next } = store.audit.page({ ...filters, ...(before === undefined ? {} : { before }) });
    pages.push(Entries.map(({ Id }) => Id));
    if (Next === undefined) return pages;
    before = Number(Next);
  }
}

const FOR_EVER = { keptMs: 0, keptEntries: 0 };

test('the audit deletes entries older than its retention, some at a time, and none when it keeps all', () => {
  using world = anEmptyStore();
  const { store } = world;
  addEntries(store, 5000);
  assert.equal(store.pruneAudit(FOR_EVER, 10_000), false);
  assert.equal(store.audit.page({ limit: 10_000 }).Entries.length, 5000);
  const kept = { keptMs: 10_000 - 4991, keptEntries: 0 };
  let chunks = 1;
  while (store.pruneAudit(kept, 10_000)) chunks += 1;
  assert.ok(chunks > 5, 'small chunks');
  const left = store.audit.page({ limit: 10_000 }).Entries.map(({ Time }) => Date.parse(Time));
  assert.deepEqual(left, [5000, 4999, 4998, 4997, 4996, 4995, 4994, 4993, 4992, 4991]);
});

test('the audit deletes its oldest entries beyond the number that it keeps', () => {
  using world = anEmptyStore();
  const { store } = world;
  const kept = { keptMs: 0, keptEntries: 1000 };
  assert.equal(store.pruneAudit(kept, 0), false, 'an empty audit');
  addEntries(store, 1000);
  assert.equal(store.pruneAudit(kept, 0), false);
  assert.equal(store.audit.page({ limit: 5000 }).Entries.length, 1000, 'none too many');
  addEntries(store, 2200);
  while (store.pruneAudit(kept, 0));
  const { Entries } = store.audit.page({ limit: 5000 });
  assert.deepEqual([Entries.length, Entries[0]?.Id, Entries.at(-1)?.Id], [1000, 3200, 2201]);
});

test('every filter of the audit reads an index, alone and with others, and nothing is sorted', () => {
  using world = anEmptyStore();
  addEntries(world.store, 100);
  using database = new DatabaseSync(world.file);
  const planOf = (sql: string) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
  for (const [at, first] of FILTERS.entries()) {
    for (const others of [[], ...FILTERS.slice(at + 1).map((other) => [other]), FILTERS.slice(at + 1)]) {
      const { page, floor } = pageSql([first, ...others]);
      for (const sql of floor === undefined ? [page] : [page, floor]) {
        const plan = planOf(sql);
        assert.equal(plan.length, 1, plan.join('; '));
        assert.match(plan[0] ?? '', new RegExp(`^SEARCH audit USING (COVERING )?INDEX audit_by_${first} `));
      }
      assert.equal(floor === undefined, others.length === 0, 'what the index finds needs no second bound');
    }
  }
  assert.deepEqual(planOf(pageSql([]).page), [
    'SEARCH audit USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  ]);
});

test('a page looks at a bounded number of entries: where few match it comes short, with a cursor', () => {
  using world = anEmptyStore();
  const { store } = world;
  const tokenHas = 2 * EXAMINED_PER_PAGE + 1;
  addEntries(store, 2 * tokenHas); // every second one
  const pages = pagesOf(store, { token: 'token 0', outcome: 'nothing', limit: 100 });
  assert.deepEqual(pages, [[], [], []]);
  const [first] = pagesOf(store, { token: 'token 0', outcome: 'OK', limit: 100 });
  assert.equal(first?.length, 100, 'where many match it is full');
});

test('pages of every set of filters hold each matching entry once, newest first', () => {
  using world = anEmptyStore();
  const { store } = world;
  const count = EXAMINED_PER_PAGE + 2000;
  addEntries(store, count);
  const all = Array.from({ length: count }, (_, index) => anEntry(count - index));
  const values = { target: 'steam_1', ip: '10.0.0.1', token: 'token 1', outcome: 'OK', route: 'POST /kick' };
  const columns = { target: 'Target', ip: 'IP', token: 'Token', outcome: 'Outcome', route: 'Route' } as const;
  for (let set = 0; set < 2 ** FILTERS.length; set++) {
    const given = FILTERS.filter((_, at) => (set >> at) % 2 === 1);
    const filters = Object.fromEntries(given.map((name) => [name, values[name]]));
    const matching = all.filter((entry) => given.every((name) => entry[columns[name]] === values[name]));
    const pages = pagesOf(store, { ...filters, limit: 997 });
    assert.deepEqual(
      pages.flat(),
      matching.map(({ atMs }) => atMs),
      given.join(),
    );
    assert.ok(pages.every((page) => page.length <= 997));
  }
});

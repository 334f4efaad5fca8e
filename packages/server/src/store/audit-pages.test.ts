import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { AuditEntry } from '@palatine/contract';
import { addAuditEntries, anAuditEntry, anEmptyStore, indexEntries } from '../testing/audit-builder.ts';
import { type AuditFilters, auditConditions } from './audit-conditions.ts';
import { AUDIT_TABLE, type AuditQuery } from './audit-pages.ts';
import type { NewAuditEntry } from './audit-rows.ts';
import { EXAMINED_FOR_TEXT, EXAMINED_PER_PAGE, pageSql } from './planned-pages.ts';
import type { Store } from './store.ts';

const UIDS = ['AAAAAAAA-00000000-00000000-00000001', 'BBBBBBBB-00000000-00000000-00000002'] as const;
const ROUTES = ['POST /v1/pdapi/ban/:player_identifier', 'POST /v1/pdapi/kick/:player_identifier'] as const;

/** The nth entry of an audit in which values repeat, and of which the clock was set back once. */
function anEntry(number: number): NewAuditEntry {
  const uid = UIDS[number % 7];
  return anAuditEntry({
    atMs: number < 9000 ? number : number - 3000,
    Token: `token ${number % 2}`,
    Route: ROUTES[number % 11 === 0 ? 0 : 1] as string,
    Target: `steam_${number % 50}`,
    Outcome: number % 3 === 0 ? 'PLAYER_NOT_FOUND' : 'OK',
    summary: number % 13 === 0 ? 'Größe 100%' : `grant ${number}`,
    player: uid === undefined ? undefined : { uid, userId: `mac_${number % 7}`, name: 'Zoë' },
  });
}

function addEntries(store: Store, count: number): void {
  addAuditEntries(
    store,
    Array.from({ length: count }, (_, index) => anEntry(index + 1)), // ids count from 1
  );
}

/** All pages of a query, from the newest. */
function pagesOf(store: Store, query: Omit<AuditQuery, 'cursor'>): AuditEntry[][] {
  const pages: AuditEntry[][] = [];
  for (let cursor: number | undefined; ; ) {
    const { Entries, Next } = store.audit.page({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(Entries);
    if (Next === undefined) return pages;
    cursor = Number(Next);
  }
}

/** Of the audit whose pages are compared. */
const COUNT = EXAMINED_PER_PAGE + 3000;

const idsOf = (entries: readonly AuditEntry[]) => entries.map(({ Id }) => Id);

/** What each filter says of an entry, without SQL. */
const MATCHES: { [Name in keyof AuditFilters]-?: (entry: NewAuditEntry, value: never) => boolean } = {
  token: ({ Token }, value: string) => Token === value,
  ip: ({ IP }, value: string) => IP === value,
  outcome: ({ Outcome }, value: string) => Outcome === value,
  target: ({ Target }, value: string) => Target.startsWith(value),
  player: ({ player }, value: string) => player?.uid === value,
  route: ({ Route }, value: string) => Route.includes(`/${value}`),
  text: ({ summary }, value: string) => summary.toLowerCase().includes(value.toLowerCase()),
  fromMs: ({ atMs }, value: number) => atMs >= value,
  toMs: ({ atMs }, value: number) => atMs < value,
};

function matches(entry: NewAuditEntry, filters: AuditFilters): boolean {
  return Object.entries(filters).every(([name, value]) =>
    MATCHES[name as keyof AuditFilters](entry, value as never),
  );
}

/** How far the index is: a step adds one of six fields of some entries. */
const PROGRESS: Record<string, (store: Store) => void> = {
  'no entry is in the index': () => {},
  'the index has some entries, and of others some fields': (store) => {
    for (let step = 0; step < 8; step++) store.indexAudit();
  },
  'all entries are in the index': indexEntries,
};

for (const [progress, index] of Object.entries(PROGRESS)) {
  test(`pages of every set of filters hold each matching entry once, also while ${progress}`, () => {
    using world = anEmptyStore();
    addEntries(world.store, COUNT);
    index(world.store);
    assertPages(world.store);
  });
}

function assertPages(store: Store): void {
  const count = COUNT;
  const all = Array.from({ length: count }, (_, index) => ({ id: index + 1, ...anEntry(index + 1) }));
  const rare: AuditFilters = { player: UIDS[0], target: 'steam_7', route: 'ban', text: 'größe' };
  const frequent: AuditFilters = { target: 'steam_', ip: '10.0.0.1', route: 'pdapi', text: 'G' };
  const either: AuditFilters = { token: 'token 1', outcome: 'OK', fromMs: 100, toMs: 11_000 };
  for (const [values, together] of [
    [{ ...rare, ...either }, 1],
    [{ ...frequent, ...either }, 2],
  ] as const) {
    const names = Object.keys(values) as (keyof AuditFilters)[];
    for (let set = 0; set < 2 ** names.length; set++) {
      const given = names.filter((_, at) => (set >> at) % 2 === 1);
      if (given.length > together && given.length < names.length) continue;
      const filters: AuditFilters = Object.fromEntries(given.map((name) => [name, values[name]]));
      const expected = all.filter((entry) => matches(entry, filters)).map(({ id }) => id);
      const pages = pagesOf(store, { ...filters, limit: 997 });
      assert.ok(pages.every((page) => page.length <= 997));
      const found = pages.flatMap(idsOf);
      assert.deepEqual(
        found.toSorted((one, other) => one - other),
        expected,
        JSON.stringify(filters),
      );
      const [byId, byTime] = [pages.flat().map(({ Id }) => Id), pages.flat().map(({ Time }) => Time)];
      const newestFirst =
        isDescending(byId) || (isDescending(byTime) && (given.includes('fromMs') || given.includes('toMs')));
      assert.ok(newestFirst, JSON.stringify(filters));
    }
  }
}

function isDescending(values: readonly (number | string)[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] ?? value) >= value);
}

test('a page looks at a bounded number of entries: where few match it comes short, with a cursor', () => {
  using world = anEmptyStore();
  const { store } = world;
  const tokenHas = 2 * EXAMINED_PER_PAGE + 1;
  addEntries(store, 2 * tokenHas); // every second one
  indexEntries(store);
  const lengths = (filters: AuditFilters) =>
    pagesOf(store, { ...filters, limit: 100 }).map(({ length }) => length);
  const empty = (entries: number, examined: number) => new Array(Math.ceil(entries / examined)).fill(0);
  const [ofToken, ofAll] = [tokenHas, 2 * tokenHas];
  assert.deepEqual(lengths({ token: 'token 0', player: 'nobody' }), empty(ofToken, EXAMINED_PER_PAGE));
  assert.deepEqual(lengths({ player: 'nobody' }), empty(ofAll, EXAMINED_PER_PAGE));
  assert.deepEqual(lengths({ fromMs: 0, player: 'nobody' }), empty(ofAll, EXAMINED_PER_PAGE));
  for (const text of ['nothing', 'nichts von Größe']) {
    assert.deepEqual(lengths({ text }), empty(ofAll, EXAMINED_FOR_TEXT));
    assert.deepEqual(lengths({ fromMs: 0, token: 'token 0', text }), empty(ofAll, EXAMINED_FOR_TEXT));
  }
  const few = { token: 'token 0', target: 'steam_4', text: 'nothing' };
  assert.deepEqual(lengths(few), empty(ofAll * (11 / 50), EXAMINED_FOR_TEXT), 'also of those of an index');
  assert.equal(lengths({ token: 'token 0', outcome: 'OK' })[0], 100, 'where many match it is full');
});

test('an entry is found at once, however old, by each filter that few entries match', () => {
  using world = anEmptyStore();
  const { store } = world;
  const player = { uid: UIDS[0], userId: 'mac_1', name: 'Zoë' };
  const old = { Token: 'Old', IP: '10.9.9.9', Outcome: 'GRANT_FAILED', Target: 'gdk_77', player };
  const others = { Route: ROUTES[1], player: { ...player, uid: UIDS[1] } };
  addAuditEntries(store, [anAuditEntry({ ...old, Route: ROUTES[0], summary: 'the only one', atMs: 50 })]);
  const many = Array.from({ length: 3 * EXAMINED_PER_PAGE }, () => anAuditEntry({ ...others, atMs: 90 }));
  addAuditEntries(store, many);
  indexEntries(store);
  const finding: AuditFilters[] = [
    { token: 'Old' },
    { ip: '10.9.9.9' },
    { outcome: 'GRANT_FAILED' },
    { target: 'gdk_' },
    { target: 'gdk_77' },
    { route: 'ban' },
    { player: UIDS[0].toLowerCase() },
    { toMs: 60 },
  ];
  for (const filters of finding) {
    for (const more of [{}, { text: 'ONLY' }, { fromMs: 10 }, { route: 'POST' }]) {
      const page = store.audit.page({ ...more, ...filters, limit: 10 });
      assert.deepEqual([idsOf(page.Entries), page.Next], [[1], undefined], JSON.stringify(filters));
    }
  }
});

test('a player is found by PlayerUID, by UserId, by the UserId of a target, and by name', () => {
  using world = anEmptyStore();
  const { store } = world;
  const zoe = { uid: UIDS[0], userId: 'steam_5', name: 'Zoe' };
  addAuditEntries(store, [
    anAuditEntry({ Target: UIDS[0], player: zoe }),
    anAuditEntry({ Target: 'steam_5', player: zoe }),
    anAuditEntry({ Target: 'steam_6' }),
    anAuditEntry({ Target: 'steam_7', player: { uid: UIDS[1], userId: 'steam_7', name: 'Zoey' } }),
  ]);
  const found = (player: string) => idsOf(store.audit.page({ player, limit: 10 }).Entries);
  assert.deepEqual(found(UIDS[0]), [2, 1]);
  assert.deepEqual(found('aaaaaaaa-0000-0000-0000-000000000001'), [2, 1]);
  assert.deepEqual(found('steam_5'), [2, 1]);
  assert.deepEqual(found('steam_6'), [3]);
  assert.deepEqual(found('zoe'), [2, 1]);
  assert.deepEqual(found('Zo'), []);
});

test('a text is found in summary, reason and target, in any case, and its wildcards are letters', () => {
  using world = anEmptyStore();
  const { store } = world;
  addAuditEntries(store, [
    anAuditEntry({ summary: '10 × PalSphere' }),
    anAuditEntry({ Reason: 'Привет, 100% sure' }),
    anAuditEntry({ Target: 'steam_77' }),
    anAuditEntry({ summary: 'a\\b_c' }),
  ]);
  const found = (text: string) => idsOf(store.audit.page({ text, limit: 10 }).Entries);
  assert.deepEqual(found('palsphere'), [1]);
  assert.deepEqual(found('× PALSPHERE'), [1]);
  assert.deepEqual(found('ПРИВЕТ'), [2]);
  assert.deepEqual(found('0% S'), [2]);
  assert.deepEqual(found('STEAM_77'), [3]);
  assert.deepEqual(found('m_7_'), []);
  assert.deepEqual(found('a%c'), []);
  assert.deepEqual(found('\\B_'), [4]);
});

/** The entries of one text, and then each row by its id. */
const OF_VALUES =
  /^SEARCH auditValues USING PRIMARY KEY \(field=\? AND text=\? AND entry>\? AND entry<\?\); SEARCH audit USING INTEGER PRIMARY KEY \(rowid=\?\)$/;

test('a page in the order of an index searches it, sorts nothing, and has one bound at each end', () => {
  using world = anEmptyStore();
  addEntries(world.store, 100);
  using database = new DatabaseSync(world.file);
  const planOf = (sql: string) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail));
  const filters: [AuditFilters, kind: 'id' | 'time', plan: RegExp][] = [
    [{}, 'id', /^SEARCH audit USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)$/],
    [{ token: 'a' }, 'id', OF_VALUES],
    [{ ip: 'a' }, 'id', OF_VALUES],
    [{ outcome: 'a' }, 'id', OF_VALUES],
    [{ route: 'ban' }, 'id', OF_VALUES],
    [{ player: UIDS[0] }, 'id', OF_VALUES],
    [{ fromMs: 1 }, 'time', /^SEARCH audit USING INDEX audit_by_time \(at>\? AND at<\?\)$/],
  ];
  for (const [given, kind, expected] of filters) {
    const [index] = auditConditions(given, () => ROUTES) ?? [];
    const others = auditConditions({ text: 'x' }, () => []) ?? [];
    const plan = { kind, index } as Parameters<typeof pageSql>[1]; // a time has its index
    const { page, floor = '' } = pageSql(AUDIT_TABLE, plan, others, EXAMINED_PER_PAGE);
    for (const [sql, search] of [
      [page, expected],
      [pageSql(AUDIT_TABLE, plan, [], EXAMINED_PER_PAGE).page, expected],
      [floor, /^SEARCH audit(Values)? USING (INTEGER|PRIMARY|INDEX|COVERING INDEX)/],
    ] as const) {
      const steps = planOf(sql);
      assert.match(steps.join('; '), search);
      assert.ok(!steps.some((step) => /SCAN|TEMP B-TREE/.test(step)), steps.join('; '));
    }
  }
});

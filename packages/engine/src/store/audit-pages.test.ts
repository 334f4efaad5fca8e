import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ALL_ROUTES, type AuditEntry, pathOf } from '@palatine/contract';
import type { AuditFilters, AuditQuery, NewAuditEntry } from '@palatine/contract/audit-records';
import { auditPages, matchesRoute } from '@palatine/data-dir/audit-table';
import { EXAMINED_PER_PAGE } from '@palatine/platform/sql-pages';
import { addAuditEntries, anAuditEntry, storeTest } from '@palatine/testing/audit-builder';
import type { Store } from './store.ts';

const UIDS = ['AAAAAAAA-00000000-00000000-00000001', 'BBBBBBBB-00000000-00000000-00000002'] as const;
const ROUTES = ['POST /v1/pdapi/ban/:player_identifier', 'POST /v1/pdapi/kick/:player_identifier'] as const;

/** The nth entry of an audit with repeated values, whose clock was set back once. */
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
    Array.from({ length: count }, (_, index) => anEntry(index + 1)), // ids start at 1
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

/** Entries of the audit whose pages are compared. */
const COUNT = 12_000;

const idsOf = (entries: readonly AuditEntry[]) => entries.map(({ Id }) => Id);

/** Each filter as a function, without SQL. */
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

storeTest('pages with any set of filters have each matching entry once', (store) => {
  addEntries(store, COUNT);
  const all = Array.from({ length: COUNT }, (_, index) => ({ id: index + 1, ...anEntry(index + 1) }));
  const rare: AuditFilters = { player: UIDS[0], target: 'steam_7', route: 'ban', text: 'größe' };
  const frequent: AuditFilters = { target: 'steam_', ip: '10.0.0.1', route: 'pdapi', text: 'G' };
  const either: AuditFilters = { token: 'token 1', outcome: 'OK', fromMs: 100, toMs: 11_000 };
  for (const [values, together] of [
    [{ ...rare, ...either }, 1],
    [{ ...frequent, ...either }, 2],
  ] as const) {
    const names = Object.keys(values) as (keyof AuditFilters)[];
    for (let set = 0; set < 2 ** names.length; set++) {
      const chosen = names.filter((_, at) => (set >> at) % 2 === 1);
      if (chosen.length > together && chosen.length < names.length) continue;
      const filters: AuditFilters = Object.fromEntries(chosen.map((name) => [name, values[name]]));
      const expected = all.filter((entry) => matches(entry, filters)).map(({ id }) => id);
      const pages = pagesOf(store, { ...filters, limit: 997 });
      assert.ok(pages.every((page) => page.length <= 997));
      const found = pages.flatMap(idsOf);
      const actual = found.toSorted((left, right) => left - right);
      assert.deepEqual(actual, expected, JSON.stringify(filters));
      const [byId, byTime] = [found, pages.flat().map(({ Time }) => Time)];
      const newestFirst =
        isDescending(byId) ||
        (isDescending(byTime) && (chosen.includes('fromMs') || chosen.includes('toMs')));
      assert.ok(newestFirst, JSON.stringify(filters));
    }
  }
});

function isDescending(values: readonly (number | string)[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] ?? value) >= value);
}

storeTest(
  'a page examines a bounded number of entries: with few matches it is short, with a cursor',
  (store) => {
    const tokenHas = 2 * EXAMINED_PER_PAGE + 1;
    addEntries(store, 2 * tokenHas); // every other one
    const lengths = (filters: AuditFilters) =>
      pagesOf(store, { ...filters, limit: 100 }).map(({ length }) => length);
    const empty = (entries: number) => new Array(Math.ceil(entries / EXAMINED_PER_PAGE)).fill(0);
    assert.deepEqual(lengths({ token: 'token 0', player: 'nobody' }), empty(tokenHas));
    assert.deepEqual(lengths({ player: 'nobody' }), empty(2 * tokenHas));
    assert.deepEqual(lengths({ fromMs: 0, player: 'nobody' }), empty(2 * tokenHas));
    assert.deepEqual(
      lengths({ text: 'zz' }),
      empty(2 * tokenHas),
      'the index has no texts of two characters',
    );
    assert.deepEqual(lengths({ target: 'steam_4', ip: 'none' }), empty(2 * tokenHas * (11 / 50)));
    assert.deepEqual(lengths({ text: 'nothing' }), [0], 'the index has none');
    assert.equal(lengths({ token: 'token 0', outcome: 'OK' })[0], 100, 'with many matches it is full');
  },
);

storeTest('an entry is found at once, however old, by each selective filter with an index', (store) => {
  const player = { uid: UIDS[0], userId: 'mac_1', name: 'Zoë' };
  const old = { Token: 'Old', Target: 'gdk_77', summary: 'the only one', player };
  const others = { Route: ROUTES[1], player: { ...player, uid: UIDS[1] }, atMs: 90 };
  addAuditEntries(store, [anAuditEntry({ ...old, Route: ROUTES[0], atMs: 50 })]);
  addAuditEntries(
    store,
    Array.from({ length: 2 * EXAMINED_PER_PAGE }, () => anAuditEntry(others)),
  );
  const finding: AuditFilters[] = [
    { token: 'Old' },
    { target: 'gdk_' },
    { target: 'gdk_77' },
    { route: 'ban' },
    { player: UIDS[0].toLowerCase() },
    { text: 'THE ONLY ONE' },
    { toMs: 60 },
  ];
  for (const filters of finding) {
    for (const more of [{}, { text: 'ONLY' }, { fromMs: 10 }, { ip: '10.0.0.1' }, { outcome: 'OK' }]) {
      const page = store.audit.page({ ...more, ...filters, limit: 10 });
      assert.deepEqual([idsOf(page.Entries), page.Next], [[1], undefined], JSON.stringify(filters));
    }
  }
});

storeTest('a player is found by PlayerUID, by UserId, by the UserId of a target, and by name', (store) => {
  const zoe = { uid: UIDS[0], userId: 'steam_5', name: 'Zoe' };
  addAuditEntries(store, [
    anAuditEntry({ Target: UIDS[0], player: zoe }),
    anAuditEntry({ Target: 'steam_5', player: zoe }),
    anAuditEntry({ Target: 'steam_6' }),
    anAuditEntry({ Target: 'steam_7', player: { uid: UIDS[1], userId: 'steam_7', name: 'Zoey' } }),
  ]);
  const idsFor = (player: string) => idsOf(store.audit.page({ player, limit: 10 }).Entries);
  assert.deepEqual(idsFor(UIDS[0]), [2, 1]);
  assert.deepEqual(idsFor('aaaaaaaa-0000-0000-0000-000000000001'), [2, 1]);
  assert.deepEqual(idsFor('steam_5'), [2, 1]);
  assert.deepEqual(idsFor('steam_6'), [3]);
  assert.deepEqual(idsFor('zoe'), [2, 1]);
  assert.deepEqual(idsFor('Zo'), []);
});

storeTest(
  'a text is found in summary, reason and target, in any case, and its wildcards are letters',
  (store) => {
    addAuditEntries(store, [
      anAuditEntry({ summary: '10 × PalSphere' }),
      anAuditEntry({ Reason: 'Привет, 100% sure' }),
      anAuditEntry({ Target: 'steam_77' }),
      anAuditEntry({ summary: 'a\\b_c' }),
    ]);
    const idsFor = (text: string) => idsOf(store.audit.page({ text, limit: 10 }).Entries);
    assert.deepEqual(idsFor('palsphere'), [1]);
    assert.deepEqual(idsFor('× PALSPHERE'), [1]);
    assert.deepEqual(idsFor('ПРИВЕТ'), [2]);
    assert.deepEqual(idsFor('0% S'), [2]);
    assert.deepEqual(idsFor('STEAM_77'), [3]);
    assert.deepEqual(idsFor('m_7_'), []);
    assert.deepEqual(idsFor('a%c'), []);
    assert.deepEqual(idsFor('\\B_'), [4]);
  },
);

storeTest('a text is found in entries that are indexed or not yet, until they are deleted', (store, file) => {
  const add = (count: number, summary: string) =>
    addAuditEntries(
      store,
      Array.from({ length: count }, () => anAuditEntry({ summary })),
    );
  const counts = (...texts: string[]) =>
    texts.map((text) => store.audit.page({ text, limit: 1000 }).Entries.length);
  using database = new DatabaseSync(file);
  const indexed = () => database.prepare('select id from audit_indexed').get()?.id;
  add(200, 'one apple');
  add(10, 'one pear');
  assert.deepEqual([counts('apple', 'pear', 'one '), indexed()], [[200, 10, 210], 0]);
  add(100, 'one apple');
  add(5, 'one plum');
  assert.deepEqual([counts('apple', 'pear', 'plum', 'one '), indexed()], [[300, 10, 5, 315], 310]);
  while (store.pruneAudit({ keptMs: 0, keptEntries: 3 }, 0));
  assert.deepEqual(counts('apple', 'pear', 'plum', 'one '), [0, 0, 3, 3]);
  add(260, 'one apple');
  assert.deepEqual([counts('apple', 'plum', 'one '), indexed()], [[260, 3, 263], 575]);
  database.exec("insert into audit_text (audit_text, rank) values ('integrity-check', 1)");
});

/** SQLite's query plan for the candidates of a page, by filter. */
const CANDIDATES: [AuditFilters, plan: RegExp][] = [
  [{}, /SEARCH audit USING INTEGER PRIMARY KEY \(rowid<\?\)/],
  [{ token: 'a' }, /SEARCH audit USING COVERING INDEX audit_by_token \(token=\? AND rowid<\?\)/],
  [{ route: 'kick' }, /SEARCH audit USING COVERING INDEX audit_by_route \(route=\? AND rowid<\?\)/],
  [{ player: UIDS[0] }, /SEARCH audit USING COVERING INDEX audit_by_player \(player_uid=\? AND rowid<\?\)/],
  [{ fromMs: 1 }, /SEARCH audit USING COVERING INDEX audit_by_time \(at>\? AND at<\?\)/],
  [{ text: 'abc' }, /SCAN audit_text VIRTUAL TABLE INDEX \d+:M\d<$/],
  [{ target: 'abc' }, /SCAN audit_text VIRTUAL TABLE INDEX \d+:M\d<$/],
];

storeTest('a page uses an index for its candidates, and sorts nothing', (store, file) => {
  addEntries(store, 100);
  using database = new DatabaseSync(file);
  const read: string[] = [];
  const page = auditPages(
    new Proxy(database, {
      get(target, name) {
        if (name !== 'prepare') return Reflect.get(target, name).bind(target);
        return (sql: string) => {
          read.push(sql);
          return target.prepare(sql);
        };
      },
    }),
  );
  for (const [filters, expected] of CANDIDATES) {
    for (const others of [{}, { ip: 'x' }]) {
      read.length = 0;
      page({ ...filters, ...others, limit: 10 });
      const paging = read.filter((sql) => sql.includes('as entry from'));
      assert.ok(paging.length > 0);
      for (const sql of paging) {
        const steps = database
          .prepare(`explain query plan ${sql}`)
          .all()
          .map(({ detail }) => String(detail));
        assert.ok(
          steps.some((step) => expected.test(step)),
          `${JSON.stringify(filters)}: ${steps.join('; ')}`,
        );
        assert.ok(!steps.some((step) => /TEMP B-TREE|SCAN audit$/.test(step)), steps.join('; '));
      }
    }
  }
});

const WRITES = Object.values(ALL_ROUTES)
  .filter(({ method }) => method === 'POST')
  .map((route) => `${route.method} ${pathOf(route)}`);

const routesFound = (filter: string) =>
  WRITES.filter((route) => matchesRoute(filter, route)).map((route) =>
    route.replace('POST /v1/pdapi', '').replace(/\/:.*/, ''),
  );

test('a route is found by a prefix of its text or of one of its parts, in any case', () => {
  assert.deepEqual(routesFound('ban'), ['/ban', '/banip']);
  assert.deepEqual(routesFound('ban/'), ['/ban']);
  assert.deepEqual(routesFound('/ban/'), ['/ban']);
  assert.deepEqual(routesFound('POST /v1/pdapi/ban'), ['/ban', '/banip']);
  assert.deepEqual(routesFound('/v1/pdapi/unban'), ['/unban', '/unbanip']);
  assert.deepEqual(routesFound('items'), ['/give/items']);
  assert.deepEqual(routesFound('give/pal'), ['/give/pals', '/give/paltemplate', '/give/paleggs']);
  assert.deepEqual(routesFound('reloadconfig'), ['/ReloadConfig']);
  assert.equal(routesFound('post').length, WRITES.length);
  assert.deepEqual(routesFound('an'), [], 'not from within a part');
  assert.deepEqual(routesFound('%'), []);
});

test('a path parameter is found in the spelling of the API document as well', () => {
  for (const name of [':player_identifier', '{player_identifier}']) {
    assert.deepEqual(routesFound(`POST /v1/pdapi/ban/${name}`), ['/ban']);
  }
});

const FOR_EVER = { keptMs: 0, keptEntries: 0 };

storeTest(
  'the audit deletes entries older than its retention, some at a time, and none when it keeps all',
  (store) => {
    addEntries(store, 5000);
    assert.equal(store.pruneAudit(FOR_EVER, 10_000), false);
    assert.equal(store.audit.page({ limit: 10_000 }).Entries.length, 5000);
    const retention = { keptMs: 10_000 - 4991, keptEntries: 0 };
    let chunks = 1;
    while (store.pruneAudit(retention, 10_000)) chunks += 1;
    assert.ok(chunks > 5, 'small chunks');
    const times = store.audit.page({ limit: 10_000 }).Entries.map(({ Time }) => Date.parse(Time));
    assert.deepEqual(times, [5000, 4999, 4998, 4997, 4996, 4995, 4994, 4993, 4992, 4991]);
  },
);

storeTest('the audit deletes its oldest entries beyond the number that it keeps', (store) => {
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

storeTest('an entry keeps everything that it was added with', (store) => {
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

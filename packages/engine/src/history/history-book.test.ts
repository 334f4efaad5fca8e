import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Heat, type PlayerSessions, type Series, TRAILS, type TrailsPage } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import {
  type HistoryBook,
  type HistoryEntry,
  type HistoryQueries,
  type HistoryQuery,
  historyBook,
  openHistoryFile,
} from './history-book.ts';
import type { Presence } from './session-store.ts';

const BEGIN_MS = Date.UTC(2026, 6, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const [ZOE, MO] = ['D894F2B1-00000000-00000000-00000000', '2D270B12-00000000-00000000-00000000'];

interface Answers {
  series: Series;
  trails: TrailsPage;
  heat: Heat;
  sessions: PlayerSessions;
  presence: Presence;
}

interface TestBook extends Disposable {
  book: HistoryBook;
  /** Closes and reopens the file, as a restart does. */
  reopen(): void;
  ask<K extends keyof HistoryQueries>(kind: K, input: HistoryQueries[K], nowMs: number): Answers[K];
  /** All trails of the first hour, if not `more`. */
  trails(nowMs: number, more?: Partial<HistoryQueries['trails']>): TrailsPage;
}

function aBook(): TestBook {
  const folder = testFolder();
  const open = () => historyBook(openHistoryFile(join(folder, 'history.db'), BEGIN_MS).database);
  let book = open();
  const ask: TestBook['ask'] = (kind, input, nowMs) =>
    book.answer({ kind, input, nowMs } as HistoryQuery) as never; // by its kind
  const firstHour = { fromMs: BEGIN_MS, toMs: BEGIN_MS + HOUR_MS };
  return {
    ask,
    trails: (nowMs, more) =>
      ask('trails', { uids: undefined, ...firstHour, stepSeconds: 1, after: 0, ...more }, nowMs),
    get book() {
      return book;
    },
    reopen() {
      book.close();
      book = open();
    },
    [Symbol.dispose]: () => book.close(),
  };
}

/** A sample of players; x in meters. */
function places(atMs: number, ...at: [uid: string, meters: number][]): HistoryEntry {
  const cm = at.flatMap(([, meters]) => [meters * 100, 0, 0]);
  return { kind: 'places', atMs, uids: at.map(([uid]) => uid), places: Int32Array.from(cm) };
}

const values = (atMs: number, online: number): HistoryEntry => ({ kind: 'values', atMs, values: { online } });
const session = (uid: string, connectedAtMs: number, ended?: { atMs: number; reason: string }) => ({
  uid,
  connectedAtMs,
  ip: '203.0.113.7',
  platform: 'Steam',
  ...(ended && { ended }),
});

test('series have each resolution, as means of the finer values; missing values are null', () => {
  using history = aBook();
  for (let second = 0; second < 7200; second += 5) {
    history.book.add([values(BEGIN_MS + second * 1000, second < 3600 ? 10 : 20)]);
  }
  const nowMs = BEGIN_MS + 2 * HOUR_MS;
  const series = (fromMs: number, points: number) =>
    history.ask('series', { names: ['online', 'queue'], fromMs, toMs: nowMs, points }, nowMs);
  const [online, queue] = series(nowMs - HOUR_MS, 720).Values;
  assert.deepEqual([online?.length, new Set(online), new Set(queue)], [720, new Set([20]), new Set([null])]);
  const day = series(nowMs - 24 * HOUR_MS, 1440);
  assert.equal(day.StepSeconds, 60);
  assert.deepEqual(new Set(day.Values[0]?.slice(-120, -60)), new Set([10]));
  assert.deepEqual(new Set(day.Values[0]?.slice(0, -120)), new Set([null]));
  const hours = series(nowMs - 3 * HOUR_MS, 3);
  assert.deepEqual([hours.StepSeconds, hours.Values[0]], [3600, [null, 10, 20]]);
});

test('a series longer than its points has means of several steps', () => {
  using history = aBook();
  for (let quarter = 0; quarter < 8; quarter++) {
    history.book.add([values(BEGIN_MS + quarter * 15 * MINUTE_MS, quarter)]);
  }
  const nowMs = BEGIN_MS + 2 * HOUR_MS;
  const query = { names: ['online'], fromMs: BEGIN_MS, toMs: nowMs, points: 2 } as const;
  const { StepSeconds, Values } = history.ask('series', query, nowMs);
  assert.equal(StepSeconds, 3600);
  assert.deepEqual(Values, [[1.5, 5.5]]);
});

test('series survive a restart, with the interrupted steps', () => {
  using history = aBook();
  history.book.add([values(BEGIN_MS + 1000, 4), values(BEGIN_MS + 6000, 8)]);
  history.reopen();
  history.book.add([values(BEGIN_MS + HOUR_MS, 1)]);
  const query = { names: ['online' as const], fromMs: BEGIN_MS, toMs: BEGIN_MS + HOUR_MS, points: 60 };
  const { Values } = history.ask('series', query, BEGIN_MS + 3 * HOUR_MS);
  assert.equal(Values[0]?.[0], 6);
});

test('a trail has the first point, and then those more than five meters apart', () => {
  using history = aBook();
  history.book.add([
    places(BEGIN_MS, [ZOE, 0], [MO, 100]),
    places(BEGIN_MS + 10_000, [ZOE, 5], [MO, 200]),
    places(BEGIN_MS + 20_000, [ZOE, 6]),
    places(BEGIN_MS + 30_000, [ZOE, 6], [MO, 200]),
  ]);
  const { Trails } = history.trails(BEGIN_MS);
  assert.deepEqual(pluck(Trails, 'Uid'), [ZOE, MO]);
  const [zoe, mo] = pluck(Trails, 'Points').map((points) => points.map((point) => point.join()));
  assert.deepEqual(zoe, ['0,0,0,0', '20,6,0,0']);
  assert.deepEqual(mo, ['0,100,0,0', '10,200,0,0', '30,200,0,0']);
});

test('a trail is complete across hours, has a point a minute after a day, and is deleted after a week', () => {
  using history = aBook();
  const minutes = 90;
  for (let at = 0; at < minutes * 6; at++) history.book.add([places(BEGIN_MS + at * 10_000, [ZOE, at * 10])]);
  const points = (nowMs: number) => {
    history.book.add([values(nowMs, 0)]);
    const { Trails } = history.trails(nowMs, { uids: [ZOE], toMs: BEGIN_MS + DAY_MS });
    return Trails[0]?.Points ?? [];
  };
  const fine = points(BEGIN_MS + 100 * MINUTE_MS);
  assert.deepEqual(
    fine.map(([seconds, x]) => [seconds, x]),
    Array.from({ length: minutes * 6 }, (_, at) => [at * 10, at * 10]),
  );
  history.reopen();
  const coarse = points(BEGIN_MS + 27 * HOUR_MS);
  assert.deepEqual(
    coarse.map(([seconds]) => seconds),
    Array.from({ length: minutes }, (_, at) => at * 60),
  );
  assert.deepEqual(points(BEGIN_MS + 7 * DAY_MS + 3 * HOUR_MS), []);
});

test('trails of many players come page by page, each player once', () => {
  using history = aBook();
  const uids = Array.from({ length: 120 }, (_, at) => `${at}`);
  for (let at = 0; at < 600; at++) {
    history.book.add([
      places(BEGIN_MS + at * 1000, ...uids.map((uid) => [uid, at * 10] as [string, number])),
    ]);
  }
  const listed: string[] = [];
  let after = 0;
  for (let pages = 0; pages < 5; pages++) {
    const page = history.trails(BEGIN_MS, { after });
    listed.push(...page.Trails.map(({ Uid }) => Uid));
    if (page.Next === undefined) break;
    after = Number(page.Next);
  }
  assert.deepEqual(listed, uids);
});

test('the heat counts the time in each cell, even of players who stand still, but not the time of a pause', () => {
  using history = aBook();
  history.book.add([
    places(BEGIN_MS, [ZOE, 10], [MO, -10]),
    places(BEGIN_MS + 10_000, [ZOE, 10], [MO, -10]),
    places(BEGIN_MS + 20_000, [ZOE, 150], [MO, -10]),
    places(BEGIN_MS + HOUR_MS / 2, [ZOE, 150], [MO, -10]),
  ]);
  history.reopen();
  const heat = (factor: number, nowMs = BEGIN_MS + HOUR_MS) => {
    const query = { fromMs: BEGIN_MS, toMs: nowMs, factor, region: undefined };
    return history.ask('heat', query, nowMs).Rows.map((row) => row.join());
  };
  const fine = ['-100,0,20', '0,0,10', '100,0,10'];
  assert.deepEqual(heat(1), fine);
  assert.deepEqual(heat(2), ['-200,0,20', '0,0,20']);
  history.book.add([values(BEGIN_MS + 20 * DAY_MS, 0)]);
  assert.deepEqual(heat(1, BEGIN_MS + 20 * DAY_MS), fine, 'by the day');
  history.book.add([values(BEGIN_MS + (TRAILS.heatKeptSeconds + 2 * 24 * 3600) * 1000, 0)]);
  assert.deepEqual(heat(1, BEGIN_MS + 200 * DAY_MS), []);
});

function sessionsOf(
  history: TestBook,
  uid: string,
  nowMs: number,
  more: Partial<HistoryQueries['sessions']> = {},
) {
  const query = { uid, fromMs: 0, toMs: nowMs, limit: 10, before: 1e9, withAddress: false, ...more };
  return history.ask('sessions', query, nowMs);
}

test('a session has its beginning, its end and the reason; the address only with permission', () => {
  using history = aBook();
  const ended = { atMs: BEGIN_MS + HOUR_MS, reason: 'logged out' };
  history.book.add([
    { kind: 'session', atMs: BEGIN_MS, session: session(ZOE, BEGIN_MS) },
    { kind: 'session', atMs: ended.atMs, session: session(ZOE, BEGIN_MS, ended) },
    { kind: 'session', atMs: BEGIN_MS + 2 * HOUR_MS, session: session(ZOE, BEGIN_MS + 2 * HOUR_MS) },
  ]);
  const nowMs = BEGIN_MS + 3 * HOUR_MS;
  const page = sessionsOf(history, ZOE, nowMs);
  assert.deepEqual([page.Total, page.Matching, page.TotalSeconds], [2, 2, 7200]);
  assert.deepEqual(page.Sessions, [
    { From: '2026-07-12T02:00:00.000Z', Reason: '', Platform: 'Steam' },
    {
      From: '2026-07-12T00:00:00.000Z',
      To: '2026-07-12T01:00:00.000Z',
      Reason: 'logged out',
      Platform: 'Steam',
    },
  ]);
  assert.equal(sessionsOf(history, ZOE, nowMs, { withAddress: true }).Sessions[0]?.IP, '203.0.113.7');
  const half = sessionsOf(history, ZOE, nowMs, { fromMs: BEGIN_MS + HOUR_MS / 2, toMs: BEGIN_MS + HOUR_MS });
  assert.deepEqual([half.Total, half.Matching, half.TotalSeconds], [2, 1, 1800]);
  const first = sessionsOf(history, ZOE, nowMs, { limit: 1 });
  const second = sessionsOf(history, ZOE, nowMs, { limit: 1, before: Number(first.Next) });
  const expected = [1, 'logged out', undefined];
  assert.deepEqual([first.Sessions.length, second.Sessions[0]?.Reason, second.Next], expected);
  assert.equal(sessionsOf(history, MO, nowMs).Total, 0);
});

test('the sessions of everybody in a range, page by page; a running one belongs to each range after its beginning', () => {
  using history = aBook();
  const day = (uid: string, beganMs: number, endedMs?: number): HistoryEntry => ({
    kind: 'session',
    atMs: endedMs ?? beganMs,
    session: session(
      uid,
      beganMs,
      endedMs === undefined ? undefined : { atMs: endedMs, reason: 'logged out' },
    ),
  });
  history.book.add([
    day(ZOE, BEGIN_MS, BEGIN_MS + HOUR_MS),
    day(MO, BEGIN_MS + 2 * HOUR_MS, BEGIN_MS + 3 * HOUR_MS),
    day(ZOE, BEGIN_MS + 4 * HOUR_MS),
  ]);
  const read = (fromMs: number, toMs: number, more: Partial<HistoryQueries['presence']> = {}) => {
    const query = { uid: undefined, limit: 10, before: 1e9, withAddress: false, fromMs, toMs, ...more };
    return history.ask('presence', query, BEGIN_MS + 9 * HOUR_MS);
  };
  const all = read(BEGIN_MS, BEGIN_MS + 9 * HOUR_MS);
  assert.deepEqual([all.Total, all.Matching, pluck(all.Sessions, 'Uid')], [3, 3, [ZOE, MO, ZOE]]);
  assert.deepEqual(all.Sessions[0], {
    ...{ Uid: ZOE, From: '2026-07-12T04:00:00.000Z', Reason: '', Platform: 'Steam' },
  });
  const middle = read(BEGIN_MS + HOUR_MS, BEGIN_MS + 4 * HOUR_MS);
  assert.deepEqual(pluck(middle.Sessions, 'Uid'), [MO], 'what ends or begins at its edges is outside');
  const later = read(BEGIN_MS + 8 * HOUR_MS, BEGIN_MS + 9 * HOUR_MS);
  assert.deepEqual(pluck(later.Sessions, 'To'), [undefined]);
  const first = read(0, BEGIN_MS + 9 * HOUR_MS, { limit: 2 });
  const second = read(0, BEGIN_MS + 9 * HOUR_MS, { limit: 2, before: Number(first.Next) });
  assert.deepEqual([first.Sessions.length, second.Sessions.length, second.Next], [2, 1, undefined]);
  assert.equal(read(0, BEGIN_MS + 9 * HOUR_MS, { uid: MO }).Matching, 1);
  const unknown = read(0, BEGIN_MS + 9 * HOUR_MS, { uid: '0123ABCD-00000000-00000000-00000000' });
  assert.deepEqual(unknown.Sessions, []);
});

test('a session continues over a short pause of the service, and ends when last seen before a long one', () => {
  using history = aBook();
  const begin = (atMs: number): HistoryEntry => ({
    kind: 'online',
    atMs,
    sessions: [session(ZOE, BEGIN_MS)],
  });
  history.book.add([begin(BEGIN_MS), values(BEGIN_MS + HOUR_MS, 1)]);
  history.reopen();
  history.book.add([begin(BEGIN_MS + HOUR_MS + 5 * MINUTE_MS), values(BEGIN_MS + 2 * HOUR_MS, 1)]);
  assert.equal(sessionsOf(history, ZOE, BEGIN_MS + 2 * HOUR_MS).Total, 1);
  history.book.add([begin(BEGIN_MS + 12 * HOUR_MS)]);
  const { Sessions, TotalSeconds } = sessionsOf(history, ZOE, BEGIN_MS + 13 * HOUR_MS);
  const listed = Sessions.map(
    ({ From, To, Reason }) => `${From.slice(11, 16)} ${To?.slice(11, 16)} ${Reason}`,
  );
  assert.deepEqual(listed, ['12:00 undefined ', '00:00 02:00 service stopped']);
  assert.equal(TotalSeconds, 3 * 3600);
});

test('the session of a player who left while the service was away ended when last seen', () => {
  using history = aBook();
  history.book.add([
    { kind: 'online', atMs: BEGIN_MS, sessions: [session(ZOE, BEGIN_MS - HOUR_MS)] },
    values(BEGIN_MS + HOUR_MS, 1),
    { kind: 'online', atMs: BEGIN_MS + HOUR_MS + 1000, sessions: [] },
  ]);
  const [only] = sessionsOf(history, ZOE, BEGIN_MS + 2 * HOUR_MS).Sessions;
  assert.deepEqual([only?.To, only?.Reason], ['2026-07-12T01:00:00.000Z', 'service stopped']);
});

test('sessions are kept for a year', () => {
  using history = aBook();
  const ended = { atMs: BEGIN_MS + HOUR_MS, reason: 'logged out' };
  history.book.add([{ kind: 'session', atMs: ended.atMs, session: session(ZOE, BEGIN_MS, ended) }]);
  history.book.add([values(BEGIN_MS + 365 * DAY_MS, 0)]);
  assert.equal(sessionsOf(history, ZOE, BEGIN_MS + 365 * DAY_MS).Total, 1);
  history.book.add([values(BEGIN_MS + 366 * DAY_MS, 0)]);
  assert.equal(sessionsOf(history, ZOE, BEGIN_MS + 366 * DAY_MS).Total, 0);
});

test('another world deletes positions and sessions, and keeps the series', () => {
  using history = aBook();
  const nowMs = BEGIN_MS + HOUR_MS;
  history.book.add([
    { kind: 'world', atMs: BEGIN_MS, id: 'one' },
    { kind: 'session', atMs: BEGIN_MS, session: session(ZOE, BEGIN_MS) },
    places(BEGIN_MS, [ZOE, 0]),
    values(BEGIN_MS, 1),
  ]);
  history.reopen();
  history.book.add([{ kind: 'world', atMs: nowMs, id: 'one' }]);
  assert.equal(sessionsOf(history, ZOE, nowMs).Total, 1);
  history.book.add([{ kind: 'world', atMs: nowMs, id: 'two' }, places(nowMs, [MO, 0])]);
  assert.equal(sessionsOf(history, ZOE, nowMs).Total, 0);
  const { Trails } = history.trails(nowMs, { toMs: nowMs + 1000 });
  assert.deepEqual(pluck(Trails, 'Uid'), [MO]);
  const series = { names: ['online' as const], fromMs: BEGIN_MS, toMs: nowMs, points: 1000 };
  assert.equal(history.ask('series', series, nowMs).Values[0]?.[0], 1);
});

test('nothing is recorded if one of the entries cannot be', () => {
  using history = aBook();
  const invalid = { kind: 'mark', atMs: BEGIN_MS, mark: undefined } as unknown as HistoryEntry;
  assert.throws(() => history.book.add([places(BEGIN_MS, [ZOE, 0]), invalid]));
  const players = () => pluck(history.trails(BEGIN_MS).Trails, 'Uid');
  assert.deepEqual(players(), []);
  history.book.add([places(BEGIN_MS + 10_000, [MO, 100], [ZOE, 100])]);
  history.reopen();
  assert.deepEqual(players(), [MO, ZOE], 'the numbers of the players were rolled back, too');
});

test('a history with a trigger of a stranger is moved aside, and says so', () => {
  const file = join(testFolder(), 'history.db');
  const { database } = openHistoryFile(file, BEGIN_MS);
  database.exec('create trigger evil after insert on sessions begin delete from sessions; end');
  database.close();
  const { movedAside, ...opened } = openHistoryFile(file, BEGIN_MS);
  opened.database.close();
  assert.match(movedAside?.reason ?? '', /holds the trigger "evil", which Palatine did not write/);
});

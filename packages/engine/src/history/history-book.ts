import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Guid, type MarkKind, TRAILS } from '@palatine/contract';
import { compactTime } from '@palatine/platform/format';
import {
  isSqliteError,
  moveDatabase,
  openDatabase,
  openGuarded,
  readSchema,
  schemaProblem,
  transaction,
} from '@palatine/platform/sqlite';
import type { SessionFacts } from '../game/unit-of-work.ts';
import { type SeriesQuery, type SeriesValues, seriesStore } from './series-store.ts';
import { type PresenceQuery, playerNumbers, type SessionsQuery, sessionStore } from './session-store.ts';
import { type HeatQuery, heatStore, type Place, type TrailsQuery, trailStore } from './trail-store.ts';

/** A recorded entry. Times in ms since 1970: the history has no clock. */
export type HistoryEntry = { readonly atMs: number } & (
  | /** The present world: data of another one is deleted. */ { readonly kind: 'world'; readonly id: string }
  | { readonly kind: 'values'; readonly values: SeriesValues }
  | { readonly kind: 'mark'; readonly mark: MarkKind }
  /** Positions of everybody online: x, y and z of each, in cm. */
  | { readonly kind: 'places'; readonly uids: readonly Guid[]; readonly places: Int32Array }
  /** Open sessions when the service or its game begins. */
  | { readonly kind: 'online'; readonly sessions: readonly SessionFacts[] }
  | { readonly kind: 'session'; readonly session: SessionFacts }
);

/** Queries of the history; each has the reply of a route. */
export interface HistoryQueries {
  series: SeriesQuery;
  trails: TrailsQuery;
  heat: HeatQuery;
  sessions: SessionsQuery;
  presence: PresenceQuery;
}

export interface HistoryQuery {
  readonly kind: keyof HistoryQueries;
  readonly input: HistoryQueries[keyof HistoryQueries];
  readonly nowMs: number;
}

const WORLD_TABLES = ['samples', 'trails', 'heat', 'sessions', 'players'];
const HOUR_SECONDS = 3600;
/** A longer gap between two samples was a pause, during which positions are unknown. */
const MAX_STEP_SECONDS = 2 * TRAILS.stepSecondsOfMany;

/** The history in an open database: takes entries, and answers queries. */
export function historyBook(database: DatabaseSync) {
  const players = playerNumbers(database);
  const [series, trails] = [seriesStore(database), trailStore(database, players)];
  const [heat, sessions] = [heatStore(database), sessionStore(database, players)];
  const stores = { series, trails, heat, sessions, presence: { read: sessions.readPresence } };
  const fact = database.prepare('select value from facts where key = ?');
  const putFact = database.prepare('insert or replace into facts (key, value) values (?, ?)');
  let last = new Map<number, Place>();
  let sampledAt = Number.POSITIVE_INFINITY;
  let tidiedHour: number | undefined;
  /** Time of the last record before this start, until it is known who is online. */
  let seenBeforeMs: number | undefined = recordedUntilMs(database) ?? 0;

  /** A trail has a point where a player joins, and where one has moved more than TRAILS.movedCm. */
  function addPlaces(at: number, online: readonly Place[]): void {
    const points = online.map((place) => {
      const before = last.get(place[0]);
      return before === undefined || isFar(before, place) ? place : before;
    });
    const moved = points.filter((point, index) => point === online[index]);
    trails.add(at, moved);
    last = new Map(points.map((point) => [point[0], point]));
    if (at > sampledAt && at - sampledAt <= MAX_STEP_SECONDS) heat.add(at, online, at - sampledAt);
    sampledAt = at;
  }

  /** Runs once an hour, and when the history begins. */
  function tidy(at: number): void {
    const hour = Math.floor(at / HOUR_SECONDS);
    if (hour === tidiedHour) return;
    tidiedHour = hour;
    for (const { tidy } of [trails, heat, sessions]) tidy(at);
    database.exec('pragma incremental_vacuum(2000)');
  }

  function beginWorld(id: string): void {
    const before = fact.get('world')?.value;
    if (before !== undefined && before !== id) {
      // The series go on over the worlds of a service; those of a demo are made up.
      const series = String(before).startsWith('demo ') ? ['series', 'marks'] : [];
      for (const table of [...WORLD_TABLES, ...series]) database.exec(`delete from ${table}`);
      last = new Map();
    }
    putFact.run('world', id);
  }

  function add(entry: HistoryEntry): void {
    const at = Math.floor(entry.atMs / 1000);
    switch (entry.kind) {
      case 'world':
        return beginWorld(entry.id);
      case 'values':
        series.add(at, entry.values);
        putFact.run(SEEN_MS, String(entry.atMs));
        return tidy(at);
      case 'mark':
        return series.mark(at, entry.mark);
      case 'places':
        return addPlaces(at, placesOf(entry));
      case 'online':
        sessions.begin(entry.sessions, entry.atMs, seenBeforeMs ?? recordedUntilMs(database) ?? 0);
        seenBeforeMs = undefined;
        return;
      case 'session':
        return sessions.change(entry.session, entry.atMs);
    }
  }

  function placesOf({ uids, places }: HistoryEntry & { kind: 'places' }): Place[] {
    return uids.map((uid, index) => {
      const [x = 0, y = 0, z = 0] = places.subarray(index * 3);
      return [players.numberOf(uid), x, y, z];
    });
  }

  return {
    add(entries: readonly HistoryEntry[]): void {
      transaction(database, () => {
        for (const entry of entries) add(entry);
      });
    },
    answer: ({ kind, input, nowMs }: HistoryQuery): object => stores[kind].read(input as never, nowMs), // by its kind
    close: () => database.close(),
  };
}
export type HistoryBook = ReturnType<typeof historyBook>;

const isFar = ([, ...from]: Place, [, ...to]: Place) =>
  Math.hypot(...from.map((cm, axis) => cm - (to[axis] ?? 0))) > TRAILS.movedCm;

const SCHEMA = readSchema(join(import.meta.dirname, 'history.sql'));
export const SEEN_MS = 'seenMs';

/** Opens the history. `movedAside`: new name and reason of an unreadable file. Throws if the disk takes no new one. */
export function openHistoryFile(file: string, nowMs: number) {
  try {
    return { database: open(file), movedAside: undefined };
  } catch (error) {
    // A full or read-only disk says nothing about the file.
    if (!existsSync(file) || isSqliteError(error, 'readonly', 'ioerr', 'full', 'cantopen', 'busy'))
      throw error;
    const aside = `history-damaged-${compactTime(nowMs)}.db`;
    moveDatabase(file, join(dirname(file), aside));
    return { database: open(file), movedAside: { file: aside, reason: (error as Error).message } };
  }
}

export const isMovedAside = (name: string) => /^history-damaged-.*\.db$/.test(name);

/** As `recordedUntilMs`, of a file that a service may be writing. Throws for one that a start would move aside. */
export function readRecordedUntil(file: string): number | undefined {
  using database = openGuarded(file, { readOnly: true });
  const problem = schemaProblem(database, SCHEMA);
  if (problem !== undefined) throw new Error(`it ${problem}`);
  return recordedUntilMs(database);
}

/** Time of the last record, in ms since 1970; undefined before the first. */
function recordedUntilMs(database: DatabaseSync): number | undefined {
  const fact = database.prepare('select value from facts where key = ?').get(SEEN_MS);
  return fact === undefined ? undefined : Number((fact as { value: string }).value);
}

// Normal: the world itself uses `full`.
const open = (file: string): DatabaseSync =>
  openDatabase(file, { synchronous: 'normal', autoVacuum: 'incremental', schema: SCHEMA });

import type { DatabaseSync } from 'node:sqlite';
import { TRAILS } from '@palatine/contract';
import { transaction } from '@palatine/platform/sqlite';
import { recordedUntilMs, SEEN_MS } from './history-file.ts';
import type { HistoryEntry } from './history-protocol.ts';
import { seriesStore } from './series-store.ts';
import { playerNumbers, sessionStore } from './session-store.ts';
import { type SampledPlace, trailStore } from './trail-store.ts';

const FAR_CM_SQUARED = TRAILS.movedCm ** 2;

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const WRITE_HEAT_SECONDS = 60;
/** A longer gap between two samples was a pause, during which positions are unknown. */
const MAX_STEP_SECONDS = 2 * TRAILS.stepSecondsOfMany;
const AXES = 3;

/** The history in an open database: takes entries, and answers queries. */
export function historyBook(database: DatabaseSync) {
  const players = playerNumbers(database);
  const series = seriesStore(database);
  const trails = trailStore(database);
  const heat = heatStore(database);
  const sessions = sessionStore(database, players);
  const fact = database.prepare('select value from facts where key = ?');
  const putFact = database.prepare('insert or replace into facts (key, value) values (?, ?)');
  let moved = new MovedPlayers();
  let sampledAt: number | undefined;
  let heatWrittenAt = 0;
  let tidiedHour: number | undefined;

  const factOf = (key: string) => (fact.get(key) as { value: string } | undefined)?.value;
  const lastSeenMs = () => recordedUntilMs(database) ?? 0;
  /** Time of the last record before this start, until it is known who is online. */
  let seenBeforeMs: number | undefined = lastSeenMs();

  function addPlaces(at: number, online: readonly SampledPlace[]): void {
    trails.add(at, moved.take(online));
    if (sampledAt !== undefined && at > sampledAt && at - sampledAt <= MAX_STEP_SECONDS) {
      heat.count(at, online, at - sampledAt);
    }
    sampledAt = at;
    if (at - heatWrittenAt < WRITE_HEAT_SECONDS) return;
    heatWrittenAt = at;
    heat.write();
  }

  /** Runs once an hour, and when the history begins. */
  function tidy(at: number): void {
    const hour = Math.floor(at / HOUR_SECONDS);
    if (hour === tidiedHour) return;
    tidiedHour = hour;
    trails.tidy(at);
    heat.tidy(at);
    sessions.tidy(at * 1000);
    database.exec('pragma incremental_vacuum(2000)');
  }

  function beginWorld(id: string): void {
    const before = factOf('world');
    if (before === id) return;
    if (before !== undefined) {
      database.exec(
        'delete from samples; delete from trails; delete from heat; delete from sessions; delete from players',
      );
      players.load();
      moved = new MovedPlayers();
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
        return series.mark({ at, kind: entry.mark });
      case 'places':
        return addPlaces(at, placesOf(entry));
      case 'online':
        sessions.begin(entry.sessions, entry.atMs, seenBeforeMs ?? lastSeenMs());
        seenBeforeMs = undefined;
        return;
      case 'session':
        return sessions.change(entry.session, entry.atMs);
    }
  }

  function placesOf({ uids, places }: HistoryEntry & { kind: 'places' }): SampledPlace[] {
    return uids.map((uid, index) => {
      const [x = 0, y = 0, z = 0] = places.subarray(index * AXES, (index + 1) * AXES);
      return { player: players.numberOf(uid), x, y, z };
    });
  }

  return {
    players,
    series,
    trails,
    heat,
    sessions,

    add(entries: readonly HistoryEntry[]): void {
      try {
        transaction(database, () => {
          for (const entry of entries) add(entry);
        });
      } catch (error) {
        players.load();
        throw error;
      }
    },

    close(): void {
      try {
        heat.write();
      } finally {
        database.close();
      }
    },
  };
}
export type HistoryBook = ReturnType<typeof historyBook>;

/** Picks players who moved more than TRAILS.movedCm or have just joined: a trail begins there. */
class MovedPlayers {
  #last = new Map<number, SampledPlace>();

  take(online: readonly SampledPlace[]): SampledPlace[] {
    const last = new Map<number, SampledPlace>();
    const moved = online.filter((place) => {
      const before = this.#last.get(place.player);
      const far = before === undefined || isFar(before, place);
      last.set(place.player, far ? place : before);
      return far;
    });
    this.#last = last;
    return moved;
  }
}

function isFar(a: SampledPlace, b: SampledPlace): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2 > FAR_CM_SQUARED;
}

interface HeatCell {
  readonly x: number;
  readonly y: number;
  seconds: number;
}

/** Time of players per cell: by the hour for some days, then by the day. */
function heatStore(database: DatabaseSync) {
  const add = database.prepare(
    `insert into heat (step, at, x, y, seconds) values (${HOUR_SECONDS}, ?, ?, ?, ?)
     on conflict do update set seconds = seconds + excluded.seconds`,
  );
  const joinHours = database.prepare(
    `insert into heat (step, at, x, y, seconds)
     select ${DAY_SECONDS}, at - at % ${DAY_SECONDS}, x, y, sum(seconds) from heat
     where step = ${HOUR_SECONDS} and at < ? group by 2, x, y
     on conflict do update set seconds = seconds + excluded.seconds`,
  );
  const drop = database.prepare('delete from heat where step = ? and at < ?');
  const read = database.prepare('select x, y, seconds from heat where step = ? and at > ? and at < ?');
  /** By hour and cell; written periodically. */
  let unwritten = new Map<string, HeatCell & { hour: number }>();

  return {
    /** Adds seconds for everybody online. `at`: seconds since 1970. */
    count(at: number, online: readonly SampledPlace[], seconds: number): void {
      const hour = at - (at % HOUR_SECONDS);
      for (const place of online) {
        const [x, y] = [Math.floor(place.x / TRAILS.cellCm), Math.floor(place.y / TRAILS.cellCm)];
        const key = `${hour} ${x} ${y}`;
        const cell = unwritten.get(key) ?? { hour, x, y, seconds: 0 };
        cell.seconds += seconds;
        unwritten.set(key, cell);
      }
    },

    write(): void {
      for (const { hour, x, y, seconds } of unwritten.values()) add.run(hour, x, y, Math.round(seconds));
      unwritten = new Map();
    },

    /** Hourly maintenance. `now`: seconds since 1970. */
    tidy(now: number): void {
      const today = now - (now % DAY_SECONDS);
      joinHours.run(today - TRAILS.hourlyHeatSeconds);
      drop.run(HOUR_SECONDS, today - TRAILS.hourlyHeatSeconds);
      drop.run(DAY_SECONDS, today - TRAILS.heatKeptSeconds);
    },

    /** Every hour and day in the range, merged into cells of `factor` times the edge. */
    read(from: number, to: number, factor: number): Map<string, HeatCell> {
      const cells = new Map<string, HeatCell>();
      for (const step of [HOUR_SECONDS, DAY_SECONDS]) {
        for (const row of read.iterate(step, from - step, to)) {
          const { seconds, ...small } = row as unknown as HeatCell; // the columns of the query
          const [x, y] = [Math.floor(small.x / factor), Math.floor(small.y / factor)];
          const cell = cells.get(`${x} ${y}`) ?? { x, y, seconds: 0 };
          cell.seconds += seconds;
          cells.set(`${x} ${y}`, cell);
        }
      }
      return cells;
    },
  };
}

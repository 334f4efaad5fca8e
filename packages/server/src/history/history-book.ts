import type { DatabaseSync } from 'node:sqlite';
import { TRAILS } from '@palatine/contract';
import { transaction } from '../data-folder/sqlite.ts';
import { heatStore } from './heat-store.ts';
import { recordedUntilMs, SEEN_MS } from './history-file.ts';
import type { HistoryEntry } from './history-protocol.ts';
import { MovedPlayers } from './moved-players.ts';
import { playerNumbers } from './player-numbers.ts';
import type { SampledPlace } from './points.ts';
import { seriesStore } from './series-store.ts';
import { sessionStore } from './session-store.ts';
import { trailStore } from './trail-store.ts';

const HOUR_SECONDS = 3600;
/** The heat is written once so many seconds. */
const WRITE_HEAT_SECONDS = 60;
/** A longer time between two samples was a pause: nobody saw where players were. */
const LONGEST_STEP_SECONDS = 2 * TRAILS.stepSecondsOfMany;
const AXES = 3;

/** The history in an open database: it takes entries, and its stores answer. */
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
  /** When something was last recorded before this start, until it is known who is online. */
  let seenBeforeMs: number | undefined = lastSeenMs();

  function addPlaces(at: number, online: readonly SampledPlace[]): void {
    trails.add(at, moved.take(online));
    if (sampledAt !== undefined && at > sampledAt && at - sampledAt <= LONGEST_STEP_SECONDS) {
      heat.count(at, online, at - sampledAt);
    }
    sampledAt = at;
    if (at - heatWrittenAt < WRITE_HEAT_SECONDS) return;
    heatWrittenAt = at;
    heat.write();
  }

  /** Once an hour, and when the history begins. */
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

    /** Adds entries with one commit, all or none. */
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

    /** Writes what waits, and closes the database. */
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

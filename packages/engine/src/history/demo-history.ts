import { SERIES_RESOLUTIONS, TRAILS } from '@palatine/contract';
import { transaction } from '@palatine/platform/sqlite';
import type { PastSession } from '@palatine/world/demo-past';
import { openHistoryFile, SEEN_MS } from './history-book.ts';
import { playerNumbers } from './session-store.ts';
import { encode, type Place } from './trail-store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MINUTE_SECONDS = 60;

/** Writes the sessions of a demo's past, oldest first, into a new history, with the series, trails and heat that follow from them. `world`: as the recorder names it. */
export function writeDemoHistory(
  file: string,
  world: string,
  sessions: readonly PastSession[],
  nowMs: number,
): void {
  const { database } = openHistoryFile(file, nowMs);
  const insert = (table: string, count: number) =>
    database.prepare(`insert into ${table} values (${new Array(count).fill('?').join(', ')})`);
  const [facts, series, heat] = [insert('facts', 2), insert('series', 4), insert('heat', 5)];
  const [samples, trails, stored] = [insert('samples', 2), insert('trails', 5), insert('sessions', 8)];
  const now = Math.floor(nowMs / 1000);
  transaction(database, () => {
    facts.run('world', world);
    facts.run(SEEN_MS, String(nowMs));
    const numbers = playerNumbers(database);
    for (const { uid, fromMs, toMs, open, reason, ip, platform } of sessions) {
      const ended = open ? [null, ''] : [toMs, reason];
      stored.run(null, numbers.numberOf(uid), fromMs, fromMs, ...ended, ip, platform);
    }
    for (const { stepSeconds, keptSeconds } of SERIES_RESOLUTIONS) {
      const from = Math.max(now - keptSeconds, Math.floor((sessions[0]?.fromMs ?? nowMs) / 1000));
      for (let at = from - (from % stepSeconds); at < now; at += stepSeconds)
        series.run(stepSeconds, at, 'online', onlineAt(sessions, at * 1000));
    }
    const { hours, present, cells } = placesOf(sessions, numbers.numberOf, now);
    for (const [at, places] of present) samples.run(at, encode(places));
    for (const [hour, points] of hours)
      trails.run(null, ...hour.split(' ').map(Number), TRAILS.coarseStepSeconds, encode(points));
    for (const [cell, seconds] of cells) heat.run(...cell.split(' ').map(Number), seconds);
  });
  database.close();
}

const onlineAt = (sessions: readonly PastSession[], ms: number) =>
  sessions.reduce((count, { fromMs, toMs }) => count + Number(fromMs <= ms && ms < toMs), 0);

/** The points of a week by `<player> <hour>`, those of the present hour by time, and the seconds in each cell of the map. */
function placesOf(sessions: readonly PastSession[], numberOf: (uid: string) => number, now: number) {
  const hours = new Map<string, Place[]>();
  const present = new Map<number, Place[]>();
  const cells = new Map<string, number>();
  const [thisHour, today] = [now - (now % HOUR_SECONDS), now - (now % DAY_SECONDS)];
  for (const { uid, fromMs, toMs, at: locationAt } of sessions) {
    const player = numberOf(uid);
    const from = Math.ceil(fromMs / 1000 / MINUTE_SECONDS) * MINUTE_SECONDS;
    for (let at = from; at * 1000 < toMs; at += MINUTE_SECONDS) {
      const { x, y, z } = locationAt(at * 1000);
      const step = at >= today - TRAILS.hourlyHeatSeconds ? HOUR_SECONDS : DAY_SECONDS;
      const cell = [
        step,
        at - (at % step),
        Math.floor(x / TRAILS.cellCm),
        Math.floor(y / TRAILS.cellCm),
      ].join(' ');
      cells.set(cell, (cells.get(cell) ?? 0) + MINUTE_SECONDS);
      const place = [Math.round(x), Math.round(y), Math.round(z)] as const;
      const hour = `${player} ${at - (at % HOUR_SECONDS)}`;
      if (at >= thisHour) present.set(at, [...(present.get(at) ?? []), [player, ...place]]);
      else if (at >= now - TRAILS.keptSeconds) hours.set(hour, [...(hours.get(hour) ?? []), [at, ...place]]);
    }
  }
  return { hours, present, cells };
}

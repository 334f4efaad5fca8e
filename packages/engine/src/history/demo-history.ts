import { SERIES_RESOLUTIONS, TRAILS } from '@palatine/contract';
import { transaction } from '@palatine/platform/sqlite';
import type { PastSession } from '@palatine/world/demo-past';
import { openHistoryFile, SEEN_MS } from './history-book.ts';
import { playerNumbers } from './session-store.ts';
import { encode, type Place } from './trail-store.ts';

const [MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS] = [60, 3600, 24 * 3600];

/**
 * Writes a demo's past, oldest session first, into a new history: the sessions, and the series, trails and heat that
 * follow from them. `world`: as the recorder names it.
 */
export function writeDemoHistory(
  file: string,
  world: string,
  sessions: readonly PastSession[],
  nowMs: number,
): void {
  const { database } = openHistoryFile(file, nowMs);
  const sql = (statement: string) => database.prepare(statement);
  const fact = sql('insert into facts values (?, ?)');
  const series = sql("insert into series values (?, ?, 'online', ?)");
  const begin = sql('insert into sessions values (null, ?, ?, ?, ?, ?, ?, ?)');
  const trail = sql('insert or ignore into trails values (null, ?, ?, ?, ?)');
  const heat = sql(
    'insert into heat values (?, ?, ?, ?, ?) on conflict do update set seconds = seconds + excluded.seconds',
  );
  transaction(database, () => {
    fact.run('world', world);
    fact.run(SEEN_MS, String(nowMs));
    const now = Math.floor(nowMs / 1000);
    for (const { stepSeconds, keptSeconds } of SERIES_RESOLUTIONS) {
      const from = Math.max(now - keptSeconds, Math.floor((sessions[0]?.fromMs ?? nowMs) / 1000));
      const first = Math.floor(from / stepSeconds);
      const online = new Uint16Array(Math.ceil(now / stepSeconds) - first);
      for (const { fromMs, toMs } of sessions)
        for (let at = Math.ceil(fromMs / 1000 / stepSeconds); at * stepSeconds * 1000 < toMs; at++)
          if (at >= first) online[at - first] = (online[at - first] ?? 0) + 1;
      for (const [at, count] of online.entries()) series.run(stepSeconds, (first + at) * stepSeconds, count);
    }
    const { numberOf } = playerNumbers(database);
    for (const session of sessions) {
      const { uid, fromMs, toMs, reason, ip, platform } = session;
      const [player, isOpen] = [numberOf(uid), toMs === nowMs];
      begin.run(player, fromMs, fromMs, isOpen ? null : toMs, isOpen ? '' : reason, ip, platform);
      const points = walkOf(session);
      const cellOf = ([at, x, y]: Place) => [at - (at % DAY_SECONDS), x / TRAILS.cellCm, y / TRAILS.cellCm];
      const cells = Map.groupBy(points, (point) => cellOf(point).map(Math.floor).join(' '));
      for (const [cell, { length }] of cells)
        heat.run(DAY_SECONDS, ...cell.split(' ').map(Number), length * MINUTE_SECONDS);
      const kept = points.filter(([at]) => at >= now - TRAILS.keptSeconds);
      for (const [hour, places] of Map.groupBy(kept, ([at]) => at - (at % HOUR_SECONDS)))
        trail.run(player, hour, TRAILS.coarseStepSeconds, encode(places));
    }
  });
  database.close();
}

/** A point a minute, on a circle of some hundred meters that ends at home. */
function walkOf({ fromMs, toMs, home: { x, y, z } }: PastSession): Place[] {
  const [radiusCm, aroundSeconds] = [8_000 + (fromMs % 12_000), 1_000 + (fromMs % 1_500)];
  const first = Math.ceil(fromMs / 1000 / MINUTE_SECONDS);
  const length = Math.max(0, Math.floor(toMs / 1000 / MINUTE_SECONDS) - first);
  return Array.from({ length }, (_, minute) => {
    const at = (first + minute) * MINUTE_SECONDS;
    const angle = (2 * Math.PI * (toMs / 1000 - at)) / aroundSeconds;
    return [at, x + radiusCm * (1 - Math.cos(angle)), y + radiusCm * Math.sin(angle), z];
  });
}

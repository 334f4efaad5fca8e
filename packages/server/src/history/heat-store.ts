import type { DatabaseSync } from 'node:sqlite';
import { TRAILS } from '@palatine/contract';
import type { SampledPlace } from './points.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** A cell by its whole-number place times TRAILS.cellCm. */
export interface HeatCell {
  readonly x: number;
  readonly y: number;
  seconds: number;
}

/** How long players were in each cell: by the hour for some days, then by the day. */
export function heatStore(database: DatabaseSync) {
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
  /** By hour and cell; written now and then. */
  let unwritten = new Map<string, HeatCell & { hour: number }>();

  return {
    /** Counts so many seconds for everybody online. `at`: seconds since 1970. */
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

    /** Writes what was counted. */
    write(): void {
      for (const { hour, x, y, seconds } of unwritten.values()) add.run(hour, x, y, Math.round(seconds));
      unwritten = new Map();
    },

    /** What is due once an hour is over. `now`: seconds since 1970. */
    tidy(now: number): void {
      const today = now - (now % DAY_SECONDS);
      joinHours.run(today - TRAILS.hourlyHeatSeconds);
      drop.run(HOUR_SECONDS, today - TRAILS.hourlyHeatSeconds);
      drop.run(DAY_SECONDS, today - TRAILS.heatKeptSeconds);
    },

    /** Every hour and day that the range touches, put together into cells of `factor` times the edge. */
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

import type { DatabaseSync } from 'node:sqlite';
import {
  type Guid,
  type Heat,
  isInBox,
  MAX_HEAT_ROWS,
  MAX_TRAIL_POINTS,
  REGION_BOXES,
  type Region,
  regionOf,
  TRAILS,
  type Trail,
  type TrailsPage,
} from '@palatine/contract';
import { meters } from '../game/position-view.ts';
import { type TimeRange, timeOf } from './series-store.ts';
import type { PlayerNumbers } from './session-store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export interface TrailsQuery extends TimeRange {
  /** Undefined for all. */
  readonly uids: readonly Guid[] | undefined;
  readonly stepSeconds: number;
  /** Number of the last player of the previous page. */
  readonly after: number;
}

/** Trails of players. The present hour is a log, a row for each sample; a past hour has one row for each player. */
export function trailStore(database: DatabaseSync, players: PlayerNumbers) {
  const addSample = database.prepare('insert or replace into samples (at, points) values (?, ?)');
  const samples = database.prepare('select at, points from samples where at >= ? and at < ? order by at');
  const firstSample = database.prepare('select min(at) as at from samples');
  const dropSamples = database.prepare('delete from samples where at < ?');
  const addTrail = database.prepare(
    'insert or replace into trails (player, hour, step, points) values (?, ?, ?, ?)',
  );
  const fine = database.prepare('select id, points from trails where hour < ? and step < ? limit ?');
  const thin = database.prepare('update trails set step = ?, points = ? where id = ?');
  const dropTrails = database.prepare('delete from trails where hour < ?');
  const ofPlayer = database.prepare(
    'select points from trails where player = ? and hour >= ? and hour < ? order by hour',
  );
  const playersIn = database.prepare('select distinct player from trails where hour >= ? and hour < ?');

  /** The points of the log, oldest first. */
  function* sampled(from: number, to: number): Generator<{ player: number; point: Place }> {
    for (const { at, points } of samples.iterate(from, to)) {
      for (const [player, ...place] of decode(points)) yield { player, point: [Number(at), ...place] };
    }
  }

  /** Packs an hour at a time: after days without tidying, all of them are much. */
  function packHours(before: number): void {
    for (let at = firstSample.get()?.at; at != null && Number(at) < before; at = firstSample.get()?.at) {
      const hour = hourOf(Number(at));
      const end = hour + HOUR_SECONDS;
      for (const [player, points] of Map.groupBy(sampled(hour, end), ({ player }) => player)) {
        addTrail.run(player, hour, TRAILS.stepSeconds, encode(points.map(({ point }) => point)));
      }
      dropSamples.run(end);
    }
  }

  function thinTrails(before: number): void {
    const [step, limit] = [TRAILS.coarseStepSeconds, 500];
    for (let rows = fine.all(before, step, limit); rows.length > 0; rows = fine.all(before, step, limit)) {
      for (const { id = null, points } of rows) thin.run(step, encode(thinTrail(decode(points), step)), id);
    }
  }

  return {
    /** Adds the positions of players who have moved. `at`: seconds since 1970. */
    add(at: number, places: readonly Place[]): void {
      if (places.length > 0) addSample.run(at, encode(places));
    },

    /** Hourly maintenance: pack, thin to a point per minute after a day, delete. `now`: seconds since 1970. */
    tidy(now: number): void {
      const hour = hourOf(now);
      packHours(hour);
      thinTrails(hour - TRAILS.fineSeconds);
      dropTrails.run(hour - TRAILS.keptSeconds);
    },

    /** Trails of some or all players, by their numbers; `Next` is the number before the first that is left out. */
    read({ uids, fromMs, toMs, stepSeconds, after }: TrailsQuery): TrailsPage {
      const [from, to] = [Math.floor(fromMs / 1000), Math.ceil(toMs / 1000)];
      const recent = Map.groupBy(sampled(from, to), ({ player }) => player);
      const stored = () => playersIn.all(hourOf(from), to).map(({ player }) => Number(player));
      const numbers = uids?.map((uid) => players.find(uid) ?? 0) ?? [...stored(), ...recent.keys()];
      const Trails: Trail[] = [];
      let points = 0;
      let next: number | undefined;
      for (const number of [...new Set(numbers)].filter((id) => id > after).sort((a, b) => a - b)) {
        const packed = ofPlayer.all(number, hourOf(from), to).flatMap((row) => decode(row.points));
        const places = [
          ...packed.filter(([at]) => at >= from && at < to),
          ...(recent.get(number) ?? []).map(({ point }) => point),
        ];
        const thinned = stepSeconds > TRAILS.stepSeconds ? thinTrail(places, stepSeconds) : places;
        if (points > 0 && thinned.length > 0 && points + thinned.length > MAX_TRAIL_POINTS) {
          next = number - 1;
          break;
        }
        points += thinned.length;
        const Points = thinned.map(([at, x, y, z]): Place => [at - from, meters(x), meters(y), meters(z)]);
        if (Points.length > 0) Trails.push({ Uid: players.uidOf(number), Points });
      }
      const more = next !== undefined && { Next: String(next) };
      return { From: timeOf(from), To: timeOf(to), Trails, ...more };
    },
  };
}

const hourOf = (at: number) => at - (at % HOUR_SECONDS);

/** The first point of each `stepSeconds`, in points ordered by time. */
export function thinTrail(points: readonly Place[], stepSeconds: number): Place[] {
  const stepOf = (point: Place | undefined) => point && Math.floor(point[0] / stepSeconds);
  return points.filter((point, index) => stepOf(point) !== stepOf(points[index - 1]));
}

/** x, y and z in cm, after a number: of the player, or of the seconds since 1970, up to 2106. */
export type Place = [head: number, x: number, y: number, z: number];

/** A point takes 16 bytes: an unsigned and three signed 32-bit numbers, little-endian. */
export const POINT_BYTES = 16;

export function encode(places: readonly Place[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(places.length * POINT_BYTES));
  for (const [index, number] of places.flat().entries()) bytes.setInt32(index * 4, number, true);
  return new Uint8Array(bytes.buffer);
}

/** The reverse of `encode`, for a column of a row; ignores an incomplete place. */
export function decode(column: unknown): Place[] {
  const bytes = column as Uint8Array; // the schema is strict
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: Math.floor(bytes.length / POINT_BYTES) }, (_, index) => {
    const [x = 0, y = 0, z = 0] = [4, 8, 12].map((at) => view.getInt32(index * POINT_BYTES + at, true));
    return [view.getUint32(index * POINT_BYTES, true), x, y, z];
  });
}

export interface HeatQuery extends TimeRange {
  /** Edge of a cell, in multiples of the smallest. */
  readonly factor: number;
  readonly region: Region | undefined;
}

/** Time of players per cell: by the hour for some days, then by the day. */
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
  // A number is bound as REAL, so this is no division of integers, which rounds towards zero.
  const read = database.prepare(
    `select cast(floor(x / ?1) as integer) as x, cast(floor(y / ?1) as integer) as y, sum(seconds) as seconds
     from heat where step in (${HOUR_SECONDS}, ${DAY_SECONDS}) and at > ?2 - step and at < ?3
     group by 1, 2 order by 3 desc, 1, 2`,
  );
  const cellOf = (cm: number) => Math.floor(cm / TRAILS.cellCm);

  return {
    /** Adds seconds for everybody online. `at`: seconds since 1970. */
    add(at: number, online: readonly Place[], seconds: number): void {
      for (const [, x, y] of online) add.run(hourOf(at), cellOf(x), cellOf(y), seconds);
    },

    /** Hourly maintenance. `now`: seconds since 1970. */
    tidy(now: number): void {
      const today = now - (now % DAY_SECONDS);
      joinHours.run(today - TRAILS.hourlyHeatSeconds);
      drop.run(HOUR_SECONDS, today - TRAILS.hourlyHeatSeconds);
      drop.run(DAY_SECONDS, today - TRAILS.heatKeptSeconds);
    },

    /** Every hour and day in the range, merged into cells of `factor` times the edge; the busiest first. */
    read({ fromMs, toMs, factor, region }: HeatQuery): Heat {
      const edgeCm = TRAILS.cellCm * factor;
      const all = read.all(factor, fromMs / 1000, toMs / 1000) as unknown as Cell[]; // the columns of the query
      const cells = all.filter(({ x, y }) => {
        const [middleX, middleY] = [(x + 0.5) * edgeCm, (y + 0.5) * edgeCm];
        if (region === undefined) return true;
        return regionOf(middleX) === region && isInBox(REGION_BOXES[region], middleX, middleY);
      });
      const edge = meters(edgeCm);
      return {
        From: new Date(fromMs).toISOString(),
        To: new Date(toMs).toISOString(),
        Cell: edge,
        TotalSeconds: cells.reduce((sum, { seconds }) => sum + seconds, 0),
        Rows: cells.slice(0, MAX_HEAT_ROWS).map(({ x, y, seconds }) => [x * edge, y * edge, seconds]),
      };
    },
  };
}

type Cell = Readonly<Record<'x' | 'y' | 'seconds', number>>;

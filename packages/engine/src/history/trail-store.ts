import type { DatabaseSync } from 'node:sqlite';
import { TRAILS } from '@palatine/contract';

/** A point takes 16 bytes: an unsigned and three signed 32-bit numbers, little-endian. */
export const POINT_BYTES = 16;

const HOUR_SECONDS = 3600;
/** Maximum bytes of points, beyond which the oldest hours are deleted early. */
const MAX_BYTES = 1024 ** 3;

interface StoredTrail {
  id: number;
  player: number;
  points: Uint8Array;
}

/** Trails of players. The present hour is a log, a row for each sample; a past hour has one row for each player. */
export function trailStore(database: DatabaseSync, { maxBytes = MAX_BYTES } = {}) {
  const addSample = database.prepare('insert or replace into samples (at, points) values (?, ?)');
  const oldestSample = database.prepare('select min(at) as at from samples');
  const samples = database.prepare('select at, points from samples where at >= ? and at < ? order by at');
  const dropSamples = database.prepare('delete from samples where at < ?');
  const addTrail = database.prepare(
    'insert or replace into trails (player, hour, step, points) values (?, ?, ?, ?)',
  );
  const coarse = database.prepare(
    'select id, player, points from trails where hour < ? and step < ? order by id limit 500',
  );
  const thin = database.prepare('update trails set step = ?, points = ? where id = ?');
  const dropTrails = database.prepare('delete from trails where hour < ?');
  const bytesOf = database.prepare('select coalesce(sum(length(points)), 0) as bytes from trails');
  const oldestHour = database.prepare('select min(hour) as hour from trails');
  const ofPlayer = database.prepare(
    'select id, player, points from trails where player = ? and hour >= ? and hour < ? order by hour',
  );
  const playersOf = database.prepare(
    'select distinct player from trails where hour >= ? and hour < ? order by player',
  );

  function packHours(before: number): void {
    for (let oldest = minimum(oldestSample.get()); oldest !== null && oldest < before; ) {
      const hour = hourOf(oldest);
      const byPlayer = new Map<number, TrailPlace[]>();
      for (const { at, places } of sampled(hour, hour + HOUR_SECONDS)) {
        for (const { player, x, y, z } of places) {
          const points = byPlayer.get(player) ?? [];
          points.push({ at, x, y, z });
          byPlayer.set(player, points);
        }
      }
      for (const [player, points] of byPlayer) {
        addTrail.run(player, hour, TRAILS.stepSeconds, encode('at', points));
      }
      dropSamples.run(hour + HOUR_SECONDS);
      oldest = minimum(oldestSample.get());
    }
  }

  function* sampled(from: number, to: number): Generator<{ at: number; places: SampledPlace[] }> {
    for (const row of samples.iterate(from, to)) {
      const { at, points } = row as unknown as { at: number; points: Uint8Array }; // the columns of the query
      yield { at, places: decode('player', points) };
    }
  }

  /** Thins trails older than a day to a point per minute. */
  function thinOld(before: number): void {
    const rows = () => coarse.all(before, TRAILS.coarseStepSeconds) as unknown as StoredTrail[];
    for (let batch = rows(); batch.length > 0; batch = rows()) {
      for (const { id, points } of batch) {
        const thinned = thinTrail(decode('at', points), TRAILS.coarseStepSeconds);
        thin.run(TRAILS.coarseStepSeconds, encode('at', thinned), id);
      }
    }
  }

  return {
    /** Adds the positions of players who have moved. `at`: seconds since 1970. */
    add(at: number, places: readonly SampledPlace[]): void {
      if (places.length > 0) addSample.run(at, encode('player', places));
    },

    /** Hourly maintenance: pack, thin, delete. `now`: seconds since 1970. */
    tidy(now: number): void {
      const hour = hourOf(now);
      packHours(hour);
      thinOld(hour - TRAILS.fineSeconds);
      dropTrails.run(hour - TRAILS.keptSeconds);
      let { bytes } = bytesOf.get() as { bytes: number };
      for (let oldest = minimum(oldestHour.get()); bytes > maxBytes && oldest !== null; ) {
        dropTrails.run(oldest + HOUR_SECONDS);
        ({ bytes } = bytesOf.get() as { bytes: number });
        oldest = minimum(oldestHour.get());
      }
    },

    /** Numbers of players with a point in the range, ascending. */
    players(from: number, to: number): number[] {
      const stored = playersOf.all(hourOf(from), to) as unknown as { player: number }[];
      const numbers = new Set(stored.map(({ player }) => player));
      for (const { places } of sampled(from, to)) for (const { player } of places) numbers.add(player);
      return [...numbers].sort((a, b) => a - b);
    },

    /** Points of these players in the range, oldest first. */
    read(players: readonly number[], from: number, to: number): Map<number, TrailPlace[]> {
      const trails = new Map<number, TrailPlace[]>(players.map((player) => [player, []]));
      const inRange = ({ at }: TrailPlace) => at >= from && at < to;
      for (const [player, points] of trails) {
        const stored = ofPlayer.all(player, hourOf(from), to) as unknown as StoredTrail[];
        for (const trail of stored) points.push(...decode('at', trail.points).filter(inRange));
      }
      for (const { at, places } of sampled(from, to)) {
        for (const { player, x, y, z } of places) trails.get(player)?.push({ at, x, y, z });
      }
      return trails;
    },
  };
}

function hourOf(at: number): number {
  return Math.floor(at / HOUR_SECONDS) * HOUR_SECONDS;
}

/** Value of a row of `min()`, null for an empty table. */
function minimum(row: unknown): number | null {
  return (Object.values(row as Record<string, number | null>)[0] ?? null) as number | null;
}

/** The first point of each `stepSeconds`, in points ordered by time. */
export function thinTrail<Point extends { readonly at: number }>(
  points: readonly Point[],
  stepSeconds: number,
): Point[] {
  const thinned: Point[] = [];
  let lastStep: number | undefined;
  for (const point of points) {
    const step = Math.floor(point.at / stepSeconds);
    if (step === lastStep) continue;
    thinned.push(point);
    lastStep = step;
  }
  return thinned;
}

/** A place in cm, with a number: of a player, or a time. */
type Place<Head extends string> = { readonly [Name in Head | 'x' | 'y' | 'z']: number };
/** A position at a time, in seconds since 1970. Times range from 1970 to 2106. */
export type TrailPlace = Place<'at'>;
/** A position in a sample, which has the time. The player is a number in the table of players. */
export type SampledPlace = Place<'player'>;

/** Encodes places whose unsigned number has the name `head`. */
export function encode<Head extends string>(head: Head, places: readonly Place<Head>[]): Uint8Array {
  const bytes = new Uint8Array(places.length * POINT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, place] of places.entries()) {
    const offset = index * POINT_BYTES;
    view.setUint32(offset, place[head], true);
    view.setInt32(offset + 4, place.x, true);
    view.setInt32(offset + 8, place.y, true);
    view.setInt32(offset + 12, place.z, true);
  }
  return bytes;
}

/** The reverse of `encode`; ignores an incomplete place. */
export function decode<Head extends string>(head: Head, bytes: Uint8Array): Place<Head>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const places: Place<Head>[] = [];
  for (let offset = 0; offset + POINT_BYTES <= bytes.length; offset += POINT_BYTES) {
    const [x, y, z] = [4, 8, 12].map((at) => view.getInt32(offset + at, true));
    places.push({ [head]: view.getUint32(offset, true), x, y, z } as Place<Head>); // exactly these
  }
  return places;
}

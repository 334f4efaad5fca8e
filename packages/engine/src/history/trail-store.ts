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
        addTrail.run(player, hour, TRAILS.stepSeconds, encodeTrail(points));
      }
      dropSamples.run(hour + HOUR_SECONDS);
      oldest = minimum(oldestSample.get());
    }
  }

  function* sampled(from: number, to: number): Generator<{ at: number; places: SampledPlace[] }> {
    for (const row of samples.iterate(from, to)) {
      const { at, points } = row as unknown as { at: number; points: Uint8Array }; // the columns of the query
      yield { at, places: decodeSample(points) };
    }
  }

  /** Thins trails older than a day to a point per minute. */
  function thinOld(before: number): void {
    const rows = () => coarse.all(before, TRAILS.coarseStepSeconds) as unknown as StoredTrail[];
    for (let batch = rows(); batch.length > 0; batch = rows()) {
      for (const { id, points } of batch) {
        const thinned = thinTrail(decodeTrail(points), TRAILS.coarseStepSeconds);
        thin.run(TRAILS.coarseStepSeconds, encodeTrail(thinned), id);
      }
    }
  }

  return {
    /** Adds the positions of players who have moved. `at`: seconds since 1970. */
    add(at: number, places: readonly SampledPlace[]): void {
      if (places.length > 0) addSample.run(at, encodeSample(places));
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
        for (const trail of stored) points.push(...decodeTrail(trail.points).filter(inRange));
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

/** A position at a time. Units: seconds since 1970, cm. */
export interface TrailPlace {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A position in a sample, which has the time. Units: cm. */
export interface SampledPlace {
  /** Number in the table of players. */
  readonly player: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Encodes the points of a trail. Times range from 1970 to 2106. */
export function encodeTrail(points: readonly TrailPlace[]): Uint8Array {
  return encode(points.map(({ at, x, y, z }) => [at, x, y, z]));
}

/** The reverse of `encodeTrail`; ignores an incomplete point. */
export function decodeTrail(bytes: Uint8Array): TrailPlace[] {
  return decode(bytes).map(([at, x, y, z]) => ({ at, x, y, z }));
}

export function encodeSample(places: readonly SampledPlace[]): Uint8Array {
  return encode(places.map(({ player, x, y, z }) => [player, x, y, z]));
}

/** The reverse of `encodeSample`; ignores an incomplete position. */
export function decodeSample(bytes: Uint8Array): SampledPlace[] {
  return decode(bytes).map(([player, x, y, z]) => ({ player, x, y, z }));
}

type Point = readonly [head: number, x: number, y: number, z: number];

function encode(points: readonly Point[]): Uint8Array {
  const bytes = new Uint8Array(points.length * POINT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [index, [head, x, y, z]] of points.entries()) {
    const offset = index * POINT_BYTES;
    view.setUint32(offset, head, true);
    view.setInt32(offset + 4, x, true);
    view.setInt32(offset + 8, y, true);
    view.setInt32(offset + 12, z, true);
  }
  return bytes;
}

function decode(bytes: Uint8Array): Point[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const points: Point[] = [];
  for (let offset = 0; offset + POINT_BYTES <= bytes.length; offset += POINT_BYTES) {
    const [x, y, z] = [4, 8, 12].map((at) => view.getInt32(offset + at, true)) as [number, number, number];
    points.push([view.getUint32(offset, true), x, y, z]);
  }
  return points;
}

import type { WorldPoint } from '../../ground/regions.ts';
import { type Hexagon, hexagonAt } from '../crowd.ts';
import type { Mark } from '../marks/mark.ts';

/** Where a player was at a moment. Place in cm. */
interface TrailPoint extends WorldPoint {
  readonly atMs: number;
}

/** A player's way, oldest point first. */
export interface Trail {
  readonly uid: string;
  readonly points: readonly TrailPoint[];
}

/** A point is recorded only of those who move: a longer gap is a rest or an absence. */
const REST_MS = 120_000;
/** Faster than any mount: from one point to the next by fast travel or death. Units: cm per second. */
const TRAVELED = 6_000;
/** A player who has rested sets out this long before the next point. */
const SET_OUT_MS = 10_000;

/** The lines of a trail, without those where the player traveled at once, and the places where they stayed. */
export function linesOf({ points }: Trail) {
  const steps = points.slice(1).map((to, at) => ({ from: points[at] ?? to, to }));
  const rests = steps
    .filter(({ from, to }) => to.atMs - from.atMs >= REST_MS)
    .map(({ from: { x, y, atMs }, to }) => ({ x, y, fromMs: atMs, toMs: to.atMs }));
  return { lines: steps.filter(({ from, to }) => !hasTraveled(from, to)), rests };
}

function hasTraveled(from: TrailPoint, to: TrailPoint): boolean {
  const seconds = Math.max(1, (Math.min(to.atMs - from.atMs, REST_MS) || 1) / 1000);
  return Math.hypot(to.x - from.x, to.y - from.y) / seconds > TRAVELED;
}

/** Where a player was at a time, interpolated; undefined before the first and after the last point. */
export function placeAtTime({ points }: Trail, atMs: number): WorldPoint | undefined {
  const next = firstAfter(points, atMs);
  const [before, after] = [points[next - 1], points[next]];
  if (before === undefined) return undefined;
  if (after === undefined) return before.atMs === atMs ? before : undefined;
  if (hasTraveled(before, after)) return before;
  const setOutMs = after.atMs - before.atMs >= REST_MS ? after.atMs - SET_OUT_MS : before.atMs;
  const part = Math.max(0, (atMs - setOutMs) / (after.atMs - setOutMs));
  return { x: before.x + (after.x - before.x) * part, y: before.y + (after.y - before.y) * part };
}

/** Index of the first point later than a moment; as many as there are when none is. */
function firstAfter(points: readonly TrailPoint[], atMs: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part of a trail up to a moment, with the place at that moment as its last point. */
export function trailUntil(trail: Trail, atMs: number): Trail {
  const points = trail.points.slice(0, firstAfter(trail.points, atMs));
  const place = placeAtTime(trail, atMs);
  return { uid: trail.uid, points: place === undefined ? points : [...points, { ...place, atMs }] };
}

/**
 * The players as they were at a moment, from their trails. Who was nowhere then has no mark.
 * @param marks the marks of players now, for their names and guilds
 */
export function replayedMarks(
  trails: readonly Trail[],
  atMs: number,
  marks: ReadonlyMap<string, Mark>,
): Mark[] {
  return trails.flatMap((trail) => {
    const place = placeAtTime(trail, atMs);
    if (place === undefined) return [];
    const unknown: Mark = { layer: 'online', id: trail.uid, name: '', note: '', ...place };
    const { was: _, ...mark } = marks.get(trail.uid) ?? unknown;
    return [{ ...mark, layer: 'online' as const, x: place.x, y: place.y }];
  });
}

/** A hexagon with the time that players spent in it. */
export interface HeatHexagon extends Hexagon {
  readonly seconds: number;
  /** 0 to 1 of the warmest, on a logarithmic scale. */
  readonly warmth: number;
}

/** Each square is shared out in this many parts each way, so that hexagons of about its size get fair shares. */
const PARTS = 4;

/**
 * The heat as hexagons as wide as the cells.
 * @param cells lower corners of squares of the world, and the time that players spent in each
 * @param cellCm edge of the cells
 */
export function heatHexagons(
  cells: readonly (WorldPoint & { readonly seconds: number })[],
  cellCm: number,
): HeatHexagon[] {
  const radiusCm = cellCm / Math.sqrt(3);
  const hexagons = new Map<string, Hexagon & { seconds: number }>();
  for (const { x, y, seconds } of cells) {
    for (let part = 0; part < PARTS ** 2; part++) {
      const middle = (at: number) => ((at + 0.5) / PARTS) * cellCm;
      const point = { x: x + middle(part % PARTS), y: y + middle(Math.floor(part / PARTS)) };
      const hexagon = hexagonAt(point, radiusCm);
      const cell = hexagons.get(hexagon.key) ?? { ...hexagon, seconds: 0 };
      cell.seconds += seconds / PARTS ** 2;
      hexagons.set(hexagon.key, cell);
    }
  }
  const warm = [...hexagons.values()];
  const warmest = warm.reduce((max, { seconds }) => Math.max(max, seconds), 0);
  return warm.map((hexagon) => ({ ...hexagon, warmth: Math.log1p(hexagon.seconds) / Math.log1p(warmest) }));
}

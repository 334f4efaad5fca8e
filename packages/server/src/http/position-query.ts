import {
  boundRule,
  type getPositions,
  isInBox,
  LIMITS,
  MAP_REGIONS,
  Refusal,
  type RouteQuery,
  regionOf,
  type WorldBox,
} from '@palatine/contract';
import type { PlaceFilter } from '../history/position-view.ts';

type Query = RouteQuery<typeof getPositions>;

/** A part of the map: two queries for the same part have the same key. */
export interface MapPart {
  readonly key: string;
  readonly belongs: PlaceFilter;
}

/** The part of the map that a query is about. Throws VALIDATION_FAILED for a region that there is not, and a box that is none. */
export function mapPartOf({ Region, Box }: Query): MapPart {
  const region = Region === undefined ? undefined : readRegion(Region);
  const box = Box === undefined ? undefined : readBox(Box);
  return {
    key: JSON.stringify([region, box]),
    belongs: (x, y) =>
      (box === undefined || isInBox(box, x, y)) && (region === undefined || regionOf(x, y) === region),
  };
}

/** Throws VALIDATION_FAILED for any other word. */
export function readRegion(text: string): (typeof MAP_REGIONS)[number] {
  const region = MAP_REGIONS.find((known) => known.toLowerCase() === text.toLowerCase());
  if (region !== undefined) return region;
  throw new Refusal('VALIDATION_FAILED', `Region must be one of ${MAP_REGIONS.join(', ')}`);
}

function readBox(text: string): WorldBox {
  if (text.length > LIMITS.filterChars) {
    const rule = boundRule({ kind: 'maxLength', bound: LIMITS.filterChars });
    throw new Refusal('VALIDATION_FAILED', `Box ${rule}`);
  }
  const [x1, y1, x2, y2, ...more] = text.split(',').map(readNumber);
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || more.length > 0) {
    const message =
      'Box must be two corners X1,Y1,X2,Y2 in world coordinates (cm), such as -1000,-1000,2000,2000';
    throw new Refusal('VALIDATION_FAILED', message);
  }
  return {
    minX: Math.min(x1, x2),
    minY: Math.min(y1, y2),
    maxX: Math.max(x1, x2),
    maxY: Math.max(y1, y2),
  };
}

function readNumber(text: string): number | undefined {
  return /^ *[-+]?[0-9]{1,12}(\.[0-9]{1,6})? *$/.test(text) ? Number(text) : undefined;
}

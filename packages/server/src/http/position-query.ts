import {
  type getPositions,
  isInBox,
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

/** The part of the map that a query is about. Throws VALIDATION_FAILED for a box that is none. */
export function mapPartOf({ Region, Box }: Query): MapPart {
  const box = Box === undefined ? undefined : readBox(Box);
  return {
    key: JSON.stringify([Region, box]),
    belongs: (x, y) =>
      (box === undefined || isInBox(box, x, y)) && (Region === undefined || regionOf(x, y) === Region),
  };
}

function readBox(text: string): WorldBox {
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

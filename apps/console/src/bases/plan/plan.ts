import type { CampObjectCells } from '@palatine/contract';
import { type Footprint, footprintOf, kindOf, outlineOf, type PlanKind } from './footprint.ts';

/** An object of a base as it is drawn. Places in cm from the middle of the base: to the east and to the south. */
export interface PlanObject {
  readonly id: string;
  readonly objectId: string;
  readonly kind: PlanKind;
  readonly footprint: Footprint;
  readonly east: number;
  readonly south: number;
  /** Where it stands, turned as it was built: path data. */
  readonly outline: string;
  /** 0 for the lowest. */
  readonly storey: number;
  readonly hp: number;
  readonly maxHp: number;
  readonly isHurt: boolean;
  readonly isUnderConstruction: boolean;
  /** '' without one. */
  readonly containerId: string;
}

/** Height of a storey: walls stand 325 cm above each other in the saves that were measured. */
export const STOREY_CM = 325;
/** An object that stands a little lower than the floor still stands on it. */
const SLACK_CM = 80;
const LEVELS = ['floor', 'thing', 'wall', 'roof'] as const;

/**
 * The objects of a base, in the order in which they are drawn: the lowest storeys first, floors below what stands on
 * them, roofs last.
 * @param menuOf the part of the build menu that an object is in
 */
export function planOf(
  middle: { readonly X: number; readonly Y: number },
  rows: readonly CampObjectCells[],
  menuOf: (objectId: string) => string,
): PlanObject[] {
  const ground = lowest(rows);
  return rows
    .map(([id, objectId, , x, y, z, yaw, hp, maxHp, isUnderConstruction, containerId]) => ({
      id,
      objectId,
      kind: kindOf(objectId, menuOf(objectId)),
      footprint: footprintOf(objectId),
      east: y - middle.Y,
      south: middle.X - x,
      outline: outlineOf(footprintOf(objectId), [y - middle.Y, middle.X - x], yaw),
      storey: Math.max(0, Math.floor((z - ground + SLACK_CM) / STOREY_CM)),
      hp,
      maxHp,
      isHurt: maxHp > 0 && hp < maxHp && !isUnderConstruction,
      isUnderConstruction,
      containerId,
    }))
    .sort(
      (one, other) =>
        one.storey - other.storey ||
        LEVELS.indexOf(one.footprint.level) - LEVELS.indexOf(other.footprint.level),
    );
}

/** Where the first storey begins: at the lowest floor; without a floor, at the lowest object. */
function lowest(rows: readonly CampObjectCells[]): number {
  const floors = rows.filter(([, objectId]) => footprintOf(objectId).level === 'floor');
  return (floors.length > 0 ? floors : rows).reduce((min, [, , , , , z]) => Math.min(min, z), Infinity);
}

/** How many storeys a base has; 1 for an empty one. */
export function storeysOf(objects: readonly PlanObject[]): number {
  return objects.reduce((max, { storey }) => Math.max(max, storey), 0) + 1;
}

/** How many objects there are of each kind, in the order of the legend; kinds without any are left out. */
export function kindsOf(objects: readonly PlanObject[]): { kind: PlanKind; count: number }[] {
  const counts = Map.groupBy(objects, ({ kind }) => kind);
  return [...counts].map(([kind, { length: count }]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

/** Half the edge of the square that holds the base's area and everything of it, in cm. */
export function reachOf(objects: readonly PlanObject[], areaCm: number): number {
  return objects.reduce(
    (max, { east, south }) => Math.max(max, Math.abs(east) + 200, Math.abs(south) + 200),
    areaCm + 100,
  );
}

/** The objects of a base by kind, the most frequent first, and how many of them are damaged. */
export function countObjects(rows: readonly CampObjectCells[]) {
  return [...Map.groupBy(rows, ([, objectId]) => objectId)]
    .map(([objectId, same]) => ({
      objectId,
      count: same.length,
      hurt: same.filter(([, , , , , , , hp, maxHp]) => hp < maxHp).length,
    }))
    .sort((one, other) => other.count - one.count || (one.objectId < other.objectId ? -1 : 1));
}

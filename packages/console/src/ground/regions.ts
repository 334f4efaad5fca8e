import { MAP_REGIONS, REGION_BOXES, type Region, regionOf, type WorldBox } from '@palatine/contract';

/** A place of the world in Unreal units: 1 cm. X grows to the north, Y to the east. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

export { MAP_REGIONS as REGION_IDS, REGION_BOXES as REGIONS };
export type RegionId = Region;
export type { WorldBox };

/** Edge of a region's square in cm. */
export function spanOf(region: RegionId): number {
  return REGION_BOXES[region].maxX - REGION_BOXES[region].minX;
}

/** Whether a place lies in a rectangle. */
export function isInBox({ minX, minY, maxX, maxY }: WorldBox, { x, y }: WorldPoint): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/** The map that shows a place: see `regionOf`. The main map for what lies outside both. */
export function regionAt({ x, y }: WorldPoint): RegionId {
  return regionOf(x, y) ?? 'Main';
}

/** A part of a region, in shares of its edge, 0 to 1 from the left and from the top. It may reach beyond: that is sea. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a place lies in the square picture of a region, in shares of its edge: east is right, north is up. */
export function toPicture(region: RegionId, { x, y }: WorldPoint): { u: number; v: number } {
  const { minY, maxX } = REGION_BOXES[region];
  const span = spanOf(region);
  return { u: (y - minY) / span, v: (maxX - x) / span };
}

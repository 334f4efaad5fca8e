import { MAP_REGIONS, type MapRegion, REGION_BOXES, regionOf, type WorldBox } from '@palatine/contract';

/** A place of the world in Unreal units: 1 cm. X grows to the north, Y to the east. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

export { MAP_REGIONS as REGION_IDS, REGION_BOXES as REGIONS };
export type RegionId = MapRegion;
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

/** A place in the square picture of a region: 0 to 1 from the left and from the top. */
export interface PicturePoint {
  readonly u: number;
  readonly v: number;
}

/** Where a place lies in the picture of a region: east is right, north is up. */
export function toPicture(region: RegionId, { x, y }: WorldPoint): PicturePoint {
  const { minY, maxX } = REGION_BOXES[region];
  const span = spanOf(region);
  return { u: (y - minY) / span, v: (maxX - x) / span };
}

/** The place at a point of the picture of a region. */
export function fromPicture(region: RegionId, { u, v }: PicturePoint): WorldPoint {
  const { minY, maxX } = REGION_BOXES[region];
  const span = spanOf(region);
  return { x: maxX - v * span, y: minY + u * span };
}

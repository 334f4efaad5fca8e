import { REGIONS, type RegionId, regionOf } from '../../data/coordinates.ts';

/** A place of the world in Unreal units: 1 cm. X grows to the north, Y to the east. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the world in cm. Its edges belong to it. */
export interface WorldBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export { REGIONS, type RegionId };
export const REGION_IDS = Object.keys(REGIONS).sort() as RegionId[]; // the keys of a constant

/** Edge of a region's square in cm. */
export function spanOf(region: RegionId): number {
  return REGIONS[region].maxX - REGIONS[region].minX;
}

/** Whether a place lies in a rectangle. */
export function isInBox({ minX, minY, maxX, maxY }: WorldBox, { x, y }: WorldPoint): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/** The map that shows a place: see `regionOf`. */
export function regionAt({ x, y }: WorldPoint): RegionId {
  return regionOf({ X: x, Y: y });
}

/** A place in the square picture of a region: 0 to 1 from the left and from the top. */
export interface PicturePoint {
  readonly u: number;
  readonly v: number;
}

/** Where a place lies in the picture of a region: east is right, north is up. */
export function toPicture(region: RegionId, { x, y }: WorldPoint): PicturePoint {
  const { minY, maxX } = REGIONS[region];
  const span = spanOf(region);
  return { u: (y - minY) / span, v: (maxX - x) / span };
}

/** The place at a point of the picture of a region. */
export function fromPicture(region: RegionId, { u, v }: PicturePoint): WorldPoint {
  const { minY, maxX } = REGIONS[region];
  const span = spanOf(region);
  return { x: maxX - v * span, y: minY + u * span };
}

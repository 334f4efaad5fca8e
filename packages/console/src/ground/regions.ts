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

/** At least so much of the ground is shown from side to side, in cm: the survey knows nothing finer. */
const LEAST_CM = 240_000;
/** Room around the outermost places, as a share of what they take. */
const MARGIN = 0.35;

/** The part of a region to show so that all places in it are seen. `aspect`: width by height of the picture. */
export function partAround(region: RegionId, places: readonly WorldPoint[], aspect: number): Part {
  const points = places
    .filter((place) => isInBox(REGION_BOXES[region], place))
    .map((at) => toPicture(region, at));
  const [us, vs] = [points.map(({ u }) => u), points.map(({ v }) => v)];
  const [left, right] = [Math.min(...us), Math.max(...us)];
  const [top, bottom] = [Math.min(...vs), Math.max(...vs)];
  const least = LEAST_CM / spanOf(region);
  const width = Math.max(least, (right - left) * (1 + MARGIN), (bottom - top) * (1 + MARGIN) * aspect);
  const height = width / aspect;
  return { left: (left + right - width) / 2, top: (top + bottom - height) / 2, width, height };
}

/** Where a place lies in a part, as shares of its width and height. */
export function placeInPart(
  region: RegionId,
  { left, top, width, height }: Part,
  place: WorldPoint,
): { across: number; down: number } {
  const { u, v } = toPicture(region, place);
  return { across: (u - left) / width, down: (v - top) / height };
}

import { isInBox, type Part, REGIONS, type RegionId, spanOf, toPicture, type WorldPoint } from './regions.ts';

/** At least so much of the ground is shown from side to side, in cm: the survey knows nothing finer. */
const LEAST_CM = 240_000;
/** Room around the outermost places, as a share of what they take. */
const MARGIN = 0.35;

/** The part of a region to show so that all places in it are seen. `aspect`: width by height of the picture. */
export function partAround(region: RegionId, places: readonly WorldPoint[], aspect: number): Part {
  const points = places.filter((place) => isInBox(REGIONS[region], place)).map((at) => toPicture(region, at));
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

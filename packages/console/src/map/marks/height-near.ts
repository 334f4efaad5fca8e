import type { WorldPoint } from '../../ground/regions.ts';
import type { Mark } from './mark.ts';

/** Farther off, the height of something says nothing of the ground. */
const FAR_CM = 100_000;

/** The height of the nearest mark whose height is known, in cm; undefined with none within a kilometre. */
export function heightNear(marks: readonly Mark[], { x, y }: WorldPoint): number | undefined {
  let [nearest, height]: [number, number | undefined] = [FAR_CM, undefined];
  for (const mark of marks) {
    if (mark.z === undefined) continue;
    const distance = Math.hypot(mark.x - x, mark.y - y);
    if (distance <= nearest) [nearest, height] = [distance, mark.z];
  }
  return height;
}

import type { WorldPoint } from '../../ground/regions.ts';
import type { Mark } from './mark.ts';

/** The items within `radiusCm` of a place, the nearest first; of two as near, the later one of the list. */
export function near<Item extends WorldPoint>(
  items: readonly Item[],
  { x, y }: WorldPoint,
  radiusCm: number,
): { item: Item; distanceCm: number }[] {
  const found: { item: Item; distanceCm: number; at: number }[] = [];
  for (const [at, item] of items.entries()) {
    const distanceCm = Math.hypot(item.x - x, item.y - y);
    if (distanceCm <= radiusCm) found.push({ item, distanceCm, at });
  }
  return found.sort((one, other) => one.distanceCm - other.distanceCm || other.at - one.at);
}

/** Farther off, the height of something says nothing of the ground. */
const FAR_CM = 100_000;

/** The height of the nearest mark whose height is known, in cm; undefined with none within a kilometre. */
export function heightNear(marks: readonly Mark[], place: WorldPoint): number | undefined {
  return near(marks, place, FAR_CM).find(({ item }) => item.z !== undefined)?.item.z;
}

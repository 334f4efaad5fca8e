import type { Mark } from '../marks/mark.ts';
import { placeAtTime, type Trail } from './trail.ts';

/**
 * The players as they were at a moment, from their trails. Who was nowhere then has no mark.
 * @param known the marks of players now, for their names and guilds
 */
export function replayedMarks(
  trails: readonly Trail[],
  atMs: number,
  known: ReadonlyMap<string, Mark>,
): Mark[] {
  return trails.flatMap((trail) => {
    const place = placeAtTime(trail, atMs);
    if (place === undefined) return [];
    const { was: _, ...mark } = known.get(trail.uid) ?? {
      id: trail.uid,
      subject: trail.uid,
      name: '',
      note: '',
    };
    return [{ ...mark, layer: 'online' as const, x: place.x, y: place.y }];
  });
}

import { TRAILS } from '@palatine/contract';
import type { SampledPlace } from './points.ts';

const FAR_CM_SQUARED = TRAILS.movedCm ** 2;

/**
 * Picks the players who have moved further than TRAILS.movedCm since their last point, and those who were not online
 * in the sample before: a trail begins where somebody comes.
 */
export class MovedPlayers {
  #last = new Map<number, SampledPlace>();

  take(online: readonly SampledPlace[]): SampledPlace[] {
    const last = new Map<number, SampledPlace>();
    const moved = online.filter((place) => {
      const before = this.#last.get(place.player);
      const far = before === undefined || isFar(before, place);
      last.set(place.player, far ? place : before);
      return far;
    });
    this.#last = last;
    return moved;
  }
}

function isFar(a: SampledPlace, b: SampledPlace): boolean {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2 > FAR_CM_SQUARED;
}

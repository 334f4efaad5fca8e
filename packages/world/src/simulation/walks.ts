import type { Guid } from '@palatine/contract';
import type { Random } from '../catalogue/index.ts';
import { insideMap, near } from '../demo/places.ts';
import type { Location, PlayerLocation, Session } from '../state/model.ts';
import { between, chance } from '../state/random.ts';
import type { World } from '../state/world.ts';
import { homeOf } from './homes.ts';

const SLOWEST_CM_PER_SECOND = 300;
const FASTEST_CM_PER_SECOND = 1_000;
/** Greatest distance from home. */
const ROAM_CM = 8_000;
/** A leg ends after this time, wherever it is. */
const LONGEST_LEG_SECONDS = 30;

interface Walker {
  readonly uid: Guid;
  /** The start of the walk: players without a camp stay near it. */
  readonly began: Location | undefined;
}

/** Numbers per walker. The velocity, in cm per second, is 0 while resting. */
const STRIDE = 7;
const X = 0;
const Y = 1;
const Z = 2;
const VX = 3;
const VY = 4;
const VZ = 5;
const SECONDS_LEFT = 6;

/**
 * Moves every player with a loaded character. Follows all changes of sessions, including rollbacks.
 *
 * The numbers lie in one array: with an object for each walker a step of 10,000 took three times as long.
 */
export function walks(world: World, random: Random): { step(seconds: number): boolean } {
  const walkers: Walker[] = [];
  const indexOf = new Map<Guid, number>();
  let numbers = new Float64Array(64 * STRIDE);

  world.sessions.index({
    changed(before: Session | undefined, after: Session | undefined) {
      if (after?.characterLoaded) join(after.uid);
      else if (before) leave(before.uid);
    },
  });

  return {
    step(seconds) {
      let moved = false;
      for (let index = 0; index < walkers.length; index++) {
        const { uid } = walkers[index] as Walker; // inside the list
        const at = index * STRIDE;
        if (number(at + SECONDS_LEFT) <= 0) beginLeg(index);
        const spent = Math.min(seconds, number(at + SECONDS_LEFT));
        numbers[at + SECONDS_LEFT] = number(at + SECONDS_LEFT) - spent;
        if (number(at + VX) === 0 && number(at + VY) === 0) continue;
        const x = number(at + X) + number(at + VX) * spent;
        const y = number(at + Y) + number(at + VY) * spent;
        const z = number(at + Z) + number(at + VZ) * spent;
        numbers[at + X] = x;
        numbers[at + Y] = y;
        numbers[at + Z] = z;
        world.locations.put(locationOf(uid, x, y, z));
        moved = true;
      }
      return moved;
    },
  };

  function number(at: number): number {
    return numbers[at] as number; // every walker has all of STRIDE
  }

  /** Staggers the first legs, so that the work is spread over the first seconds. */
  function join(uid: Guid): void {
    if (indexOf.has(uid)) return;
    const index = walkers.push({ uid, began: world.locations.get(uid) }) - 1;
    indexOf.set(uid, index);
    if (walkers.length * STRIDE > numbers.length) {
      const larger = new Float64Array(numbers.length * 2);
      larger.set(numbers);
      numbers = larger;
    }
    numbers.set([0, 0, 0, 0, 0, 0, (index % 50) / 10], index * STRIDE);
  }

  /** Moves the last walker into the freed slot. */
  function leave(uid: Guid): void {
    const index = indexOf.get(uid);
    if (index === undefined) return;
    indexOf.delete(uid);
    const last = walkers.pop() as Walker; // there is one at least: this one
    if (last.uid === uid) return;
    walkers[index] = last;
    indexOf.set(last.uid, index);
    numbers.copyWithin(index * STRIDE, walkers.length * STRIDE, (walkers.length + 1) * STRIDE);
  }

  /** Starts a leg: sometimes a rest, else a walk to a random location near home. */
  function beginLeg(index: number): void {
    const { uid, began } = walkers[index] as Walker;
    const from = world.locations.get(uid);
    const home = homeOf(world, uid, began ?? from);
    if (from === undefined || home === undefined || chance(random, 0.2)) {
      numbers.set([0, 0, 0, 0, 0, 0, between(random, 1, 6)], index * STRIDE);
      return;
    }
    const target = insideMap(near(random, home, ROAM_CM));
    const [dx, dy, dz] = [target.x - from.x, target.y - from.y, target.z - from.z];
    const speed = SLOWEST_CM_PER_SECOND + random() * (FASTEST_CM_PER_SECOND - SLOWEST_CM_PER_SECOND);
    const needed = Math.max(0.1, Math.hypot(dx, dy, dz) / speed);
    const leg = [from.x, from.y, from.z, dx / needed, dy / needed, dz / needed];
    numbers.set([...leg, Math.min(needed, LONGEST_LEG_SECONDS)], index * STRIDE);
  }
}

/**
 * Creates the record with fractions first. V8 assumes whole numbers for a plain literal whose first values were whole
 * (as z often is), and then drops its optimised code again and again: a step of 10,000 took 9 ms instead of 1.5.
 */
function locationOf(uid: Guid, x: number, y: number, z: number): PlayerLocation {
  const location = { uid, x: 0.5, y: 0.5, z: 0.5 };
  location.x = x;
  location.y = y;
  location.z = z;
  return location;
}

import type { Guid } from '@palatine/contract';
import type { Random } from '../catalogue/index.ts';
import { insideMap, near } from '../demo/places.ts';
import type { Location, PlayerLocation, Session } from '../state/model.ts';
import { between, chance } from '../state/random.ts';
import type { World } from '../state/world.ts';
import { homeOf } from './homes.ts';

const SLOWEST_CM_PER_SECOND = 300;
const FASTEST_CM_PER_SECOND = 1_000;
/** How far from home a walk leads. */
const ROAM_CM = 8_000;
/** A leg ends after this, wherever it has led. */
const LONGEST_LEG_SECONDS = 30;

interface Walker {
  readonly uid: Guid;
  /** Where the walk began: the place to stay near without a camp. */
  readonly began: Location | undefined;
}

/** Numbers kept of each walker; the speed, in cm per second, is all 0 while resting. */
const STRIDE = 7;
const X = 0;
const Y = 1;
const Z = 2;
const VX = 3;
const VY = 4;
const VZ = 5;
const SECONDS_LEFT = 6;

/**
 * Everybody with a loaded character walks about. Follows the sessions, whoever starts, ends or restores them.
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
        world.locations.put(spot(uid, x, y, z));
        moved = true;
      }
      return moved;
    },
  };

  function number(at: number): number {
    return numbers[at] as number; // every walker has all of STRIDE
  }

  /** Who joins together does not set off together: the work is spread over the first seconds. */
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

  /** The last one takes the place. */
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

  /** Now and then a rest; else off to somewhere near home. */
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
 * Made of fractions first. V8 takes a plain literal for one of whole numbers where the first of them were (as z often
 * is), and then drops its optimised code again and again: a step of 10,000 took 9 ms instead of 1.5.
 */
function spot(uid: Guid, x: number, y: number, z: number): PlayerLocation {
  const made = { uid, x: 0.5, y: 0.5, z: 0.5 };
  made.x = x;
  made.y = y;
  made.z = z;
  return made;
}

import type { Guid } from '@palatine/contract';
import type { Random } from '../catalogue/index.ts';
import { insideMap, near } from '../demo/places.ts';
import type { Location, Session } from '../state/model.ts';
import { between, chance } from '../state/random.ts';
import type { World } from '../state/world.ts';

const SLOWEST_CM_PER_SECOND = 300;
const FASTEST_CM_PER_SECOND = 1_000;
/** Greatest distance from home. */
const ROAM_CM = 8_000;
/** A leg ends after this time, wherever it is. */
const MAX_LEG_SECONDS = 30;

interface Walker {
  readonly uid: Guid;
  /** The start of the walk: players without a camp stay near it. */
  readonly began: Location | undefined;
  at: Location;
  /** In cm per second; 0 while resting. */
  velocity: Location;
  secondsLeft: number;
}

const STILL: Location = { x: 0, y: 0, z: 0 };

/** Moves every player with a loaded character. Follows all changes of sessions, including rollbacks. */
export function walks(world: World, random: Random): { step(seconds: number): boolean } {
  const walkers = new Map<Guid, Walker>();

  world.sessions.index({
    changed(before: Session | undefined, after: Session | undefined) {
      if (after?.characterLoaded) join(after.uid);
      else if (before) walkers.delete(before.uid);
    },
  });

  return {
    step(seconds) {
      let moved = false;
      for (const walker of walkers.values()) moved = walk(walker, seconds) || moved;
      return moved;
    },
  };

  /** Staggers the first legs, so that the work is spread over the first seconds. */
  function join(uid: Guid): void {
    if (walkers.has(uid)) return;
    const secondsLeft = (walkers.size % 50) / 10;
    walkers.set(uid, { uid, began: world.locations.get(uid), at: STILL, velocity: STILL, secondsLeft });
  }

  function walk(walker: Walker, seconds: number): boolean {
    if (walker.secondsLeft <= 0) beginLeg(walker);
    const { uid, at, velocity } = walker;
    const spent = Math.min(seconds, walker.secondsLeft);
    walker.secondsLeft -= spent;
    if (velocity.x === 0 && velocity.y === 0) return false;
    const [x, y, z] = [at.x + velocity.x * spent, at.y + velocity.y * spent, at.z + velocity.z * spent];
    walker.at = { x, y, z };
    world.locations.put({ uid, x, y, z });
    return true;
  }

  /** Starts a leg: sometimes a rest, else a walk to a random location near home. */
  function beginLeg(walker: Walker): void {
    const { uid, began } = walker;
    const from = world.locations.get(uid);
    const home = homeOf(world, uid, began ?? from);
    if (from === undefined || home === undefined || chance(random, 0.2)) {
      walker.velocity = STILL;
      walker.secondsLeft = between(random, 1, 6);
      return;
    }
    const target = insideMap(near(random, home, ROAM_CM));
    const [dx, dy, dz] = [target.x - from.x, target.y - from.y, target.z - from.z];
    const speed = SLOWEST_CM_PER_SECOND + random() * (FASTEST_CM_PER_SECOND - SLOWEST_CM_PER_SECOND);
    const needed = Math.max(0.1, Math.hypot(dx, dy, dz) / speed);
    walker.at = from;
    walker.velocity = { x: dx / needed, y: dy / needed, z: dz / needed };
    walker.secondsLeft = Math.min(needed, MAX_LEG_SECONDS);
  }
}

/** A camp further away is out of walking range. */
const WALKABLE_CM = 100_000;

/** Where a player stays: the guild's nearest camp in walking range of `at`, else `at`, else any camp. */
export function homeOf(world: World, uid: Guid, at: Location | undefined): Location | undefined {
  const guildId = world.guildsByMember.first(uid);
  if (guildId === undefined) return at;
  let home = at;
  let nearest = at === undefined ? Number.POSITIVE_INFINITY : WALKABLE_CM;
  for (const campId of world.campsByGuild.keys(guildId)) {
    const camp = world.camps.get(campId);
    if (camp === undefined) continue;
    const away = at === undefined ? 0 : Math.hypot(camp.location.x - at.x, camp.location.y - at.y);
    if (away < nearest) [home, nearest] = [camp.location, away];
  }
  return home;
}

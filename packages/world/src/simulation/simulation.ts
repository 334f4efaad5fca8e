import type { Guid } from '@palatine/contract';
import { between, chance, pick, type Random, seededRandom } from '../catalogue/random.ts';
import { inventIdentities, steadyAddress } from '../demo/identities.ts';
import { insideMap, near } from '../demo/places.ts';
import { banOf } from '../state/bans.ts';
import type { Account, Location, Session } from '../state/model.ts';
import { type Clocked, loadCharacter, logIn, logOut } from '../state/sessions.ts';
import type { World } from '../state/world.ts';

const ONLINE_SHARE = 1 / 3;

export interface Simulation {
  /** Advances the simulation, repeatable by its seed. `changed`: the journal has changes to commit. */
  step(seconds: number): { moved: boolean; changed: boolean };
}

/** Simulates players who walk, come and go. One simulation per world, for the life of the world. */
export function startSimulation(game: Clocked, { comingAndGoing = true } = {}): Simulation {
  const { world } = game;
  const { seed } = world.info;
  const walking = walks(world, seededRandom(`${seed} walks`));
  const loading = loadingScreens(game, seededRandom(`${seed} loading`));
  const coming = comingAndGoing ? visits(game) : undefined;
  let identified = false;

  return {
    step(seconds) {
      const invented = !identified && inventIdentities(world);
      identified = true;
      const loaded = comingAndGoing && loading.step(seconds);
      const visited = coming?.step(seconds) ?? false;
      return { moved: walking.step(seconds), changed: invented || loaded || visited };
    },
  };
}

/** Logs a player in from their usual address, at a guild's camp. Keeps a session; throws like `logIn`. */
export function simulateLogIn(game: Clocked, uid: Guid): Session {
  const { world } = game;
  const wasOnline = world.sessions.has(uid);
  const session = logIn(game, uid, steadyAddress(world, uid), homeOf(world, uid, undefined));
  return wasOnline || !hasCharacter(world, uid) ? session : loadCharacter(game, session);
}

const STAY_SECONDS = 20 * 60;
/** Mean time between log-ins while far too few are online. */
const HURRY_SECONDS = 4;
const TRIES = 12;

/** Logs players in and out one by one, so that about the target share is online. */
function visits(game: Clocked): { step(seconds: number): boolean } {
  const { world } = game;
  const random = seededRandom(`${world.info.seed} visits`);
  const uids = accountUids(world);
  const target = () => Math.max(1, Math.round(uids.length * ONLINE_SHARE));
  let secondsToNext = untilNext();

  return {
    step(seconds) {
      let changed = false;
      secondsToNext -= seconds;
      while (secondsToNext <= 0) {
        const coming = chance(random, world.sessions.size < target() ? 0.7 : 0.3);
        if (coming ? oneComes() : oneGoes()) changed = true;
        secondsToNext += untilNext();
      }
      return changed;
    },
  };

  /** Exponential inter-arrival times; the rate keeps the online count at the target. */
  function untilNext(): number {
    const usual = STAY_SECONDS / (2 * target());
    const mean = world.sessions.size < target() / 2 ? Math.min(usual, HURRY_SECONDS) : usual;
    return -Math.log(1 - random()) * mean;
  }

  function oneComes(): boolean {
    for (let tries = uids.length === 0 ? 0 : TRIES; tries > 0; tries--) {
      const uid = pick(random, uids);
      const ip = steadyAddress(world, uid);
      const account = world.accounts.get(uid);
      if (!account || !isFree(world, account)) continue;
      if (banOf(world, { uid, userId: account.userId, ip }) !== undefined) continue;
      logIn(game, uid, ip, homeOf(world, uid, undefined));
      return true;
    }
    return false;
  }

  /** Logs out a random player. Players in the loading screen stay. */
  function oneGoes(): boolean {
    const playing = [...world.sessions.values()].filter((session) => session.characterLoaded);
    if (playing.length === 0) return false;
    logOut(game, pick(random, playing).uid);
    return true;
  }
}

/** True for an account that is offline, whose UserId is not in use, and whose character can be loaded. */
function isFree(world: World, { uid, userId }: Account): boolean {
  return (
    !world.sessions.has(uid) && world.sessionsByUserId.keys(userId).size === 0 && hasCharacter(world, uid)
  );
}

function hasCharacter(world: World, uid: Guid): boolean {
  const characterId = world.players.get(uid)?.characterId ?? null;
  return characterId !== null && world.characters.has(characterId);
}

function accountUids(world: World): readonly Guid[] {
  const uids: Guid[] = [];
  world.accounts.index({
    changed(before: Account | undefined, after: Account | undefined) {
      if (after && !before) uids.push(after.uid);
      if (before && !after) uids.splice(uids.indexOf(before.uid), 1);
    },
  });
  return uids;
}

/** Loads each character some seconds after log-in. A session without a character stays unloaded. */
function loadingScreens(game: Clocked, random: Random): { step(seconds: number): boolean } {
  const { world } = game;
  /** Seconds left; null until the first step. */
  const loading = new Map<Guid, number | null>();
  world.sessions.index({
    changed(before: Session | undefined, after: Session | undefined) {
      if (after && !after.characterLoaded) loading.set(after.uid, loading.get(after.uid) ?? null);
      else if (before) loading.delete(before.uid);
    },
  });

  return {
    step(seconds) {
      let changed = false;
      for (const [uid, secondsLeft] of loading) {
        const remaining = (secondsLeft ?? between(random, 2, 6)) - seconds;
        loading.set(uid, remaining);
        const session = world.sessions.get(uid);
        if (remaining > 0 || session === undefined || !hasCharacter(world, uid)) continue;
        loadCharacter(game, session);
        changed = true;
      }
      return changed;
    },
  };
}

const SLOWEST_CM_PER_SECOND = 300;
const FASTEST_CM_PER_SECOND = 1_000;
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
function walks(world: World, random: Random): { step(seconds: number): boolean } {
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
function homeOf(world: World, uid: Guid, at: Location | undefined): Location | undefined {
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

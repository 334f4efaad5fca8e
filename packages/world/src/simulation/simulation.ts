import type { Guid } from '@palatine/contract';
import type { Random } from '../catalogue/index.ts';
import { canJoin } from '../state/can-join.ts';
import type { Account, Session } from '../state/model.ts';
import { between, chance, pick, seededRandom } from '../state/random.ts';
import { type Clocked, loadCharacter, logIn, logOut } from '../state/sessions.ts';
import type { World } from '../state/world.ts';
import { inventIdentities, steadyAddress } from './identities.ts';
import { homeOf, walks } from './walks.ts';

export interface SimulationOptions {
  /** Default: the world's own seed. */
  readonly seed?: number;
  /** False: players only move. */
  readonly comingAndGoing?: boolean;
  /** Share of all accounts, 0 to 1. */
  readonly onlineShare?: number;
}

export interface Simulation {
  /** Advances the simulation, repeatable by its seed. `changed`: the journal has changes to commit. */
  step(seconds: number): { moved: boolean; changed: boolean };
}

/** Simulates players who walk, come and go. One simulation per world, for the life of the world. */
export function startSimulation(game: Clocked, options: SimulationOptions = {}): Simulation {
  const { world } = game;
  const { seed = world.info.seed, comingAndGoing = true, onlineShare = 1 / 3 } = options;
  const walking = walks(world, seededRandom(`${seed} walks`));
  const loading = loadingScreens(game, seededRandom(`${seed} loading`));
  const coming = comingAndGoing ? visits(game, seed, onlineShare) : undefined;
  let identified = false;

  return {
    step(seconds) {
      const invented = !identified && inventIdentities(world, seed);
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
  const session = logIn(game, uid, {
    ip: steadyAddress(world, world.info.seed, uid),
    home: homeOf(world, uid, undefined),
  });
  return wasOnline || !hasCharacter(world, uid) ? session : loadCharacter(game, session);
}

/** Average length of a visit. */
const STAY_SECONDS = 20 * 60;
/** Mean time between log-ins while far too few are online. */
const HURRY_SECONDS = 4;
/** Attempts to find an account that may join. */
const TRIES = 12;

/** Logs players in and out one by one, so that about the target share is online. */
function visits(game: Clocked, seed: number, onlineShare: number): { step(seconds: number): boolean } {
  const { world } = game;
  const random = seededRandom(`${seed} visits`);
  const isAllowed = canJoin(world);
  const uids = accountUids(world);
  const target = () => Math.max(1, Math.round(uids.length * onlineShare));
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
      const ip = steadyAddress(world, seed, uid);
      const account = world.accounts.get(uid);
      if (!account || !isFree(world, account)) continue;
      if (!isAllowed({ uid, userId: account.userId, ip })) continue;
      logIn(game, uid, { ip, home: homeOf(world, uid, undefined) });
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

import { type Guid, Refusal } from '@palisade/contract';
import type { Game } from '../game.ts';
import type { Session } from '../model.ts';
import { homeOf } from './homes.ts';
import { steadyAddress } from './identities.ts';

/** Connects a known player; the character is loaded later. Who is online already stays so. */
export function logIn({ world, now }: Game, uid: Guid, { ip }: { ip?: string } = {}): Session {
  const account = world.accounts.get(uid);
  if (!account) throw new Refusal('PLAYER_NOT_FOUND', `no account has the uid ${uid}`);
  const online = world.sessions.get(uid);
  if (online) return online;
  const session: Session = {
    uid,
    userId: account.userId,
    ip: ip ?? steadyAddress(world, world.info.seed, uid),
    connectedAtMs: now(),
    characterLoaded: false,
  };
  world.sessions.put(session);
  const home = homeOf(world, uid, undefined);
  if (!world.locations.has(uid) && home) world.locations.put({ uid, x: home.x, y: home.y, z: home.z });
  return session;
}

/** Disconnects a player and remembers when. */
export function logOut({ world, now }: Game, uid: Guid): void {
  if (!world.sessions.has(uid)) throw new Refusal('PLAYER_NOT_FOUND', `${uid} is not online`);
  world.sessions.remove(uid);
  const account = world.accounts.get(uid);
  if (account) world.accounts.put({ ...account, lastOnlineAtMs: now() });
}

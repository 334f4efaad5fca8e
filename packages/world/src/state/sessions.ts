import { type Guid, Refusal } from '@palatine/contract';
import { afterSession } from './account-history.ts';
import { playerOf } from './find-player.ts';
import type { GameContext } from './game-context.ts';
import { mayJoin } from './may-join.ts';
import type { Location, Session } from './model.ts';

/** The part of the game that log-ins need. */
export type Clocked = Pick<GameContext, 'world' | 'now'>;

export interface Arrival {
  /** The address the player connects from. */
  readonly ip: string;
  /** The location of a player without a known one. */
  readonly home?: Location | undefined;
}

/** Connects a known player, or keeps the session. Throws PLAYER_NOT_FOUND or REQUEST_FAILED (banned). */
export function logIn({ world, now }: Clocked, uid: Guid, { ip, home }: Arrival): Session {
  const account = world.accounts.get(uid);
  if (!account) throw new Refusal('PLAYER_NOT_FOUND', `no account has the uid ${uid}`);
  const online = world.sessions.get(uid);
  if (online) return online;
  const session: Session = {
    uid,
    userId: account.userId,
    ip,
    connectedAtMs: now(),
    characterLoaded: false,
  };
  if (!mayJoin(world)(session)) {
    throw new Refusal('REQUEST_FAILED', `${session.userId || uid} is banned, or ${session.ip} is`);
  }
  world.sessions.put(session);
  if (!world.locations.has(uid) && home) world.locations.put({ uid, x: home.x, y: home.y, z: home.z });
  world.emit('player.joined', now(), { player: { uid, userId: session.userId, name: account.name } });
  return session;
}

/** Loads the character of a player who is online. Does nothing for one that is loaded. */
export function loadCharacter(game: Clocked, session: Session): Session {
  if (session.characterLoaded) return session;
  const loaded = { ...session, characterLoaded: true };
  game.world.sessions.put(loaded);
  emitLoaded(game, loaded);
  return loaded;
}

export function emitLoaded({ world, now }: Clocked, { uid, userId }: Session): void {
  world.emit('player.loaded', now(), { player: { uid, userId, name: world.accounts.get(uid)?.name ?? '' } });
}

/** Disconnects a player, and adds the session to what the account remembers. Player and event stream see the reason. */
export function logOut(
  { world, now }: Clocked,
  uid: Guid,
  { reason = 'logged out' }: { reason?: string } = {},
): void {
  const session = world.sessions.get(uid);
  if (session === undefined) throw new Refusal('PLAYER_NOT_FOUND', `${uid} is not online`);
  const { userId, name, account } = playerOf(world, uid);
  world.sessions.remove(uid);
  if (account) world.accounts.put(afterSession(account, session, now()));
  world.emit('player.left', now(), { player: { uid, userId, name }, reason });
}

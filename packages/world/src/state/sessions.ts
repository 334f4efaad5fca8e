import { type EventData, type Guid, Refusal, sentence } from '@palatine/contract';
import { banOf } from './bans.ts';
import { playerOf } from './find-player.ts';
import type { GameContext } from './game-context.ts';
import type { Account, Location, SeenAddress, Session } from './model.ts';

/** The part of the game that log-ins need. */
export type Clocked = Pick<GameContext, 'world' | 'now'>;

/** Connects a known player, or keeps the session. `home`: for one without a known location. Throws PLAYER_NOT_FOUND or REQUEST_FAILED (banned). */
export function logIn({ world, now }: Clocked, uid: Guid, ip: string, home?: Location): Session {
  const account = world.accounts.get(uid);
  if (!account) throw new Refusal('PLAYER_NOT_FOUND', `no account has the uid ${uid}`);
  const online = world.sessions.get(uid);
  if (online) return online;
  const session: Session = { uid, userId: account.userId, ip, connectedAtMs: now(), characterLoaded: false };
  if (banOf(world, session) !== undefined) {
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

/** The reason of a departure or punishment. `code`: set for a sentence of the service. */
export type GivenReason = Pick<EventData<'player.left'>, 'reason' | 'code'>;

export const LOGGED_OUT: GivenReason = { reason: sentence('left.loggedOut').Message, code: 'left.loggedOut' };

/** Disconnects a player, and adds the session to the account's history. The player and the event stream see the reason. */
export function logOut({ world, now }: Clocked, uid: Guid, reason = LOGGED_OUT): void {
  const session = world.sessions.get(uid);
  if (session === undefined) throw new Refusal('PLAYER_NOT_FOUND', `${uid} is not online`);
  const { userId, name, account } = playerOf(world, uid);
  world.sessions.remove(uid);
  if (account) world.accounts.put(afterSession(account, session, now()));
  world.emit('player.left', now(), { player: { uid, userId, name }, ...reason });
}

/** Maximum former names and addresses of an account. */
export const FORMER_NAMES = 20;
export const ADDRESSES = 20;

/** The account under a name; a different previous name becomes a former one. '' changes nothing. */
export function renamed(account: Account, name: string, atMs: number): Account {
  if (name === '' || name === account.name) return account;
  if (account.name === '') return { ...account, name };
  const otherNames = (account.formerNames ?? []).filter(
    (entry) => entry.name !== name && entry.name !== account.name,
  );
  const formerNames = [{ name: account.name, untilMs: atMs }, ...otherNames].slice(0, FORMER_NAMES);
  return { ...account, name, formerNames };
}

/** The account after a session: with its time added and its address stored. */
export function afterSession(account: Account, { ip, connectedAtMs }: Session, atMs: number): Account {
  const playedMs = (account.playedMs ?? 0) + Math.max(0, atMs - connectedAtMs);
  const ended: Account = { ...account, lastOnlineAtMs: atMs, playedMs };
  return ip === '' ? ended : { ...ended, addresses: withAddress(account.addresses, ip, atMs) };
}

/** History of an account recorded by this service, not by saves. */
export function historyOf({ playedMs, formerNames, addresses }: Account) {
  return {
    ...(playedMs !== undefined && { playedMs }),
    ...(formerNames !== undefined && { formerNames }),
    ...(addresses !== undefined && { addresses }),
  };
}

function withAddress(addresses: readonly SeenAddress[] = [], ip: string, atMs: number): SeenAddress[] {
  return [{ ip, lastSeenAtMs: atMs }, ...addresses.filter((entry) => entry.ip !== ip)].slice(0, ADDRESSES);
}

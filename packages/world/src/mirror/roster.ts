import { type EventData, type Guid, parseGuid, type UserId, ZERO_GUID } from '@palatine/contract';
import { isSameValue } from '../export/same-in-save.ts';
import { type ActiveBan, banOf } from '../state/bans.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Session } from '../state/model.ts';
import { emitLoaded, type GivenReason, LOGGED_OUT, logOut, renamed } from '../state/sessions.ts';
import type { World } from '../state/world.ts';

/** A player connected to the running game server, from its REST interface. */
export interface RosterPlayer {
  /** Undefined while the player is still loading or creating a character, and was not seen before. */
  readonly uid: Guid | undefined;
  /** True while the server does not report the PlayerUID, which is then that of an earlier session. */
  readonly loading?: boolean;
  /** True when the last poll did not list them. They stay online until the next poll omits them too. */
  readonly absent?: boolean;
  readonly userId: UserId;
  /** As shown in the game; may be empty. */
  readonly name: string;
  /** '' when unknown. */
  readonly ip: string;
  /** Absent when the server does not say. */
  readonly pingMs?: number;
  readonly level?: number;
  /** World coordinates in cm; the server reports no height. Absent while the player is loading. */
  readonly location?: { readonly x: number; readonly y: number };
}

export interface Roster {
  /** ms since 1970. */
  readonly atMs: number;
  readonly players: readonly RosterPlayer[];
}

/** A player of a roster who may not be online. */
export interface BannedPlayer {
  readonly userId: UserId;
  /** '' while it is not known. */
  readonly uid: Guid | '';
  readonly name: string;
  /** The text that the player reads, such as `banned: cheating` or `address banned: a bot`. */
  readonly reason: string;
  /** Subject of the ban: the UserId, the PlayerUID or the address. */
  readonly cause: ActiveBan['kind'];
  /** Whether the game server's own ban list is known to hold the user. */
  readonly onGameList: boolean;
}

type IdentityConflict = EventData<'identity.conflict'>;

export interface RosterOutcome {
  /** In the order of the roster. */
  readonly bannedOnline: readonly BannedPlayer[];
  /** PlayerUIDs of earlier sessions by UserId, for players who are still loading. */
  readonly known: ReadonlyMap<UserId, Guid>;
  /** The contradictions that are new with this roster. */
  readonly conflicts: readonly IdentityConflict[];
}

/** A player who leaves within this time after a kick left because of it. */
const LEAVING_MS = 60_000;

/** A player of a roster with a known PlayerUID. */
interface Connection {
  readonly uid: Guid;
  readonly player: RosterPlayer;
  /** False while the server does not report the PlayerUID, which is then that of an earlier session. */
  readonly loaded: boolean;
}

/**
 * Sets the sessions to the players of a roster, and stores their data. A player who is loading and was never seen has
 * no session yet. Writes only what has changed.
 *
 * When a UserId and a PlayerUID contradict the account, the current pair applies: the account gets the UserId, and no
 * other account keeps it.
 */
export function applyRoster(game: GameContext, roster: Roster): RosterOutcome {
  const { world } = game;
  const loaded = loadedConnections(roster);
  const conflicts = [...loaded.values()].flatMap((connection) => takeAccount(game, connection, roster.atMs));
  const connections = withLoading(world, loaded, roster); // the accounts identify them
  for (const session of [...world.sessions.values()]) {
    const now = connections.get(session.uid);
    if (now?.player.userId === session.userId) continue;
    logOut(game, session.uid, leavingReason(game, session));
  }
  for (const connection of connections.values()) takeSession(game, connection);
  const outcome = {
    bannedOnline: bannedPlayersOnline(game, roster),
    known: knownUids(world, roster),
    conflicts,
  };
  for (const connection of connections.values()) takeLocation(world, connection); // in no journal, so last
  return outcome;
}

/** The players with a reported PlayerUID, by PlayerUID. Of several entries of one player the first is used. */
function loadedConnections({ players }: Roster): Map<Guid, Connection> {
  const connections = new Map<Guid, Connection>();
  const userIds = new Set<UserId>();
  for (const player of players) {
    const uid = rosterUid(player);
    if (uid === undefined || connections.has(uid) || userIds.has(player.userId)) continue;
    connections.set(uid, { uid, player, loaded: true });
    userIds.add(player.userId);
  }
  return connections;
}

/** Adds the players who are loading and were seen before. */
function withLoading(world: World, loaded: ReadonlyMap<Guid, Connection>, { players }: Roster) {
  const connections = new Map(loaded);
  const userIds = new Set([...loaded.values()].map(({ player }) => player.userId));
  for (const player of players) {
    if (rosterUid(player) !== undefined || userIds.has(player.userId)) continue;
    const uid = knownUid(world, player.userId);
    if (uid === undefined || connections.has(uid)) continue;
    connections.set(uid, { uid, player, loaded: false });
    userIds.add(player.userId);
  }
  return connections;
}

/** Gives a player's account UserId and name; not while loading, when the name may be the platform's. */
function takeAccount({ world }: GameContext, { uid, player }: Connection, atMs: number): IdentityConflict[] {
  const { userId } = player;
  for (const account of world.pick(world.accounts, world.accountsByUserId.keys(userId))) {
    if (account.uid !== uid) world.accounts.put({ ...account, userId: '' });
  }
  const before = world.accounts.get(uid);
  // The next save with the player supplies the rest.
  const account = before ?? { uid, name: '', userId: '', platform: '', lastOnlineAtMs: atMs };
  const current = renamed(account, player.name, atMs);
  if (before?.userId !== userId || before.name !== current.name) world.accounts.put({ ...current, userId });
  return rememberIdentity(world, userId, uid, atMs);
}

/** Reason of a kick or ban; without one, any active ban was enforced. */
function leavingReason({ world, now }: GameContext, session: Session): GivenReason {
  const { leaving } = session;
  const kicked = leaving !== undefined && now() - leaving.atMs < LEAVING_MS;
  const ban = banOf(world, session);
  if (kicked) return { reason: leaving.reason, ...(leaving.code !== undefined && { code: leaving.code }) };
  return ban === undefined ? LOGGED_OUT : { reason: reasonOf(ban) };
}

function takeSession(game: GameContext, { uid, player, loaded }: Connection): void {
  const { world, now } = game;
  const { userId, ip, level } = player;
  const before = world.sessions.get(uid);
  const session: Session = {
    ...(before ?? { uid, userId, ip, connectedAtMs: now() }),
    ip: ip === '' ? (before?.ip ?? '') : ip,
    characterLoaded: loaded,
    ...(level !== undefined && { level }),
  };
  if (!isSameValue(before, session)) world.sessions.put(session);
  if (before === undefined) {
    const name = world.accounts.get(uid)?.name ?? player.name;
    world.emit('player.joined', now(), { player: { uid, userId, name } });
  }
  if (loaded && before?.characterLoaded !== true) emitLoaded(game, session);
}

function takeLocation({ locations }: World, { uid, player: { location }, loaded }: Connection): void {
  if (!loaded || location === undefined) return;
  const before = locations.get(uid);
  const { x, y } = location;
  if (x === 0 && y === 0) return; // the game has no place of them
  if (before?.x !== x || before.y !== y) locations.put({ uid, x, y, z: before?.z ?? 0 });
}

function knownUids(world: World, { players }: Roster): Map<UserId, Guid> {
  const uids = new Map<UserId, Guid>();
  for (const player of players) {
    const uid = rosterUid(player) === undefined ? knownUid(world, player.userId) : undefined;
    if (uid !== undefined) uids.set(player.userId, uid);
  }
  return uids;
}

/** The banned players of a roster, by UserId, PlayerUID or address, in its order. Never by name. */
export function bannedPlayersOnline({ world }: Pick<GameContext, 'world'>, roster: Roster): BannedPlayer[] {
  return roster.players.flatMap((player) => {
    const uid = rosterUid(player) ?? knownUid(world, player.userId) ?? '';
    const ban = banOf(world, { ...player, uid });
    if (ban === undefined) return [];
    const { userId, name } = player;
    const onGameList = world.gameBans.has(userId);
    return [{ userId, uid, name, reason: reasonOf(ban), cause: ban.kind, onGameList }];
  });
}

function reasonOf({ kind, by }: ActiveBan): string {
  return `${kind === 'address' ? 'address banned' : 'banned'}: ${by.Reason}`;
}

/** Minimum time between two writes of `lastSeenAtMs`. */
const SEEN_AGAIN_MS = 3_600_000;

/** The reported PlayerUID; undefined while the player is loading, when older servers print zeros. */
function rosterUid({ uid, loading }: Pick<RosterPlayer, 'uid' | 'loading'>): Guid | undefined {
  const proper = uid === undefined || loading === true ? undefined : parseGuid(uid);
  return proper === ZERO_GUID ? undefined : proper;
}

/** The PlayerUID that a UserId was last seen with. */
function knownUid(world: World, userId: UserId): Guid | undefined {
  const account = world.accountsByUserId.first(userId);
  if (account !== undefined) return account;
  const pairs = world.pick(world.identities, world.identitiesByUserId.keys(userId));
  return pairs.toSorted((a, b) => a.lastSeenAtMs - b.lastSeenAtMs).at(-1)?.uid;
}

/**
 * Stores a pair permanently. A pair that contradicts an earlier one is stored too and emits an event, once.
 * @returns the contradictions that are new.
 */
function rememberIdentity(world: World, userId: UserId, uid: Guid, atMs: number): IdentityConflict[] {
  const key = `${userId} ${uid}`;
  const identity = world.identities.get(key);
  if (identity !== undefined) {
    if (atMs - identity.lastSeenAtMs >= SEEN_AGAIN_MS)
      world.identities.put({ ...identity, lastSeenAtMs: atMs });
    return [];
  }
  const conflicts = contradictions(world, userId, uid);
  world.identities.put({ key, userId, uid, firstSeenAtMs: atMs, lastSeenAtMs: atMs });
  for (const conflict of conflicts) world.emit('identity.conflict', atMs, conflict);
  return conflicts;
}

/** The last pair of the same UserId and the last one of the same PlayerUID. */
function contradictions(world: World, userId: UserId, uid: Guid): IdentityConflict[] {
  const uidBefore = world.pick(world.identities, world.identitiesByUserId.keys(userId)).at(-1)?.uid;
  const userIdBefore = world.pick(world.identities, world.identitiesByUid.keys(uid)).at(-1)?.userId;
  return [uidBefore, userIdBefore]
    .filter((before) => before !== undefined)
    .map((before) => ({ userId, uid, before }));
}

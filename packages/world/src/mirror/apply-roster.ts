import { type Guid, parseGuid, type UserId, ZERO_GUID } from '@palatine/contract';
import { type ActiveBan, banOf } from '../state/can-join.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Identity, Session } from '../state/model.ts';
import { emitLoaded, logOut, renamed } from '../state/sessions.ts';
import type { World } from '../state/world.ts';
import type { BannedPlayer, IdentityConflict, Roster, RosterOutcome, RosterPlayer } from './roster.ts';

/** Time after a kick within which a player left because of it. */
const LEAVING_MS = 60_000;

/** A player of a roster with a known PlayerUID. */
interface Connection {
  readonly uid: Guid;
  readonly player: RosterPlayer;
  /** False while the server does not report the PlayerUID: then it is known from before. */
  readonly loaded: boolean;
}

/**
 * Makes the players of a roster those who are online, and stores their data. A player who is loading and was never seen
 * before has no session yet. Writes nothing where nothing has changed.
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
    logOut(game, session.uid, { reason: leavingReason(game, session) });
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
function withLoading(
  world: World,
  loaded: ReadonlyMap<Guid, Connection>,
  { players }: Roster,
): Map<Guid, Connection> {
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
  for (const other of world.pick(world.accounts, world.accountsByUserId.keys(userId))) {
    if (other.uid !== uid) world.accounts.put({ ...other, userId: '' });
  }
  const before = world.accounts.get(uid);
  // The next save with the player supplies the rest.
  const account = before ?? { uid, name: '', userId: '', platform: '', lastOnlineAtMs: atMs };
  const current = renamed(account, player.name, atMs);
  if (before?.userId !== userId || before.name !== current.name) world.accounts.put({ ...current, userId });
  return rememberIdentity({ world }, { userId, uid }, atMs);
}

/** Reason of a kick or ban; without one, any active ban was enforced. */
function leavingReason({ world, now }: GameContext, session: Session): string {
  const { leaving } = session;
  const kicked = leaving !== undefined && now() - leaving.atMs < LEAVING_MS;
  const ban = banOf(world, session);
  return (kicked ? leaving.reason : undefined) ?? (ban && reasonOf(ban)) ?? 'logged out';
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
  const same =
    session.ip === before?.ip &&
    session.characterLoaded === before.characterLoaded &&
    session.level === before.level;
  if (!same) world.sessions.put(session);
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
  return pairs.toSorted((one, other) => one.lastSeenAtMs - other.lastSeenAtMs).at(-1)?.uid;
}

/**
 * Stores a pair permanently. A pair that contradicts an earlier one is stored too and emits an event, once.
 * @returns the contradictions that are new.
 */
function rememberIdentity(
  { world }: Pick<GameContext, 'world'>,
  { userId, uid }: Pick<Identity, 'userId' | 'uid'>,
  atMs: number,
): IdentityConflict[] {
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

import { type Guid, parseGuid, type UserId, ZERO_GUID } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import type { Identity } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { IdentityConflict, RosterPlayer } from './roster.ts';

/** So often `lastSeenAtMs` is written at most. */
const SEEN_AGAIN_MS = 3_600_000;

/** The PlayerUID that the server tells; undefined while the player is loading, when older servers print zeros. */
export function rosterUid({ uid, loading }: Pick<RosterPlayer, 'uid' | 'loading'>): Guid | undefined {
  const proper = uid === undefined || loading === true ? undefined : parseGuid(uid);
  return proper === ZERO_GUID ? undefined : proper;
}

/** The PlayerUID that a UserId was last seen with. */
export function knownUid(world: World, userId: UserId): Guid | undefined {
  const account = world.accountsByUserId.first(userId);
  if (account !== undefined) return account;
  const pairs = world.pick(world.identities, world.identitiesByUserId.keys(userId));
  return pairs.toSorted((one, other) => one.lastSeenAtMs - other.lastSeenAtMs).at(-1)?.uid;
}

/**
 * Keeps a pair for ever. A pair that contradicts an earlier one is kept besides it and makes an event, once.
 * @returns the contradictions that are new.
 */
export function rememberIdentity(
  { world }: Pick<GameContext, 'world'>,
  { userId, uid }: Pick<Identity, 'userId' | 'uid'>,
  atMs: number,
): IdentityConflict[] {
  const key = `${userId} ${uid}`;
  const known = world.identities.get(key);
  if (known !== undefined) {
    if (atMs - known.lastSeenAtMs >= SEEN_AGAIN_MS) world.identities.put({ ...known, lastSeenAtMs: atMs });
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

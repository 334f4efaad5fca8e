import type { UserId } from '@palatine/contract';
import type { ListKind } from '@palatine/fleet';
import type { FleetBan } from '@palatine/world';
import type { KnownList, ListCopy } from './list-copy.ts';

/** The bans that a world is to enforce, of all lists that it subscribes to, the first list first. */
export function wantedBans(copy: ListCopy, lists: readonly string[], nowMs: number): FleetBan[] {
  return ofKind(copy, lists, 'Ban').flatMap(({ list, definition }) =>
    copy.entriesInForce(list, nowMs).map(({ Kind, Id, Reason, BannedAt }) => ({
      list,
      kind: Kind,
      id: Id,
      reason: Reason,
      bannedAtMs: Date.parse(BannedAt),
      mayLift: definition.LocalUnban,
    })),
  );
}

/** The users whom the lists of kind `Allow` let play. */
export function allowedUsers(copy: ListCopy, lists: readonly string[], nowMs: number): UserId[] {
  const entries = ofKind(copy, lists, 'Allow').flatMap(({ list }) => copy.entriesInForce(list, nowMs));
  return [...new Set(entries.filter(({ Kind }) => Kind === 'User').map(({ Id }) => Id))];
}

/** The lists that a world subscribes to and that there are, in its own order. */
export function ofKind(copy: ListCopy, lists: readonly string[], kind: ListKind): KnownList[] {
  const known = new Map(copy.lists().map((list) => [list.list, list]));
  return lists.flatMap((name) => {
    const list = known.get(name);
    return list?.definition.Kind === kind ? [list] : [];
  });
}

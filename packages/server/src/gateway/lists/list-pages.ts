import { DEFAULT_PAGE, type FleetBan, type getFleetBans, Refusal, type RouteQuery } from '@palatine/contract';
import { compareText, isInForce, type ListEntry } from '@palatine/fleet';

type BansQuery = RouteQuery<typeof getFleetBans>;

export interface BansPage {
  readonly Total: number;
  readonly Matching: number;
  readonly Next?: string;
  readonly Bans: FleetBan[];
}

/** An entry as routes answer it. */
export function shownBan(entry: ListEntry, nowMs: number): FleetBan {
  const { Kind, Id, Active, Reason, BannedBy, BannedAt, UnbannedBy, UnbannedAt, Expires } = entry;
  const State = isInForce(entry, nowMs) ? 'Active' : Active ? 'Expired' : 'Lifted';
  return {
    Kind,
    Id,
    State,
    Reason,
    BannedBy,
    BannedAt,
    ...(UnbannedBy !== undefined && { UnbannedBy }),
    ...(UnbannedAt !== undefined && { UnbannedAt }),
    ...(Expires !== undefined && { Expires }),
  };
}

/** A page of the entries of a list, newest first. Throws VALIDATION_FAILED for a cursor of another list. */
export function pageOfBans(
  entries: readonly ListEntry[],
  { Find = '', Kind, State, Limit = DEFAULT_PAGE, Cursor }: BansQuery,
  nowMs: number,
): BansPage {
  const find = Find.toLowerCase();
  const matching = entries
    .filter((entry) => Kind === undefined || entry.Kind === Kind)
    .filter(({ Id, Reason, BannedBy }) => [Id, Reason, BannedBy].join('\n').toLowerCase().includes(find))
    .map((entry) => shownBan(entry, nowMs))
    .filter((ban) => State === undefined || ban.State === State)
    .sort(newestFirst);
  const after = Cursor ? parseCursor(Cursor) : undefined;
  const rest = after === undefined ? matching : matching.filter((ban) => newestFirst(ban, after) > 0);
  const Bans = rest.slice(0, Limit);
  const last = Bans.at(-1);
  return {
    Total: entries.length,
    Matching: matching.length,
    ...(rest.length > Limit && last !== undefined && { Next: cursorOf(last) }),
    Bans,
  };
}

type Place = Pick<FleetBan, 'BannedAt' | 'Kind' | 'Id'>;

function newestFirst(one: Place, other: Place): number {
  return (
    compareText(other.BannedAt, one.BannedAt) ||
    compareText(one.Kind, other.Kind) ||
    compareText(one.Id, other.Id)
  );
}

function cursorOf({ BannedAt, Kind, Id }: Place): string {
  return Buffer.from(JSON.stringify([BannedAt, Kind, Id])).toString('base64url');
}

function parseCursor(cursor: string): Place {
  try {
    const [BannedAt, Kind, Id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof BannedAt === 'string' && (Kind === 'User' || Kind === 'IP') && typeof Id === 'string')
      return { BannedAt, Kind, Id };
  } catch {
    // answered below
  }
  throw new Refusal('VALIDATION_FAILED', 'Cursor is none of this list');
}

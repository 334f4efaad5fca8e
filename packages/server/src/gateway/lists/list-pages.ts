import type { DatabaseSync } from 'node:sqlite';
import {
  DEFAULT_PAGE,
  FLEET_BAN_KINDS,
  type FleetBan,
  type getFleetBans,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import { isInForce, type ListEntry, listEntry } from '@palatine/fleet';

type BansQuery = RouteQuery<typeof getFleetBans>;

export interface BansPage {
  readonly Total: number;
  readonly Matching: number;
  readonly Next?: string;
  readonly Bans: FleetBan[];
}

interface EntryRow {
  value: string;
  bannedAtMs: number;
  kind: string;
  id: string;
}

const STATES = {
  Active: 'active and (expiresAtMs is null or expiresAtMs > :now)',
  Lifted: 'not active',
  Expired: 'active and expiresAtMs <= :now',
} as const;

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

/** Pages and figures of the entries of shared lists, from the copy. */
export function listPages(database: DatabaseSync) {
  const total = database.prepare('select count(*) as count from fleetListEntry where list = ?');
  const active = database.prepare(
    'select count(*) as count from fleetListEntry where list = ? and active and (expiresAtMs is null or expiresAtMs > ?)',
  );

  return {
    counts(list: string, nowMs: number): { Active: number; Total: number } {
      return { Active: countOf(active.get(list, nowMs)), Total: countOf(total.get(list)) };
    },

    /** Newest first. Throws VALIDATION_FAILED for a cursor of another list. */
    page(
      list: string,
      { Find, Kind, State, Limit = DEFAULT_PAGE, Cursor }: BansQuery,
      nowMs: number,
    ): BansPage {
      const conditions = ['list = :list'];
      const values: Record<string, string | number> = { list };
      if (Kind !== undefined) add('kind = :kind', { kind: Kind });
      if (Find) add('instr(words, :find) > 0', { find: Find.toLowerCase() });
      if (State === 'Lifted') add(STATES.Lifted, {});
      else if (State !== undefined) add(STATES[State], { now: nowMs });
      const where = conditions.join(' and ');
      const Matching = countOf(
        database.prepare(`select count(*) as count from fleetListEntry where ${where}`).get(values),
      );
      if (Cursor) {
        const { atMs, kind, id } = parseCursor(Cursor);
        add('(bannedAtMs < :atMs or (bannedAtMs = :atMs and (kind, id) > (:afterKind, :afterId)))', {
          atMs,
          afterKind: kind,
          afterId: id,
        });
      }
      const rows = database
        .prepare(
          `select value, bannedAtMs, kind, id from fleetListEntry where ${conditions.join(' and ')} order by bannedAtMs desc, kind, id limit :limit`,
        )
        .all({ ...values, limit: Limit + 1 }) as unknown as EntryRow[];
      const shown = rows.slice(0, Limit);
      const last = shown.at(-1);
      return {
        Total: countOf(total.get(list)),
        Matching,
        ...(rows.length > Limit && last !== undefined && { Next: cursorOf(last) }),
        Bans: shown.map(({ value }) => shownBan(listEntry.unpack(value), nowMs)),
      };

      function add(condition: string, more: Record<string, string | number>): void {
        conditions.push(condition);
        Object.assign(values, more);
      }
    },
  };
}

function cursorOf({ bannedAtMs, kind, id }: EntryRow): string {
  return Buffer.from(JSON.stringify([bannedAtMs, kind, id])).toString('base64url');
}

function parseCursor(cursor: string): { atMs: number; kind: string; id: string } {
  try {
    const [atMs, kind, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isKind = FLEET_BAN_KINDS.some((one) => one === kind);
    if (typeof atMs === 'number' && isKind && typeof id === 'string')
      return { atMs, kind: kind as string, id };
  } catch {
    // answered below
  }
  throw new Refusal('VALIDATION_FAILED', 'Cursor is none of this list');
}

function countOf(row: unknown): number {
  return (row as { count: number }).count;
}

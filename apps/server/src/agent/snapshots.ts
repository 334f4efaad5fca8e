import { setImmediate as turn } from 'node:timers/promises';
import { type IPBan, type Issuer, isUserId, LIMITS, type UserBan } from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import type { WorldBan } from '@palatine/fleet/list-table';
import { packSnapshot, type RosterPlayer } from '@palatine/fleet/messages';
import { canonicalAddress } from '@palatine/platform/address';
import type { World } from '@palatine/world/world';

const NAME_CHARS = 256;
/** The latest time in ISO 8601 with a year of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31);

type SnapshotReads = Pick<Game['reads'], 'knownPlayers' | 'playersVersion' | 'world'>;

/** Versions of the players and of the bans of a world. `instance`: of this start. */
export function snapshotVersions(reads: SnapshotReads, instance: string): { players: string; bans: string } {
  const { userBans, ipBans } = reads.world;
  return {
    players: `${instance} ${reads.playersVersion}`,
    bans: `${instance} ${userBans.version} ${ipBans.version}`,
  };
}

/** The known players of a world, online ones first, then the last seen; as many as fit into a message. */
export async function playersSnapshot(
  reads: SnapshotReads,
  instance: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const { players: version } = snapshotVersions(reads, instance);
  const players: RosterPlayer[] = [];
  for (;;) {
    const page = reads.knownPlayers(players.length);
    players.push(...page.players);
    if (players.length >= page.total || page.players.length === 0) break; // some may be deleted meanwhile
    await turn(); // a page takes about a millisecond
  }
  players.sort(byPresence);
  for (let listed = players.length; ; listed = Math.floor(listed / 2)) {
    const bytes = await packSnapshot({ version, players: players.slice(0, listed) });
    if (bytes.byteLength <= maxBytes || listed === 0) return bytes;
  }
}

/** The local bans of a world, active or lifted. */
export function bansSnapshot(reads: SnapshotReads, instance: string): Promise<Uint8Array> {
  const { bans: version } = snapshotVersions(reads, instance);
  return packSnapshot({ version, bans: localBans(reads.world) });
}

function byPresence(left: RosterPlayer, right: RosterPlayer): number {
  if (left.online !== right.online) return left.online ? -1 : 1;
  const [last = '', otherLast = ''] = [left.lastSeen, right.lastSeen];
  return last === otherLast ? (left.uid < right.uid ? -1 : 1) : last > otherLast ? -1 : 1;
}

function localBans({ userBans, ipBans }: World): WorldBan[] {
  const bans = [
    ...Array.from(userBans.values(), (entry) => banOf('User', isUserId(entry.UserId) && entry.UserId, entry)),
    ...Array.from(ipBans.values(), (entry) =>
      banOf('IP', !entry.IP.includes('%') && canonicalAddress(entry.IP), entry),
    ),
  ];
  return bans.filter((ban) => ban !== undefined);
}

/** Undefined for a ban of a shared list, and for one without an id that other worlds could use. */
function banOf(
  Kind: WorldBan['Kind'],
  Id: string | undefined | false,
  { Active, BannedBy, UnbannedBy }: UserBan | IPBan,
): WorldBan | undefined {
  if (!Id || BannedBy.Type === 'fleet') return undefined;
  return {
    Kind,
    Id,
    Active,
    Reason: BannedBy.Reason.slice(0, LIMITS.reasonChars),
    BannedBy: nameOf(BannedBy),
    BannedAt: timeOf(BannedBy),
    ...(!Active &&
      UnbannedBy !== undefined && { UnbannedBy: nameOf(UnbannedBy), UnbannedAt: timeOf(UnbannedBy) }),
  };
}

function nameOf({ NameValue, Type }: Issuer): string {
  return (NameValue || Type).slice(0, NAME_CHARS);
}

/** A hand-edited list may hold any number. */
function timeOf({ Timestamp: { UTC, Msec } }: Issuer): string {
  const ms = UTC * 1000 + Msec;
  return new Date(ms >= 0 && ms <= LAST_MS ? ms : 0).toISOString();
}

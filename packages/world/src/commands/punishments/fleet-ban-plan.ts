import { type IPBan, isUserId, type UserBan, type UserId } from '@palatine/contract';
import { canonicalAddress } from '../../state/address.ts';
import type { World } from '../../state/world.ts';

/** The type of the issuer of a ban that Banlist.json holds because a shared list of the fleet does. */
export const FLEET_ISSUER = 'fleet';

/** A ban of a shared list that this world is to enforce. */
export interface FleetBan {
  readonly list: string;
  readonly kind: 'User' | 'IP';
  /** UserId or address. */
  readonly id: string;
  readonly reason: string;
  /** When it was issued: ms since 1970. */
  readonly bannedAtMs: number;
  /** Whether it stays lifted when it is lifted at this world. */
  readonly mayLift: boolean;
}

/** Maximum entries of Banlist.json: bans of shared lists use half of it, and leave space for the next of this world. */
interface FleetBanRoom {
  readonly users: number;
  readonly addresses: number;
}

/** An entry of Banlist.json that goes. */
export interface UnwantedBan extends Pick<FleetBan, 'list' | 'kind' | 'id'> {
  /** False for one that was lifted at this world. */
  readonly active: boolean;
}

export interface FleetBanPlan {
  /** Newest first. */
  readonly add: readonly FleetBan[];
  readonly remove: readonly UnwantedBan[];
  /** Requested bans that are active already. */
  readonly inForce: number;
  /** Requested bans that stay lifted, since they were lifted at this world. */
  readonly overridden: number;
  /** Requested bans for which this world has a local ban. */
  readonly local: number;
  /** Requested bans for which there is no space. */
  readonly leftOut: number;
}

/** Changes after which Banlist.json holds the requested bans of shared lists. Bans of this world are unchanged. */
export function planFleetBans(
  world: World,
  requested: readonly FleetBan[],
  room: FleetBanRoom,
): FleetBanPlan {
  const users = planKind(
    {
      kind: 'User',
      requested: requestedOf(requested, 'User', (id) => (isUserId(id) ? id : undefined)),
      entries: [...world.userBans.values()],
      keyOf: (entry) => (entry as UserBan).UserId,
      entryOf: (id: UserId) => world.userBans.get(id),
    },
    room.users,
  );
  const addresses = planKind(
    {
      kind: 'IP',
      requested: requestedOf(requested, 'IP', canonicalAddress),
      entries: [...world.ipBans.values()],
      keyOf: (entry) => (entry as IPBan).IP,
      entryOf: (address) => world.ipBans.get(address),
    },
    room.addresses,
  );
  return {
    add: [...users.add, ...addresses.add],
    remove: [...users.remove, ...addresses.remove],
    inForce: users.inForce + addresses.inForce,
    overridden: users.overridden + addresses.overridden,
    local: users.local + addresses.local,
    leftOut: users.leftOut + addresses.leftOut,
  };
}

type Entry = UserBan | IPBan;

interface Kind {
  readonly kind: FleetBan['kind'];
  readonly requested: ReadonlyMap<string, FleetBan>;
  readonly entries: readonly Entry[];
  readonly keyOf: (entry: Entry) => string;
  readonly entryOf: (id: string) => Entry | undefined;
}

function planKind({ kind, requested: wanted, entries, keyOf, entryOf }: Kind, limit: number): FleetBanPlan {
  const ofWorld = entries.filter((entry) => entry.Active && !isOfFleet(entry)).length;
  const room = Math.min(Math.floor(limit / 2), limit - ofWorld - Math.ceil(limit / 100));
  const newestFirst = [...wanted.values()].sort((one, other) => other.bannedAtMs - one.bannedAtMs);
  const add: FleetBan[] = [];
  const current = new Set<string>();
  const counts = { inForce: 0, overridden: 0, local: 0, leftOut: 0 };
  for (const ban of newestFirst) {
    const entry = entryOf(ban.id);
    if (entry?.Active === true && !isOfFleet(entry)) counts.local++;
    else if (isOverridden(entry, ban)) {
      counts.overridden++;
      current.add(ban.id);
    } else if (current.size >= room) counts.leftOut++;
    else {
      current.add(ban.id);
      if (entry?.Active === true && isSameBan(entry, ban)) counts.inForce++;
      else add.push(ban);
    }
  }
  const remove = entries
    .filter((entry) => isOfFleet(entry) && !current.has(keyOf(entry)))
    .map((entry) => ({ list: entry.BannedBy.NameValue, kind, id: keyOf(entry), active: entry.Active }));
  return { add, remove, ...counts };
}

/** Bans by canonical id; of two lists with the same one, the list whose bans cannot be lifted at a world applies. */
function requestedOf(
  bans: readonly FleetBan[],
  kind: FleetBan['kind'],
  spelled: (id: string) => string | undefined,
): Map<string, FleetBan> {
  const byId = new Map<string, FleetBan>();
  for (const ban of bans) {
    const id = ban.kind === kind ? spelled(ban.id) : undefined;
    if (id === undefined) continue;
    const before = byId.get(id);
    if (before === undefined || (before.mayLift && !ban.mayLift)) byId.set(id, { ...ban, id });
  }
  return byId;
}

function isOfFleet({ BannedBy }: Entry): boolean {
  return BannedBy.Type === FLEET_ISSUER;
}

/** Whether a ban was lifted at this world, and not issued again since. */
function isOverridden(entry: Entry | undefined, ban: FleetBan): boolean {
  return entry?.Active === false && ban.mayLift && isOfFleet(entry) && bannedAtMs(entry) >= ban.bannedAtMs;
}

function isSameBan(entry: Entry, ban: FleetBan): boolean {
  const { NameValue, Reason } = entry.BannedBy;
  return NameValue === ban.list && Reason === fleetReason(ban) && bannedAtMs(entry) === ban.bannedAtMs;
}

function bannedAtMs({ BannedBy: { Timestamp } }: Entry): number {
  return Timestamp.UTC * 1000 + Timestamp.Msec;
}

export function fleetReason({ reason, list }: FleetBan): string {
  return reason.trim() === '' ? `Banned by the list ${list}` : reason;
}

import { type IPBan, type Issuer, isUserId, type UserBan } from '@palatine/contract';
import { canonicalAddress } from '@palatine/platform/address';
import { banAddress, banUser, mayBeListed, mayBeUnlisted, timestampAt } from '../../state/bans.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Session } from '../../state/model.ts';
import type { Table } from '../../state/table.ts';
import type { World } from '../../state/world.ts';
import { disconnect, emitChatAnnouncement, emitPunishment, sessionsOfUser } from './punishment.ts';

/** The type of the issuer of a ban that Banlist.json holds because a shared list of the fleet does. */
const FLEET_ISSUER = 'fleet';

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

type Named = Pick<FleetBan, 'list' | 'kind' | 'id'>;

interface UnwantedBan extends Named {
  /** False for one that was lifted at this world. */
  readonly active: boolean;
}

/** Changes after which Banlist.json holds the requested bans of shared lists. Bans of this world are unchanged. */
export function planFleetBans({ userBans, ipBans }: World, bans: readonly FleetBan[], room: FleetBanRoom) {
  const plan = newPlan();
  const users = requestedOf(bans, 'User', (id) => (isUserId(id) ? id : undefined));
  planKind(plan, 'User', users, userBans, room.users);
  planKind(plan, 'IP', requestedOf(bans, 'IP', canonicalAddress), ipBans, room.addresses);
  return plan;
}

const newPlan = () => ({
  /** Newest first. */
  add: [] as FleetBan[],
  remove: [] as UnwantedBan[],
  /** Requested bans that are active already. */
  inForce: 0,
  /** Requested bans that stay lifted, since they were lifted at this world. */
  overridden: 0,
  /** Requested bans for which this world has a local ban. */
  local: 0,
  /** Requested bans for which there is no space. */
  leftOut: 0,
});

type FleetBanPlan = ReturnType<typeof newPlan>;

type Entry = UserBan | IPBan;

function planKind(
  plan: FleetBanPlan,
  kind: FleetBan['kind'],
  wanted: ReadonlyMap<string, FleetBan>,
  table: Table<UserBan> | Table<IPBan>,
  limit: number,
): void {
  const ofWorld = [...table.values()].filter((entry) => entry.Active && !isOfFleet(entry)).length;
  const room = Math.min(Math.floor(limit / 2), limit - ofWorld - Math.ceil(limit / 100));
  const newestFirst = [...wanted.values()].sort((a, b) => b.bannedAtMs - a.bannedAtMs);
  const current = new Set<string>();
  for (const ban of newestFirst) {
    const entry = table.get(ban.id);
    if (entry?.Active === true && !isOfFleet(entry)) plan.local++;
    else if (isOverridden(entry, ban)) {
      plan.overridden++;
      current.add(ban.id);
    } else if (current.size >= room) plan.leftOut++;
    else {
      current.add(ban.id);
      if (entry?.Active === true && isSameBan(entry, ban)) plan.inForce++;
      else plan.add.push(ban);
    }
  }
  for (const [id, entry] of table.entries()) {
    if (!isOfFleet(entry) || current.has(id)) continue;
    plan.remove.push({ list: entry.BannedBy.NameValue, kind, id, active: entry.Active });
  }
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

const isOfFleet = ({ BannedBy }: Entry): boolean => BannedBy.Type === FLEET_ISSUER;

/** Whether a ban was lifted at this world, and not issued again since. */
function isOverridden(entry: Entry | undefined, ban: FleetBan): boolean {
  return entry?.Active === false && ban.mayLift && isOfFleet(entry) && bannedAtMs(entry) >= ban.bannedAtMs;
}

function isSameBan(entry: Entry, ban: FleetBan): boolean {
  const { NameValue, Reason } = entry.BannedBy;
  return NameValue === ban.list && Reason === fleetReason(ban) && bannedAtMs(entry) === ban.bannedAtMs;
}

const bannedAtMs = ({ BannedBy: { Timestamp } }: Entry): number => Timestamp.UTC * 1000 + Timestamp.Msec;

function fleetReason({ reason, list }: FleetBan): string {
  return reason.trim() === '' ? `Banned by the list ${list}` : reason;
}

/** Maximum changes of a batch: each is formatted and written while the game waits. */
const MAX_CHANGES = 500;
/** Maximum changes of a batch with an event each: a long list would evict all other events. */
const MAX_EVENTS = 50;

export interface AppliedFleetBans {
  readonly added: readonly FleetBan[];
  readonly removed: readonly UnwantedBan[];
  readonly more: boolean;
}

/** Changes the bans as planned, those of players who are online first, and disconnects whom the new ones cover. */
export function applyFleetBans(game: GameContext, { add, remove }: FleetBanPlan): AppliedFleetBans {
  const removed = remove.slice(0, MAX_CHANGES);
  const online = Map.groupBy(game.world.sessions.values(), ({ ip }) => canonicalAddress(ip) ?? '');
  const isOnline = (ban: FleetBan) => sessionsOf(game, ban, online).length > 0;
  const { yes = [], no = [] } = Object.groupBy(add, (ban) => (isOnline(ban) ? 'yes' : 'no'));
  const added = [...yes, ...no].slice(0, MAX_CHANGES - removed.length);
  const tell = added.length + removed.length <= MAX_EVENTS;
  for (const ban of removed) lift(game, ban, tell);
  for (const ban of added) give(game, ban, sessionsOf(game, ban, online), tell);
  return { added, removed, more: added.length + removed.length < add.length + remove.length };
}

function give(game: GameContext, ban: FleetBan, sessions: readonly Session[], tell: boolean): void {
  const { world } = game;
  const Reason = fleetReason(ban);
  const Timestamp = timestampAt(ban.bannedAtMs);
  const by: Issuer = { Type: FLEET_ISSUER, NameValue: ban.list, IP: '', Reason, Timestamp };
  if (ban.kind === 'IP') banAddress(world, ban.id, by);
  else {
    const isNew = world.userBans.get(ban.id)?.Active !== true;
    banUser(world, ban.id, by);
    if (game.attached === true && isNew) mayBeUnlisted(world, ban.id);
  }
  if (tell) emit(game, ban, true, Reason);
  for (const name of disconnect(game, sessions, { reason: Reason })) {
    emitChatAnnouncement(game, `${name} was banned: ${Reason}`);
  }
}

function lift(game: GameContext, ban: UnwantedBan, tell: boolean): void {
  const { world } = game;
  if (ban.kind === 'IP') world.ipBans.remove(ban.id);
  else {
    world.userBans.remove(ban.id);
    if (game.attached === true && ban.active) mayBeListed(world, ban.id);
  }
  if (tell && ban.active) emit(game, ban, false, `no longer on the list ${ban.list}`);
}

function emit(game: GameContext, { kind, id, list }: Named, banned: boolean, reason: string): void {
  const issuer = { name: `${FLEET_ISSUER}:${list}`, ip: '', permissions: [] };
  const action = `${banned ? 'ban' : 'unban'}${kind === 'IP' ? 'ip' : ''}` as const;
  const subject = kind === 'IP' ? { userId: '', ip: id } : { userId: id, ip: '' };
  emitPunishment(game, issuer, { action, ...subject, reason });
}

type SessionsByAddress = ReadonlyMap<string, readonly Session[]>;

/** Looked up again: an earlier ban may have ended the session. */
function sessionsOf(game: GameContext, { kind, id }: FleetBan, online: SessionsByAddress): Session[] {
  if (kind === 'User') return sessionsOfUser(game.world, id);
  return (online.get(id) ?? []).filter(({ uid }) => game.world.sessions.has(uid));
}

import type { Issuer } from '@palatine/contract';
import { canonicalAddress } from '../../state/address.ts';
import { banAddress, banUser } from '../../state/ban-entries.ts';
import { mayBeListed, mayBeUnlisted } from '../../state/can-join.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Session } from '../../state/model.ts';
import { timestampAt } from '../../state/wire-format.ts';
import {
  FLEET_ISSUER,
  type FleetBan,
  type FleetBanPlan,
  fleetReason,
  type UnwantedBan,
} from './fleet-ban-plan.ts';
import { disconnect, emitChatAnnouncement, emitPunishment, sessionsOfUser } from './punishment.ts';

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
  const online = sessionsByAddress(game);
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
  if (tell) emit(game, ban, { banned: true, reason: Reason });
  for (const name of disconnect(game, sessions, Reason)) {
    emitChatAnnouncement(game, `${name} was banned: ${Reason}`);
  }
}

function lift(game: GameContext, ban: UnwantedBan, tell: boolean): void {
  const { world } = game;
  if (ban.kind === 'IP') {
    world.ipBans.remove(ban.id);
  } else {
    world.userBans.remove(ban.id);
    if (game.attached === true && ban.active) mayBeListed(world, ban.id);
  }
  if (tell && ban.active) emit(game, ban, { banned: false, reason: `no longer on the list ${ban.list}` });
}

function emit(
  game: GameContext,
  { kind, id, list }: Pick<FleetBan, 'kind' | 'id' | 'list'>,
  { banned, reason }: { banned: boolean; reason: string },
): void {
  const issuer = { name: `${FLEET_ISSUER}:${list}`, ip: '', permissions: [] };
  if (kind === 'User') {
    emitPunishment(game, issuer, { action: banned ? 'ban' : 'unban', userId: id, ip: '', reason });
  } else {
    emitPunishment(game, issuer, { action: banned ? 'banip' : 'unbanip', userId: '', ip: id, reason });
  }
}

type SessionsByAddress = ReadonlyMap<string, readonly Session[]>;

function sessionsByAddress({ world }: GameContext): SessionsByAddress {
  return Map.groupBy(world.sessions.values(), ({ ip }) => canonicalAddress(ip) ?? '');
}

/** Looked up again: an earlier ban may have ended the session. */
function sessionsOf(game: GameContext, { kind, id }: FleetBan, online: SessionsByAddress): Session[] {
  if (kind === 'User') return sessionsOfUser(game.world, id);
  return (online.get(id) ?? []).filter(({ uid }) => game.world.sessions.has(uid));
}

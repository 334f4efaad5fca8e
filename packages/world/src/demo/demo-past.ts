import {
  type Banlist,
  banIP,
  banPlayer,
  broadcast,
  type EventData,
  type EventType,
  type Guid,
  giveItems,
  type Issuer,
  kickPlayer,
  pathOf,
  type RouteShape,
  unbanIP,
  unbanPlayer,
} from '@palatine/contract';
import type { NewAuditEntry } from '@palatine/contract/audit-records';
import { joinParts, partsOfEvents } from '@palatine/contract/audit-summary';
import { between, chance, pick, type Random, seededRandom } from '../catalogue/random.ts';
import type { Account, Location } from '../state/model.ts';
import type { World } from '../state/world.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { steadyAddress } from './identities.ts';
import { insideMap } from './places.ts';

/** A session of a player before the demo's present. Times in ms since 1970. */
export interface PastSession {
  readonly uid: Guid;
  readonly fromMs: number;
  /** The demo's present for one that goes on. */
  readonly toMs: number;
  readonly open: boolean;
  readonly reason: string;
  readonly ip: string;
  readonly platform: string;
  /** The location at a moment of the session; at its end, that of the world. */
  at(ms: number): Location;
}

/** Oldest first. */
export interface DemoPast {
  readonly sessions: readonly PastSession[];
  readonly audit: readonly NewAuditEntry[];
}

/** Something that happened. `happen` emits its events. */
interface Moment {
  readonly atMs: number;
  happen(): NewAuditEntry | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PAST_DAYS = 30;
/** Players with a past; the further ones of a large demo have none. */
const MAX_PLAYERS = 60;
const BREAK_MS = 20 * MINUTE_MS;
const { kick, broadcasts, gifts } = demoData.past;

/** Emits what happened in a new demo world within 30 days. @returns what the world itself does not hold of it */
export function makeDemoPast(world: World, banlist: Banlist, nowMs: number): DemoPast {
  const random = seededRandom(`${world.info.seed} past`);
  const bannedMs = new Map(banlist.UserEntries.map(({ UserId, BannedBy }) => [UserId, msOf(BannedBy)]));
  const sessions = [...world.accounts.values()].slice(0, MAX_PLAYERS).flatMap((account) => {
    const untilMs = Math.min(account.lastOnlineAtMs ?? 0, bannedMs.get(account.userId) ?? nowMs);
    return sessionsOf(world, random, account, untilMs, nowMs);
  });
  sessions.sort((a, b) => a.fromMs - b.fromMs);
  const kickedAt = sessions.findLastIndex(({ toMs }) => toMs < nowMs - DAY_MS);
  const kicked = sessions[kickedAt];
  if (kicked !== undefined) sessions[kickedAt] = { ...kicked, reason: kick };
  const moments = [
    ...sessions.flatMap((session) => comeAndGo(world, session)),
    ...administration(world, random, banlist, sessions, kicked, nowMs),
  ];
  const recent = moments.filter(({ atMs }) => atMs > nowMs - PAST_DAYS * DAY_MS && atMs < nowMs);
  const audit = recent.sort((a, b) => a.atMs - b.atMs).flatMap((moment) => moment.happen() ?? []);
  return { sessions, audit };
}

const msOf = ({ Timestamp }: Issuer) => Timestamp.UTC * 1000;

/** From the last session back, as long as the account has played. */
function sessionsOf(world: World, random: Random, account: Account, untilMs: number, nowMs: number) {
  const { uid, platform, playedMs = 0 } = account;
  const present = world.sessions.get(uid);
  const home = world.locations.get(uid) ?? { x: 0, y: 0, z: 0 };
  const [hour, share] = [between(random, 13, 21), 0.45 + 0.5 * random()];
  const ip = present?.ip ?? steadyAddress(world, world.info.seed, uid);
  const sessions: PastSession[] = [];
  const add = (fromMs: number, toMs: number) => {
    const at = walkTo(random, home, toMs);
    sessions.push({ uid, fromMs, toMs, open: toMs === nowMs, reason: 'logged out', ip, platform, at });
    return fromMs;
  };
  let beforeMs = present
    ? add(present.connectedAtMs, nowMs)
    : add(untilMs - Math.min(playedMs, between(random, 30, 150) * MINUTE_MS), untilMs);
  let leftMs = present ? playedMs : playedMs - (untilMs - beforeMs);
  const midnightMs = nowMs - (nowMs % DAY_MS);
  for (let days = 0; days < PAST_DAYS && leftMs > BREAK_MS; days++) {
    const minute = hour * 60 + between(random, -120, 120);
    const toMs = midnightMs - days * DAY_MS + (minute + between(random, 25, 200)) * MINUTE_MS;
    const fromMs = Math.max(midnightMs - days * DAY_MS + minute * MINUTE_MS, toMs - leftMs);
    if (!chance(random, share) || toMs > beforeMs - BREAK_MS) continue;
    beforeMs = add(fromMs, toMs);
    leftMs -= toMs - fromMs;
  }
  return sessions;
}

/** Loops of some hundred meters that end at a location. */
function walkTo(random: Random, end: Location, endMs: number): (ms: number) => Location {
  const loops = [
    { cm: between(random, 4_000, 12_000), everyMs: between(random, 14, 20) * MINUTE_MS },
    { cm: between(random, 10_000, 30_000), everyMs: between(random, 40, 60) * MINUTE_MS },
  ];
  const side = pick(random, [-1, 1]);
  return (ms) => {
    let { x, y } = end;
    for (const { cm, everyMs } of loops) {
      const angle = (2 * Math.PI * (endMs - ms)) / everyMs;
      x += cm * (1 - Math.cos(angle));
      y += cm * side * Math.sin(angle);
    }
    return insideMap({ x, y, z: end.z });
  };
}

function comeAndGo(world: World, { uid, fromMs, toMs, open, reason }: PastSession): Moment[] {
  const player = playerOf(world.accounts.get(uid) as Account); // its session
  const join = () => void world.emit('player.joined', fromMs, { player });
  const leave = () => void world.emit('player.left', toMs, { player, reason });
  return [{ atMs: fromMs, happen: join }, ...(open ? [] : [{ atMs: toMs, happen: leave }])];
}

const playerOf = ({ uid, userId, name }: Account) => ({ uid, userId, name });

/** A kick, bans and their lifting, gifts and broadcasts, by a token. */
function administration(
  world: World,
  random: Random,
  { UserEntries, IPEntries }: Banlist,
  sessions: readonly PastSession[],
  kicked: PastSession | undefined,
  nowMs: number,
): Moment[] {
  type Action = EventData<'punishment'>['action'];
  const punish = (action: Action, route: RouteShape, target: string, atMs: number, reason: string) => {
    const isAddress = action.endsWith('ip');
    const data = {
      action,
      userId: isAddress ? '' : target,
      ip: isAddress ? target : '',
      reason,
      issuer: TOKEN,
    };
    return write(world, atMs, route, 'punishment', data, target);
  };
  const bans = (route: RouteShape, action: Action, target: string, by: Issuer | undefined) =>
    by?.Type === 'rest' ? [punish(action, route, target, msOf(by), by.Reason)] : [];
  const { userId = '' } = world.accounts.get(kicked?.uid ?? '') ?? {};
  return [
    ...(kicked ? [punish('kick', kickPlayer, userId, kicked.toMs - 1, kick)] : []),
    ...UserEntries.flatMap(({ UserId, BannedBy, UnbannedBy }) => [
      ...bans(banPlayer, 'ban', UserId, BannedBy),
      ...bans(unbanPlayer, 'unban', UserId, UnbannedBy),
    ]),
    ...IPEntries.flatMap(({ IP, BannedBy, UnbannedBy }) => [
      ...bans(banIP, 'banip', IP, BannedBy),
      ...bans(unbanIP, 'unbanip', IP, UnbannedBy),
    ]),
    ...gifts.map((Items) => {
      const { uid, fromMs } = pick(random, sessions);
      const player = playerOf(world.accounts.get(uid) as Account); // its session
      const data = { player, granted: { Items: Items as Record<string, number> }, issuer: TOKEN };
      return write(world, fromMs + 5 * MINUTE_MS, giveItems, 'grant', data, player.userId);
    }),
    ...broadcasts.map((text, index) => {
      const data = { sendType: 'Broadcast', sender: 'Server', text, recipients: null };
      return write(world, nowMs - (index + 0.1) * 6 * DAY_MS, broadcast, 'message', data, '');
    }),
  ];
}

const TOKEN = 'panel';

/** A request that was made of the service, with its event and its entry in the audit. */
function write<T extends EventType>(
  world: World,
  atMs: number,
  route: RouteShape,
  type: T,
  data: EventData<T>,
  Target: string,
): Moment {
  const happen = (): NewAuditEntry => {
    world.emit(type, atMs, data);
    const eventId = world.lastEventId;
    const [account] = world.pick(world.accounts, world.accountsByUserId.keys(Target));
    return {
      ...{ atMs, Target, eventId, Token: TOKEN, IP: '127.0.0.1', Outcome: 'OK', Status: 200 },
      ...{ request: `demo-${eventId}`, requestId: '', idempotencyKey: '' },
      Route: `${route.method} ${pathOf(route)}`,
      player: account && playerOf(account),
      Reason: 'reason' in data ? String(data.reason) : '',
      summary: joinParts(partsOfEvents([{ type, data } as never])), // of one kind by the signature
    };
  };
  return { atMs, happen };
}

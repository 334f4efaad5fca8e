import type { Banlist, EventData, EventType, Guid, Issuer } from '@palatine/contract';
import type { NewAuditEntry } from '@palatine/contract/audit-records';
import { joinParts, partsOfEvents } from '@palatine/contract/audit-summary';
import { between, chance, pick, type Random, seededRandom } from '../catalogue/random.ts';
import type { Account, Location } from '../state/model.ts';
import type { World } from '../state/world.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { steadyAddress } from './identities.ts';

/** A session of a player before the demo's present, at which it ends if it goes on. Times in ms since 1970. */
export interface PastSession extends Record<'fromMs' | 'toMs', number> {
  readonly uid: Guid;
  readonly reason: string;
  readonly ip: string;
  readonly platform: string;
  /** The location of the player at its end. */
  readonly home: Location;
}

/** `happen` emits its events. */
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
const TOKEN = 'panel';
const { routes, kick, broadcasts, gifts } = demoData.past;

/** Emits what happened in a new demo world within 30 days. @returns what the world does not hold of it, oldest first */
export function makeDemoPast(world: World, banlist: Banlist, nowMs: number) {
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

/** Creates sessions backwards from the last one, up to the playtime of the account. */
function sessionsOf(world: World, random: Random, account: Account, untilMs: number, nowMs: number) {
  const { uid, platform, playedMs = 0 } = account;
  const present = world.sessions.get(uid);
  const home = world.locations.get(uid) ?? { x: 0, y: 0, z: 0 };
  const [hour, share] = [between(random, 13, 21), 0.45 + 0.5 * random()];
  const ip = present?.ip ?? steadyAddress(world, uid);
  const session = (fromMs: number, toMs: number): PastSession => {
    return { uid, fromMs, toMs, reason: 'logged out', ip, platform, home };
  };
  const lastMs = Math.min(playedMs, between(random, 30, 150) * MINUTE_MS);
  const last = present ? session(present.connectedAtMs, nowMs) : session(untilMs - lastMs, untilMs);
  const sessions = [last];
  let [beforeMs, leftMs] = [last.fromMs - BREAK_MS, present ? playedMs : playedMs - lastMs];
  for (let days = 0; days < PAST_DAYS && leftMs > BREAK_MS; days++) {
    const beganMs =
      nowMs - (nowMs % DAY_MS) - days * DAY_MS + (hour * 60 + between(random, -120, 120)) * MINUTE_MS;
    const toMs = beganMs + between(random, 25, 200) * MINUTE_MS;
    const fromMs = Math.max(beganMs, toMs - leftMs);
    if (!chance(random, share) || toMs > beforeMs) continue;
    sessions.push(session(fromMs, toMs));
    leftMs -= toMs - fromMs;
    beforeMs = fromMs - BREAK_MS;
  }
  return sessions;
}

const playerOf = ({ uid, userId, name }: Account) => ({ uid, userId, name });

function comeAndGo(world: World, { uid, fromMs, toMs, reason }: PastSession): Moment[] {
  const player = playerOf(world.accounts.get(uid) as Account); // its session
  return [
    { atMs: fromMs, happen: () => void world.emit('player.joined', fromMs, { player }) },
    { atMs: toMs, happen: () => void world.emit('player.left', toMs, { player, reason }) },
  ];
}

type Punishment = EventData<'punishment'>;

/** A kick, bans and their lifting, gifts and broadcasts, by a token. */
function administration(
  world: World,
  random: Random,
  { UserEntries, IPEntries }: Banlist,
  sessions: readonly PastSession[],
  kicked: PastSession | undefined,
  nowMs: number,
): Moment[] {
  const punish = (action: Punishment['action'], target: string, atMs: number, reason: string) => {
    const [userId, ip] = action.endsWith('ip') ? ['', target] : [target, ''];
    const data: Punishment = { action, userId, ip, reason, issuer: TOKEN };
    return request(world, atMs, routes[action], 'punishment', data, target);
  };
  const { userId = '' } = world.accounts.get(kicked?.uid ?? '') ?? {};
  const bans = [
    ...UserEntries.map(({ UserId, ...ban }) => ({ target: UserId, of: '', ...ban }) as const),
    ...IPEntries.map(({ IP, ...ban }) => ({ target: IP, of: 'ip', ...ban }) as const),
  ];
  return [
    ...(kicked ? [punish('kick', userId, kicked.toMs - 1, kick)] : []),
    ...bans.flatMap(({ target, of, BannedBy, UnbannedBy }) => [
      ...(BannedBy.Type === 'rest' ? [punish(`ban${of}`, target, msOf(BannedBy), BannedBy.Reason)] : []),
      ...(UnbannedBy?.Type === 'rest'
        ? [punish(`unban${of}`, target, msOf(UnbannedBy), UnbannedBy.Reason)]
        : []),
    ]),
    ...gifts.map((Items) => {
      const { uid, fromMs } = pick(random, sessions);
      const player = playerOf(world.accounts.get(uid) as Account); // its session
      const data = { player, granted: { Items: Items as Record<string, number> }, issuer: TOKEN };
      return request(world, fromMs + 5 * MINUTE_MS, routes.grant, 'grant', data, player.userId);
    }),
    ...broadcasts.map((text, index) => {
      const data = { sendType: 'Broadcast', sender: 'Server', text, recipients: null };
      return request(world, nowMs - (index + 0.1) * 6 * DAY_MS, routes.message, 'message', data, '');
    }),
  ];
}

/** A request of a token, with its event and its entry in the audit. */
function request<T extends EventType>(
  world: World,
  atMs: number,
  path: string,
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
      ...{ request: `demo-${eventId}`, requestId: '', idempotencyKey: '', Route: `POST /v1/pdapi/${path}` },
      player: account && playerOf(account),
      Reason: 'reason' in data ? String(data.reason) : '',
      summary: joinParts(partsOfEvents([{ type, data } as never])), // of one kind by the signature
    };
  };
  return { atMs, happen };
}

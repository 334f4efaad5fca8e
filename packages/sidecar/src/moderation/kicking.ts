import { type Sentence, sentence, type UserId } from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import { trackPending, workQueue } from '@palatine/platform/pending';
import type { BannedPlayer, Roster, RosterPlayer } from '@palatine/world/roster';
import type { Logger } from 'pino';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { CallFailure, CallOutcome } from '../rest/outcome.ts';

export interface KickingOptions {
  readonly writes: Pick<Game['writes'], 'note'>;
  readonly client: Pick<GameServerClient, 'kick'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: Logger;
  /** Adds a user to the ban list of the game server, unless requested lately. */
  readonly ban: (userId: UserId, reason: string) => Promise<unknown>;
}

/** Failures before the server could act: such a kick does not count. */
const NOT_ASKED: readonly CallFailure['kind'][] = ['refused', 'unreachable', 'unauthorized'];

/** Disconnects players who may not be online: by UserId, of good polls only, one request at a time. */
export function kickQueue({ writes, client, clock, log, ban }: KickingOptions) {
  /** Those of the last good poll. */
  let online: readonly RosterPlayer[] = [];
  let attempts: Attempts = new Map();
  /** Players kicked by a request, until they are gone. They may come back. */
  const kicked = new Map<UserId, { readonly reason: string; readonly loading: boolean }>();
  const alarms = new Map<UserId, Sentence>();
  /** Kicks decided by polls that are not done yet. */
  const decided = new Map<UserId, Promise<CallOutcome<void> | undefined>>();
  const queue = workQueue((error) => log.error({ err: error }, 'could not disconnect a player'));

  /** Acts on a good poll. `others`: players to kick for another reason than a ban. */
  function onRoster({ players }: Roster, banned: readonly BannedPlayer[], others: readonly Unwanted[]): void {
    online = players.filter(({ absent }) => absent !== true);
    forgetKicked();
    const listed = new Map(online.map((player) => [player.userId, player]));
    const toLeave = [
      ...banned,
      ...others,
      ...Array.from(kicked, ([userId, { reason }]) => ({ userId, reason })),
    ];
    const unwanted = toLeave.flatMap(({ userId, reason }) => {
      const player = listed.get(userId);
      return player === undefined ? [] : [unwantedOf(player, reason)];
    });
    const decision = decide(attempts, unwanted, clock.elapsed());
    attempts = decision.attempts;
    for (const userId of alarms.keys()) if (!attempts.has(userId)) alarms.delete(userId);
    for (const player of decision.alarm) alarm(player);
    const toBan = new Set(
      banned.filter(({ cause, onGameList }) => cause === 'user' && !onGameList).map(({ userId }) => userId),
    );
    for (const player of decision.kick) {
      const kick = queue.run(() => act(player, toBan.has(player.userId)));
      trackPending(decided, player.userId, kick, kick);
    }
  }

  function playerOf(userId: UserId): RosterPlayer | undefined {
    return online.find((player) => player.userId === userId);
  }

  /** Records a kick by a request: the next polls confirm it, or repeat it. */
  function onKicked(userId: UserId, reason: string): void {
    const player = playerOf(userId);
    const loading = player !== undefined && isLoading(player);
    kicked.set(userId, { reason, loading });
    count(userId, loading);
  }

  /** Kicks everybody of the last good poll whom a new ban covers, once. @returns the first failure. */
  async function expel(covers: (player: RosterPlayer) => boolean, reason: string) {
    const players = online.filter(covers);
    for (const player of players) count(player.userId, isLoading(player));
    const outcomes = await Promise.all(
      players.map(
        (player) => decided.get(player.userId) ?? queue.run(() => kick(unwantedOf(player, reason))),
      ),
    );
    const failures = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.failure] : []));
    return failures.find(({ kind }) => kind !== 'rejected'); // rejected players are no longer online
  }

  /** Drops players who are no longer listed, or load again: they have been disconnected. */
  function forgetKicked(): void {
    for (const [userId, { loading }] of kicked) {
      const player = playerOf(userId);
      const isBack = player !== undefined && isLoading(player) && !loading;
      if (player === undefined || isBack) kicked.delete(userId);
    }
  }

  function count(userId: UserId, loading: boolean): void {
    attempts = new Map(attempts).set(userId, { loading, kicks: 1, lastMs: clock.elapsed(), alarmed: false });
  }

  async function act(player: Unwanted, toBan: boolean): Promise<CallOutcome<void> | undefined> {
    if (!attempts.has(player.userId)) return undefined; // gone, or allowed to stay, while others were kicked
    if (toBan) await ban(player.userId, player.reason);
    return kick(player);
  }

  async function kick({ userId, name, reason }: Unwanted): Promise<CallOutcome<void>> {
    const outcome = await client.kick(userId, reason);
    if (outcome.ok) log.info({ userId, name, reason }, 'player kicked');
    else {
      const { kind, text } = outcome.failure;
      log.warn({ userId, name, reason, failure: text }, 'could not kick a player');
      if (NOT_ASKED.includes(kind)) uncount(userId);
      if (kind === 'rejected') kicked.delete(userId); // no longer online
    }
    return outcome;
  }

  function uncount(userId: UserId): void {
    const attempt = attempts.get(userId);
    if (attempt === undefined) return;
    attempts = new Map(attempts).set(userId, { ...attempt, kicks: attempt.kicks - 1 });
  }

  function alarm({ userId, name, reason }: Unwanted): void {
    kicked.delete(userId);
    const label = name === '' ? userId : `${name} (${userId})`;
    alarms.set(userId, sentence('server.stillOnline', { player: label, reason, count: MAX_KICKS }));
    log.error({ userId, name, reason }, 'a kicked player is still online');
    writes
      .note({ event: { type: 'enforcement.failed', data: { userId, name, reason } } })
      .catch((error: unknown) => log.warn({ err: error }, 'an event was not recorded'));
  }

  return {
    onRoster,
    onKicked,
    expel,
    nameOf: (userId: UserId) => playerOf(userId)?.name || userId,
    get warnings(): Sentence[] {
      return [...alarms.values()];
    },
    stop: queue.stop,
  };
}

export type KickQueue = ReturnType<typeof kickQueue>;

export type Unwanted = Readonly<ReturnType<typeof unwantedOf>>;

export interface Attempt {
  readonly loading: boolean;
  readonly kicks: number;
  /** Time of the last kick, on the monotonic clock. */
  readonly lastMs: number;
  readonly alarmed: boolean;
}

export type Attempts = ReadonlyMap<UserId, Attempt>;

const RETRY_MS = 10_000;
const MAX_KICKS = 3;

/**
 * Decides whom to kick, given those of the last good poll who have to leave: each once, again after 10 s while still
 * there, and at most three times; then an alarm. Once a character is loaded, the count restarts, and only then is there
 * an alarm. Players who are not on the list have left, or may stay.
 */
export function decide(before: Attempts, unwanted: readonly Unwanted[], nowMs: number) {
  const attempts = new Map<UserId, Attempt>();
  const kick: Unwanted[] = [];
  const alarm: Unwanted[] = [];
  for (const player of unwanted) {
    const { userId, loading } = player;
    if (attempts.has(userId)) continue;
    const attempt = before.get(userId);
    const last = attempt?.loading === true && !loading ? undefined : attempt;
    const due = last === undefined || nowMs - last.lastMs >= RETRY_MS;
    const { kicks = 0, alarmed = false } = last ?? {};
    const kicksNow = due && kicks < MAX_KICKS;
    const alarmsNow = due && kicks >= MAX_KICKS && !alarmed && !loading;
    if (kicksNow) kick.push(player);
    if (alarmsNow) alarm.push(player);
    attempts.set(userId, {
      loading,
      kicks: kicks + (kicksNow ? 1 : 0),
      lastMs: kicksNow || last === undefined ? nowMs : last.lastMs,
      alarmed: alarmed || alarmsNow,
    });
  }
  return { attempts, kick, alarm };
}

/** Whether the server does not report the PlayerUID yet. */
export function isLoading({ uid, loading }: Pick<RosterPlayer, 'uid' | 'loading'>): boolean {
  return uid === undefined || loading === true;
}

/** While the character is not loaded yet, a kick is not proved to work. */
export function unwantedOf(player: RosterPlayer, reason: string) {
  const { userId, name } = player;
  return { userId, name, reason, loading: isLoading(player) };
}

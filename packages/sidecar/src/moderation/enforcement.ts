import type { UserId } from '@palatine/contract';
import type { RosterPlayer } from '@palatine/world';

export interface Unwanted {
  readonly userId: UserId;
  readonly name: string;
  readonly reason: string;
  /** Whether the character is not loaded yet: a kick then is not proved to work. */
  readonly loading: boolean;
}

export interface Attempt {
  readonly loading: boolean;
  readonly kicks: number;
  /** Time of the last kick, on the monotonic clock. */
  readonly lastMs: number;
  readonly alarmed: boolean;
}

export type Attempts = ReadonlyMap<UserId, Attempt>;

export const RETRY_MS = 10_000;
export const MAX_KICKS = 3;

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

export function unwantedOf(player: RosterPlayer, reason: string): Unwanted {
  const { userId, name } = player;
  return { userId, name, reason, loading: isLoading(player) };
}

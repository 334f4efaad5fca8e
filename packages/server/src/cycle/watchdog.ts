import type { ProcessState } from '../control/server-control.ts';
import { timeInWords } from './time-in-words.ts';

/** When a server that has gone wrong is restarted. Both are off unless an operator wants them. */
export interface WatchdogSettings {
  /** Restarts a server whose process runs and which does not work. */
  readonly RestartWhenFrozen: boolean;
  /** For how long it must look frozen. */
  readonly FrozenSeconds: number;
  /** Restarts a server that uses more memory for some minutes; 0 for never. */
  readonly RestartAboveMemoryMiB: number;
}

/** What is seen of the server at one moment. */
export interface WatchdogObservation {
  /** ms of a clock that never goes back. */
  readonly atMs: number;
  readonly process: ProcessState;
  /** Ours: we are stopping or starting it. Paused: its image has halted it while nobody plays. */
  readonly rest: 'Answers' | 'Silent' | 'Paused' | 'Ours';
  /** Of the last answer; undefined where the server does not tell. */
  readonly fps: number | undefined;
  readonly uptimeSeconds: number | undefined;
  readonly memoryBytes: number | undefined;
}

/** What was seen so far. */
export interface WatchdogState {
  /** Since when the server works as far as is known, or begins to; undefined while it is down or in our hands. */
  readonly upSinceMs: number | undefined;
  /** Whether it has answered since then: a server without a REST interface is never called silent. */
  readonly hasAnswered: boolean;
  readonly uptimeSeconds: number | undefined;
  /** The first of several observations in a row that look wrong. */
  readonly frozenSince: Streak | undefined;
  readonly overLimitSince: Streak | undefined;
  readonly restartedAtMs: number | undefined;
  /** When the last observation was made. */
  readonly seenAtMs: number | undefined;
}

interface Streak {
  readonly atMs: number;
  readonly count: number;
}

/** A restart that is due: why, for people and for the audit. */
export interface WatchdogAlarm {
  readonly cause: 'Frozen' | 'Memory';
  readonly reason: string;
}

/** A server that starts answers late and counts no frames yet. */
export const BOOT_GRACE_MS = 120_000;
export const OVER_LIMIT_MS = 5 * 60_000;
export const BETWEEN_RESTARTS_MS = 30 * 60_000;
/** As often at least. */
const OBSERVATIONS = 3;
/** Nobody looked for so long, because our machine slept or a maintenance ran: what was seen before says nothing. */
const GAP_MS = 60_000;
const MIB = 1024 ** 2;

export const WATCHDOG_START: WatchdogState = {
  upSinceMs: undefined,
  hasAnswered: false,
  uptimeSeconds: undefined,
  frozenSince: undefined,
  overLimitSince: undefined,
  restartedAtMs: undefined,
  seenAtMs: undefined,
};

/**
 * Takes one observation into account. A restart is due once the server has looked frozen for so long, or above the
 * memory limit for five minutes: not within two minutes of a start, not while we stop it ourselves or its image has
 * paused it, and at most once in 30 minutes. Frozen is a server that counts no frames, whose uptime stands still, or
 * that answered before, and does not any more while its process runs. Silence has to last two minutes longer: the
 * process may have been restarted by itself, which nobody sees before it answers.
 */
export function watch(
  settings: WatchdogSettings,
  last: WatchdogState,
  seen: WatchdogObservation,
): { state: WatchdogState; alarm: WatchdogAlarm | undefined } {
  const { restartedAtMs } = last;
  const start = { ...WATCHDOG_START, restartedAtMs, seenAtMs: seen.atMs };
  if (seen.rest === 'Ours' || seen.rest === 'Paused' || seen.process === 'Stopped') {
    return { state: start, alarm: undefined };
  }
  const before = last.seenAtMs !== undefined && seen.atMs - last.seenAtMs > GAP_MS ? start : last;
  const upSinceMs = hasRestarted(before, seen) ? seen.atMs : (before.upSinceMs ?? seen.atMs);
  const isNew = seen.atMs - upSinceMs < BOOT_GRACE_MS;
  const frozen = isNew ? undefined : frozenReason(before, seen);
  const overLimit = !isNew && isOverLimit(settings, seen);
  const state: WatchdogState = {
    upSinceMs,
    hasAnswered: before.hasAnswered || seen.rest === 'Answers',
    uptimeSeconds: seen.rest === 'Answers' ? seen.uptimeSeconds : before.uptimeSeconds,
    frozenSince: frozen === undefined ? undefined : streak(before.frozenSince, seen.atMs),
    overLimitSince: overLimit ? streak(before.overLimitSince, seen.atMs) : undefined,
    restartedAtMs,
    seenAtMs: seen.atMs,
  };
  const alarm = alarmOf(settings, state, seen, frozen);
  return { state: alarm === undefined ? state : { ...start, restartedAtMs: seen.atMs }, alarm };
}

/** A process that was restarted by itself counts its uptime from zero. */
function hasRestarted(before: WatchdogState, seen: WatchdogObservation): boolean {
  if (seen.uptimeSeconds === undefined || before.uptimeSeconds === undefined) return false;
  return seen.rest === 'Answers' && seen.uptimeSeconds < before.uptimeSeconds - 5;
}

function frozenReason(before: WatchdogState, seen: WatchdogObservation): string | undefined {
  if (seen.rest === 'Silent') {
    return before.hasAnswered && seen.process === 'Running'
      ? 'its REST interface does not answer'
      : undefined;
  }
  if (seen.fps !== undefined && seen.fps <= 0) return 'it counts no frames';
  if (seen.uptimeSeconds === undefined || seen.uptimeSeconds !== before.uptimeSeconds) return undefined;
  return 'its uptime stands still';
}

function isOverLimit(
  { RestartAboveMemoryMiB: mebibytes }: WatchdogSettings,
  { memoryBytes }: WatchdogObservation,
): boolean {
  return mebibytes > 0 && memoryBytes !== undefined && memoryBytes > mebibytes * MIB;
}

function streak(before: Streak | undefined, atMs: number): Streak {
  return before === undefined ? { atMs, count: 1 } : { ...before, count: before.count + 1 };
}

function alarmOf(
  settings: WatchdogSettings,
  state: WatchdogState,
  { atMs, rest, memoryBytes = 0 }: WatchdogObservation,
  frozen: string | undefined,
): WatchdogAlarm | undefined {
  if (state.restartedAtMs !== undefined && atMs - state.restartedAtMs < BETWEEN_RESTARTS_MS) return undefined;
  const { RestartWhenFrozen, FrozenSeconds, RestartAboveMemoryMiB } = settings;
  const frozenSeconds = FrozenSeconds + (rest === 'Silent' ? BOOT_GRACE_MS / 1000 : 0);
  if (RestartWhenFrozen && frozen !== undefined && lasts(state.frozenSince, atMs, frozenSeconds * 1000)) {
    return { cause: 'Frozen', reason: `the process runs, but for ${timeInWords(frozenSeconds)} ${frozen}` };
  }
  if (!lasts(state.overLimitSince, atMs, OVER_LIMIT_MS)) return undefined;
  const used = Math.round(memoryBytes / MIB);
  return {
    cause: 'Memory',
    reason: `it has used more than ${RestartAboveMemoryMiB} MiB of memory for five minutes, ${used} MiB now`,
  };
}

function lasts(since: Streak | undefined, atMs: number, ms: number): boolean {
  return since !== undefined && since.count >= OBSERVATIONS && atMs - since.atMs >= ms;
}

import type { FailureKind } from './outcome.ts';

export const POLLED = ['info', 'players', 'metrics', 'settings'] as const;
export type Polled = (typeof POLLED)[number];

/** Unknown: the control does not report it, is between the two, or cannot be queried. */
export type ProcessState = 'Running' | 'Stopped' | 'Unknown';

/** An event. Times are on the monotonic clock, in ms. */
export type ServerInput = { readonly atMs: number } & (
  | { readonly kind: 'info'; readonly worldGuid: string | undefined }
  | { readonly kind: 'players'; readonly count: number }
  | {
      readonly kind: 'metrics';
      readonly uptimeSeconds?: number | undefined;
      readonly fps?: number | undefined;
    }
  | { readonly kind: 'settings' }
  | { readonly kind: 'failure'; readonly endpoint: Polled; readonly failure: FailureKind }
  | { readonly kind: 'process'; readonly process: ProcessState }
  | { readonly kind: 'stop expected' }
  | { readonly kind: 'start expected' }
  | { readonly kind: 'maintenance'; readonly entered: boolean }
);

type InputOf<Kind extends ServerInput['kind']> = Extract<ServerInput, { kind: Kind }>;

/** Consecutive calls, of any endpoint, without a response. */
interface Silence {
  readonly count: number;
  readonly sinceMs: number;
  readonly last: FailureKind;
  /** Whether all of them connected, or tried to, and timed out. */
  readonly onlyTimeouts: boolean;
}

export interface ServerFacts {
  /** GUID of the expected world; without one, that of the first response. */
  readonly world: string | undefined;
  /** Whether a good /info with this world has come since the last known start. Only then are other responses used. */
  readonly verified: boolean;
  readonly otherWorld: boolean;
  readonly unauthorized: boolean;
  /** Confirmed; until something responds or a start is known. */
  readonly down: boolean;
  readonly process: ProcessState;
  readonly maintenance: boolean;
  readonly stoppingSinceMs: number | undefined;
  /** Until when failures are ignored because the server boots. */
  readonly graceUntilMs: number | undefined;
  readonly silence: Silence | undefined;
  /** Consecutive failures by endpoint; a rejected password does not count for any. */
  readonly failing: { readonly [Name in Polled]?: { readonly count: number; readonly last: FailureKind } };
  readonly players: number | undefined;
  readonly uptime: { readonly seconds: number; readonly atMs: number } | undefined;
  /** Consecutive polls of /metrics without progress of the uptime or of the frames. */
  readonly still: { readonly polls: number; readonly sinceMs: number; readonly lastMs: number } | undefined;
}

const BOOT_GRACE_MS = 120_000;
const OFFLINE_FAILURES = 3;
const OFFLINE_MS = 20_000;
/** A server that was asked to stop and still responds after this long was not stopped. */
const STOPPING_MS = 15 * 60_000;
/** A greater drop of the uptime shows another process. */
const UPTIME_DROP_SECONDS = 5;

const OF_NO_PROCESS = {
  verified: false,
  otherWorld: false,
  unauthorized: false,
  graceUntilMs: undefined,
  failing: {},
  players: undefined,
  uptime: undefined,
  still: undefined,
} as const;

export function firstFacts(world: string | undefined): ServerFacts {
  return {
    ...OF_NO_PROCESS,
    world,
    down: false,
    process: 'Unknown',
    maintenance: false,
    stoppingSinceMs: undefined,
    silence: undefined,
  };
}

export function factsAfter(facts: ServerFacts, input: ServerInput): ServerFacts {
  switch (input.kind) {
    case 'info':
      return afterInfo(facts, input.worldGuid, input.atMs);
    case 'players':
      return facts.verified ? { ...afterGood(facts, input), players: input.count } : facts;
    case 'metrics':
      return facts.verified ? afterMetrics(afterGood(facts, input), input) : facts;
    case 'settings':
      return facts.verified ? afterGood(facts, input) : facts;
    case 'failure':
      return afterFailure(facts, input);
    case 'process':
      return afterProcess(facts, input.process, input.atMs);
    case 'stop expected':
      return { ...facts, stoppingSinceMs: input.atMs };
    case 'start expected':
      return started({ ...facts, process: 'Unknown' }, input.atMs);
    case 'maintenance':
      return { ...facts, maintenance: input.entered };
  }
}

function afterInfo(facts: ServerFacts, worldGuid: string | undefined, atMs: number): ServerFacts {
  const world = facts.world ?? worldGuid;
  const otherWorld = worldGuid !== undefined && worldGuid !== world;
  const good = afterGood(facts, { kind: 'info', atMs });
  if (otherWorld) return { ...forgotten(good), otherWorld, down: false };
  // Whatever was reported of its process, it responds.
  const process = facts.process === 'Stopped' ? 'Unknown' : facts.process;
  return { ...good, world, otherWorld, process, verified: true, down: false };
}

function afterGood(facts: ServerFacts, { kind, atMs }: { kind: Polled; atMs: number }): ServerFacts {
  const { [kind]: _, ...failing } = facts.failing;
  const since = facts.stoppingSinceMs;
  const stoppingSinceMs = since !== undefined && atMs - since >= STOPPING_MS ? undefined : since;
  return { ...facts, failing, stoppingSinceMs, silence: undefined, unauthorized: false };
}

function afterMetrics(facts: ServerFacts, { atMs, uptimeSeconds, fps }: InputOf<'metrics'>): ServerFacts {
  const before = facts.uptime;
  const grown = before && uptimeSeconds !== undefined ? uptimeSeconds - before.seconds : undefined;
  if (grown !== undefined && grown < -UPTIME_DROP_SECONDS) return started(facts, atMs);
  const stands = before !== undefined && grown !== undefined && grown <= 0;
  const still =
    stands || fps === 0
      ? {
          polls: (facts.still?.polls ?? 0) + 1,
          sinceMs: facts.still?.sinceMs ?? (stands ? before.atMs : atMs),
          lastMs: atMs,
        }
      : undefined;
  const uptime = uptimeSeconds === undefined ? before : { seconds: uptimeSeconds, atMs };
  return { ...facts, uptime, still };
}

/** A failure with a response, as opposed to none. */
export function hasAnswered(failure: FailureKind): boolean {
  return failure !== 'refused' && failure !== 'timeout' && failure !== 'unreachable';
}

function afterFailure(facts: ServerFacts, { atMs, endpoint, failure }: InputOf<'failure'>): ServerFacts {
  if (failure === 'unauthorized') return { ...facts, unauthorized: true, down: false, silence: undefined };
  const count = (facts.failing[endpoint]?.count ?? 0) + 1;
  const failing = { ...facts.failing, [endpoint]: { count, last: failure } };
  if (hasAnswered(failure)) return { ...facts, failing, down: false, silence: undefined };
  const boots = facts.graceUntilMs !== undefined && atMs < facts.graceUntilMs;
  if (boots && facts.process !== 'Stopped') return { ...facts, failing };
  const silent = { ...facts, failing, silence: longer(facts.silence, failure, atMs) };
  if (silent.down || !isConfirmed(silent, atMs)) return silent;
  return { ...forgotten(silent), down: true, stoppingSinceMs: undefined };
}

function longer(silence: Silence | undefined, last: FailureKind, atMs: number): Silence {
  const onlyTimeouts = last === 'timeout';
  // Timeouts may be a pause; later failures are counted separately.
  if (silence === undefined || (silence.onlyTimeouts && !onlyTimeouts)) {
    return { count: 1, sinceMs: atMs, last, onlyTimeouts };
  }
  return { ...silence, last, count: silence.count + 1 };
}

/** Whether a silence proves that the server is down. */
function isConfirmed(facts: ServerFacts, atMs: number): boolean {
  const { silence, process, maintenance, stoppingSinceMs } = facts;
  if (silence === undefined) return false;
  if (process === 'Stopped') return true;
  if (silence.last === 'refused' && (maintenance || stoppingSinceMs !== undefined)) return true;
  if (isPaused(facts)) return false;
  return silence.count >= OFFLINE_FAILURES && atMs - silence.sinceMs >= OFFLINE_MS;
}

/** An image halts an empty server: it takes calls and does not respond. */
export function isPaused({ down, process, players, silence }: ServerFacts): boolean {
  if (down || process === 'Stopped' || silence?.onlyTimeouts === false) return false;
  return players === 0 && (silence?.count ?? 0) >= 2;
}

function afterProcess(facts: ServerFacts, process: ProcessState, atMs: number): ServerFacts {
  const next = { ...facts, process };
  if (facts.process === 'Stopped' && process === 'Running') return started(next, atMs);
  if (process !== 'Stopped' || facts.silence === undefined || facts.down) return next;
  return { ...forgotten(next), down: true, stoppingSinceMs: undefined };
}

/** A new process: drops what was known of the old one, and ignores failures for a while. */
function started(facts: ServerFacts, atMs: number): ServerFacts {
  return {
    ...forgotten(facts),
    down: false,
    silence: undefined,
    stoppingSinceMs: undefined,
    graceUntilMs: atMs + BOOT_GRACE_MS,
  };
}

function forgotten(facts: ServerFacts): ServerFacts {
  return { ...facts, ...OF_NO_PROCESS };
}

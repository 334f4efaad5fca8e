import type { ServerState, StateReason } from './link-status.ts';
import type { FailureKind } from './outcome.ts';
import {
  factsAfter,
  firstFacts,
  isPaused,
  type Polled,
  type ServerFacts,
  type ServerInput,
} from './server-facts.ts';

/** The state of a server, and what it follows from. Times are of a clock that never goes back, in ms. */
export interface ServerStatus {
  readonly state: ServerState;
  readonly reason: StateReason;
  readonly sinceMs: number;
  readonly facts: ServerFacts;
}

/** @param worldGuid that of the world that has to run there; without one, the first world that answers counts. */
export function firstStatus(atMs: number, worldGuid?: string): ServerStatus {
  return { state: 'Unknown', reason: 'not asked yet', sinceMs: atMs, facts: firstFacts(worldGuid) };
}

/**
 * The state after something has happened. One failure changes no state, except a rejected password, and silence of a
 * server that is known to be stopped.
 */
export function statusAfter(status: ServerStatus, input: ServerInput): ServerStatus {
  const facts = factsAfter(status.facts, input);
  const [state, reason] = stateOf(facts, input.atMs);
  const same = state === status.state && reason === status.reason;
  return { state, reason, sinceMs: same ? status.sinceMs : input.atMs, facts };
}

type Judged = readonly [ServerState, StateReason];

function stateOf(facts: ServerFacts, atMs: number): Judged {
  if (facts.maintenance) return ['Maintenance', 'maintenance'];
  if (facts.down) return ['Offline', silenceReason(facts.silence?.last)];
  if (facts.stoppingSinceMs !== undefined) return ['Stopping', 'was asked to stop'];
  if (facts.unauthorized) return ['Degraded', 'password rejected'];
  if (facts.otherWorld) return ['Degraded', 'another world'];
  if (isPaused(facts)) return ['Paused', 'paused while empty'];
  const failure = failingBy(facts);
  if (!facts.verified) return unverified(facts, failure);
  if (failure !== undefined) {
    const boots = facts.graceUntilMs !== undefined && atMs < facts.graceUntilMs;
    return boots ? ['Starting', 'does not answer yet'] : ['Degraded', failureReason(failure)];
  }
  return isFrozen(facts) ? ['Degraded', 'frozen'] : ['Online', 'answers'];
}

function unverified(facts: ServerFacts, failure: FailureKind | undefined): Judged {
  if (facts.graceUntilMs !== undefined) return ['Starting', 'starts'];
  if (failure === 'bad-response') return ['Degraded', 'unreadable responses'];
  return facts.silence === undefined ? ['Unknown', 'not asked yet'] : ['Unknown', 'does not answer yet'];
}

const WATCHED: readonly Polled[] = ['info', 'players', 'metrics'];

/** How an endpoint fails that has failed twice in a row. */
function failingBy({ failing }: ServerFacts): FailureKind | undefined {
  return WATCHED.map((name) => failing[name]).find((at) => at !== undefined && at.count >= 2)?.last;
}

const FROZEN_POLLS = 3;
const FROZEN_MS = 20_000;

/** The process answers, and its uptime stands still or it computes no frame. */
function isFrozen({ still }: ServerFacts): boolean {
  return still !== undefined && still.polls >= FROZEN_POLLS && still.lastMs - still.sinceMs >= FROZEN_MS;
}

function failureReason(failure: FailureKind): StateReason {
  return failure === 'refused' || failure === 'timeout' || failure === 'unreachable'
    ? silenceReason(failure)
    : 'unreadable responses';
}

function silenceReason(failure: FailureKind | undefined): StateReason {
  if (failure === 'refused') return 'nobody listens on its port';
  return failure === 'timeout' ? 'does not answer' : 'no connection';
}

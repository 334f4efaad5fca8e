import { type SentenceCode, type ServerState as ShownServerState, sentence } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import { withoutUndefined } from '@palatine/platform/json';
import type { Roster, RosterPlayer } from '@palatine/world/roster';
import type { CallFailure, FailureKind } from './outcome.ts';
import {
  markedPlayers,
  NO_PRESENCE,
  type Presence,
  type PresenceInput,
  presenceAfter,
  type RosterState,
  type UidOf,
  UNKNOWN_MS,
} from './presence.ts';
import {
  type GameServerInfo,
  type GameServerMetrics,
  type GameServerSettings,
  worldGuidIn,
} from './read-responses.ts';
import {
  factsAfter,
  firstFacts,
  hasAnswered,
  isPaused,
  POLLED,
  type Polled,
  type ServerFacts,
  type ServerInput,
} from './server-facts.ts';

/**
 * State of a game server:
 * - `Unknown`: not polled yet, or too few calls have failed.
 * - `Starting`: it boots; failures are ignored.
 * - `Degraded`: something responds, but not as it should; see the reason.
 * - `Paused`: its image has halted the empty server. World time stands still; that is not an error.
 * - `Offline`: confirmed, no player can be online.
 * - `Stopping`: it was asked to stop and is still up.
 * - `Maintenance`: we keep it stopped.
 */
export type ServerState = Exclude<ShownServerState, 'Disabled'>;

type StateReason = Extract<SentenceCode, `state.${string}`>;

export interface LinkStatus {
  readonly state: ServerState;
  readonly reason: StateReason;
  readonly sinceMs: number;
  readonly info?: GameServerInfo;
  readonly metrics?: GameServerMetrics;
  readonly settings?: GameServerSettings;
  readonly roster: {
    readonly state: RosterState;
    /** ms since 1970 of the last good poll, or of the confirmation that the server is offline. */
    readonly atMs?: number;
    /** Last known players, even if stale or unknown. */
    readonly players: readonly RosterPlayer[];
  };
}

/** Receives changes of state; a logger fits. */
export interface LinkReporter {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

type Responses = Pick<LinkStatus, 'info' | 'metrics' | 'settings'>;
type WithoutTime<Input> = Input extends unknown ? Omit<Input, 'atMs'> : never;

export interface LinkMemoryOptions {
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Name of the world's folder; if it is not a GUID, or missing, the first world that responds is accepted. */
  readonly expectedWorldGuid?: string | undefined;
  readonly uidOf?: UidOf | undefined;
  readonly reporter?: LinkReporter | undefined;
  /** Called after each poll, and after other changes of the status. */
  readonly onStatus?: (status: LinkStatus) => void;
  /** Called after a good poll only, or once the server is confirmed to be offline. */
  readonly onRoster?: (roster: Roster) => void;
}

/** Knowledge of a link about its server: the state, the roster, the last responses. Reports every change. */
export class LinkMemory {
  readonly #options: LinkMemoryOptions;
  #server: ServerStatus;
  #presence: Presence = NO_PRESENCE;
  #learned: Responses = {};
  /** Why the last poll failed; undefined after a good one. */
  #lastFailure: CallFailure | undefined;
  #sinceMs: number;
  #rosterAtMs: number | undefined;
  #status: LinkStatus;

  constructor(options: LinkMemoryOptions) {
    this.#options = options;
    this.#server = firstStatus(worldGuidIn(options.expectedWorldGuid));
    this.#sinceMs = options.clock.now();
    this.#status = this.#currentStatus();
  }

  get status(): LinkStatus {
    return this.#status;
  }

  get facts(): ServerFacts {
    return this.#server.facts;
  }

  get presence(): Presence {
    return this.#presence;
  }

  get metrics(): LinkStatus['metrics'] {
    return this.#learned.metrics;
  }

  /** Processes an event; for a response, with its content. */
  take(input: WithoutTime<ServerInput>, responses: Responses = {}): void {
    const before = this.#server;
    const atMs = this.#options.clock.elapsed();
    this.#server = statusAfter(before, { ...input, atMs } as ServerInput); // only the time was missing
    const { facts } = this.#server;
    if (!facts.verified) this.#learned = ofNoProcess(this.#learned, facts);
    if (facts.verified && POLLED.some((name) => name === input.kind)) {
      this.#learned = { ...this.#learned, ...responses };
      this.#lastFailure = undefined;
    }
    this.#reportChange(before);
    if (facts.down && !before.facts.down) this.takePresence({ kind: 'offline' });
  }

  takeFailure(endpoint: Polled, failure: CallFailure): void {
    this.#lastFailure = failure;
    this.take({ kind: 'failure', endpoint, failure: failure.kind });
  }

  takePresence(input: WithoutTime<PresenceInput>): void {
    const { clock, uidOf = () => undefined, onRoster } = this.#options;
    const before = this.#presence;
    const timed = { ...input, atMs: clock.elapsed() } as PresenceInput; // only the time was missing
    this.#presence = presenceAfter(before, timed, uidOf);
    const isNew = input.kind === 'offline' || (input.kind === 'players' && this.#presence.state === 'Live');
    if (!isNew) return;
    this.#rosterAtMs = clock.now();
    onRoster?.({ atMs: this.#rosterAtMs, players: markedPlayers(this.#presence) });
  }

  /** When the roster becomes unknown without another good poll; undefined if it does not. */
  get rosterEndsMs(): number | undefined {
    const { state, atMs, players } = this.#presence;
    if (state === 'Unknown' || atMs === undefined) return undefined;
    return players.length === 0 && this.#standsStill() ? undefined : atMs + UNKNOWN_MS;
  }

  publish(): void {
    this.takePresence({ kind: 'time', paused: this.#standsStill() });
    this.#status = this.#currentStatus();
    this.#options.onStatus?.(this.#status);
  }

  /** Whether no player can join: the server is down or paused. */
  #standsStill(): boolean {
    return this.facts.down || isPaused(this.facts);
  }

  #currentStatus(): LinkStatus {
    const { state, reason } = this.#server;
    const { state: rosterState, players } = this.#presence;
    const at = this.#rosterAtMs;
    const roster = { state: rosterState, players, ...(at !== undefined && { atMs: at }) };
    return { state, reason, sinceMs: this.#sinceMs, ...this.#learned, roster };
  }

  #reportChange(before: ServerStatus): void {
    const { state, reason } = this.#server;
    if (state === before.state && reason === before.reason) return;
    this.#sinceMs = this.#options.clock.now();
    const { reporter } = this.#options;
    const failure = this.#lastFailure?.text;
    const fields = { state, reason, before: before.state, ...(failure !== undefined && { failure }) };
    const isFault = state === 'Degraded' || state === 'Offline';
    reporter?.[isFault ? 'warn' : 'info'](fields, `game server: ${state}, ${sentence(reason).Message}`);
  }
}

/** Drops the responses of a process that has ended, or that runs another world. */
function ofNoProcess({ info, settings }: Responses, { otherWorld, down }: ServerFacts): Responses {
  return otherWorld || !down ? {} : withoutUndefined({ info, settings });
}

export interface ServerStatus {
  readonly state: ServerState;
  readonly reason: StateReason;
  readonly facts: ServerFacts;
}

/** @param worldGuid of the expected world; without one, the first world that responds is accepted. */
export function firstStatus(worldGuid?: string): ServerStatus {
  return { state: 'Unknown', reason: 'state.notAsked', facts: firstFacts(worldGuid) };
}

/** State after an event. One failure changes nothing, except a bad password or a stopped server. */
export function statusAfter({ facts: before }: ServerStatus, input: ServerInput): ServerStatus {
  const facts = factsAfter(before, input);
  const [state, reason] = stateOf(facts, input.atMs);
  return { state, reason, facts };
}

type StateWithReason = readonly [ServerState, StateReason];

function stateOf(facts: ServerFacts, atMs: number): StateWithReason {
  if (facts.maintenance) return ['Maintenance', 'state.maintenance'];
  if (facts.down) return ['Offline', silenceReason(facts.silence?.last)];
  if (facts.stoppingSinceMs !== undefined) return ['Stopping', 'state.stopping'];
  if (facts.unauthorized) return ['Degraded', 'state.password'];
  if (facts.otherWorld) return ['Degraded', 'state.otherWorld'];
  if (isPaused(facts)) return ['Paused', 'state.paused'];
  const failing = WATCHED.map((name) => facts.failing[name]);
  const failure = failing.find((at) => at !== undefined && at.count >= 2)?.last;
  if (!facts.verified) return unverified(facts, failure);
  if (failure !== undefined) {
    const boots = facts.graceUntilMs !== undefined && atMs < facts.graceUntilMs;
    return boots
      ? ['Starting', 'state.silentYet']
      : ['Degraded', hasAnswered(failure) ? 'state.unreadable' : silenceReason(failure)];
  }
  return isFrozen(facts) ? ['Degraded', 'state.frozen'] : ['Online', 'state.answers'];
}

function unverified(facts: ServerFacts, failure: FailureKind | undefined): StateWithReason {
  if (facts.graceUntilMs !== undefined) return ['Starting', 'state.starts'];
  if (failure === 'bad-response') return ['Degraded', 'state.unreadable'];
  return facts.silence === undefined ? ['Unknown', 'state.notAsked'] : ['Unknown', 'state.silentYet'];
}

const WATCHED: readonly Polled[] = ['info', 'players', 'metrics'];

const FROZEN_POLLS = 3;
const FROZEN_MS = 20_000;

/** Whether the process responds while its uptime or its frame counter stands still. */
function isFrozen({ still }: ServerFacts): boolean {
  return still !== undefined && still.polls >= FROZEN_POLLS && still.lastMs - still.sinceMs >= FROZEN_MS;
}

function silenceReason(failure: FailureKind | undefined): StateReason {
  if (failure === 'refused') return 'state.closed';
  return failure === 'timeout' ? 'state.silent' : 'state.noConnection';
}

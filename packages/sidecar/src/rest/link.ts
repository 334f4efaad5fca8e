import { backOffMs, type Clock } from '@palatine/platform/clock';
import type { GameServerClient } from './game-server-client.ts';
import { LinkMemory, type LinkMemoryOptions } from './link-memory.ts';
import type { LinkStatus, PollIntervals, ProcessState } from './link-status.ts';
import type { CallOutcome } from './outcome.ts';
import { isContradicted } from './presence.ts';
import { isPaused, POLLED, type Polled, type ServerFacts } from './server-facts.ts';

export interface LinkOptions extends LinkMemoryOptions {
  readonly client: Pick<GameServerClient, Polled>;
  readonly clock: Clock;
  /** From 0 to 1; spreads the polls, so that several links do not poll in step. */
  readonly random: () => number;
  readonly intervals: PollIntervals;
}

/** The most by which a poll comes later than its interval says. */
const JITTER = 0.1;

/** Polls a game server, one call at a time, and keeps what is known of it. */
export class GameServerLink {
  readonly #options: LinkOptions;
  readonly #memory: LinkMemory;
  readonly #polledAtMs = new Map<Polled, number>();
  #lastPollMs = Number.NEGATIVE_INFINITY;
  #jitter = 0;
  /** Changes when something is learnt that calls under way do not know. */
  #epoch = 0;
  #started = false;
  #cancelTimer: () => void = () => {};
  #polling = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#memory = new LinkMemory(options);
  }

  get status(): LinkStatus {
    return this.#memory.status;
  }

  start(): void {
    this.#started = true;
    this.#schedule();
  }

  /** Ends the polls. A call under way changes nothing any more. */
  stop(): void {
    this.#started = false;
    this.#epoch += 1;
    this.#cancelTimer();
  }

  /** We, or somebody we know of, have asked the server to stop. */
  expectStop(): void {
    this.#learn({ kind: 'stop expected' });
  }

  /** The server is being started: for two minutes, failures do not count. */
  expectStart(): void {
    this.#learn({ kind: 'start expected' });
  }

  /** We keep the server stopped from now on, or are about to stop it. Polls go on, to tell when it is down. */
  enterMaintenance(): void {
    this.#learn({ kind: 'maintenance', entered: true });
  }

  leaveMaintenance(): void {
    this.#learn({ kind: 'maintenance', entered: false });
  }

  /** What is known of the process in other ways than by REST. */
  processState(process: ProcessState): void {
    if (process !== this.#memory.facts.process) this.#learn({ kind: 'process', process });
  }

  /** Takes what no poll has said. What calls under way bring no longer counts, and /info is asked at once. */
  #learn(input: Parameters<LinkMemory['take']>[0]): void {
    this.#epoch += 1;
    this.#memory.take(input);
    this.#polledAtMs.delete('info');
    this.#memory.publish();
    this.#schedule();
  }

  #schedule(): void {
    this.#cancelTimer();
    if (!this.#started || this.#polling) return;
    const next = Math.min(
      this.#memory.rosterEndsMs ?? Number.POSITIVE_INFINITY,
      ...POLLED.map((name) => this.#dueMs(name)),
    );
    const delayMs = Math.max(0, next - this.#options.clock.elapsed());
    this.#cancelTimer = this.#options.clock.after(delayMs, () => void this.#pollInTurn());
  }

  /** One call at a time: a server that is slow is not asked more at once. */
  #pollInTurn(): Promise<void> {
    this.#polling = true;
    return Promise.resolve()
      .then(() => this.#pollDue())
      .catch((error: unknown) =>
        this.#options.reporter?.warn({ err: error }, 'a poll of the game server ended badly'),
      )
      .then(() => {
        this.#polling = false;
        this.#schedule();
      });
  }

  async #pollDue(): Promise<void> {
    const [first] = POLLED.map((name) => ({ name, dueMs: this.#dueMs(name) })).toSorted(
      (one, other) => one.dueMs - other.dueMs,
    );
    if (first === undefined || first.dueMs > this.#options.clock.elapsed()) return this.#memory.publish();
    await this.#poll(first.name);
  }

  #dueMs(endpoint: Polled): number {
    const delayMs = pollDelayMs(endpoint, this.#memory.facts, this.#options.intervals);
    if (delayMs === undefined) return Number.POSITIVE_INFINITY;
    const polledAtMs = this.#polledAtMs.get(endpoint) ?? Number.NEGATIVE_INFINITY;
    const dueMs = polledAtMs + delayMs * (1 + this.#jitter);
    // A rejected password is not tried again at once.
    return this.#memory.facts.unauthorized ? Math.max(dueMs, this.#lastPollMs + UNAUTHORIZED_MS) : dueMs;
  }

  async #poll(endpoint: Polled): Promise<void> {
    const epoch = this.#epoch;
    const wasVerified = this.#memory.facts.verified;
    const wasSilent = this.#memory.facts.silence !== undefined;
    this.#jitter = JITTER * this.#options.random();
    await this.#polls[endpoint]();
    if (epoch !== this.#epoch) return;
    const { verified, silence } = this.#memory.facts;
    // Another process: everything is asked anew. After a bad patch, whether it is the same one.
    if (verified && !wasVerified) {
      for (const name of ['players', 'metrics', 'settings'] as const) this.#polledAtMs.delete(name);
    }
    if (wasSilent && silence === undefined && endpoint !== 'info') this.#polledAtMs.delete('info');
    this.#memory.publish();
  }

  readonly #polls: Record<Polled, () => Promise<unknown>> = {
    info: async () => {
      const info = await this.#call('info');
      if (info !== undefined) this.#memory.take({ kind: 'info', worldGuid: info.worldGuid }, { info });
    },
    players: () => this.#pollPlayers(),
    metrics: () => this.#pollMetrics(),
    settings: async () => {
      const settings = await this.#call('settings');
      if (settings !== undefined) this.#memory.take({ kind: 'settings' }, { settings });
    },
  };

  async #pollMetrics(): Promise<LinkStatus['metrics']> {
    const metrics = await this.#call('metrics');
    if (metrics === undefined) return undefined;
    const { uptimeSeconds, fps } = metrics;
    this.#memory.take({ kind: 'metrics', uptimeSeconds, fps }, { metrics });
    return metrics;
  }

  /** An empty list is believed only beside a count of 0: a server that is full has been taken for empty before. */
  async #pollPlayers(): Promise<void> {
    const epoch = this.#epoch;
    const players = await this.#call('players');
    if (epoch !== this.#epoch) return;
    const { presence, metrics } = this.#memory;
    const isSure =
      players !== undefined &&
      (players.length > 0 || (presence.players.length === 0 && metrics?.players === 0));
    const fresh = players === undefined || isSure ? undefined : await this.#pollMetrics();
    if (epoch !== this.#epoch) return;
    if (players === undefined || (!isSure && fresh === undefined) || !this.#memory.facts.verified) {
      return this.#memory.takePresence({ kind: 'failure' });
    }
    const counted = fresh?.players;
    this.#memory.takePresence({ kind: 'players', players, counted });
    // Somebody whom one poll did not list still counts, and is looked for at the usual pace.
    const count = Math.max(
      this.#memory.presence.players.length,
      isContradicted({ players, counted }) ? 1 : 0,
    );
    this.#memory.take({ kind: 'players', count });
  }

  /** The value of a good response; undefined after a failure, and when the response no longer counts. */
  async #call<Name extends Polled>(endpoint: Name): Promise<ValueOf<Name> | undefined> {
    const epoch = this.#epoch;
    this.#lastPollMs = this.#options.clock.elapsed();
    this.#polledAtMs.set(endpoint, this.#lastPollMs);
    const outcome = (await this.#options.client[endpoint]()) as CallOutcome<ValueOf<Name>>; // by the name
    if (epoch !== this.#epoch) return undefined;
    if (outcome.ok) return outcome.value;
    this.#memory.takeFailure(endpoint, outcome.failure);
    return undefined;
  }
}

type ValueOf<Name extends Polled> =
  Awaited<ReturnType<GameServerClient[Name]>> extends CallOutcome<infer Value> ? Value : never;

/** Polls more often than this would fill the log of the server, which writes a line for each. */
const MIN_MS = 2000;
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;
/** After a 401. The server logs each call without a right password. */
export const UNAUTHORIZED_MS = 30_000;
/** Of a paused server: each call wakes some images for nothing. */
const PAUSED_MS = 60_000;

/** Time between polls; undefined for none. Only /info is polled until the world is known to be ours. */
export function pollDelayMs(
  endpoint: Polled,
  facts: ServerFacts,
  intervals: PollIntervals,
): number | undefined {
  const alone = loneProbeMs(facts, intervals);
  if (alone !== undefined) return endpoint === 'info' ? alone : undefined;
  const failures = facts.failing[endpoint]?.count ?? 0;
  // A good /info is the quickest way to learn that the server is back.
  if (endpoint === 'info' && facts.silence !== undefined) return FIRST_RETRY_MS;
  const usual = Math.max(MIN_MS, usualMs(endpoint, facts, intervals));
  if (failures === 0) return usual;
  return endpoint === 'settings'
    ? MAX_RETRY_MS
    : Math.max(usual, backOffMs(failures, FIRST_RETRY_MS, MAX_RETRY_MS));
}

/** The time between probes with /info alone; undefined while every endpoint is polled. */
function loneProbeMs(facts: ServerFacts, intervals: PollIntervals): number | undefined {
  const failures = facts.failing.info?.count ?? 0;
  if (facts.unauthorized) return UNAUTHORIZED_MS;
  if (facts.down) return backOffMs(failures + 1, FIRST_RETRY_MS, MAX_RETRY_MS);
  if (isPaused(facts)) return PAUSED_MS;
  if (facts.otherWorld) return Math.max(intervals.infoMs, FIRST_RETRY_MS);
  if (facts.verified) return undefined;
  const answers = facts.graceUntilMs === undefined && facts.silence === undefined;
  return answers ? backOffMs(failures, FIRST_RETRY_MS, MAX_RETRY_MS) : FIRST_RETRY_MS;
}

function usualMs(endpoint: Polled, facts: ServerFacts, intervals: PollIntervals): number {
  if (endpoint === 'players' && facts.players === 0) return intervals.playersWhenEmptyMs;
  return intervals[`${endpoint}Ms`];
}

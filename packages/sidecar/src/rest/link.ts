import { backOffMs, type Clock } from '@palatine/platform/clock';
import type { GameServerClient } from './game-server-client.ts';
import { LinkMemory, type LinkMemoryOptions, type LinkStatus } from './link-memory.ts';
import type { CallOutcome } from './outcome.ts';
import { isContradicted } from './presence.ts';
import { isPaused, POLLED, type Polled, type ProcessState, type ServerFacts } from './server-facts.ts';

type PollIntervals = Readonly<Record<`${Polled}Ms` | 'playersWhenEmptyMs', number>>;

export interface LinkOptions extends LinkMemoryOptions {
  readonly client: Pick<GameServerClient, Polled>;
  readonly clock: Clock;
  /** From 0 to 1; spreads the polls of several links. */
  readonly random: () => number;
  readonly intervals: PollIntervals;
}

const JITTER = 0.1;

/** Polls a game server, one call at a time, and keeps its status. */
export class GameServerLink {
  readonly #options: LinkOptions;
  readonly #memory: LinkMemory;
  readonly #polledAtMs = new Map<Polled, number>();
  #lastPollMs = Number.NEGATIVE_INFINITY;
  #jitter = 0;
  /** Changes with information that pending calls do not have. */
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

  /** Ends the polls. A pending call has no effect any more. */
  stop(): void {
    this.#started = false;
    this.#epoch += 1;
    this.#cancelTimer();
  }

  /** The server was asked to stop, by us or with our knowledge. */
  readonly expectStop = () => this.#update({ kind: 'stop expected' });
  /** The server is being started: for two minutes, failures are ignored. */
  readonly expectStart = () => this.#update({ kind: 'start expected' });
  /** We keep the server stopped from now on, or are about to stop it. Polls continue, to detect when it is down. */
  readonly enterMaintenance = () => this.#update({ kind: 'maintenance', entered: true });
  readonly leaveMaintenance = () => this.#update({ kind: 'maintenance', entered: false });

  /** State of the process from another source than REST. */
  processState(process: ProcessState): void {
    if (process !== this.#memory.facts.process) this.#update({ kind: 'process', process });
  }

  /** Processes information from outside the polls. Results of pending calls are dropped, and /info is polled at once. */
  #update(input: Parameters<LinkMemory['take']>[0]): void {
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
    this.#cancelTimer = this.#options.clock.after(delayMs, () => this.#pollInTurn());
  }

  /** One call at a time, so as not to load a slow server. */
  async #pollInTurn(): Promise<void> {
    this.#polling = true;
    await Promise.resolve()
      .then(() => this.#pollDue())
      .catch((error: unknown) =>
        this.#options.reporter?.warn({ err: error }, 'a poll of the game server failed'),
      );
    this.#polling = false;
    this.#schedule();
  }

  async #pollDue(): Promise<void> {
    const [first = 'info'] = POLLED.toSorted((a, b) => this.#dueMs(a) - this.#dueMs(b));
    if (this.#dueMs(first) > this.#options.clock.elapsed()) return this.#memory.publish();
    await this.#poll(first);
  }

  #dueMs(endpoint: Polled): number {
    const delayMs = pollDelayMs(endpoint, this.#memory.facts, this.#options.intervals);
    if (delayMs === undefined) return Number.POSITIVE_INFINITY;
    const polledAtMs = this.#polledAtMs.get(endpoint) ?? Number.NEGATIVE_INFINITY;
    const dueMs = polledAtMs + delayMs * (1 + this.#jitter);
    // A rejected password is not retried at once.
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
    // Another process: polls everything again. After failures, it may be the same one.
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
    const { UptimeSeconds: uptimeSeconds, FPS: fps } = metrics;
    this.#memory.take({ kind: 'metrics', uptimeSeconds, fps }, { metrics });
    return metrics;
  }

  /** An empty list is accepted only with a count of 0: full servers have returned empty lists. */
  async #pollPlayers(): Promise<void> {
    const epoch = this.#epoch;
    const players = await this.#call('players');
    if (epoch !== this.#epoch) return;
    const { presence, metrics } = this.#memory;
    const isSure =
      players !== undefined &&
      (players.length > 0 || (presence.players.length === 0 && metrics?.Players === 0));
    const polled = players === undefined || isSure ? undefined : await this.#pollMetrics();
    if (epoch !== this.#epoch) return;
    if (players === undefined || (!isSure && polled === undefined) || !this.#memory.facts.verified) {
      return this.#memory.takePresence({ kind: 'failure' });
    }
    const counted = polled?.Players;
    this.#memory.takePresence({ kind: 'players', players, counted });
    // A player missing from one poll is still counted, and polled at the usual interval.
    const count = Math.max(
      this.#memory.presence.players.length,
      isContradicted({ players, counted }) ? 1 : 0,
    );
    this.#memory.take({ kind: 'players', count });
  }

  /** Value of a good response; undefined after a failure, or if the response is outdated. */
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

/** More frequent polls would fill the log of the server, which writes a line for each. */
const MIN_MS = 2000;
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;
/** Delay after a 401. The server logs each call with a wrong password. */
const UNAUTHORIZED_MS = 30_000;
/** Interval for a paused server: each call wakes some images for nothing. */
const PAUSED_MS = 60_000;

/** Interval of polls; undefined for none. Only /info is polled until the world is known to be ours. */
function pollDelayMs(endpoint: Polled, facts: ServerFacts, intervals: PollIntervals): number | undefined {
  const alone = loneProbeMs(facts, intervals);
  if (alone !== undefined) return endpoint === 'info' ? alone : undefined;
  const failures = facts.failing[endpoint]?.count ?? 0;
  // /info is the quickest way to detect that the server is back.
  if (endpoint === 'info' && facts.silence !== undefined) return FIRST_RETRY_MS;
  const usual = Math.max(MIN_MS, usualMs(endpoint, facts, intervals));
  if (failures === 0) return usual;
  return endpoint === 'settings'
    ? MAX_RETRY_MS
    : Math.max(usual, backOffMs(failures, FIRST_RETRY_MS, MAX_RETRY_MS));
}

/** Interval of probes with only /info; undefined while every endpoint is polled. */
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

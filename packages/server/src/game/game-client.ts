import { CLOCK_STEP_MS, QUERIES, type WorldEvent } from '@palatine/world';
import type { Logger } from 'pino';
import type { LiveSettings, ReadSettings } from '../data-folder/live-settings.ts';
import type { AuditRetention } from '../store/audit-store.ts';
import { GameMetrics } from '../telemetry/game-metrics.ts';
import { BanlistMirror } from './banlist-mirror.ts';
import { type Clock, systemClock } from './clock.ts';
import { OnlineSessions, type SessionWatcher } from './online-sessions.ts';
import type {
  AttachedRules,
  CachedResponse,
  CallKind,
  Calls,
  EventsMessage,
  EventsPage,
  FromWorker,
  GameData,
  Query,
  RefusedEntry,
  ServedFigures,
  SimulateChoice,
} from './protocol.ts';
import { RequestSlots } from './request-slots.ts';
import { ResponseCache } from './response-cache.ts';
import { SharedCalls } from './shared-calls.ts';
import { BATCH_SIZE, inThread, type StartLoop } from './start-thread.ts';
import { Supervisor } from './supervisor.ts';
import { changeAllVersions, versionCounters } from './world-versions.ts';

export interface GameOptions {
  files: Pick<GameData, 'worldFile' | 'dataFolder' | 'banlistFile' | 'templatesFolder' | 'importRulesFolder'>;
  /** The settings in force; a reload changes them. */
  settings: LiveSettings;
  simulate: SimulateChoice;
  /** Beside a running game server; absent for a world of its own. */
  attached?: AttachedRules | undefined;
  auditKept: AuditRetention;
  log: Logger;
  /** How many requests may wait for the game thread at once; beyond it 503 SERVER_BUSY. */
  queueLimit: number;
  /** After this a request that has not been begun expires: 500 REQUEST_TIMEOUT. 5 s unless given. */
  deadlineMs?: number | undefined;
  /** Most Idempotency-Keys of a token within a day. A million unless given. */
  keysPerToken?: number | undefined;
  /** Whether events and audit entries are kept until the streams of a fleet have them; not unless given. */
  fleet?: boolean | undefined;
  /** The system's unless given. */
  clock?: Clock | undefined;
  /** Where the game loop runs; in a worker thread unless given. */
  startLoop?: StartLoop | undefined;
}

/** Events that are on disk. */
export interface NewEvents {
  readonly newestId: number;
  /** The events, which are read when somebody asks for them. */
  list(): readonly WorldEvent[];
}

/** Is told of every event once it is on disk. */
export interface EventWatcher {
  onEvents(events: NewEvents): void;
  /** The game loop died and starts again: it may have stored events that were never passed on. */
  onRestart(): void;
}

const DEADLINE_MS = 5000;
const KEYS_PER_TOKEN = 1_000_000;

/**
 * The HTTP side of the game: calls the game loop, caches its responses while what they tell has not changed, and
 * passes on its events.
 */
export class GameClient {
  /** What the game loop counts; it outlives the loop. */
  readonly metrics = new GameMetrics();
  /** The ban list as the game loop has last sent it. */
  readonly banlist = new BanlistMirror();
  readonly #clock: Clock;
  readonly #slots: RequestSlots;
  readonly #supervisor: Supervisor;
  readonly #versions = versionCounters();
  readonly #cache = new ResponseCache(this.#versions);
  readonly #openQueries = new SharedCalls<CachedResponse>();
  readonly #watchers = new Set<EventWatcher>();
  readonly #sessions = new OnlineSessions();
  #newestEventId = 0;
  #restartedAtMs: number | undefined;
  readonly #settings: LiveSettings;
  readonly #log: Logger;

  private constructor(options: GameOptions) {
    const { files, simulate, auditKept, log, queueLimit, deadlineMs = DEADLINE_MS } = options;
    const { keysPerToken = KEYS_PER_TOKEN } = options;
    const { clock = systemClock, startLoop = inThread(BATCH_SIZE) } = options;
    this.#settings = options.settings;
    this.#log = log;
    this.#clock = clock;
    this.#slots = new RequestSlots({ limit: queueLimit, deadlineMs, clock });
    this.#supervisor = new Supervisor({
      startLoop,
      slots: this.#slots,
      clock,
      log,
      data: () => ({
        ...files,
        simulate,
        attached: options.attached,
        auditKept,
        keysPerToken,
        fleet: options.fleet ?? false,
        versions: this.#versions,
        settings: this.#settings.current,
        slotStates: this.#slots.states,
        metrics: this.metrics.memory,
      }),
      onRestart: () => {
        this.#restartedAtMs = clock.now();
        changeAllVersions(this.#versions);
        for (const { onRestart } of this.#watchers) onRestart();
      },
      onNews: (message) => this.#onNews(message),
    });
  }

  /** Starts the game loop and waits until it has loaded the world; rejects when it cannot. */
  static async start(options: GameOptions): Promise<GameClient> {
    const game = new GameClient(options);
    await game.#supervisor.start();
    return game;
  }

  /** Whether the game loop runs and its world is loaded. */
  get ready(): boolean {
    return this.#supervisor.ready;
  }

  /** The world as the game loop found it when it last started; undefined until then. */
  get figures(): ServedFigures | undefined {
    return this.#supervisor.figures;
  }

  /** How often the game loop died and was started again. */
  get restarts(): number {
    return this.#supervisor.restarts;
  }

  /** When the game loop was last started again: ms since 1970; undefined when it never died. */
  get restartedAtMs(): number | undefined {
    return this.#restartedAtMs;
  }

  /** How many requests wait for the game loop or run on it. */
  get queueDepth(): number {
    return this.#slots.taken;
  }

  /** What the response cache holds. */
  get cacheSize(): Pick<ResponseCache, 'bytes' | 'entries'> {
    const { bytes, entries } = this.#cache;
    return { bytes, entries };
  }

  /** How many audit entries of refused requests were dropped: too many waited for the store. */
  get droppedAuditEntries(): number {
    return this.#supervisor.outbox.dropped;
  }

  /** The newest event that was passed on or loaded; 0 before the first. */
  get newestEventId(): number {
    return Math.max(this.#newestEventId, this.figures?.newestEventId ?? 0);
  }

  /** Called when the game loop has died too often to be started again. */
  set onLost(handler: (error: Error) => void) {
    this.#supervisor.onLost = handler;
  }

  /** Calls the game loop. Rejects with the refusal of the call, SERVER_BUSY or REQUEST_TIMEOUT. */
  call<K extends CallKind>(kind: K, input: Calls[K][0]): Promise<Calls[K][1]> {
    return this.#supervisor.call(kind, input);
  }

  /** The response to a query, when it is cached for the world as it is now. */
  cached(query: Query): CachedResponse | undefined {
    return this.#cache.get(query.name, this.#keyOf(query));
  }

  /**
   * The response to a query from the game loop. Equal queries that wait at the same time share one response, but for
   * those that were sent to another world: a response under way may be older than a write that has been answered.
   */
  query(query: Query): Promise<CachedResponse> {
    const key = this.#keyOf(query);
    return this.#openQueries.share(`${this.#cache.versionFor(query.name)} ${key}`, async () => {
      const { version, ...found } = await this.call('query', query);
      this.#cache.set(query.name, key, found, version);
      return found;
    });
  }

  /** A page of the events after the one with this id. */
  eventsSince(since: number): Promise<EventsPage> {
    return this.call('eventsSince', since);
  }

  /** Has a write audited that was refused before it reached the game loop. */
  audit(entry: RefusedEntry): void {
    const [player, eventId] = [undefined, undefined]; // the game loop knows the player
    this.#supervisor.audit({ ...entry, player, eventId, atMs: this.#clock.now() });
  }

  /** Passes on every event from now on. @returns how to stop it. */
  watch(watcher: EventWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Passes on who is online, and who comes and goes from now on. @returns how to stop it. */
  watchSessions(watcher: SessionWatcher): () => void {
    return this.#sessions.watch(watcher);
  }

  /** Lets the game loop answer the calls that wait, close its store and end. */
  stop(): Promise<void> {
    return this.#supervisor.stop();
  }

  /** For tests of dying threads: kills the game loop where it stands. */
  kill(): Promise<void> {
    return this.#supervisor.kill();
  }

  /** Equal keys have equal responses, while what their query reads is unchanged. */
  #keyOf(query: Query): string {
    const key = keyOf(query);
    if (query.asked === undefined) return key;
    const step = QUERIES[query.name].clock ? Math.floor(this.#clock.now() / CLOCK_STEP_MS) : 0;
    return `${key}${askedKey(query.asked)} ${step}`;
  }

  #onNews(message: FromWorker): void {
    if (message.type === 'bans') this.banlist.apply(message.news);
    if (message.type === 'settings') this.#putInForce(message);
    if (message.type === 'events') this.#passOn(message);
    if (message.type === 'sessions') this.#sessions.apply(message);
  }

  #passOn({ newestId, json }: EventsMessage): void {
    this.#newestEventId = newestId;
    let events: readonly WorldEvent[] | undefined;
    const list = () => {
      events ??= JSON.parse(json) as WorldEvent[]; // written by the game loop
      return events;
    };
    for (const { onEvents } of this.#watchers) onEvents({ newestId, list });
  }

  #putInForce({ settings, rejected, warnings }: ReadSettings): void {
    for (const file of rejected) {
      this.#log.warn(file, 'a settings file is wrong; its last good state stays in force');
    }
    for (const warning of warnings) this.#log.warn({ warning }, 'a settings file is not as it should be');
    this.#settings.set(settings);
  }
}

function keyOf({ name, params, form }: Query): string {
  let key = `${name} ${form}`;
  for (const param in params) key += ` ${JSON.stringify(params[param])}`; // by name, in the order of the path
  return key;
}

/** What two callers of the same path may ask differently; the values of a query stand in the order of its shape. */
function askedKey({ query = {}, held }: NonNullable<Query['asked']>): string {
  return ` ${JSON.stringify([query, held])}`;
}

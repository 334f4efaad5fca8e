import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type AuditPage,
  type DeliveriesPage,
  type Guid,
  parseGuid,
  type WorldFacts,
} from '@palatine/contract';
import { operatorFiles } from '@palatine/data-dir/operator-files';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { inParts } from '@palatine/platform/parts';
import {
  applyRoster,
  BAN_TABLE_NAMES,
  buildIndexes,
  FaultInjector,
  type FleetBan,
  findKnownPlayer,
  type GameBansRead,
  type GameContext,
  MIRRORED_TABLES,
  type MirrorPart,
  MirrorStage,
  playerNotFound,
  type Roster,
  type RosterOutcome,
  type World,
  type WorldEvent,
  worldFacts,
} from '@palatine/world';
import type { AuditQuery } from '../store/audit-pages.ts';
import { openStore, type Store } from '../store/store.ts';
import { figuresOf } from '../store/world-figures.ts';
import { routeOf, UnwrittenAudit } from './audit-entry.ts';
import { BackgroundWork } from './background-work.ts';
import { Bans } from './bans.ts';
import type {
  CachedResponse,
  CommandCall,
  DeliveryFilters,
  DeliveryStep,
  DeliveryWork,
  EventsPage,
  FleetBansOutcome,
  GameBansOutcome,
  KnownPlayersPage,
  MirrorOutcome,
  OutboxPage,
  OutboxRead,
  Outcome,
  OutcomeKey,
  PlayerPlace,
  Query,
  RefusedEntry,
  Rehearsal,
  ServiceNote,
  Write,
  WriteCall,
} from './calls.ts';
import { auditExpired, type BatchTools, rehearseWrite, replayOf, runBatch } from './command-batch.ts';
import { deliveriesPage, deliveryStep } from './deliveries.ts';
import type { GameOptions } from './game-options.ts';
import { GameQueue, type QueuedWrite } from './game-queue.ts';
import { QueryResponses, type ResponseCache } from './responses.ts';
import { SessionChanges, type SessionFacts } from './session-changes.ts';
import { settingsReload } from './settings-reload.ts';
import {
  DeferredWrites,
  type DeferredWritesOptions,
  fleetBansTask,
  gameBansTask,
  noteTask,
  type SystemTask,
  takeMirrorPart,
} from './system-tasks.ts';
import {
  BanlistWriteError,
  CommitError,
  type Committed,
  causeOf,
  GameMetrics,
  unitOfWork,
} from './unit-of-work.ts';
import { eventsPage, knownPlayersPage, outboxPage, playerPlaces } from './world-pages.ts';

/** Called with events once they are on disk, oldest first, before the write that made them is answered. */
export type EventWatcher = (events: readonly WorldEvent[]) => void;

/** The world that a service serves, as its start found it. */
export type ServedFigures = Game['figures'];

const DEADLINE_MS = 5000;
const KEYS_PER_TOKEN = 1_000_000;

/** The world and its store. Writes are answered once on disk; reads run between two batches and see what is on disk. */
export class Game {
  readonly metrics = new GameMetrics();
  readonly #options: GameOptions;
  readonly #clock: Clock;
  readonly #store: Store;
  readonly #game: GameContext;
  readonly #queue: GameQueue;
  readonly #tools: BatchTools;
  readonly #queries: QueryResponses;
  readonly #reload: ReturnType<typeof settingsReload>;
  readonly #background: BackgroundWork;
  readonly #sessions: SessionChanges;
  /** With the type of the events that each wants; undefined for all. */
  readonly #watchers = new Map<EventWatcher, WorldEvent['type'] | undefined>();
  readonly #sessionWatchers = new Set<(session: SessionFacts) => void>();
  readonly #unwritten: UnwrittenAudit;
  readonly #mirrorStage = new MirrorStage();
  readonly #mirrorWrites: DeferredWrites;
  readonly #banWrites: DeferredWrites;
  /** Loads the world and starts the game. Throws a ConfigError or a WorldFileError. */
  constructor(options: GameOptions) {
    const { data, catalogue, settings, log, attached, simulate, auditKept, environment = {} } = options;
    const { clock = systemClock, random = Math.random, newId = newGuid } = environment;
    this.#options = options;
    this.#clock = clock;
    using undo = new DisposableStack();
    this.#store = openStore(data.world, { fleet: options.fleet ?? false, check: true });
    undo.defer(() => this.#store.close()); // releases the file so that it can be repaired
    const store = this.#store;
    const files = operatorFiles(data);
    this.#game = {
      world: store.load(),
      catalogue,
      rules: settings.current.config,
      now: () => clock.now(),
      random,
      newId,
      files,
      faults: new FaultInjector(),
      attached: attached !== undefined,
    };
    const game = this.#game;
    const bans = new Bans(game, data.banlist, store.banlistDigests(), clock);
    const startedMs = clock.elapsed();
    const servedMs = store.outcomes.lastRunningMs();
    const deferredWrites = (options: Pick<DeferredWritesOptions, 'tables' | 'last'>) =>
      new DeferredWrites({
        ...options,
        world: game.world,
        store,
        clock,
        later: (part) => void setImmediate(() => this.metrics.timeHold(part)),
        report: (message) => log.error(message),
      });
    this.#mirrorWrites = deferredWrites({ tables: MIRRORED_TABLES });
    this.#banWrites = deferredWrites({
      tables: BAN_TABLE_NAMES,
      last: () => ({ banlistDigest: bans.confirmedDigest }),
    });
    this.#tools = {
      game,
      store,
      bans,
      banWrites: this.#banWrites,
      files,
      metrics: this.metrics,
      keysPerToken: options.keysPerToken ?? KEYS_PER_TOKEN,
      // Over all restarts, without the wall clock, which may jump (docs/decisions/0001).
      runningMs: () => servedMs + Math.floor(clock.elapsed() - startedMs),
      report: (message) => log.error(message),
      discard: (archives) => {
        for (const path of archives) rmSync(join(data.path, path), { force: true });
      },
      execution: {
        attached,
        reload: (issuer) => this.#reload.run(issuer),
        onFault: () => this.#queries.versions.changeAll(), // it changes no table
        freeze: (ms) => this.#queue.freeze(ms),
      },
    };
    this.#unwritten = new UnwrittenAudit(log, () => this.#queue.wake());
    this.#queue = new GameQueue({
      clock,
      limit: options.queueLimit,
      deadlineMs: options.deadlineMs ?? DEADLINE_MS,
      runBatch: (writes) => this.metrics.timeHold(() => this.#runBatch(writes)),
      onExpired: (write) => this.#unwritten.addExpired(write),
    });
    this.#queries = new QueryResponses(game, clock, this.metrics);
    this.#reload = settingsReload(data, settings, game, bans);
    this.#sessions = new SessionChanges(game.world, game.now);
    this.#background = new BackgroundWork({
      tools: this.#tools,
      clock,
      simulate,
      attached: attached !== undefined,
      auditKept,
      runningMs: this.#tools.runningMs,
      frozen: () => this.#queue.frozen,
      beforeBans: () => this.#beforeBans(),
      onCommitted: (committed) => this.#onCommitted(committed),
      onStep: (moves) => this.#queries.versions.publishMoves(moves, clock.elapsed()),
    });
    this.#start();
    undo.move();
  }

  #start(): void {
    for (const fault of this.#reload.faults()) this.#tools.report(fault);
    buildIndexes(this.#game);
    try {
      unitOfWork(this.#tools, () => {
        this.#tools.bans.start();
        return {};
      });
    } catch (error) {
      if (error instanceof BanlistWriteError || error instanceof CommitError)
        throw new ConfigError(error.message);
      throw error;
    }
    this.#background.start();
  }

  get figures() {
    return {
      ...figuresOf(this.#game.world),
      simulated: this.#background.simulated,
      /** Random name of this history of the world; changes after an import, a restore and a replacement. */
      incarnation: this.#store.incarnation(),
    };
  }

  get world(): World {
    return this.#game.world;
  }

  /** Audit entries of refused requests that were dropped because too many waited for the store. */
  get droppedAuditEntries(): number {
    return this.#unwritten.dropped;
  }

  get frozen(): boolean {
    return this.#queue.frozen;
  }

  get queueDepth(): number {
    return this.#queue.depth;
  }

  get cacheSize(): Pick<ResponseCache, 'bytes' | 'entries'> {
    return this.#queries.cache;
  }

  /** 0 before the first event. */
  get newestEventId(): number {
    return this.#game.world.eventLog.newest?.id ?? 0;
  }

  /** Runs a command. Rejects with SERVER_BUSY or REQUEST_TIMEOUT; refusals are outcomes. */
  async write(input: CommandCall): Promise<Outcome> {
    const write: Write = { kind: 'command', input };
    if (routeOf(write).changesBanlist === true) await this.#beforeBans();
    return this.#queue.write(write);
  }

  async reload(input: WriteCall): Promise<Outcome> {
    await this.#readLongEdit();
    return this.#queue.write({ kind: 'reload', input });
  }

  /** Reads and stores a long hand edit of Banlist.json in parts, before work that would do it in one turn. */
  async #readLongEdit(): Promise<void> {
    while (this.#banWrites.isWriting) await turn();
    await this.#tools.bans.prepare();
  }

  /** Likewise, and applies it in a turn before that of the work. */
  async #beforeBans(): Promise<void> {
    const { bans } = this.#tools;
    await this.#readLongEdit();
    if (bans.isPrepared) await this.#runTask(() => ({ output: bans.readEdits() }));
  }

  /** The response to a query if it is cached and still valid. */
  cached(query: Query): CachedResponse | undefined {
    return this.#queries.cached(query);
  }

  /** The response to a query; a promise while the game is frozen. Throws the refusal of the query. */
  read(query: Query): CachedResponse | Promise<CachedResponse> {
    const cached = this.cached(query);
    if (cached !== undefined) return cached;
    if (query.name === 'getBanlist') return inParts(this.#queries.runBanlist(query)); // a long list takes some turns
    return this.#inTurn(() => this.#queries.run(query));
  }

  /** Dry run of a command: the outcome that it would have. */
  async rehearse(call: CommandCall): Promise<Rehearsal> {
    return this.#inTurn(() => rehearseWrite(call, this.#tools));
  }

  async worldFacts(): Promise<WorldFacts> {
    return this.#inTurn(() => worldFacts(this.#game));
  }

  async deliveries(filters: DeliveryFilters): Promise<DeliveriesPage> {
    return this.#inTurn(() => deliveriesPage(this.#game.world, filters));
  }

  /** PlayerUID of a known player, online or not, by PlayerUID or UserId. Throws PLAYER_NOT_FOUND. */
  playerUid(identifier: string): Guid {
    const player = findKnownPlayer(this.#game, identifier);
    if (player !== undefined) return player.uid;
    throw playerNotFound('PLAYER_NOT_FOUND', this.#game, identifier);
  }

  places(): PlayerPlace[] {
    return playerPlaces(this.#game.world);
  }

  auditPage(query: AuditQuery): AuditPage {
    if (this.#unwritten.count > 0 && !this.#queue.frozen) this.#runBatch([]); // the page includes earlier refusals
    return this.#store.audit.page(query);
  }

  /** A page of the events after an id. An unknown id is from another world: starts from the beginning. */
  eventsSince(id: number): EventsPage {
    return eventsPage(this.#game.world, id);
  }

  outbox(read: OutboxRead): OutboxPage {
    return outboxPage(this.#game.world, this.#store, read);
  }

  get playersVersion(): string {
    const { accounts, sessions, players, characters, guilds } = this.#game.world;
    return [accounts, sessions, players, characters, guilds].map((table) => table.version).join(' ');
  }

  /** A page of the known players. `from`: number of players before it. */
  knownPlayers(from: number): KnownPlayersPage {
    return knownPlayersPage(this.#game.world, from);
  }

  /** Outcome of the applied write with this key and token, after the pending writes. */
  outcomeOf({ issuer, key }: OutcomeKey): Promise<Outcome | undefined> {
    const find = () => {
      const first = this.#store.outcomes.find(issuer.id, key, this.#tools.runningMs());
      return first && replayOf(first);
    };
    return this.#queue.run(find, { expires: true });
  }

  /** Resolves once the game has had a turn and its store responds. */
  ping(): Promise<void> {
    return this.#queue.run(() => this.#store.ping(), { expires: false });
  }

  mirror(part: MirrorPart): Promise<MirrorOutcome> {
    return this.#runTask(() => takeMirrorPart(this.#game, this.#mirrorStage, part), true);
  }

  roster(roster: Roster): Promise<RosterOutcome> {
    return this.#runTask(() => ({ output: applyRoster(this.#game, roster) }));
  }

  deliveryStep(step: DeliveryStep): Promise<DeliveryWork> {
    return this.#runTask(() => ({ output: deliveryStep(this.#game, step) }));
  }

  gameBans(read: GameBansRead): Promise<GameBansOutcome> {
    return this.#beforeBans().then(() => this.#runTask(() => gameBansTask(this.#tools, read)));
  }

  /** Applies all bans of a fleet's shared lists that this world enforces. */
  applyFleetLists(bans: readonly FleetBan[]): Promise<FleetBansOutcome> {
    return this.#beforeBans().then(() => this.#runTask(() => fleetBansTask(this.#tools, bans)));
  }

  /** Records an event of the service, such as the end of a maintenance. */
  note(note: ServiceNote): Promise<undefined> {
    return this.#runTask(() => noteTask(this.#game, note));
  }

  audit(entry: RefusedEntry): void {
    const atMs = this.#clock.now();
    // `player` is looked up on write.
    this.#unwritten.addRefused({ ...entry, player: undefined, eventId: undefined, atMs });
  }

  /** Passes on future events, optionally of one type. @returns a function that stops it. */
  watch(watcher: EventWatcher, type?: WorldEvent['type']): () => void {
    this.#watchers.set(watcher, type);
    return () => this.#watchers.delete(watcher);
  }

  /** Passes on who comes and goes from now on. @returns how to stop it. */
  watchSessions(watcher: (session: SessionFacts) => void): () => void {
    this.#sessionWatchers.add(watcher);
    return () => this.#sessionWatchers.delete(watcher);
  }

  sessions(): SessionFacts[] {
    return this.#sessions.all();
  }

  stop(): void {
    this.#queue.stop();
    this.#runBatch([]);
    this.#background.stop();
    try {
      this.#mirrorWrites.writeAll();
      this.#banWrites.writeAll();
    } catch (error) {
      this.#tools.report(`records could not be stored: ${causeOf(error)}`);
    }
    this.#mirrorWrites.abandon();
    this.#banWrites.abandon();
    this.#background.saveLocations();
    this.#background.saveRunningTime();
    this.#store.close();
  }

  #runBatch(writes: Iterable<QueuedWrite>): void {
    const unwritten = this.#unwritten.drain();
    const entries = () => [
      ...unwritten.refused,
      ...unwritten.expired.map((write) => auditExpired(write, this.#tools)),
    ];
    const { ended, committed } = runBatch(writes, entries, this.#tools);
    if (committed === undefined) this.#unwritten.putBack(unwritten);
    if (ended.at(-1)?.queued.write.kind === 'reload') this.#applyReload(committed !== undefined);
    if (committed !== undefined) this.#onCommitted(committed);
    for (const { queued, outcome } of ended) queued.settle(outcome);
  }

  #applyReload(stored: boolean): void {
    const { log } = this.#options;
    const read = this.#reload.apply(stored);
    if (read === undefined) return;
    this.#queries.versions.changeAll(); // any query may read the rules
    for (const file of read.rejected)
      log.warn(file, 'invalid settings file; its last valid version stays active');
    for (const warning of read.warnings) log.warn({ warning }, 'a settings file needs attention');
    const { pending } = this.#options.settings;
    if (pending.length > 0) log.info({ pending }, 'settings that take effect at the next start');
  }

  /** Runs a read at once, or in its turn while the game is frozen. */
  #inTurn<T>(read: () => T): T | Promise<T> {
    return this.#queue.frozen ? this.#queue.run(read, { expires: true }) : read();
  }

  /** Runs a system task with its own commit; an unfinished task continues in its next turn. */
  async #runTask<T>(work: () => SystemTask<T>, mirrored = false): Promise<T> {
    for (;;) {
      const { output, unfinished } = await this.#queue.run(
        () => this.metrics.timeHold(() => this.#commitTask(work, mirrored)),
        { expires: false },
      );
      if (unfinished !== true) return output;
    }
  }

  #commitTask<T>(work: () => SystemTask<T>, mirrored: boolean): SystemTask<T> {
    const { world } = this.#game;
    const committed = unitOfWork(
      this.#tools,
      () => world.transaction(work),
      mirrored ? (changes) => this.#mirrorWrites.defer(changes) : undefined,
    );
    const { survey } = committed.value;
    if (survey !== undefined) {
      this.#store.saveSurvey(survey);
      this.#queries.versions.changeAll(); // a survey is in no table
    }
    this.#onCommitted(committed);
    return committed.value;
  }

  #onCommitted({ events, tookEdit }: Committed<unknown>): void {
    if (tookEdit) this.#queries.versions.changeAll();
    if (this.#sessions.changed) {
      const sessions = this.#sessions.drain();
      for (const watcher of this.#sessionWatchers) for (const session of sessions) watcher(session);
    }
    for (const [watcher, type] of this.#watchers) {
      const wanted = type === undefined ? events : events.filter((event) => event.type === type);
      if (wanted.length > 0) watcher(wanted);
    }
  }
}

function newGuid(): string {
  return parseGuid(randomUUID()) as string; // a UUID is a GUID in its standard spelling
}

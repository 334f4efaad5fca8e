import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditPage,
  type DeliveriesPage,
  type Guid,
  parseGuid,
  Refusal,
  type WorldFacts,
} from '@palatine/contract';
import { operatorFiles } from '@palatine/data-dir/operator-files';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import {
  applyRoster,
  buildIndexes,
  COMMANDS,
  FaultInjector,
  type FleetBan,
  findKnownPlayer,
  type GameBansRead,
  type GameContext,
  type MirrorPart,
  MirrorStage,
  playerNotFoundMessage,
  type Roster,
  type RosterOutcome,
  type World,
  type WorldEvent,
  worldFacts,
} from '@palatine/world';
import type { AuditQuery } from '../store/audit-pages.ts';
import { openStore, type Store } from '../store/store.ts';
import { figuresOf } from '../store/world-figures.ts';
import { acceptDelivery, impossible, isStoodInFor } from './accept-delivery.ts';
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
import {
  auditExpired,
  type BatchTools,
  type Executed,
  rehearseWrite,
  replayOf,
  runBatch,
} from './command-batch.ts';
import { control } from './control.ts';
import { DELIVERY_CHANGES, deliveriesPage, deliveryStep } from './deliveries.ts';
import type { GameOptions } from './game-options.ts';
import { GameQueue, type QueuedWrite } from './game-queue.ts';
import { QueryResponses, type ResponseCache } from './responses.ts';
import { SessionChanges, type SessionFacts } from './session-changes.ts';
import { settingsReload } from './settings-reload.ts';
import {
  fleetBansTask,
  gameBansTask,
  MirrorWrites,
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

/**
 * The world and its store, which nothing else touches. Writes wait in the game queue and are answered once they are on
 * disk; reads run at once, between two batches, and see the world as it is on disk.
 */
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
  readonly #mirrorWrites: MirrorWrites;
  /** Loads the world and starts the game. Throws a ConfigError, or a WorldFileError, when it cannot. */
  constructor(options: GameOptions) {
    const { data, catalogue, settings, log, attached, simulate, auditKept, environment = {} } = options;
    const { clock = systemClock, random = Math.random, newId = newGuid } = environment;
    this.#options = options;
    this.#clock = clock;
    using undo = new DisposableStack();
    this.#store = openStore(data.world, { fleet: options.fleet ?? false });
    undo.defer(() => this.#store.close()); // a game that cannot start leaves the file to those who mend it
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
    this.#tools = {
      game,
      store,
      bans,
      files,
      metrics: this.metrics,
      keysPerToken: options.keysPerToken ?? KEYS_PER_TOKEN,
      // Over all restarts, and without the wall clock, which may jump (docs/decisions/0001).
      runningMs: () => servedMs + Math.floor(clock.elapsed() - startedMs),
      report: (message) => log.error(message),
      discard: (archives) => {
        for (const path of archives) rmSync(join(data.path, path), { force: true });
      },
      execute: (write) => this.#execute(write),
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
    this.#mirrorWrites = new MirrorWrites({
      world: game.world,
      store,
      clock,
      later: (part) => void setImmediate(() => this.metrics.timeHold(part)),
      report: this.#tools.report,
    });
    this.#background = new BackgroundWork({
      tools: this.#tools,
      clock,
      simulate,
      attached: attached !== undefined,
      auditKept,
      runningMs: this.#tools.runningMs,
      frozen: () => this.#queue.frozen,
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
      /** The random name of this history of the world; another one after an import, a restore and a replacement. */
      incarnation: this.#store.incarnation(),
    };
  }

  get world(): World {
    return this.#game.world;
  }

  /** How many audit entries of refused requests were dropped: too many waited for the store. */
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

  /** Runs a command. Rejects with SERVER_BUSY or REQUEST_TIMEOUT; refusals of the game are outcomes. */
  write(input: CommandCall): Promise<Outcome> {
    return this.#queue.write({ kind: 'command', input });
  }

  reload(input: WriteCall): Promise<Outcome> {
    return this.#queue.write({ kind: 'reload', input });
  }

  /** The response to a query, when it is cached for the world as it is now. */
  cached(query: Query): CachedResponse | undefined {
    return this.#queries.cached(query);
  }

  /** The response to a query; a promise of it while the game stands still. Throws the refusal of the query. */
  read(query: Query): CachedResponse | Promise<CachedResponse> {
    const cached = this.cached(query);
    if (cached !== undefined) return cached;
    const run = () => this.#queries.run(query);
    return query.name === 'getBanlist' ? run() : this.#inTurn(run);
  }

  /** Runs a command and takes it back: the outcome that it would have. */
  async rehearse(call: CommandCall): Promise<Rehearsal> {
    return this.#inTurn(() => rehearseWrite(call, this.#tools));
  }

  async worldFacts(): Promise<WorldFacts> {
    return this.#inTurn(() => worldFacts(this.#game));
  }

  async deliveries(filters: DeliveryFilters): Promise<DeliveriesPage> {
    return this.#inTurn(() => deliveriesPage(this.#game.world, filters));
  }

  /** The PlayerUID of a player whom the world knows, online or not, by PlayerUID or UserId. Throws PLAYER_NOT_FOUND. */
  playerUid(identifier: string): Guid {
    const player = findKnownPlayer(this.#game, identifier);
    if (player !== undefined) return player.uid;
    throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(this.#game, identifier));
  }

  places(): PlayerPlace[] {
    return playerPlaces(this.#game.world);
  }

  auditPage(query: AuditQuery): AuditPage {
    if (this.#unwritten.count > 0 && !this.#queue.frozen) this.#runBatch([]); // what was refused before stands in the page
    return this.#store.audit.page(query);
  }

  /** A page of the events after an id. One that was never given is of another world, whose watcher begins anew. */
  eventsSince(id: number): EventsPage {
    return eventsPage(this.#game.world, id);
  }

  /** The rows that a stream of a fleet lacks. */
  outbox(read: OutboxRead): OutboxPage {
    return outboxPage(this.#game.world, this.#store, read);
  }

  /** Another text once anything has changed that the players are listed with. */
  get playersVersion(): string {
    const { accounts, sessions, players, characters, guilds } = this.#game.world;
    return [accounts, sessions, players, characters, guilds].map((table) => table.version).join(' ');
  }

  /** A page of the players whom the world knows. `from`: how many come before it. */
  knownPlayers(from: number): KnownPlayersPage {
    return knownPlayersPage(this.#game.world, from);
  }

  /** How a write with this key of this token ended, when it was applied: once the writes that wait have had their turn. */
  outcomeOf({ issuer, key }: OutcomeKey): Promise<Outcome | undefined> {
    const find = () => {
      const first = this.#store.outcomes.find(issuer.id, key, this.#tools.runningMs());
      return first && replayOf(first);
    };
    return this.#queue.run(find, { expires: true });
  }

  /** Resolves once the game has had its turn and its store answers, however late. */
  ping(): Promise<void> {
    return this.#queue.run(() => this.#store.ping(), { expires: false });
  }

  mirror(part: MirrorPart): Promise<MirrorOutcome> {
    return this.#own(() => takeMirrorPart(this.#game, this.#mirrorStage, part), true);
  }

  roster(roster: Roster): Promise<RosterOutcome> {
    return this.#own(() => ({ output: applyRoster(this.#game, roster) }));
  }

  deliveryStep(step: DeliveryStep): Promise<DeliveryWork> {
    return this.#own(() => ({ output: deliveryStep(this.#game, step) }));
  }

  gameBans(read: GameBansRead): Promise<GameBansOutcome> {
    return this.#own(() => gameBansTask(this.#tools, read));
  }

  /** Puts all bans of the shared lists of a fleet in force that this world is to enforce. */
  applyFleetLists(wanted: readonly FleetBan[]): Promise<FleetBansOutcome> {
    return this.#own(() => fleetBansTask(this.#tools, wanted));
  }

  /** Records something of the service itself, such as the end of a maintenance. */
  note(note: ServiceNote): Promise<undefined> {
    return this.#own(() => noteTask(this.#game, note));
  }

  /** Has a write audited that was refused before it reached the queue. */
  audit(entry: RefusedEntry): void {
    const atMs = this.#clock.now();
    // `player` is found when it is written.
    this.#unwritten.addRefused({ ...entry, player: undefined, eventId: undefined, atMs });
  }

  /** Passes on every event from now on, or those of one type. @returns how to stop it. */
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

  /** Answers the calls that wait, and closes the store. */
  stop(): void {
    this.#queue.stop();
    this.#runBatch([]);
    this.#background.stop();
    try {
      this.#mirrorWrites.writeAll();
    } catch (error) {
      this.#tools.report(`records of the save could not be stored: ${causeOf(error)}`);
    }
    this.#mirrorWrites.abandon();
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
    if (ended.at(-1)?.queued.write.kind === 'reload') this.#putInForce(committed !== undefined);
    if (committed !== undefined) this.#onCommitted(committed);
    for (const { queued, outcome } of ended) queued.settle(outcome);
  }

  /** Puts in force what the reload that ends a batch has read. */
  #putInForce(stored: boolean): void {
    const { log } = this.#options;
    const read = this.#reload.putInForce(stored);
    if (read === undefined) return;
    this.#queries.versions.changeAll(); // any query may read the rules
    for (const file of read.rejected)
      log.warn(file, 'a settings file is wrong; its last good state stays in force');
    for (const warning of read.warnings) log.warn({ warning }, 'a settings file is not as it should be');
  }

  #execute(write: Write): Executed {
    if (write.kind === 'reload') return { reply: this.#reload.run(write.input.issuer.name) };
    const { attached } = this.#options;
    const route = routeOf(write);
    if (attached !== undefined && route.attached === 'Delivered')
      return acceptDelivery(this.#game, write, attached);
    if (attached !== undefined && route.attached === 'Impossible' && !isStoodInFor(write, attached)) {
      this.#game.world.rehearse(() => this.#command(write.input)); // what is wrong with the call comes first
      throw impossible(route);
    }
    return { reply: this.#command(write.input) };
  }

  #command({ name, params, body, issuer }: CommandCall): unknown {
    if (name === 'controlSimulation') {
      this.#queries.versions.changeAll(); // a fault changes no table
      return control(this.#game, body, (ms) => this.#queue.freeze(ms));
    }
    if (name === 'cancelDelivery' || name === 'retryDelivery') {
      return DELIVERY_CHANGES[name](this.#game, params.id ?? '');
    }
    // The HTTP side has checked params and body against the route of this very name.
    const command = COMMANDS[name] as (game: GameContext, call: unknown) => unknown;
    return command(this.#game, { params, body, issuer });
  }

  /** Runs a read at once, or in its turn while the game stands still. */
  #inTurn<T>(read: () => T): T | Promise<T> {
    return this.#queue.frozen ? this.#queue.run(read, { expires: true }) : read();
  }

  /** Does work of the service itself, with a commit of its own; unfinished work goes on in its next turn. */
  async #own<T>(work: () => SystemTask<T>, mirrored = false): Promise<T> {
    for (;;) {
      const { output, unfinished } = await this.#queue.run(
        () => this.metrics.timeHold(() => this.#commitOwn(work, mirrored)),
        { expires: false },
      );
      if (unfinished !== true) return output;
    }
  }

  #commitOwn<T>(work: () => SystemTask<T>, mirrored: boolean): SystemTask<T> {
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

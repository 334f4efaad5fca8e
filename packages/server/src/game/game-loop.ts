import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Refusal } from '@palatine/contract';
import {
  buildIndexes,
  COMMANDS,
  eventJson,
  type GameContext,
  QUERIES,
  type QueryName,
  type WorldEvent,
  worldFacts,
} from '@palatine/world';
import { openStore, type Store } from '../store/store.ts';
import { figuresOf } from '../store/world-figures.ts';
import { GameMetrics } from '../telemetry/game-metrics.ts';
import { acceptDelivery } from './accept-delivery.ts';
import { BackgroundWork } from './background-work.ts';
import { Bans } from './bans.ts';
import { replayOf } from './batch-outcomes.ts';
import { DELIVERY_CHANGES, isDeliveryChange } from './change-delivery.ts';
import { type BatchTools, causeOf, type Executed, rehearseWrite, runBatch } from './command-batch.ts';
import { control } from './control.ts';
import { deliveriesPage } from './deliveries-page.ts';
import { eventsSince } from './events-since.ts';
import { contextOf, filesOf, type GameEnvironment } from './game-environment.ts';
import { impossible, isStoodInFor } from './impossible.ts';
import { knownPlayers } from './known-players.ts';
import { knownUid } from './known-uid.ts';
import { messagesOf, type PostedToWorker } from './message-port.ts';
import { outboxPage } from './outbox-page.ts';
import { OwnWorkRunner } from './own-work-runner.ts';
import { PositionSampler } from './position-sampler.ts';
import {
  type AuditMessage,
  type CallKind,
  type CallMessage,
  type CallResult,
  type Calls,
  CLAIMED,
  type CommandCall,
  type EventsMessage,
  type FromWorker,
  type GameData,
  isOwnWork,
  isResultOf,
  isWrite,
  type NumberedEntry,
  type OwnCall,
  type OwnWorkKind,
  PENDING,
  type Query,
  type Read,
  type Rehearsal,
  type ToWorker,
  type VersionedResponse,
  type Write,
  type WriteKind,
} from './protocol.ts';
import { applyResponseFormat, serialize } from './response-format.ts';
import { runningTime } from './running-time.ts';
import { SessionNews } from './session-news.ts';
import { endingWithReload, SettingsReload } from './settings-reload.ts';
import { settleBans } from './settle-bans.ts';
import { timedStore } from './timed-store.ts';
import { changeAllVersions, VersionPublisher, versionFor } from './world-versions.ts';
import { routeOf } from './write-route.ts';

type ReadKind = Exclude<CallKind, WriteKind | OwnWorkKind>;
type ReadHandlers = { [K in ReadKind]: (input: Calls[K][0]) => Calls[K][1] };

/**
 * Starts the game on a port: it owns the world and the store, and nothing else touches either.
 * @returns how to end it where it stands.
 */
export function startGame(data: GameData, port: MessagePort, environment: GameEnvironment): () => void {
  const loop = new GameLoop(data, port, environment);
  loop.start();
  return () => loop.abandon();
}

/**
 * Takes all messages that wait, runs the commands, stores them with one commit, answers them, and then answers
 * the reads: they see the world as it is on disk.
 */
class GameLoop {
  readonly #data: GameData;
  readonly #port: MessagePort;
  readonly #environment: GameEnvironment;
  readonly #metrics: GameMetrics;
  readonly #store: Store;
  readonly #game: GameContext;
  readonly #bans: Bans;
  readonly #reload: SettingsReload;
  readonly #tools: BatchTools;
  readonly #background: BackgroundWork;
  readonly #reads: ReadHandlers;
  readonly #ownWork: OwnWorkRunner;
  readonly #positions: PositionSampler;
  readonly #sessions: SessionNews;
  readonly #versions: VersionPublisher;
  /** Messages that wait for the end of a freeze; undefined while there is none. */
  #held: ToWorker[] | undefined;
  #ended = false;
  /** Audit entries of refused requests whose commit failed; they go with the next. */
  #unwritten: NumberedEntry[] = [];

  constructor(data: GameData, port: MessagePort, environment: GameEnvironment) {
    this.#data = data;
    this.#port = port;
    this.#environment = environment;
    const metrics = new GameMetrics(data.metrics);
    this.#metrics = metrics;
    const store = timedStore(openStore(data.worldFile, { fleet: data.fleet }), metrics);
    using undo = new DisposableStack();
    undo.defer(() => store.close()); // a loop that cannot start leaves the file to those who mend it
    this.#store = store;
    const files = filesOf(data);
    const game = contextOf(data, store, files, environment);
    this.#game = game;
    this.#versions = new VersionPublisher(game.world, data.versions);
    this.#bans = new Bans(game, data.banlistFile, environment.clock);
    this.#reload = new SettingsReload(data.dataFolder, data.settings, game, this.#bans);
    const runningMs = runningTime(store.outcomes, environment.clock);
    const report = (message: string) => this.#post({ type: 'error', message });
    for (const fault of this.#reload.faults()) report(fault);
    this.#tools = {
      game,
      store,
      files,
      report,
      metrics,
      runningMs,
      keysPerToken: data.keysPerToken,
      bans: this.#bans,
      claim: (write) => this.#claimWrite(write),
      discard: (archives) => {
        for (const path of archives) rmSync(join(data.dataFolder, path), { force: true });
      },
      execute: (message) => this.#execute(message),
    };
    this.#background = new BackgroundWork({
      game,
      store,
      metrics,
      report,
      clock: environment.clock,
      simulate: data.simulate,
      attached: data.attached !== undefined,
      auditKept: data.auditKept,
      runningMs,
      frozen: () => this.#held !== undefined,
      onChange: () => this.#touch(),
      onMoved: () => this.#versions.publishMoves(environment.clock.elapsed()),
      settleBans: () => this.#settleBans(),
      onEvents: (events) => this.#postEvents(events),
    });
    this.#sessions = new SessionNews(game.world, game.now);
    this.#positions = new PositionSampler(game.world, environment.newId());
    this.#reads = this.#readsOf(store);
    this.#ownWork = new OwnWorkRunner({
      game,
      store,
      bans: this.#bans,
      clock: environment.clock,
      onChange: (events, surveyed) => this.#onOwnWork(events, surveyed),
      answer: (result) => this.#post({ type: 'results', results: [result] }),
      refuse: (slot, error) => this.#refuse(slot, error),
      later: (part) => void setImmediate(() => this.#measure(part)),
      report,
    });
    undo.move();
  }

  #readsOf(store: Store): ReadHandlers {
    return {
      query: (query) => this.#query(query),
      worldFacts: () => worldFacts(this.#game),
      rehearse: (call) => this.#rehearse(call),
      deliveries: (filters) => deliveriesPage(this.#game.world, filters),
      audit: (filters) => store.audit.page(filters),
      eventsSince: (since) => eventsSince(this.#game.world, since),
      outbox: (read) => outboxPage(this.#game.world, store, read),
      knownPlayers: (read) => knownPlayers(this.#game.world, read),
      playerUid: (identifier) => knownUid(this.#game, identifier),
      positions: (known) => this.#positions.sample(known, this.#game.now()),
      statusesOf: (requests) => store.audit.statusesOf(requests),
      outcomeOf: ({ issuer, key }) => {
        const first = store.outcomes.find(issuer.id, key, this.#tools.runningMs());
        return first && replayOf(first);
      },
      ping: () => store.ping(),
    };
  }

  start(): void {
    this.#metrics.measureWorld(this.#game.world);
    buildIndexes(this.#game);
    this.#port.on('message', (first: PostedToWorker) => this.#receive(first));
    this.#background.start();
    this.#sendBans();
    this.#post({ type: 'sessions', whole: true, sessions: this.#sessions.all() });
    this.#post({
      type: 'ready',
      figures: {
        ...figuresOf(this.#game.world),
        simulated: this.#background.simulated,
        newestEventId: this.#game.world.eventLog.newest?.id ?? 0,
        incarnation: this.#store.incarnation(),
      },
    });
  }

  /** Ends where it stands, as a killed thread does. */
  abandon(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#background.stop();
    this.#ownWork.abandon();
    this.#store.close();
    this.#port.close();
  }

  #receive(first: PostedToWorker): void {
    const { batchSize } = this.#environment;
    const messages = messagesOf(first);
    while (messages.length < batchSize) {
      const next = receiveMessageOnPort(this.#port);
      if (next === undefined) break;
      messages.push(...messagesOf(next.message as PostedToWorker)); // the HTTP side posts nothing else
    }
    this.#measure(() => {
      for (let from = 0; from < messages.length; from += batchSize) {
        this.#takeOrHold(messages.slice(from, from + batchSize));
      }
      if (messages.some(({ type }) => type === 'stop')) this.#thaw();
    });
  }

  /** Does work for requests, and counts for how long it held the thread. */
  #measure(work: () => void): void {
    const startedMs = performance.now();
    try {
      work();
    } finally {
      this.#metrics.observeHold((performance.now() - startedMs) / 1000);
    }
  }

  #takeOrHold(messages: readonly ToWorker[]): void {
    if (this.#held === undefined) this.#take(messages);
    else this.#held.push(...messages);
  }

  #take(messages: readonly ToWorker[]): void {
    const writes: Write[] = [];
    const reads: Read[] = [];
    const own: OwnCall[] = [];
    const entries: NumberedEntry[] = [];
    let stopping = false;
    for (const message of messages) {
      if (message.type === 'stop') stopping = true;
      else if (message.type === 'audit') entries.push(...this.#newEntries(message));
      else if (isWrite(message)) writes.push(message);
      else if (isOwnWork(message)) own.push(message);
      else reads.push(message);
    }
    const retry = this.#unwritten.length > 0 && (stopping || reads.some(({ kind }) => kind === 'audit'));
    const [first = [], ...rest] = endingWithReload(writes);
    if (first.length + entries.length > 0 || retry) this.#write(first, entries);
    for (const batch of rest) this.#write(batch, []);
    for (const message of own) if (this.#claim(message.slot)) this.#ownWork.run(message);
    for (const message of reads) if (this.#claim(message.slot)) this.#answer(message);
    if (stopping) this.#stop();
  }

  /** Entries that are not on disk yet: a loop that died may have written them without having said so. */
  #newEntries({ entries, resent }: AuditMessage): readonly NumberedEntry[] {
    if (!resent) return entries;
    const written = this.#recorded(entries);
    const fresh = entries.filter(({ entry }) => !written.has(entry.request));
    const last = entries.at(-1);
    if (fresh.length === 0 && last !== undefined) this.#post({ type: 'audited', upTo: last.number });
    return fresh;
  }

  /** Which of these entries are on disk. None when that cannot be read: an entry twice is better than none. */
  #recorded(entries: readonly NumberedEntry[]): ReadonlyMap<string, number> {
    try {
      return this.#store.audit.statusesOf(new Set(entries.map(({ entry }) => entry.request)));
    } catch (error) {
      this.#tools.report(`whether audit entries are on disk could not be read: ${causeOf(error)}`);
      return new Map();
    }
  }

  /** Claims the slot. False when the caller has already timed out. */
  #claim(slot: number): boolean {
    if (Atomics.compareExchange(this.#data.slotStates, slot, PENDING, CLAIMED) === PENDING) return true;
    this.#post({ type: 'skipped', slot });
    return false;
  }

  /**
   * By the wall clock too: a machine that slept had its deadlines sleep with it, and the caller has been told meanwhile
   * that the end of the write is not known.
   */
  #claimWrite({ slot, input: { beginBefore } }: Write): boolean {
    if (beginBefore === undefined || this.#environment.clock.now() < beginBefore) return this.#claim(slot);
    this.#refuse(slot, begunTooLate());
    return false;
  }

  #write(writes: readonly Write[], added: readonly NumberedEntry[]): void {
    if (writes.length > 0) this.#metrics.batchSizes.observe(writes.length);
    const entries = [...this.#unwritten, ...added];
    const { results, stored, changed, events } = runBatch(
      writes,
      entries.map(({ entry }) => entry),
      this.#tools,
    );
    this.#unwritten = stored ? [] : entries;
    this.#putInForce(results);
    if (changed) this.#touch();
    this.#sendBans();
    if (results.length === 0) this.#postEvents(events);
    else this.#post({ type: 'outcomes', json: JSON.stringify(results), events: messageOf(events) });
    const last = entries.at(-1);
    if (stored && last !== undefined) this.#post({ type: 'audited', upTo: last.number });
  }

  #execute(write: Write): Executed {
    if (write.kind === 'reload') return { reply: this.#reload.run(write.input.issuer.name) };
    const { attached } = this.#data;
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
      this.#touchAll(); // a fault changes no table, but responses from before it count no more
      return control(this.#game, body, (ms) => this.#freeze(ms));
    }
    if (isDeliveryChange(name)) return DELIVERY_CHANGES[name](this.#game, params.id ?? '');
    // The HTTP side has checked params and body against the route of this very name.
    const command = COMMANDS[name] as (game: GameContext, call: unknown) => unknown;
    return command(this.#game, { params, body, issuer });
  }

  #putInForce(results: readonly CallResult[]): void {
    const reloaded = this.#reload.putInForce(results);
    if (reloaded === undefined) return;
    this.#touchAll(); // the rules changed, which every query may read
    this.#post({ type: 'settings', ...reloaded });
  }

  #answer<K extends ReadKind>({ kind, slot, input }: CallMessage<K>): void {
    try {
      const result: CallResult<K> = { kind, slot, output: this.#reads[kind](input) };
      this.#post({ type: 'results', results: [result] });
    } catch (error) {
      this.#refuse(slot, error);
    }
  }

  /** Runs a command and takes it back, unless its key has an outcome. */
  #rehearse(call: CommandCall): Rehearsal {
    return rehearseWrite(call, this.#tools);
  }

  #onOwnWork(events: readonly WorldEvent[], surveyed: boolean): void {
    this.#sendBans();
    if (surveyed) this.#touchAll();
    else this.#touch(); // locations change without the journal
    this.#postEvents(events);
  }

  #refuse(slot: number, error: unknown): void {
    if (error instanceof Refusal) {
      const { code, message, details } = error;
      this.#post({ type: 'refused', slot, code, message, details });
    } else {
      this.#post({ type: 'failed', slot, cause: causeOf(error) });
    }
  }

  #query({ name, params, form, asked }: Query): VersionedResponse {
    // The route table vouches for the parameters: the HTTP side fills every one the path names, and has read the query.
    const value = QUERIES[name].run(this.#game, params as never, asked as never);
    const response = serialize(applyResponseFormat(name, form, value));
    return { ...response, version: this.#versionFor(name) };
  }

  #versionFor(name: QueryName): number {
    return versionFor(this.#data.versions, name);
  }

  /** The world has changed: no response that reads one of the changed tables counts any more. */
  #touch(): void {
    this.#versions.publish();
    this.#metrics.measureWorld(this.#game.world);
    const sessions = this.#sessions.take();
    if (sessions.length > 0) this.#post({ type: 'sessions', whole: false, sessions });
  }

  /** No response given before counts any more, whatever it reads. */
  #touchAll(): void {
    changeAllVersions(this.#data.versions);
    this.#touch();
  }

  #settleBans(): void {
    const events = settleBans(this.#tools);
    if (events === undefined) return;
    this.#touch();
    this.#sendBans();
    this.#postEvents(events);
  }

  #sendBans(): void {
    const news = this.#bans.takeNews();
    if (news === undefined) return;
    this.#versions.publish(); // hand edits of the list may be all that has changed
    this.#post({ type: 'bans', news });
  }

  /** From the next message on nothing is taken for so long, as under a stalled disk. */
  #freeze(ms: number): void {
    this.#held ??= [];
    this.#environment.clock.after(ms, () => this.#thaw());
  }

  #thaw(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (let from = 0; from < held.length; from += this.#environment.batchSize) {
      this.#takeOrHold(held.slice(from, from + this.#environment.batchSize)); // one of them may freeze again
    }
  }

  #stop(): void {
    this.#ownWork.finish();
    this.#background.saveLocations();
    this.#background.saveRunningTime();
    this.#post({ type: 'stopped' });
    this.abandon();
  }

  #postEvents(events: readonly WorldEvent[]): void {
    const message = messageOf(events);
    if (message !== undefined) this.#post(message);
  }

  #post(message: FromWorker): void {
    this.#port.postMessage(message, transferable(message));
  }
}

/** Undefined without events. */
function messageOf(events: readonly WorldEvent[]): EventsMessage | undefined {
  const newest = events.at(-1);
  return newest && { type: 'events', newestId: newest.id, json: `[${events.map(eventJson).join(',')}]` };
}

function begunTooLate(): Refusal {
  return new Refusal('REQUEST_TIMEOUT', 'the time to begin it was over; nothing was applied');
}

/** The bytes of a message, which are handed over, not copied. Several results may share theirs. */
function transferable(message: FromWorker): ArrayBuffer[] {
  return message.type === 'results' ? [...new Set(message.results.flatMap(buffersOf))] : [];
}

function buffersOf(result: CallResult): ArrayBuffer[] {
  if (isResultOf(result, 'query')) return [result.output.bytes.buffer];
  if (isResultOf(result, 'positions')) return [result.output.places.buffer, result.output.online.buffer];
  return [];
}

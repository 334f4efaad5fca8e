import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type AnswerForm, type Banlist, Refusal } from '@palatine/contract';
import type { Rules, WorldEvent } from '@palatine/world';
import type { Logger } from 'pino';
import type { NewAuditEntry } from '../store/audit-store.ts';
import { GameMetrics } from '../telemetry/game-metrics.ts';
import {
  type CachedResponse,
  CLAIMED,
  type CommandAsk,
  EXPIRED,
  type FromWorker,
  type GameThreadData,
  type Outcome,
  PENDING,
  type RecordsAsk,
  type SimulateChoice,
  type ToWorker,
  type WorldFigures,
} from './protocol.ts';
import { ResponseCache } from './response-cache.ts';
import type { EventsSince } from './store-queries.ts';

export interface GameOptions {
  files: Pick<
    GameThreadData,
    'worldFile' | 'dataFolder' | 'banlistFile' | 'templatesFolder' | 'importRulesFolder'
  >;
  rules: Rules;
  simulate: SimulateChoice;
  /** How long the audit keeps a write; 0 for ever. */
  auditKeptMs: number;
  log: Logger;
  /** How many requests may wait for the game thread at once; beyond it 503 SERVER_BUSY. */
  queueLimit?: number;
  /** After this a request that has not been begun is given up: 500 REQUEST_TIMEOUT. */
  deadlineMs?: number;
}

/** What was asked, at its place in the queue, and who waits for it. */
interface Waiting {
  query: ToWorker;
  resolve: (reply: FromWorker | Outcome) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** A thread that dies this often within a minute is not started again. */
const DEATHS_PER_MINUTE = 5;

/**
 * The HTTP side of the game thread: asks it, remembers its answers while the world has not changed, and
 * starts it again from the store when it dies.
 */
export class GameClient {
  readonly #options: Required<GameOptions>;
  readonly #words: Int32Array<SharedArrayBuffer>;
  readonly #version = new Int32Array(new SharedArrayBuffer(4));
  readonly #memory = new ResponseCache(this.#version);
  readonly #waiting: (Waiting | undefined)[];
  /** Equal questions that wait at the same time, by what they ask. */
  readonly #asked = new Map<string, Promise<CachedResponse>>();
  readonly #watchers = new Set<(events: WorldEvent[]) => void>();
  /** What the thread counts; it outlives the thread. */
  readonly tally = new GameMetrics();
  /** How often the thread died and was started again. */
  restarts = 0;
  #freePlaces: number[] = [];
  #worker!: Worker;
  #port!: MessagePort;
  #stopping = false;
  #deaths: number[] = [];
  #onStopped: () => void = () => {};

  /** What the thread said of the world when it last started; undefined until then. */
  figures: WorldFigures | undefined;
  /** The bans in force. */
  banlist: Banlist = { Version: 1, BannedMessage: '', UserEntries: [], IPEntries: [] };
  /** Called when the thread has died too often to be started again. */
  onLost: (error: Error) => void = () => {};

  private constructor(options: GameOptions) {
    this.#options = { queueLimit: 1024, deadlineMs: 5000, ...options };
    this.#words = new Int32Array(new SharedArrayBuffer(4 * this.#options.queueLimit));
    this.#waiting = new Array<Waiting | undefined>(this.#options.queueLimit);
  }

  /** Starts the thread and waits until it has loaded the world; rejects when it cannot. */
  static async start(options: GameOptions): Promise<GameClient> {
    const game = new GameClient(options);
    await game.#startThread();
    return game;
  }

  /** Whether the thread is up and its world loaded. */
  get ready(): boolean {
    return this.figures !== undefined;
  }

  /** How many requests wait for the thread or run on it. */
  get queueDepth(): number {
    return this.#options.queueLimit - this.#freePlaces.length;
  }

  /** How many watch the events. */
  get watchers(): number {
    return this.#watchers.size;
  }

  /** The answer to a question, when it is already known for the world as it is now. */
  cached(name: string, params: Record<string, string>, form: AnswerForm): CachedResponse | undefined {
    return this.#memory.get(keyOf(name, params, form));
  }

  /** Asks the thread a question. Equal questions that wait at the same time share one answer. */
  ask(name: string, params: Record<string, string>, form: AnswerForm): Promise<CachedResponse> {
    const key = keyOf(name, params, form);
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const answer = this.#send((place) => ({ type: 'question', place, name, params, form })).then((reply) => {
      const { answer, version } = reply as FromWorker & { type: 'answer' }; // what a question is answered with
      this.#memory.set(key, answer, version);
      return answer;
    });
    this.#asked.set(key, answer);
    const settled = () => this.#asked.delete(key);
    answer.then(settled, settled);
    return answer;
  }

  /** Has the thread change the world. Refusals of the game come back as outcomes as well. */
  async command(command: Omit<CommandAsk, 'type' | 'place'>): Promise<Outcome> {
    return (await this.#send((place) => ({ ...command, type: 'command', place }))) as Outcome;
  }

  /** What the store keeps beside the world. */
  async records(what: RecordsAsk['what'], params: Record<string, string>): Promise<unknown> {
    const reply = await this.#send((place) => ({ type: 'records', place, what, params }));
    return (reply as FromWorker & { type: 'records' }).records;
  }

  /** What happened after the event with this id, or from `now` on. */
  eventsSince(since: string): Promise<EventsSince> {
    return this.records('events', { since }) as Promise<EventsSince>;
  }

  /** Has a write audited that was refused before it reached the game. */
  audit(entry: NewAuditEntry): void {
    this.#port.postMessage({ type: 'refused', entry } satisfies ToWorker);
  }

  /** Tells of everything that happens from now on. @returns how to stop it. */
  watch(watcher: (events: WorldEvent[]) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Rules for the thread should it have to start again; it is told of them by the reload itself. */
  rememberRules(rules: Rules): void {
    this.#options.rules = rules;
  }

  /** Lets what waits be answered, closes the store, ends the thread. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve;
    });
    this.#port.postMessage({ type: 'stop' } satisfies ToWorker);
    await Promise.race([stopped, new Promise((resolve) => this.#worker.once('exit', resolve))]);
    await this.#worker.terminate();
  }

  /** For tests of dying threads: kills the thread where it stands. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(askFor: (place: number) => ToWorker): Promise<FromWorker | Outcome> {
    const place = this.#freePlaces.pop();
    if (place === undefined) {
      return Promise.reject(new Refusal('SERVER_BUSY', 'too many requests wait for the game thread'));
    }
    return new Promise<FromWorker | Outcome>((resolve, reject) => {
      Atomics.store(this.#words, place, PENDING);
      const ask = askFor(place);
      const deadline = setTimeout(() => this.#giveUp(place), this.#options.deadlineMs);
      this.#waiting[place] = { query: ask, resolve, reject, deadline };
      this.#port.postMessage(ask);
    });
  }

  /** The deadline has come. The place stays taken until the thread has seen the word. */
  #giveUp(place: number): void {
    if (Atomics.compareExchange(this.#words, place, PENDING, EXPIRED) !== PENDING) return; // its answer is on the way
    const seconds = this.#options.deadlineMs / 1000;
    this.#waiting[place]?.reject(
      new Refusal(
        'REQUEST_TIMEOUT',
        `the game thread did not get to it within ${seconds} seconds; nothing was applied`,
      ),
    );
  }

  #onReply(reply: FromWorker): void {
    switch (reply.type) {
      case 'answer':
      case 'records':
        return this.#leave(reply.place)?.resolve(reply);
      case 'outcomes':
        for (const { place, outcome } of reply.outcomes) this.#leave(place)?.resolve(outcome);
        return;
      case 'refused':
        return this.#leave(reply.place)?.reject(new Refusal(reply.code, reply.message, reply.details));
      case 'failed':
        this.#options.log.error({ cause: reply.cause }, 'work in the game thread threw');
        return this.#leave(reply.place)?.reject(
          new Refusal(
            'REQUEST_FAILED',
            'the work in the game thread failed; the log of the service says why',
          ),
        );
      case 'skipped':
        this.#leave(reply.place);
        return;
      case 'banlist':
        this.banlist = reply.banlist;
        return;
      case 'events':
        for (const watcher of this.#watchers) watcher(reply.events);
        return;
      case 'trouble':
        return this.#options.log.error(reply.message);
      case 'ready':
        this.figures = reply.figures;
        return;
      case 'stopped':
        return this.#onStopped();
    }
  }

  #leave(place: number): Waiting | undefined {
    const waiting = this.#waiting[place];
    this.#waiting[place] = undefined;
    this.#freePlaces.push(place);
    clearTimeout(waiting?.deadline);
    return waiting;
  }

  #startThread(): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    const { files, rules, simulate, auditKeptMs, queueLimit } = this.#options;
    this.#freePlaces = Array.from({ length: queueLimit }, (_, index) => queueLimit - 1 - index);
    this.#waiting.fill(undefined);
    this.#port = port1;
    const data: GameThreadData = {
      ...files,
      rules,
      simulate,
      auditKeptMs,
      words: this.#words,
      version: this.#version,
      tally: this.tally.memory,
    };
    this.#worker = new Worker(new URL('./game-worker.ts', import.meta.url), {
      name: 'game',
      workerData: { ...data, port: port2 },
      transferList: [port2],
    });
    return new Promise((resolve, reject) => {
      let cause: Error | undefined;
      port1.on('message', (reply: FromWorker) => {
        this.#onReply(reply);
        if (reply.type === 'ready') resolve();
      });
      this.#worker.on('error', (error) => {
        cause = error instanceof Error ? error : new Error(String(error));
      });
      this.#worker.on('exit', (code) => {
        const wasReady = this.ready;
        port1.close();
        const why = cause ?? new Error(`the game thread ended with code ${code}`);
        if (!wasReady) reject(why);
        if (!this.#stopping) this.#onDeath(why, wasReady);
      });
    });
  }

  /** The thread starts again from the store, and everyone who waited is told what is true. */
  #onDeath(cause: Error, wasReady: boolean): void {
    this.figures = undefined;
    const orphans = this.#waiting.filter((waiting) => waiting !== undefined);
    const begun = new Set(
      orphans.filter(({ query }) => 'place' in query && Atomics.load(this.#words, query.place) === CLAIMED),
    );
    for (const { deadline } of orphans) clearTimeout(deadline);
    for (const orphan of orphans) {
      // Questions change nothing, and what was not begun will never be.
      if (orphan.query.type !== 'command' || !begun.has(orphan)) orphan.reject(startingAgain());
    }
    if (!wasReady) return; // its start is what failed, and the starter was told
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < 60_000), now];
    this.#options.log.error({ err: cause }, 'the game thread died; starting it again from the store');
    const commands = orphans.filter((orphan) => orphan.query.type === 'command' && begun.has(orphan));
    if (this.#deaths.length >= DEATHS_PER_MINUTE) {
      for (const { reject } of commands)
        reject(new Refusal('INTERNAL_ERROR', 'whether it was applied is not known'));
      this.onLost(new Error(`the game thread died ${this.#deaths.length} times within a minute`, { cause }));
      return;
    }
    Atomics.add(this.#version, 0, 1);
    this.restarts += 1;
    this.#startThread().then(
      () => this.#settle(commands),
      (error: Error) => this.onLost(error),
    );
  }

  /** Commands that were under way when the thread died: the audit on disk says whether they came to be. */
  #settle(commands: readonly Waiting[]): void {
    for (const { query, reject } of commands) {
      const { request } = (query as CommandAsk).audit;
      this.records('ended', { request }).then((status) => {
        const applied = status === 200;
        if (status === undefined) reject(startingAgain());
        else
          reject(
            new Refusal(
              'INTERNAL_ERROR',
              `the game thread died; the request was ${applied ? '' : 'not '}applied`,
              { Applied: applied },
            ),
          );
      }, reject);
    }
  }
}

function startingAgain(): Refusal {
  return new Refusal('SERVER_BUSY', 'the game thread is starting again; nothing was applied');
}

function keyOf(name: string, params: Record<string, string>, form: AnswerForm): string {
  let key = `${name} ${form}`;
  for (const param in params) key += ` ${JSON.stringify(params[param])}`; // by name, in the order of the path
  return key;
}

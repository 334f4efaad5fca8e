import { Worker } from 'node:worker_threads';
import { Refusal, TRAILS } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import type { CachedResponse } from '@palatine/platform/response-bytes';
import type { Logger } from 'pino';
import type { Game } from '../game/game.ts';
import { bytesOf } from '../store/world-readers.ts';
import type { HistoryEntry, HistoryQueries } from './history-book.ts';
import type { FromHistory, ToHistory } from './history-worker.ts';
import type { SeriesValues } from './series-store.ts';

/** Maximum entries waiting for the thread; the oldest are dropped. */
const MAX_WAITING = 10_000;
/** Maximum unconfirmed messages to the thread; further entries wait on this side. */
const MAX_UNCONFIRMED = 20;
const MAX_QUERIES = 32;
/** A thread that has died this often is not started again. */
const MAX_DEATHS = 5;

interface HistoryOptions {
  file: string;
  clock: Clock;
  log: Logger;
}

/** Client of the history. Its thread starts with the first entry or query; the service works without it. */
export class HistoryClient {
  readonly #options: HistoryOptions;
  #thread: Worker | undefined;
  #pending: HistoryEntry[] = [];
  #unconfirmed = 0;
  #deaths = 0;
  #nextId = 0;
  readonly #queries = new Map<number, PromiseWithResolvers<CachedResponse>>();
  #stopping = false;
  /** Time of the last recorded entries: ms since 1970. */
  lastRecordedAtMs: number | undefined;
  /** Why nothing is recorded at the moment; '' if it is. */
  problem = '';

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  get bytes() {
    const { file } = this.#options;
    return { bytes: bytesOf(file), walBytes: bytesOf(`${file}-wal`) };
  }

  record(entry: HistoryEntry): void {
    this.#pending.push(entry);
    if (this.#pending.length > MAX_WAITING) this.#pending.shift();
  }

  /** Sends pending entries, unless the thread is too far behind. */
  flush(): void {
    if (this.#unconfirmed < MAX_UNCONFIRMED) this.#send();
  }

  #send(): void {
    const message = { entries: this.#pending, nowMs: this.#options.clock.now() };
    if (this.#pending.length === 0 || !this.#post(message)) return;
    this.#unconfirmed += 1;
    this.#pending = [];
  }

  /** The reply of a route, after everything recorded so far. Rejects with SERVER_BUSY, or if it cannot be read. */
  async ask<K extends keyof HistoryQueries>(kind: K, input: HistoryQueries[K]): Promise<CachedResponse> {
    this.#send();
    if (this.#queries.size >= MAX_QUERIES) {
      throw new Refusal('SERVER_BUSY', 'too many concurrent history queries');
    }
    const id = ++this.#nextId;
    if (!this.#post({ id, kind, input, nowMs: this.#options.clock.now() })) throw unavailable();
    const response = Promise.withResolvers<CachedResponse>();
    this.#queries.set(id, response);
    return response.promise;
  }

  /** Records pending entries and ends the thread. An unused history stays as it is. */
  async stop(): Promise<void> {
    const thread = this.#thread;
    if (thread === undefined) return;
    this.#send();
    this.#stopping = true;
    thread.ref();
    const exit = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('stop' satisfies ToHistory);
    await exit;
  }

  async kill(): Promise<void> {
    await this.#thread?.terminate();
  }

  /** False if there is no thread and none can start. */
  #post(message: ToHistory): boolean {
    if (this.#stopping) return false;
    if (this.#deaths < MAX_DEATHS) this.#thread ??= this.#start();
    this.#thread?.postMessage(message);
    return this.#thread !== undefined;
  }

  #start(): Worker {
    const { file, clock } = this.#options;
    const program = new URL('./history-worker.ts', import.meta.url);
    const thread = new Worker(program, { name: 'history', workerData: { file, nowMs: clock.now() } });
    let cause = 'its thread has ended';
    thread.on('message', (message: FromHistory) => this.#receive(message));
    thread.on('error', (error: Error) => {
      cause = error.message;
    });
    thread.on('exit', () => this.#onExit(cause));
    thread.unref();
    return thread;
  }

  #receive(message: FromHistory): void {
    if ('warning' in message) return this.#options.log.warn(message.warning);
    if ('problem' in message) {
      this.#unconfirmed -= 1;
      if (message.problem === '') this.lastRecordedAtMs = this.#options.clock.now();
      return this.#report(message.problem);
    }
    const query = this.#queries.get(message.id);
    this.#queries.delete(message.id);
    if ('response' in message) query?.resolve(message.response);
    else query?.reject(new Error(`the history cannot be read: ${message.failed}`));
  }

  /** Logs once when recording stops, and once when it resumes. */
  #report(problem: string): void {
    if (problem === this.problem) return;
    this.problem = problem;
    if (problem === '') this.#options.log.info('history recording resumed');
    else this.#options.log.error({ reason: problem }, 'history recording stopped');
  }

  #onExit(cause: string): void {
    this.#thread = undefined;
    this.#unconfirmed = 0;
    for (const { reject } of this.#queries.values()) reject(unavailable());
    this.#queries.clear();
    if (this.#stopping) return;
    this.#deaths += 1;
    const isLast = this.#deaths >= MAX_DEATHS;
    this.#report(`${cause}${isLast ? '; it is not started again until the service restarts' : ''}`);
  }
}

function unavailable(): Refusal {
  return new Refusal('SERVER_BUSY', 'the history is unavailable; nothing was read');
}

/** Interval of values of a series, and of messages to the history. */
const VALUES_MS = 5000;

interface RecorderOptions {
  history: HistoryClient;
  game: Game;
  clock: Clock;
  measure(): SeriesValues;
  onReload(listener: () => void): void;
}

/** Records the game. @returns a function that stops it. */
export function startRecorder({ history, game, clock, measure, onReload }: RecorderOptions): () => void {
  const startedMs = clock.elapsed();
  let placesDueMs = 0;
  let cancelBeat = () => {};
  const record = (entry: WithoutTime<HistoryEntry>) => history.record({ ...entry, atMs: clock.now() });

  function recordPlaces(): void {
    if (clock.elapsed() < placesDueMs) return;
    const online = game.reads.places().filter((place) => place.online);
    const seconds = online.length > TRAILS.manyOnline ? TRAILS.stepSecondsOfMany : TRAILS.stepSeconds;
    // Half an interval early: a timer that fires a moment too soon must not skip a sample.
    placesDueMs = clock.elapsed() + seconds * 1000 - VALUES_MS / 2;
    const places = Int32Array.from(online.flatMap(({ x, y, z }) => [x, y, z]));
    record({ kind: 'places', uids: online.map(({ uid }) => uid), places });
  }

  /** After the machine has slept, runs once instead of for each missed interval. */
  function schedule(): void {
    const lateMs = (clock.elapsed() - startedMs) % VALUES_MS;
    cancelBeat = clock.after(VALUES_MS - lateMs, () => {
      queueMicrotask(schedule); // first: the work may throw
      record({ kind: 'values', values: measure() });
      history.flush();
      recordPlaces();
    });
  }

  const { origin, madeAt } = game.reads.figures;
  record({ kind: 'world', id: `${origin} ${madeAt}` });
  record({ kind: 'mark', mark: 'Started' });
  onReload(() => record({ kind: 'mark', mark: 'Reloaded' }));
  record({ kind: 'online', sessions: game.reads.sessions() });
  const unwatch = game.watchers.sessions((session) => record({ kind: 'session', session }));
  schedule();

  return () => {
    cancelBeat();
    unwatch();
    record({ kind: 'mark', mark: 'Stopped' });
  };
}

type WithoutTime<Entry> = Entry extends unknown ? Omit<Entry, 'atMs'> : never;

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { Refusal } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import type { CachedResponse } from '../game/calls.ts';
import { historyBytes } from './history-file.ts';
import type {
  FromHistory,
  HistoryData,
  HistoryEntry,
  HistoryQueries,
  HistoryQueryKind,
  ToHistory,
} from './history-protocol.ts';

/** Maximum entries waiting for the thread; the oldest are dropped. */
const MAX_WAITING = 10_000;
/** Maximum unconfirmed messages to the thread; further entries wait on this side. */
const MAX_UNCONFIRMED = 20;
const MAX_QUERIES = 32;
/** A thread that has died this often is not started again. */
const MAX_DEATHS = 5;

export interface HistoryOptions {
  file: string;
  clock: Clock;
  log: Logger;
}

interface Running {
  readonly port: MessagePort;
  readonly worker: Worker;
}

interface OpenQuery {
  resolve(response: CachedResponse): void;
  reject(error: Error): void;
}

/** Client of the history. Its thread starts with the first entry or query; the service works without it. */
export class HistoryClient {
  readonly #options: HistoryOptions;
  #running: Running | undefined;
  #pending: HistoryEntry[] = [];
  #sent = 0;
  #confirmed = 0;
  #deaths = 0;
  #nextId = 0;
  readonly #queries = new Map<number, OpenQuery>();
  #onStopped: () => void = () => {};
  #stopping = false;
  /** Time of the last recorded entries: ms since 1970. */
  lastRecordedAtMs: number | undefined;
  /** Why nothing is recorded at the moment; '' if it is. */
  problem = '';

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  get bytes(): { bytes: number; walBytes: number } {
    return historyBytes(this.#options.file);
  }

  record(entry: HistoryEntry): void {
    this.#pending.push(entry);
    if (this.#pending.length > MAX_WAITING) this.#pending.shift();
  }

  /** Sends pending entries, unless the thread is too far behind. */
  flush(): void {
    if (this.#sent - this.#confirmed < MAX_UNCONFIRMED) this.#send();
  }

  #send(): void {
    if (this.#pending.length === 0) return;
    if (!this.#post({ type: 'record', number: this.#sent + 1, entries: this.#pending })) return;
    this.#sent += 1;
    this.#pending = [];
  }

  /** The reply of a route, after everything recorded so far. Rejects with SERVER_BUSY, or if it cannot be read. */
  ask<K extends HistoryQueryKind>(kind: K, input: HistoryQueries[K]): Promise<CachedResponse> {
    this.#send();
    if (this.#queries.size >= MAX_QUERIES) {
      return Promise.reject(new Refusal('SERVER_BUSY', 'too many concurrent history queries'));
    }
    const id = ++this.#nextId;
    const { promise, resolve, reject } = Promise.withResolvers<CachedResponse>();
    this.#queries.set(id, { resolve, reject });
    const sent = this.#post({ type: 'ask', id, query: { kind, input, nowMs: this.#options.clock.now() } });
    if (!sent) this.#rejectAll();
    return promise;
  }

  /** Records pending entries and ends the thread. An unused history stays as it is. */
  async stop(): Promise<void> {
    if (this.#running === undefined) return;
    this.#send();
    this.#stopping = true;
    this.#running.worker.ref();
    this.#running.port.ref();
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve;
    });
    this.#post({ type: 'stop' });
    await stopped;
    await this.#running?.worker.terminate();
  }

  async kill(): Promise<void> {
    await this.#running?.worker.terminate();
  }

  /** False if there is no thread and none can start. */
  #post(message: ToHistory): boolean {
    if (this.#stopping && message.type !== 'stop') return false;
    this.#running ??= this.#start();
    this.#running?.port.postMessage(message);
    return this.#running !== undefined;
  }

  #start(): Running | undefined {
    if (this.#deaths >= MAX_DEATHS) return undefined;
    const { file, clock } = this.#options;
    const { port1: port, port2 } = new MessageChannel();
    const data: HistoryData & { port: MessagePort } = { file, nowMs: clock.now(), port: port2 };
    const worker = new Worker(new URL('./history-worker.ts', import.meta.url), {
      name: 'history',
      workerData: data,
      transferList: [port2],
    });
    let cause: Error | undefined;
    port.on('message', (message: FromHistory) => this.#receive(message));
    worker.on('error', (error: Error) => {
      cause = error;
    });
    worker.on('exit', () => this.#onExit(port, cause));
    worker.unref();
    port.unref();
    return { port, worker };
  }

  #receive(message: FromHistory): void {
    switch (message.type) {
      case 'recorded':
        this.#confirmed = message.number;
        this.#report(message.problem);
        if (message.problem === '') this.lastRecordedAtMs = this.#options.clock.now();
        return;
      case 'answer':
        return this.#take(message.id)?.resolve(message.response);
      case 'failed':
        return this.#take(message.id)?.reject(new Error(`the history cannot be read: ${message.problem}`));
      case 'warning':
        return this.#options.log.warn(message.message);
      case 'stopped':
        return this.#onStopped();
    }
  }

  #take(id: number): OpenQuery | undefined {
    const query = this.#queries.get(id);
    this.#queries.delete(id);
    return query;
  }

  /** Logs once when recording stops, and once when it resumes. */
  #report(problem: string): void {
    if (problem === this.problem) return;
    this.problem = problem;
    if (problem === '') this.#options.log.info('history recording resumed');
    else this.#options.log.error({ reason: problem }, 'history recording stopped');
  }

  #onExit(port: MessagePort, cause: Error | undefined): void {
    port.close();
    this.#running = undefined;
    this.#confirmed = this.#sent;
    this.#rejectAll();
    this.#onStopped();
    if (this.#stopping) return;
    this.#deaths += 1;
    const why = cause?.message ?? 'its thread has ended';
    const note = this.#deaths >= MAX_DEATHS ? '; it is not started again until the service restarts' : '';
    this.#report(`${why}${note}`);
  }

  #rejectAll(): void {
    for (const { reject } of this.#queries.values()) {
      reject(new Refusal('SERVER_BUSY', 'the history is unavailable; nothing was read'));
    }
    this.#queries.clear();
  }
}

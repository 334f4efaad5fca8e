import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type AnswerForm, type Banlist, Refusal } from '@palisade/contract';
import type { Rules } from '@palisade/world';
import type { Logger } from 'pino';
import {
  type Answer,
  type Ask,
  GIVEN_UP,
  type Reply,
  type SimulateChoice,
  WAITING,
  type WorldFigures,
} from './protocol.ts';

export interface GameOptions {
  worldFile: string;
  rules: Rules;
  simulate: SimulateChoice;
  banlist: Banlist;
  log: Logger;
  /** How many requests may wait for the game thread at once; beyond it 503 SERVER_BUSY. */
  queueLimit?: number;
  /** After this a request that has not been begun is given up: 500 REQUEST_TIMEOUT. */
  deadlineMs?: number;
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** A thread that dies this often within a minute is not started again. */
const DEATHS_PER_MINUTE = 5;
/** Answers kept for the present version of the world, in bytes. */
const REMEMBERED_BYTES = 64 * 1024 * 1024;

/**
 * The HTTP side of the game thread: asks it, remembers its answers while the world has not changed, and
 * starts it again from the store when it dies.
 */
export class GameThread {
  readonly #options: Required<GameOptions>;
  readonly #words: Int32Array<SharedArrayBuffer>;
  readonly #version = new Int32Array(new SharedArrayBuffer(4));
  readonly #waiting: (Waiting | undefined)[];
  #freePlaces: number[] = [];
  #worker!: Worker;
  #port!: MessagePort;
  #stopping = false;
  #deaths: number[] = [];
  #onStopped: () => void = () => {};

  /** What the thread said of the world when it last started; undefined until then. */
  figures: WorldFigures | undefined;
  /** Called when the thread has died too often to be started again. */
  onLost: (error: Error) => void = () => {};

  readonly #remembered = new Map<string, Answer>();
  #rememberedVersion = 0;
  #rememberedBytes = 0;
  readonly #asked = new Map<string, Promise<Answer>>();

  private constructor(options: GameOptions) {
    this.#options = { queueLimit: 1024, deadlineMs: 5000, ...options };
    this.#words = new Int32Array(new SharedArrayBuffer(4 * this.#options.queueLimit));
    this.#waiting = new Array<Waiting | undefined>(this.#options.queueLimit);
  }

  /** Starts the thread and waits until it has loaded the world; rejects when it cannot. */
  static async start(options: GameOptions): Promise<GameThread> {
    const game = new GameThread(options);
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

  /** The answer to a question, when it is already known for the world as it is now. */
  known(name: string, params: Record<string, string>, form: AnswerForm): Answer | undefined {
    return this.#recall(keyOf(name, params, form));
  }

  /** Asks the thread a question. Equal questions that wait at the same time share one answer. */
  ask(name: string, params: Record<string, string>, form: AnswerForm): Promise<Answer> {
    const key = keyOf(name, params, form);
    const known = this.#recall(key);
    if (known !== undefined) return Promise.resolve(known);
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;

    const answer = this.#send((place) => ({ type: 'question', place, name, params, form }), key);
    this.#asked.set(key, answer);
    const settled = () => this.#asked.delete(key);
    answer.then(settled, settled);
    return answer;
  }

  setRules(rules: Rules): void {
    this.#options.rules = rules;
    this.#port.postMessage({ type: 'rules', rules } satisfies Ask);
  }

  /** Lets what waits be answered, closes the store, ends the thread. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const stopped = new Promise<void>((resolve) => {
      this.#onStopped = resolve;
    });
    this.#port.postMessage({ type: 'stop' } satisfies Ask);
    await Promise.race([stopped, new Promise((resolve) => this.#worker.once('exit', resolve))]);
    await this.#worker.terminate();
  }

  /** For tests of dying threads: kills the thread where it stands. */
  async kill(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(ask: (place: number) => Ask, key: string): Promise<Answer> {
    const place = this.#freePlaces.pop();
    if (place === undefined) {
      return Promise.reject(new Refusal('SERVER_BUSY', 'too many requests wait for the game thread'));
    }
    return new Promise<Answer>((resolve, reject) => {
      Atomics.store(this.#words, place, WAITING);
      const deadline = setTimeout(() => this.#giveUp(place), this.#options.deadlineMs);
      const remember = (answer: Answer) => {
        this.#remember(key, answer);
        resolve(answer);
      };
      this.#waiting[place] = { resolve: remember, reject, deadline };
      this.#port.postMessage(ask(place));
    });
  }

  /** The deadline has come. The place stays taken until the thread has seen the word. */
  #giveUp(place: number): void {
    if (Atomics.compareExchange(this.#words, place, WAITING, GIVEN_UP) !== WAITING) return; // its answer is on the way
    const seconds = this.#options.deadlineMs / 1000;
    this.#waiting[place]?.reject(
      new Refusal(
        'REQUEST_TIMEOUT',
        `the game thread did not get to it within ${seconds} seconds; nothing was applied`,
      ),
    );
  }

  #recall(key: string): Answer | undefined {
    const version = Atomics.load(this.#version, 0);
    if (version === this.#rememberedVersion) return this.#remembered.get(key);
    this.#remembered.clear();
    this.#rememberedBytes = 0;
    this.#rememberedVersion = version;
    return undefined;
  }

  #answeredVersion = 0;

  #remember(key: string, answer: Answer): void {
    this.#recall(key); // drops what is of an older version
    if (this.#answeredVersion !== this.#rememberedVersion) return; // outdated on arrival
    if (this.#rememberedBytes + answer.bytes.byteLength > REMEMBERED_BYTES) return;
    this.#remembered.set(key, answer);
    this.#rememberedBytes += answer.bytes.byteLength;
  }

  #onReply(reply: Reply): void {
    switch (reply.type) {
      case 'answer':
        this.#answeredVersion = reply.version;
        return this.#leave(reply.place)?.resolve(reply.answer);
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
        return void this.#leave(reply.place);
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
    const { worldFile, rules, simulate, banlist, queueLimit } = this.#options;
    this.#freePlaces = Array.from({ length: queueLimit }, (_, index) => queueLimit - 1 - index);
    this.#waiting.fill(undefined);
    this.#port = port1;
    this.#worker = new Worker(new URL('./game-thread.ts', import.meta.url), {
      name: 'game',
      workerData: {
        port: port2,
        worldFile,
        rules,
        simulate,
        banlist,
        words: this.#words,
        version: this.#version,
      },
      transferList: [port2],
    });
    return new Promise((resolve, reject) => {
      let cause: Error | undefined;
      port1.on('message', (reply: Reply) => {
        this.#onReply(reply);
        if (reply.type === 'ready') resolve();
      });
      this.#worker.on('error', (error) => {
        cause = error instanceof Error ? error : new Error(String(error));
      });
      this.#worker.on('exit', (code) => {
        const ready = this.ready;
        port1.close();
        const why = cause ?? new Error(`the game thread ended with code ${code}`);
        if (!ready) reject(why);
        if (!this.#stopping) this.#onDeath(why, ready);
      });
    });
  }

  /** Everyone who waits is told, and the thread starts again from the store. */
  #onDeath(cause: Error, wasReady: boolean): void {
    this.figures = undefined;
    for (const [place, waiting] of this.#waiting.entries()) {
      if (waiting === undefined) continue;
      this.#leave(place);
      waiting.reject(new Refusal('SERVER_BUSY', 'the game thread is starting again; nothing was applied'));
    }
    if (!wasReady) return; // its start is what failed, and the starter was told
    const now = Date.now();
    this.#deaths = [...this.#deaths.filter((at) => now - at < 60_000), now];
    this.#options.log.error({ err: cause }, 'the game thread died; starting it again from the store');
    if (this.#deaths.length >= DEATHS_PER_MINUTE) {
      this.onLost(new Error(`the game thread died ${this.#deaths.length} times within a minute`, { cause }));
      return;
    }
    Atomics.add(this.#version, 0, 1);
    this.#startThread().catch((error: Error) => this.onLost(error));
  }
}

function keyOf(name: string, params: Record<string, string>, form: AnswerForm): string {
  return `${name} ${form} ${JSON.stringify(params)}`;
}

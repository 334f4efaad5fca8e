import { Worker } from 'node:worker_threads';
import type { MirrorPart } from '@palatine/world';
import { errorOfThread } from '../data-folder/config-error.ts';
import type { Clock } from '../game/clock.ts';
import type { ImportReply, ImportRequest } from './save-importer.ts';

export interface ImportThreadData {
  readonly catalogueFolder: string;
}

export type ThreadRequest =
  | { readonly type: 'import'; readonly request: ImportRequest }
  | { readonly type: 'nextPart' }
  | { readonly type: 'confirm' }
  | { readonly type: 'end' };

export type ThreadReply =
  | ImportReply
  | { readonly type: 'part'; readonly part: MirrorPart | undefined }
  /** It has started. */
  | { readonly type: 'ready' };

// As for an import into a data folder (maintenance/make-world.ts, docs/decisions/0019), twice: the thread keeps the
// records of the save before while it imports the next.
const HEAP_BYTES_PER_SAVE_BYTE = 512;
const HEAP_FLOOR_BYTES = 256 * 1024 ** 2;
/** A thread takes saves up to so many times the size of its first. */
const GROWTH = 2;

/** The largest worlds take seconds; a longer import hangs. */
const TIME_LIMIT_MS = 120_000;

/** What is waited for: one reply at a time. */
interface Waiting {
  resolve(reply: ThreadReply): void;
  reject(error: Error): void;
}

/** A thread that imports saves, within bounds of memory and time. It keeps the records of the last. */
export class ImportThread {
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #mostBytes: number;
  readonly #ended: Promise<void>;
  #waiting: Waiting | undefined;
  #failure: Error | undefined;
  #isReady = false;

  /** `saveBytes`: the size of the save to come. */
  constructor(catalogueFolder: string, saveBytes: number, clock: Clock) {
    this.#clock = clock;
    this.#mostBytes = saveBytes * GROWTH;
    const heapBytes = HEAP_FLOOR_BYTES + this.#mostBytes * HEAP_BYTES_PER_SAVE_BYTE;
    const workerData: ImportThreadData = { catalogueFolder };
    this.#worker = new Worker(new URL('./mirror-worker.ts', import.meta.url), {
      name: 'mirror',
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapBytes / 1024 ** 2) },
    });
    this.#worker.on('message', (reply: ThreadReply) => {
      if (reply.type === 'ready') this.#isReady = true;
      else this.#settle()?.resolve(reply);
    });
    this.#worker.on('error', (error) => this.#fail(failureOf(error)));
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        this.#fail(new Error(`the thread that imports saves ended with code ${code}`));
        resolve();
      });
    });
  }

  /** Whether it can take a save of this size. */
  takes(saveBytes: number): boolean {
    return this.#failure === undefined && saveBytes <= this.#mostBytes;
  }

  /** Imports a save, whose bytes are handed over. Rejects when the thread fails; then it takes no further save. */
  async import(request: ImportRequest): Promise<ImportReply> {
    const buffers = [...request.read.values()].map(({ buffer }) => buffer);
    const cancel = this.#clock.after(TIME_LIMIT_MS, () => this.#giveUp());
    try {
      return (await this.#ask({ type: 'import', request }, buffers)) as ImportReply; // the worker answers in kind
    } finally {
      cancel();
    }
  }

  /** The parts of the save that was imported last. Only when all were taken it counts as sent. */
  async *parts(): AsyncGenerator<MirrorPart> {
    for (;;) {
      const reply = await this.#ask({ type: 'nextPart' });
      const part = reply.type === 'part' ? reply.part : undefined;
      if (part === undefined) break;
      yield part;
    }
    this.#worker.postMessage({ type: 'confirm' } satisfies ThreadRequest);
  }

  /** Lets the thread end once it has done what it does. Not terminated: it may still be starting. */
  async end(): Promise<void> {
    this.#worker.postMessage({ type: 'end' } satisfies ThreadRequest);
    await this.#ended;
  }

  #ask(request: ThreadRequest, transfer: ArrayBuffer[] = []): Promise<ThreadReply> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#waiting = { resolve, reject };
      this.#worker.postMessage(request, transfer);
    });
  }

  #giveUp(): void {
    this.#fail(new Error(`importing the save took longer than ${TIME_LIMIT_MS / 1000} seconds`));
    // Node 24 aborts the whole process when it terminates a thread that is still starting.
    if (this.#isReady) void this.#worker.terminate();
    else void this.end();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#settle()?.reject(this.#failure);
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

function failureOf(error: unknown): Error {
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!isOutOfMemory) return errorOfThread(error);
  return new Error('importing the save needs more memory than it may use', { cause: error });
}

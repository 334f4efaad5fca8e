import type { Clock } from '@palatine/platform/clock';
import { runJob, transferred } from '@palatine/platform/run-job';
import type { MirrorPart } from '@palatine/world/mirror-part';
import type { ImportReply, ImportRequest } from './save-importer.ts';

type ThreadRequest =
  | { readonly type: 'import'; readonly request: ImportRequest }
  | { readonly type: 'nextPart' };

export type ThreadReply = ImportReply | { readonly type: 'part'; readonly part: MirrorPart | undefined };

export interface ImportThreadCalls {
  /** Passes the reply to the previous request. @returns the next request; undefined at the end. */
  next(reply?: ThreadReply): Promise<ThreadRequest | undefined>;
}

// As for an import into a data folder (maintenance/make-world.ts, docs/decisions/0003), twice: the thread keeps the
// records of the previous save while it imports the next.
const HEAP_BYTES_PER_SAVE_BYTE = 512;
const HEAP_FLOOR_BYTES = 256 * 1024 ** 2;
/** A thread accepts saves up to this many times the size of its first. */
const GROWTH = 2;

/** The largest worlds take seconds; a longer import hangs. */
const TIME_LIMIT_MS = 120_000;

/** A thread that imports saves, with limits of memory and time. It keeps the records of the last one. */
export class ImportThread {
  readonly #clock: Clock;
  readonly #mostBytes: number;
  readonly #ended: Promise<void>;
  readonly #abort = new AbortController();
  #request = Promise.withResolvers<ThreadRequest | undefined>();
  #reply = Promise.withResolvers<ThreadReply>();
  #failure: Error | undefined;
  #isReady = false;
  #isEnding = false;

  /** `saveBytes`: size of the next save. */
  constructor(catalogueFolder: string, saveBytes: number, clock: Clock) {
    this.#clock = clock;
    this.#mostBytes = saveBytes * GROWTH;
    const next = async (reply?: ThreadReply) => {
      this.#isReady = true;
      if (reply !== undefined) this.#reply.resolve(reply);
      if (this.#isEnding) return undefined;
      const request = await this.#request.promise;
      this.#request = Promise.withResolvers();
      return request;
    };
    const job = runJob<string, void, ImportThreadCalls>(
      new URL('./mirror-job.ts', import.meta.url),
      catalogueFolder,
      {
        name: 'importing the save',
        calls: { next },
        maxHeapBytes: HEAP_FLOOR_BYTES + this.#mostBytes * HEAP_BYTES_PER_SAVE_BYTE,
        signal: this.#abort.signal,
      },
    );
    this.#ended = job.then(
      () => this.#fail(new Error('the thread that imports saves has ended')),
      (error: Error) => this.#fail(error),
    );
  }

  takes(saveBytes: number): boolean {
    return this.#failure === undefined && saveBytes <= this.#mostBytes;
  }

  /** Imports a save, whose bytes are transferred. Rejects if the thread fails; then it accepts no further save. */
  async import(request: ImportRequest): Promise<ImportReply> {
    const buffers = [...request.read.values()].map(({ buffer }) => buffer);
    const cancel = this.#clock.after(TIME_LIMIT_MS, () => this.#giveUp());
    try {
      return (await this.#ask(transferred({ type: 'import', request }, buffers))) as ImportReply; // the job replies in kind
    } finally {
      cancel();
    }
  }

  /** Parts of the last imported save. It counts as sent only once all were taken. */
  async *parts(): AsyncGenerator<MirrorPart> {
    for (;;) {
      const reply = await this.#ask({ type: 'nextPart' });
      if (reply.type !== 'part' || reply.part === undefined) return;
      yield reply.part;
    }
  }

  /** Lets the thread exit after its present work. Not terminated: it may still be starting. */
  async end(): Promise<void> {
    this.#isEnding = true;
    this.#request.resolve(undefined);
    await this.#ended;
  }

  /** One request at a time. */
  #ask(request: ThreadRequest): Promise<ThreadReply> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#reply = Promise.withResolvers();
    this.#request.resolve(request);
    return this.#reply.promise;
  }

  #giveUp(): void {
    this.#fail(new Error(`importing the save took longer than ${TIME_LIMIT_MS / 1000} seconds`));
    // Node 24 aborts the whole process when it terminates a thread that is still starting.
    if (this.#isReady) this.#abort.abort();
    else void this.end();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#reply.promise.catch(() => {}); // nobody may be waiting
    this.#reply.reject(this.#failure);
  }
}

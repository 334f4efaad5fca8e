import { close, fsync, ftruncate, write } from 'node:fs';
import { promisify } from 'node:util';
import { createPrivateFile } from './private-files.ts';

const writePart = promisify(write);
const truncate = promisify(ftruncate);
const flush = promisify(fsync);
const closeHandle = promisify(close);

/**
 * A new private file that is written in pieces as they come, without holding up the thread. Its name is the caller's:
 * nobody else may look for it before it is whole.
 */
export class StreamedFile implements AsyncDisposable {
  /** Bytes so far. */
  written = 0;
  readonly #handle: number;
  #open = true;

  /** Throws when there is a file of this name. */
  constructor(file: string) {
    this.#handle = createPrivateFile(file);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.byteLength; ) {
      const { bytesWritten } = await writePart(this.#handle, bytes, at, bytes.byteLength - at, this.written);
      at += bytesWritten;
      this.written += bytesWritten;
    }
  }

  /** Empties it, to begin again. */
  async restart(): Promise<void> {
    await truncate(this.#handle, 0);
    this.written = 0;
  }

  /** Flushes it, so that it survives a power cut. */
  async flush(): Promise<void> {
    await flush(this.#handle);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await closeHandle(this.#handle);
  }
}

import type { Answer } from './protocol.ts';

/** Answers kept for the present version of the world, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Answers to questions, as bytes, for as long as the world has not changed. */
export class AnswerMemory {
  /** The shared number that the game thread changes with the world. */
  readonly #worldVersion: Int32Array<SharedArrayBuffer>;
  readonly #answers = new Map<string, Answer>();
  #version = 0;
  #bytes = 0;

  constructor(worldVersion: Int32Array<SharedArrayBuffer>) {
    this.#worldVersion = worldVersion;
  }

  recall(key: string): Answer | undefined {
    return this.#isCurrent() ? this.#answers.get(key) : undefined;
  }

  /** Keeps an answer that was given for a version of the world, unless there is a newer one by now. */
  keep(key: string, answer: Answer, version: number): void {
    this.#isCurrent();
    if (version !== this.#version || this.#bytes + answer.bytes.byteLength > KEPT_BYTES) return;
    this.#answers.set(key, answer);
    this.#bytes += answer.bytes.byteLength;
  }

  /** Drops everything when the world is another one; false then. */
  #isCurrent(): boolean {
    const version = Atomics.load(this.#worldVersion, 0);
    if (version === this.#version) return true;
    this.#answers.clear();
    this.#bytes = 0;
    this.#version = version;
    return false;
  }
}

import { keepWhile } from './keep-while.ts';

/** Runs work with the same key one after another. */
export class OneAfterAnother {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work once all work before it with this key has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    keepWhile(this.#last, key, result, result);
    return result;
  }
}

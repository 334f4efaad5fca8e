/** Runs work with the same key one after another. */
export class OneAfterAnother {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work once all work before it with this key has ended, however it ended. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    this.#last.set(key, result);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === result) this.#last.delete(key);
    }
  }
}

/** Keeps a value in a map until its work settles, unless another has replaced it. */
export function trackPending<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  work: Promise<unknown>,
): void {
  map.set(key, value);
  const end = () => {
    if (map.get(key) === value) map.delete(key);
  };
  work.then(end, end);
}

/** Runs work one at a time, in the order of the calls. `onError` is called beside the caller's own error. */
export function workQueue(onError: (error: unknown) => void) {
  let pending: Promise<void> = Promise.resolve();
  let isStopped = false;
  return {
    get isStopped(): boolean {
      return isStopped;
    },
    /** @returns the result; undefined once the queue has stopped. */
    run<T>(work: () => Promise<T>): Promise<T | undefined> {
      const result = pending.then(() => (isStopped ? undefined : work()));
      pending = result.then(() => {}, onError);
      return result;
    },
    /** Starts no more work; resolves after the pending one. */
    stop(): Promise<void> {
      isStopped = true;
      return pending;
    },
  };
}

/** Calls that share one result while they are pending. */
export class SharedCalls<Result> {
  readonly #open = new Map<string, Promise<Result>>();

  /** Joins the pending call with this key, or starts one. */
  share(key: string, start: () => Promise<Result>): Promise<Result> {
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    const result = start().finally(() => this.#open.delete(key));
    this.#open.set(key, result);
    return result;
  }
}

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

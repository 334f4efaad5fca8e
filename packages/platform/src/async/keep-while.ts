/** Keeps a value in a map until its work has ended, however it ends, unless another has taken its place. */
export function keepWhile<Key, Value>(
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

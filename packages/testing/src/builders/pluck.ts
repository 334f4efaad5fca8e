/** The values of a property of each object; of several properties, a row of them for each object. */
export function pluck<T, K extends keyof T>(objects: readonly T[], key: K): T[K][];
export function pluck<T, K extends keyof T>(objects: readonly T[], ...keys: [K, K, ...K[]]): T[K][][];
export function pluck<T, K extends keyof T>(objects: readonly T[], ...keys: K[]): unknown[] {
  const [only, ...others] = keys as [K, ...K[]];
  return objects.map((object) => (others.length === 0 ? object[only] : keys.map((key) => object[key])));
}

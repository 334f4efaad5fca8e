/** The keys from the root of a body to a value inside it; those of a list are its indexes. */
export type KeyPath = readonly string[];

/** Paths of all fields, entries, and fields of entries of a body. */
export function keyPathsIn(value: unknown): KeyPath[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...keyPathsIn(inner).map((path) => [key, ...path]),
  ]);
}

/** A copy of the body with one value replaced; undefined removes it. */
export function withValue(body: unknown, [key, ...rest]: KeyPath, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(body) ? [...body] : { ...(body as object) };
  const fields = copy as Record<string, unknown>;
  fields[key] = withValue(fields[key], rest, value);
  return copy;
}

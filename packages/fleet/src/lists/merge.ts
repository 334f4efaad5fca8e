import { compareStamps, compareText, type ListStamp } from './stamp.ts';

/** The newer of two versions. Merging is idempotent and commutative (lists/merge.test.ts). */
export function merge<V extends { readonly t: ListStamp }>(one: V, other: V): V {
  const order = compareStamps(one.t, other.t) || compareText(canonical(one), canonical(other));
  return order < 0 ? other : one;
}

/** Two gateways of one name could give one stamp twice: then the text decides, the same way everywhere. */
function canonical(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareText(a, b)))
      : inner,
  );
}

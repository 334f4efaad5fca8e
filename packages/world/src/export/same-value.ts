/** True for values that are equal as JSON is: -0 is 0, and a key with undefined is a key that is not there. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Number.isNaN(one) && Number.isNaN(other);
  }
  if (Array.isArray(one) || Array.isArray(other)) return isSameList(one, other);
  return isSameObject(one as Record<string, unknown>, other as Record<string, unknown>); // neither is null nor an array
}

function isSameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((value, index) => isSameValue(value, other[index]));
}

// `for in` makes no list of keys: a save has some ten thousand records to compare. Records inherit no enumerable key.
function isSameObject(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  let keysMore = 0;
  for (const key in one) {
    if (one[key] === undefined) continue;
    if (!isSameValue(one[key], other[key])) return false;
    keysMore += 1;
  }
  for (const key in other) if (other[key] !== undefined) keysMore -= 1;
  return keysMore === 0;
}

export function differingKeys<T extends object>(one: T, other: T): (keyof T)[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof T>; // the keys of a T
  return [...keys].filter((key) => !isSameValue(one[key], other[key]));
}

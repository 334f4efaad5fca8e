import { INT32_MAX, INT32_MIN } from '@palatine/contract';

// Converts single values for answers. No answer holds null, and JSON prints NaN and Infinity as null.

/** An integer of an answer: whole and within 32 bits. */
export function int32(value: number | undefined): number {
  return Math.min(INT32_MAX, Math.max(INT32_MIN, Math.trunc(value ?? 0) || 0));
}

/** `Object.fromEntries`, not assignment: an id called `__proto__` stays a key like any other. */
export function int32Counts(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([id, count]) => [id, int32(count)]));
}

/** Returns the value if it is in the list, else `otherwise`: a modded game may have other values. */
export function enumValue<Value extends string>(values: readonly Value[], value: string, otherwise: Value) {
  return values.find((entry) => entry === value) ?? otherwise;
}

/** Values as callers name them, each an integer of an answer. `names`: what records call a value, and what callers do. */
export function inNames<const N extends Readonly<Record<string, string>>>(
  names: N,
  values: Readonly<Record<keyof N, number>>,
): Record<N[keyof N], number> {
  const entries = Object.entries(names).map(([key, name]) => [name, int32(values[key])]);
  return Object.fromEntries(entries) as Record<N[keyof N], number>; // one for each name
}

import { int32 } from './wire-format.ts';

/** The souls and the IVs of a Pal: as records name them, and as callers do. */
export const SOULS = {
  health: 'Health',
  attack: 'Attack',
  defense: 'Defense',
  craftSpeed: 'CraftSpeed',
} as const;
export const IVS = {
  health: 'Health',
  attackMelee: 'AttackMelee',
  attackShot: 'AttackShot',
  defense: 'Defense',
} as const;

type Names = Readonly<Record<string, string>>;

/** A value for each of them, as records name them. */
export function eachOf<const N extends Names, T>(
  names: N,
  make: (key: keyof N, name: N[keyof N]) => T,
): Record<keyof N, T> {
  const values = Object.entries(names).map(([key, name]) => [key, make(key, name as N[keyof N])]);
  return Object.fromEntries(values) as Record<keyof N, T>; // one for each key
}

/** The values as callers name them. */
export function inNames<const N extends Names>(
  names: N,
  values: Readonly<Record<keyof N, number>>,
): Record<N[keyof N], number> {
  const named = Object.entries(names).map(([key, name]) => [name, int32(values[key])]);
  return Object.fromEntries(named) as Record<N[keyof N], number>; // one for each name
}

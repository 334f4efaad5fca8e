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
export function eachOf<const N extends Names, T>(names: N, make: (key: keyof N, name: N[keyof N]) => T) {
  const values = Object.entries(names).map(([key, name]) => [key, make(key, name as N[keyof N])]);
  return Object.fromEntries(values) as Record<keyof N, T>; // one for each key
}

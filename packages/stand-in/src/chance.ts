/** 0 <= number < 1, the same row of numbers for the same seed. */
export type Chance = () => number;

export function seededChance(seed: number): Chance {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function hexDigits(chance: Chance): string {
  return Array.from({ length: 32 }, () => '0123456789ABCDEF'[Math.floor(chance() * 16)]).join('');
}

export function pick<T>(chance: Chance, list: readonly T[]): T {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

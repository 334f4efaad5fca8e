import type { Guid } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { learntBy } from '../catalogue/fresh-pal.ts';
import { pick, type Random } from '../catalogue/random.ts';
import { getOrAdd } from '../catalogue/table.ts';
import type { Item, Pal } from '../catalogue/tables.ts';
import type { World } from '../state/world.ts';

export interface DemoContext {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly random: Random;
  readonly newId: () => Guid;
  readonly nowMs: number;
  readonly species: SpeciesByRarity;
  /** The skills a species has learned by a level. Cached. */
  readonly learntSkills: (pal: Pal, level: number) => readonly string[];
}

/** Ordinary species a player may own, common ones first. */
type SpeciesByRarity = readonly Pal[];

export function speciesByRarity(catalogue: Catalogue): SpeciesByRarity {
  return catalogue.pals
    .all()
    .filter((pal) => pal.variant === null && !pal.alpha && !pal.disabled)
    .toSorted((a, b) => a.rarity - b.rarity || (a.id < b.id ? -1 : 1));
}

export function learntSkillsCache(catalogue: Catalogue): DemoContext['learntSkills'] {
  const cache = new Map<string, readonly string[]>();
  return (pal, level) =>
    getOrAdd(cache, `${pal.species} ${level}`, () =>
      learntBy(catalogue, pal, level).map(([, skill]) => skill),
    );
}

/** Picks a species: the higher the level, the rarer. Beginners meet the common third only. */
export function speciesFor({ species, random, catalogue }: DemoContext, level: number): Pal {
  const reach = Math.ceil(species.length * (0.33 + (0.67 * level) / catalogue.limit('playerLevelCap')));
  return pick(random, species.slice(0, reach));
}

export function itemOf(catalogue: Catalogue, id: string): Item {
  const item = catalogue.items.find(id);
  if (!item) throw new Error(`the demo world uses the item ${id}, which the catalogue lacks`);
  return item;
}

/** A random EXP total inside a level; at the cap, the cap's total. */
export function expInside(random: Random, level: number, cap: number, expAt: (level: number) => number) {
  const minExp = expAt(level);
  if (level >= cap) return minExp;
  return minExp + Math.floor(random() * (expAt(level + 1) - minExp));
}

/** Maps a level of 1 to the cap to an entry of a list of tiers. */
export function tierOf<T>(list: readonly T[], level: number, cap: number): T {
  const index = Math.min(list.length - 1, Math.floor(((level - 1) / cap) * list.length));
  return list[index] as T; // no list of tiers is empty
}

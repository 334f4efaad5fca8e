import { INT32_MAX } from '@palatine/contract';
import type { SaveWorld } from '@palatine/save/save-types';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type CatalogueTable, getOrAdd } from '../catalogue/table.ts';
import type { World } from '../state/world.ts';

export interface ImportJob {
  readonly save: SaveWorld;
  readonly catalogue: Catalogue;
  readonly spelling: Spelling;
  /** ms since 1970. */
  readonly nowMs: number;
  readonly world: World;
}

/** Containers larger than this are damaged numbers, not containers: the largest seen has 960 slots. */
export const MAX_SLOTS = 10_000;

export const isSlot = (index: number): boolean => Number.isInteger(index) && index >= 0 && index < MAX_SLOTS;

/** Clamps a number of a save to a non-negative 32-bit integer. */
export const amount = (value: number): number => Math.min(INT32_MAX, Math.max(0, Math.trunc(value) || 0));

/** A missing name is written `None`. Not for free texts. */
export const nameOrNone = (name: string): string => (name === 'None' ? '' : name);

/** Canonical spelling of each id, whose case the game ignores: the catalogue's, else the first seen. */
export type Spelling = ReturnType<typeof spellingOf>;

export function spellingOf(catalogue: Catalogue) {
  return {
    item: speller(catalogue.items, catalogue.unlistedItems),
    species: speller(catalogue.pals, catalogue.npcs),
    skill: speller(catalogue.activeSkills),
    passive: speller(catalogue.passives),
    technology: speller(catalogue.technologies),
    research: speller(catalogue.research),
  };
}

/** Counts by canonical id; `fromEntries` keeps an id such as `__proto__` a mere key. */
export function spelledCounts(counts: Readonly<Record<string, number>>, spell: (id: string) => string) {
  const spelled = new Map<string, number>();
  for (const [id, count] of Object.entries(counts)) {
    if (!Number.isFinite(count)) continue;
    const key = spell(id);
    spelled.set(key, (spelled.get(key) ?? 0) + count);
  }
  return Object.fromEntries(spelled);
}

function speller(...tables: readonly Pick<CatalogueTable<{ id: string }>, 'find'>[]): (id: string) => string {
  const spelled = new Map<string, string>();
  const find = (id: string) => tables.map((table) => table.find(id)).find((row) => row !== undefined);
  return (id) => getOrAdd(spelled, id.toLowerCase(), () => find(id)?.id ?? id);
}

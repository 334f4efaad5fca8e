import type { Catalogue } from '../catalogue/index.ts';

/** One spelling of each id, whose case the game ignores: the catalogue's, else the first seen. */
export type Spelling = ReturnType<typeof spellingOf>;

interface Known {
  find(id: string): { readonly id: string } | undefined;
}

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

/** Counts under one spelling of each id; `fromEntries` keeps an id such as `__proto__` a mere key. */
export function spelledCounts(
  counts: Readonly<Record<string, number>>,
  spell: (id: string) => string,
): Record<string, number> {
  const spelled = new Map<string, number>();
  for (const [id, count] of Object.entries(counts)) {
    if (!Number.isFinite(count)) continue;
    const key = spell(id);
    spelled.set(key, (spelled.get(key) ?? 0) + count);
  }
  return Object.fromEntries(spelled);
}

function speller(...tables: readonly Known[]): (id: string) => string {
  const spelled = new Map<string, string>();
  return (id) => {
    const key = id.toLowerCase();
    const cached = spelled.get(key);
    if (cached !== undefined) return cached;
    const spelling = firstFound(tables, id) ?? id;
    spelled.set(key, spelling);
    return spelling;
  };
}

function firstFound(tables: readonly Known[], id: string): string | undefined {
  for (const table of tables) {
    const row = table.find(id);
    if (row !== undefined) return row.id;
  }
  return undefined;
}

import type { CatalogueEntries } from '../data/catalogue-entries.ts';

export interface ResearchOf {
  readonly id: string;
  readonly work: number;
  /** Work that it needs; undefined where the catalogue does not know it. */
  readonly required: number | undefined;
}

type Entry = Pick<CatalogueEntries['Research'], 'Category' | 'RequiredWork'>;

/** Researches by category, in the order in which the service lists them, and how many of each are done. */
export function byCategory(
  researches: readonly { readonly Id: string; readonly Work: number }[],
  lookUp: (id: string) => Entry | undefined,
) {
  const categories = new Map<string, ResearchOf[]>();
  for (const { Id, Work } of researches) {
    const entry = lookUp(Id);
    const required = entry?.RequiredWork === '' ? undefined : entry?.RequiredWork;
    const category = entry?.Category ?? '';
    categories.set(category, [...(categories.get(category) ?? []), { id: Id, work: Work, required }]);
  }
  return [...categories].map(([category, all]) => ({
    category,
    researches: all,
    done: all.filter(({ work, required }) => required !== undefined && work >= required).length,
  }));
}

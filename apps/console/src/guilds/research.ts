import type { CatalogueEntries } from '../data/catalogue-entries.ts';

export interface ResearchOf {
  readonly id: string;
  /** '' where the catalogue does not know it. */
  readonly category: string;
  readonly work: number;
  /** Work that it needs; undefined where the catalogue does not know it. */
  readonly required: number | undefined;
}

export const isDone = ({ work, required }: ResearchOf) => required !== undefined && work >= required;

type Entry = Pick<CatalogueEntries['Research'], 'Category' | 'RequiredWork'>;

/** Researches by category, in the order in which the service lists them, and how many of each are done. */
export function byCategory(
  researches: readonly { readonly Id: string; readonly Work: number }[],
  lookUp: (id: string) => Entry | undefined,
) {
  const all = researches.map(({ Id: id, Work: work }): ResearchOf => {
    const { Category: category = '', RequiredWork = '' } = lookUp(id) ?? {};
    return { id, category, work, required: RequiredWork === '' ? undefined : RequiredWork };
  });
  return [...Map.groupBy(all, ({ category }) => category)].map(([category, researches]) => ({
    category,
    researches,
    done: researches.filter(isDone).length,
  }));
}

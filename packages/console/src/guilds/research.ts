/** A research as a guild has it. */
export interface ResearchOf {
  readonly id: string;
  /** Work done. */
  readonly work: number;
  /** Work that it needs; undefined where the catalogue does not know it. */
  readonly required: number | undefined;
}

/** Researches of one category, in the order of the game. */
export interface ResearchCategory {
  readonly category: string;
  readonly researches: readonly ResearchOf[];
  /** How many of them are done. */
  readonly done: number;
}

/** What the catalogue says of a research. */
interface Entry {
  readonly Category: string;
  readonly RequiredWork: number | '';
}

/** Researches by category, in the order in which the service lists them. */
export function byCategory(
  researches: readonly { readonly Id: string; readonly Work: number }[],
  lookUp: (id: string) => Entry | undefined,
): ResearchCategory[] {
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

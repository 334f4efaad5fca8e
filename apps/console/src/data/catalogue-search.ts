import { SCORES, scoreOf, searchKey } from '@palatine/contract';
import type { Catalogue, CatalogueEntries, CatalogueKind } from './catalogue-entries.ts';

export type CatalogueHit = {
  [Kind in CatalogueKind]: {
    readonly kind: Kind;
    readonly id: string;
    /** In the chosen language; the id if it has no name. */
    readonly name: string;
    readonly entry: CatalogueEntries[Kind];
    /** See `rankText`; higher is better. */
    readonly score: number;
  };
}[CatalogueKind];

type Haystacks = readonly (readonly string[])[];

const haystacks = new WeakMap<Catalogue, Map<CatalogueKind, Haystacks>>();

/** The score of a text that holds every one of several words, in any order. */
const EVERY_WORD = 0.5;

/** How well a text fits what is looked for, both as `searchKey` gives them: as `scoreOf` has it, or word by word. */
export function rankText(text: string, term: string): number {
  const score = scoreOf(text, term);
  if (score !== SCORES.none) return score;
  const words = term.split(/\s+/);
  return words.length > 1 && words.every((word) => scoreOf(text, word) !== SCORES.none) ? EVERY_WORD : 0;
}

/** The hits of a text, best first; of the same worth, the shorter name first. An empty text finds nothing. */
export function searchCatalogues(
  catalogue: Catalogue,
  english: Catalogue,
  { text, kinds, limit }: { text: string; kinds: readonly CatalogueKind[]; limit: number },
): CatalogueHit[] {
  const term = searchKey(text);
  if (term === '') return [];
  const hits = kinds.flatMap((kind) => {
    const entries = catalogue.entries(kind);
    return haystacksOf(catalogue, english, kind).flatMap((texts, at) => {
      const score = Math.max(...texts.map((text) => rankText(text, term)));
      const entry = entries[at];
      if (score === 0 || entry === undefined) return [];
      return [{ kind, id: entry.ID, name: entry.Name || entry.ID, entry, score } as CatalogueHit];
    });
  });
  return hits
    .sort((a, b) => b.score - a.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

function haystacksOf(catalogue: Catalogue, english: Catalogue, kind: CatalogueKind): Haystacks {
  const byKind = haystacks.get(catalogue) ?? new Map<CatalogueKind, Haystacks>();
  haystacks.set(catalogue, byKind);
  const cached = byKind.get(kind);
  if (cached !== undefined) return cached;
  const built = catalogue.entries(kind).map(({ ID, Name }) => {
    const names = [ID, Name, english.get(kind, ID)?.Name ?? ''];
    return [...new Set(names.map(searchKey))].filter((key) => key !== '');
  });
  // Kept only once the English names are there: until then they would be missed for good.
  if (english !== catalogue || catalogue.language === 'en') byKind.set(kind, built);
  return built;
}

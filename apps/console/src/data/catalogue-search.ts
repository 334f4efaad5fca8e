import { SCORES, scoreOf, searchKey } from '@palatine/contract';
import type { Catalogue, CatalogueEntries, CatalogueKind } from './catalogue-entries.ts';

/** An entry that a text has found. */
export type CatalogueHit = {
  [Kind in CatalogueKind]: {
    readonly kind: Kind;
    readonly id: string;
    /** In the chosen language; the id where there is none. */
    readonly name: string;
    readonly entry: CatalogueEntries[Kind];
    /** See `rankText`; higher is better. */
    readonly score: number;
  };
}[CatalogueKind];

/** What fits an entry: the normalized texts that a search looks at. */
interface Haystack {
  readonly id: string;
  readonly texts: readonly string[];
}

const haystacks = new WeakMap<Catalogue, Map<CatalogueKind, readonly Haystack[]>>();

/** The score of a text that fits loosely: its letters in order within a word, or of several words each one somewhere. */
const LOOSELY = 0.5;

/** How well a text fits what is looked for, both as `searchKey` gives them: as `scoreOf` has it, or loosely. */
export function rankText(text: string, wanted: string): number {
  const score = scoreOf(text, wanted);
  if (score !== SCORES.none) return score;
  const words = wanted.split(/\s+/);
  if (words.length > 1) return words.every((word) => rankText(text, word) > 0) ? LOOSELY : 0;
  return wanted.length > 2 && wordsOf(text).some((word) => isSubsequence(wanted, word)) ? LOOSELY : 0;
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

/** The hits of a text, best first; of the same worth, the shorter name first. An empty text finds nothing. */
export function searchCatalogues(
  shown: Catalogue,
  english: Catalogue,
  { text, kinds, limit }: { text: string; kinds: readonly CatalogueKind[]; limit: number },
): CatalogueHit[] {
  const wanted = searchKey(text);
  if (wanted === '') return [];
  const hits = kinds.flatMap((kind) => {
    const entries = shown.entries(kind);
    return haystacksOf(shown, english, kind).flatMap(({ texts }, at) => {
      const score = Math.max(...texts.map((each) => rankText(each, wanted)));
      const entry = entries[at];
      if (score === 0 || entry === undefined) return [];
      return [{ kind, id: entry.ID, name: entry.Name || entry.ID, entry, score } as CatalogueHit];
    });
  });
  return hits
    .sort((a, b) => b.score - a.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

function haystacksOf(shown: Catalogue, english: Catalogue, kind: CatalogueKind): readonly Haystack[] {
  const made = haystacks.get(shown) ?? new Map<CatalogueKind, readonly Haystack[]>();
  haystacks.set(shown, made);
  const found = made.get(kind);
  if (found !== undefined) return found;
  const built = shown.entries(kind).map(({ ID, Name }) => {
    const names = [ID, Name, english.get(kind, ID)?.Name ?? ''];
    return { id: ID, texts: [...new Set(names.map(searchKey))].filter((each) => each !== '') };
  });
  // Kept only once the English names are there: until then they would be missed for good.
  if (english !== shown || shown.language === 'en') made.set(kind, built);
  return built;
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === wanted[at]) at += 1;
  return at >= wanted.length;
}

import type { Catalogue } from './catalogue.ts';
import { ENTRIES, type Entry, ID_KINDS, type IdKind } from './search-entries.ts';
import { compareHits, type Match, type SearchHit, SearchIndex } from './search-index.ts';
import { getOrAdd } from './table.ts';

export interface FoundId {
  readonly kind: IdKind;
  readonly id: string;
  /** '' for what has no name. */
  readonly name: string;
  /** Distinguishes it from others of its name: its level, its type. */
  readonly note: string;
  readonly match: Match;
}

export interface FindOptions {
  /** All kinds unless given. */
  kinds?: readonly IdKind[];
  limit: number;
}

/** Finds ids by display name or spelling, the best first; of equal hits in the order of the kinds. */
export function findIds(
  catalogue: Catalogue,
  text: string,
  { kinds = ID_KINDS, limit }: FindOptions,
): FoundId[] {
  return kinds
    .flatMap((kind) => searchKind(catalogue, kind, text, limit).map((hit) => ({ ...hit, kind })))
    .sort(compareHits)
    .slice(0, limit)
    .map(({ kind, match, entry: { id, name, note } }) => ({ kind, id, name, note, match }));
}

type Indexes = ReadonlyMap<IdKind, SearchIndex<Entry>>;

const indexes = new WeakMap<Catalogue, Indexes>();

/** The indexes of a catalogue, each made with its first search. */
function indexesOf(catalogue: Catalogue): Indexes {
  return getOrAdd(
    indexes,
    catalogue,
    () => new Map(ID_KINDS.map((kind) => [kind, new SearchIndex(() => ENTRIES[kind](catalogue))])),
  );
}

function searchKind(
  catalogue: Catalogue,
  kind: IdKind,
  text: string,
  limit: number,
): readonly SearchHit<Entry>[] {
  const hits = indexesOf(catalogue).get(kind)?.search(text, limit) ?? [];
  if (kind !== 'pals') return hits;
  const alphas = findAlphas(catalogue, text, limit);
  return alphas.length > 0 ? [...hits.filter(({ edits }) => edits === 0), ...alphas] : hits;
}

const ALPHA = /^\s*(?:boss|alpha)[\s_]+/i;

/** Alphas have no rows: `BOSS_` or `alpha` before a Pal names its alpha. */
function findAlphas(catalogue: Catalogue, text: string, limit: number): SearchHit<Entry>[] {
  if (!ALPHA.test(text)) return [];
  const hits = indexesOf(catalogue).get('pals')?.search(text.replace(ALPHA, ''), limit) ?? [];
  return hits.flatMap(({ entry, ...hit }) => {
    const alpha = catalogue.pals.find(`BOSS_${entry.id}`);
    // A row whose own id begins with BOSS_ is among the other hits.
    return alpha === undefined || alpha.species === alpha.id
      ? []
      : [{ ...hit, entry: { ...entry, id: alpha.id, note: `alpha, ${entry.note}` } }];
  });
}

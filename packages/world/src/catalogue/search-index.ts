import { searchKey } from '@palatine/contract/text-search';
import { editDistance, lettersOf, maxEdits, mayBeNear } from '@palatine/platform/near-spelling';

export interface Searchable {
  readonly id: string;
  /** '' for what has no name. */
  readonly name: string;
  /** Further words to match. */
  readonly also?: string;
  /** Special forms, and what the game switches off: after the ordinary ones that match as well. */
  readonly special: boolean;
}

/** Kinds of matches, the best first. */
export const MATCHES = ['id', 'name', 'prefix', 'words', 'substring', 'spelling', 'wordSpelling'] as const;
export type Match = (typeof MATCHES)[number];

export interface SearchHit<Entry> {
  readonly entry: Entry;
  readonly match: Match;
  /** Letters that have to change; above 0 for `spelling` and `wordSpelling` only. */
  readonly edits: number;
}

/** Maximum length of a searched text: no id or name is longer, and the work grows with the text. */
export const MAX_SEARCH_CHARS = 100;
/** A text of more words has its words not looked up one by one. */
const MAX_WORDS = 8;

interface Candidate<Entry> {
  readonly entry: Entry;
  readonly id: string;
  readonly name: string;
  /** The words of id, name and `also`. */
  readonly words: readonly string[];
  readonly letters: number;
}

/**
 * Indexes entries for a search by id or name (below 1 ms of 2,400); misspelled only where nothing else matches. A search
 * returns the best hits, in an order that depends on the text and the entries only.
 */
export function searchIndex<Entry extends Searchable>(entries: readonly Entry[]) {
  const candidates = entries.map(candidateOf);
  return (text: string, limit: number): SearchHit<Entry>[] => {
    if (text.length > MAX_SEARCH_CHARS) return [];
    const key = plainKey(text);
    if (key === '') return [];
    const words = wordsOf(text);
    const hits = candidates.flatMap((candidate): SearchHit<Entry>[] => {
      const match = matchOf(candidate, key, words);
      return match === undefined ? [] : [{ entry: candidate.entry, match, edits: 0 }];
    });
    const maxEdited = maxEdits(key.length);
    const isMisspelt = hits.length === 0 && maxEdited > 0;
    const matches = isMisspelt ? misspelled(candidates, key, words) : hits;
    return matches.sort(compareHits).slice(0, limit);
  };
}

/** Entries whose id or name is a few edits away from the text, or whose words match its words but for a few edits. */
function misspelled<Entry>(all: readonly Candidate<Entry>[], key: string, words: readonly string[]) {
  const limit = maxEdits(key.length);
  const letters = lettersOf(key);
  // An entry that lacks more of the letters than may be edited cannot match.
  const near = all.filter((candidate) => mayBeNear(letters & ~candidate.letters, 0, limit));
  return near.flatMap(({ entry, id, name, words: own }): SearchHit<Entry>[] => {
    const edits = Math.min(editsBetween(key, id, limit), editsBetween(key, name, limit));
    if (edits <= limit) return [{ entry, match: 'spelling', edits }];
    const inWords = words.length > MAX_WORDS ? limit + 1 : editsInWords(own, words);
    return inWords <= limit ? [{ entry, match: 'wordSpelling', edits: inWords }] : [];
  });
}

/** The edits after which every searched word is one of the words, or begins one; infinite where one is too many. */
function editsInWords(words: readonly string[], searched: readonly string[]): number {
  let sum = 0;
  for (const text of searched) {
    const limit = maxEdits(text.length);
    const edits = words.map((word) => (word.startsWith(text) ? 0 : editsBetween(text, word, limit)));
    const fewest = Math.min(...edits);
    sum += fewest > limit ? Number.POSITIVE_INFINITY : fewest;
  }
  return sum;
}

function editsBetween(searched: string, text: string, limit: number): number {
  const mayBe = mayBeNear(lettersOf(searched), lettersOf(text), limit);
  return mayBe ? editDistance(searched, text, limit) : limit + 1;
}

const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** The letters and digits of a text: `Pal Sphere` is `PalSphere`. */
const plainKey = (text: string): string => searchKey(text).replace(NO_LETTERS, '');

/** The words of a text; `PalSphere_Mega` has three. A capital and a number begin a word. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(?=[\p{Lu}\p{N}])|(\p{N})(?=\p{L})/gu, '$1$2 ');
  return searchKey(apart)
    .split(NO_LETTERS)
    .filter((word) => word !== '');
}

function candidateOf<Entry extends Searchable>(entry: Entry): Candidate<Entry> {
  const { id, name, also = '' } = entry;
  const text = `${id} ${name} ${also}`;
  const [idKey, nameKey] = [plainKey(id), plainKey(name)];
  return { entry, id: idKey, name: nameKey, words: wordsOf(text), letters: lettersOf(searchKey(text)) };
}

function matchOf<Entry>({ id, name, words }: Candidate<Entry>, key: string, searched: readonly string[]) {
  if (id === key) return 'id';
  if (name === key) return 'name';
  if (id.startsWith(key) || name.startsWith(key)) return 'prefix';
  if (searched.every((text) => words.some((word) => word.startsWith(text)))) return 'words';
  return id.includes(key) || name.includes(key) ? 'substring' : undefined;
}

export function compareHits(a: SearchHit<Searchable>, b: SearchHit<Searchable>): number {
  return (
    MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
    a.edits - b.edits ||
    Number(a.entry.special) - Number(b.entry.special) ||
    lengthOf(a.entry) - lengthOf(b.entry) ||
    (a.entry.id < b.entry.id ? -1 : Number(a.entry.id > b.entry.id))
  );
}

/** Shorter names are nearer to what was typed. */
const lengthOf = ({ id, name }: Searchable): number => (name || id).length;

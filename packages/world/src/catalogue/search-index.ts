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

interface Keys<Entry> {
  readonly entry: Entry;
  readonly id: string;
  readonly name: string;
  readonly idLetters: number;
  readonly nameLetters: number;
  /** Each word of id, name and `also` after a blank, so that ` sph` finds the beginnings of words. */
  readonly words: string;
}

interface Word {
  readonly letters: number;
  /** The entries that have it, by their index. */
  readonly entries: Set<number>;
}

/** Finds entries by id or name (below 1 ms of 2,400); misspelt only where nothing else matches. */
export class SearchIndex<Entry extends Searchable> {
  readonly #read: () => Iterable<Entry>;
  #keys: readonly Keys<Entry>[] | undefined;
  #vocabulary: ReadonlyMap<string, Word> | undefined;

  constructor(read: () => Iterable<Entry>) {
    this.#read = read;
  }

  /** The best hits, in an order that depends on the text and the entries only. */
  search(text: string, limit: number): SearchHit<Entry>[] {
    if (text.length > MAX_SEARCH_CHARS) return [];
    const key = plainKey(text);
    if (key === '') return [];
    this.#keys ??= Array.from(this.#read(), keysOf);
    const words = wordsOf(text);
    const hits: SearchHit<Entry>[] = [];
    for (const keys of this.#keys) {
      const match = matchOf(keys, key, words);
      if (match !== undefined) hits.push({ entry: keys.entry, match, edits: 0 });
    }
    const matches = hits.length > 0 ? hits : this.#searchNear(this.#keys, key, words);
    return matches.sort(compareHits).slice(0, limit);
  }

  /** Entries whose id or name is a few edits away from the text, or whose words match its words but for a few edits. */
  #searchNear(all: readonly Keys<Entry>[], key: string, words: readonly string[]): SearchHit<Entry>[] {
    const limit = maxEdits(key.length);
    if (limit === 0) return [];
    const letters = lettersOf(key);
    const edits = (other: string, otherLetters: number) =>
      mayBeNear(letters, otherLetters, limit) ? editDistance(key, other, limit) : limit + 1;
    this.#vocabulary ??= vocabularyOf(all);
    const byWords = editsByWords(this.#vocabulary, words);
    const hits: SearchHit<Entry>[] = [];
    for (const [index, { entry, id, name, idLetters, nameLetters }] of all.entries()) {
      const distance = Math.min(edits(id, idLetters), edits(name, nameLetters));
      const inWords = byWords.get(index) ?? limit + 1;
      if (distance <= limit) hits.push({ entry, match: 'spelling', edits: distance });
      else if (inWords <= limit) hits.push({ entry, match: 'wordSpelling', edits: inWords });
    }
    return hits;
  }
}

const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** The letters and digits of a text: `Pal Sphere` is `PalSphere`. */
function plainKey(text: string): string {
  return searchKey(text).replace(NO_LETTERS, '');
}

/** The words of a text; `PalSphere_Mega` has three. A capital and a number begin a word. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll})(?=[\p{Lu}\p{N}])|(\p{N})(?=\p{L})/gu, '$1$2 ');
  return searchKey(apart)
    .split(NO_LETTERS)
    .filter((word) => word !== '');
}

function keysOf<Entry extends Searchable>(entry: Entry): Keys<Entry> {
  const id = plainKey(entry.id);
  const name = plainKey(entry.name);
  const texts = [entry.id, entry.name, entry.also ?? ''];
  const words = ` ${texts.flatMap(wordsOf).join(' ')}`;
  return { entry, id, name, idLetters: lettersOf(id), nameLetters: lettersOf(name), words };
}

function matchOf<Entry>(
  { id, name, words }: Keys<Entry>,
  key: string,
  searched: readonly string[],
): Match | undefined {
  if (id === key) return 'id';
  if (name === key) return 'name';
  if (id.startsWith(key) || name.startsWith(key)) return 'prefix';
  if (searched.every((word) => words.includes(` ${word}`))) return 'words';
  return id.includes(key) || name.includes(key) ? 'substring' : undefined;
}

function vocabularyOf(all: readonly Keys<unknown>[]): Map<string, Word> {
  const vocabulary = new Map<string, Word>();
  for (const [index, { words }] of all.entries()) {
    for (const text of words.slice(1).split(' ')) {
      const word = vocabulary.get(text) ?? { letters: lettersOf(text), entries: new Set() };
      vocabulary.set(text, word);
      word.entries.add(index);
    }
  }
  return vocabulary;
}

/** The entries that have every wanted word, or one that begins with it or is near to it, with all edits together. */
function editsByWords(
  vocabulary: ReadonlyMap<string, Word>,
  searched: readonly string[],
): ReadonlyMap<number, number> {
  let candidates: ReadonlyMap<number, number> | undefined;
  for (const text of searched.length > MAX_WORDS ? [] : searched) {
    const distances = editsByWord(vocabulary, text);
    const before = candidates;
    const both = [...distances].flatMap(([index, edits]): [number, number][] => {
      const sum = before === undefined ? edits : edits + (before.get(index) ?? Number.POSITIVE_INFINITY);
      return Number.isFinite(sum) ? [[index, sum]] : [];
    });
    candidates = new Map(both);
    if (candidates.size === 0) break;
  }
  return candidates ?? new Map();
}

function editsByWord(vocabulary: ReadonlyMap<string, Word>, text: string): Map<number, number> {
  const limit = maxEdits(text.length);
  const letters = lettersOf(text);
  const distances = new Map<number, number>();
  for (const [other, word] of vocabulary) {
    const near = mayBeNear(letters, word.letters, limit) ? editDistance(text, other, limit) : limit + 1;
    const edits = other.startsWith(text) ? 0 : near;
    if (edits > limit) continue;
    for (const index of word.entries) distances.set(index, Math.min(edits, distances.get(index) ?? edits));
  }
  return distances;
}

export function compareHits(one: SearchHit<Searchable>, other: SearchHit<Searchable>): number {
  return (
    MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match) ||
    one.edits - other.edits ||
    Number(one.entry.special) - Number(other.entry.special) ||
    lengthOf(one.entry) - lengthOf(other.entry) ||
    (one.entry.id < other.entry.id ? -1 : Number(one.entry.id > other.entry.id))
  );
}

/** Shorter names are nearer to what was typed. */
function lengthOf({ id, name }: Searchable): number {
  return (name || id).length;
}

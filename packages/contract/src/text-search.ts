/** A text as searches compare it: in lower case, without accents and without blanks around it. `ö` is `o`. */
export function searchKey(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(text)) return lower.trim();
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}

/** Matches most ids and names. */
const ASCII = /^[ -~]*$/;

/** Rank of a match, best first. */
export const SCORES = { whole: 4, beginning: 3, word: 2, within: 1, none: 0 } as const;

/** Ranks a match of two `searchKey`s: equal, a prefix, the beginning of a word, anywhere. */
export function scoreOf(text: string, query: string): number {
  let at = text.indexOf(query);
  if (at < 0 || query === '') return SCORES.none;
  if (at === 0) return text.length === query.length ? SCORES.whole : SCORES.beginning;
  for (; at > 0; at = text.indexOf(query, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return SCORES.word;
  }
  return SCORES.within;
}

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

/** Most ids and names. */
const ASCII = /^[ -~]*$/;

/** How well a text matches, best first. */
export const SCORES = { whole: 4, beginning: 3, word: 2, within: 1, none: 0 } as const;

/** Ranks a match of two `searchKey`s: equal, a prefix, the beginning of a word, anywhere. */
export function scoreOf(text: string, wanted: string): number {
  let at = text.indexOf(wanted);
  if (at < 0 || wanted === '') return SCORES.none;
  if (at === 0) return text.length === wanted.length ? SCORES.whole : SCORES.beginning;
  for (; at > 0; at = text.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return SCORES.word;
  }
  return SCORES.within;
}

/** How well a text matches, best first; 0 for not at all. */
export const SCORES = { exact: 4, prefix: 3, word: 2, within: 1, none: 0 } as const;

/**
 * How well a text is in another, both in lower case: it is the whole, its beginning, the beginning of a word, or somewhere
 * in it. A word begins after anything but a letter or a digit.
 */
export function scoreOf(needle: string, text: string): number {
  let at = text.indexOf(needle);
  if (at < 0 || needle === '') return SCORES.none;
  if (at === 0) return text.length === needle.length ? SCORES.exact : SCORES.prefix;
  for (; at > 0; at = text.indexOf(needle, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return SCORES.word;
  }
  return SCORES.within;
}

/** At most two letters that stand for a name: those that begin its first two words; '?' where it has no letter. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  // A Chinese or Korean letter fills the tile alone.
  if (/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(letters[0] ?? '')) letters.length = 1;
  return letters.join('').toUpperCase() || '?';
}

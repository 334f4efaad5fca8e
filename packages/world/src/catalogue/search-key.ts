/** A text as searches compare it: lower case letters and digits, without accents. */
export function searchKey(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return withoutAccents(text).replace(NO_LETTERS, '');
}

/** The words of a text as searches compare them; `PalSphere_Mega` has three. A capital and a number begin a word. */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) {
    const apart = text.replace(/([a-z])(?=[A-Z0-9])|([0-9])(?=[A-Za-z])/g, '$1$2 ');
    return apart.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  }
  const apart = text.replace(/(\p{Ll})(?=[\p{Lu}\p{N}])|(\p{N})(?=\p{L})/gu, '$1$2 ');
  return withoutAccents(apart)
    .split(NO_LETTERS)
    .filter((word) => word !== '');
}

/** Most ids and names: their letters are found several times as fast. */
const ASCII = /^[ -~]*$/;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

/** `ö` is `o`. */
function withoutAccents(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

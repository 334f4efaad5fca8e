/** The least characters that the index of parts of names finds. */
const TRIGRAM = 3;

/** A text as it is kept and searched: SQLite ends a text at a zero, and half a character is none. */
export function searchable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** In lower case, each character by itself: a sigma at the end of a part is not the end of the name. */
export function foldName(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toLowerCase();
  return folded;
}

/** Whether a part of a name is found by the index, and not only as its beginning. */
export function isPart(text: string): boolean {
  return [...text].length >= TRIGRAM;
}

/** The text as a query of FTS5, which takes nothing in it for an operator. */
export function ftsQuery(text: string, columns: readonly string[]): string {
  return `{${columns.join(' ')}} : "${text.replaceAll('"', '""')}"`;
}

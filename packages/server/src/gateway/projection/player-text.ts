/** A text as it is kept and searched, in one line: SQLite ends a text at a zero, and half a character is none. */
export function searchable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD').replaceAll('\n', ' ');
}

/** In lower case, each character by itself: a sigma at the end of a part is not the end of the name. */
export function foldName(text: string): string {
  let folded = '';
  for (const character of text) folded += character.toLowerCase();
  return folded;
}

/** A folded name, and its first characters. */
export function nameKeys(name: string): [key: string, firstCharacter: string, firstTwo: string] {
  const [first = '', second = ''] = name; // by characters
  return [foldName(name), foldName(first), foldName(first + second)];
}

/** A text as a query of FTS5, which takes nothing in it for an operator. */
export function ftsQuery(text: string, columns: readonly string[]): string {
  return `{${columns.join(' ')}} : "${text.replaceAll('"', '""')}"`;
}

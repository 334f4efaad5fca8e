/**
 * Whether a text the catalogue does not know could be an id at all, where unknown ids are let through: printable,
 * of sane length, and not the game's own word for nothing.
 */
export function isSpellable(id: string): boolean {
  return /^[!-~]{1,128}$/.test(id) && id.toLowerCase() !== 'none';
}

/** A text as a message quotes it; nobody needs to read all of a megabyte. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

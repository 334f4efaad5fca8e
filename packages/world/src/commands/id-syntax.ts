/**
 * True for a text that can be an id: printable ASCII, at most 128 characters, and not `None`, the game's name of
 * nothing. Checked where unknown ids are let through.
 */
export function isSpellable(id: string): boolean {
  return /^[!-~]{1,128}$/.test(id) && id.toLowerCase() !== 'none';
}

/** Quotes a text for a message, cut after 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

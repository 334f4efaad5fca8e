/** What the server accepts is not known; a line of this length is still read in the game. */
const LINE_CHARS = 500;
const MOST_LINES = 10;

/**
 * The lines of an announcement, one call each: what the game makes of a line break is not known. Other control
 * characters become spaces; empty lines and those beyond the tenth are left out.
 */
export function announceLines(message: string): string[] {
  const lines = message.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map(oneLine);
  return lines.filter((line) => line !== '').slice(0, MOST_LINES);
}

/** A text as one bounded line, without control characters. */
export function oneLine(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const chars = [...plain];
  return chars.length <= LINE_CHARS ? plain : `${chars.slice(0, LINE_CHARS - 1).join('')}…`;
}

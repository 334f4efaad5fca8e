const SHOWN_CHARACTERS = 200;

/** The first line with text, without control characters, cut to a length that fits into a message. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]+/).find((one) => one.trim() !== '') ?? '';
  const plain = line.replace(/\p{Cc}+/gu, ' ').trim();
  return plain.length > SHOWN_CHARACTERS ? `${plain.slice(0, SHOWN_CHARACTERS)}…` : plain;
}

/** The words of a field, which stand with commas or blanks between them; each once. */
export function splitWords(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))];
}

/** A whole number from 1 to `max` in decimal digits, no more of them than `max` has; undefined for any other text. */
export function parseWholeNumber(typed: string, max: number): number | undefined {
  if (!/^[0-9]+$/.test(typed) || typed.length > String(max).length) return undefined;
  const number = Number(typed);
  return number >= 1 && number <= max ? number : undefined;
}

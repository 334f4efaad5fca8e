/** A JSON object, as opposed to a list, a text, a number, true, false or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { JsonObject } from './json-document.ts';

/** What new files begin with that are copies, by name. */
const beginnings = new Map<string, JsonObject>();

/** Has the new file of this name begin with a document. */
export function beginWith(name: string, document: JsonObject): void {
  beginnings.set(name, document);
}

/** What a new file of this name begins with; undefined unless it is a copy. */
export function beginningOf(name: string): JsonObject | undefined {
  return beginnings.get(name);
}

/** A JSON object of a file. Unknown keys stay in it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The document that a text holds, or the engine's message about invalid JSON; JSON that is not an object has none. */
type Parsed =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly message?: string };

/** Reads the text of a file. A byte order mark at its beginning does not count. */
export function parseDocument(text: string): Parsed {
  const plain = text.replace(/^\uFEFF/, '');
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch (error) {
    return { ok: false, message: (error as SyntaxError).message };
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { ok: true, value: value as JsonObject };
  }
  return { ok: false };
}

export function printDocument(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The value of a field such as `IVs.Health`; undefined where the document does not have it. */
export function fieldOf(document: unknown, path: string): unknown {
  let value = document;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[key];
  }
  return value;
}

/** The document with a field set, in its place; undefined takes it out, and what holds it when that is empty then. */
export function withField(document: JsonObject, path: string, value: unknown): JsonObject {
  const [key = '', ...rest] = path.split('.');
  const before = Object.hasOwn(document, key) ? document[key] : undefined;
  const inner = typeof before === 'object' && before !== null ? (before as JsonObject) : {};
  const after = rest.length === 0 ? value : withField(inner, rest.join('.'), value);
  const isGone = after === undefined || (rest.length > 0 && Object.keys(after as object).length === 0);
  const entries = Object.entries(document).filter(([name]) => name !== key || !isGone);
  if (isGone) return Object.fromEntries(entries);
  if (before === undefined && !Object.hasOwn(document, key))
    return Object.fromEntries([...entries, [key, after]]);
  return Object.fromEntries(entries.map(([name, old]) => [name, name === key ? after : old]));
}

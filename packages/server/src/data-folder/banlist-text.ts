import type { Banlist } from '@palatine/contract';

/** Entries by identity: an entry is never changed in place, so each is formatted once. */
const formatted = new WeakMap<object, Uint8Array>();

/** Unlike `Buffer.from`, it gives each text a memory of its own: an entry must not keep a pool of 64 KiB alive. */
const encoder = new TextEncoder();

const COMMA = encoder.encode(',');
const EMPTY = encoder.encode('[]');
const OPEN = encoder.encode('[');
const CLOSE = encoder.encode('\n  ]');

/** An entry as it stands in Banlist.json, with the line break before it. */
export function formatEntry(entry: object): Uint8Array {
  const known = formatted.get(entry);
  if (known !== undefined) return known;
  const text = encoder.encode(`\n    ${indented(JSON.stringify(entry, null, 2), '    ')}`);
  formatted.set(entry, text);
  return text;
}

/** The bytes of Banlist.json, the same as of any JSON file that people edit, and the keys that they have added. */
export function formatBanlist(banlist: Banlist): Buffer {
  const parts: Uint8Array[] = [];
  for (const [key, value] of Object.entries(banlist)) {
    parts.push(encoder.encode(`${parts.length === 0 ? '{' : ','}\n  ${JSON.stringify(key)}: `));
    if (key === 'UserEntries' || key === 'IPEntries') parts.push(...formatList(value as object[]));
    else parts.push(encoder.encode(indented(JSON.stringify(value, null, 2), '  ')));
  }
  return Buffer.concat([...parts, encoder.encode('\n}\n')]);
}

/** The bytes that entries add to a list that is empty without them. */
export function addedBytes(count: number, entryBytes: number): number {
  if (count === 0) return 0;
  return entryBytes + (count - 1) * COMMA.length + OPEN.length + CLOSE.length - EMPTY.length;
}

function formatList(entries: readonly object[]): Uint8Array[] {
  if (entries.length === 0) return [EMPTY];
  const parts: Uint8Array[] = [];
  for (const entry of entries) parts.push(parts.length === 0 ? OPEN : COMMA, formatEntry(entry));
  parts.push(CLOSE);
  return parts;
}

/** JSON holds no line break inside a text, so every one begins a line. */
function indented(json: string, by: string): string {
  return json.replaceAll('\n', `\n${by}`);
}

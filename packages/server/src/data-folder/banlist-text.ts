import type { Banlist } from '@palatine/contract';

/** Entries by identity: an entry is never changed in place, so each is formatted once. */
const formatted = new WeakMap<object, Uint8Array>();

/** Unlike `Buffer.from`, it gives each text a memory of its own: an entry must not keep a pool of 64 KiB alive. */
const encoder = new TextEncoder();

const COMMA_BYTES = 1;
const EMPTY = encoder.encode('[]');
const OPEN = encoder.encode('[');
const CLOSE = encoder.encode('\n  ]');

/** An entry as it stands in Banlist.json, with the comma and the line break before it. */
export function formatEntry(entry: object): Uint8Array {
  const known = formatted.get(entry);
  if (known !== undefined) return known;
  const text = encoder.encode(`,\n    ${indented(JSON.stringify(entry, null, 2), '    ')}`);
  formatted.set(entry, text);
  return text;
}

/** The bytes of Banlist.json, the same as of any JSON file that people edit, and the keys that they have added. */
export function formatBanlist(banlist: Banlist): Buffer {
  const parts: Uint8Array[] = [];
  for (const [key, value] of Object.entries(banlist)) {
    parts.push(encoder.encode(`${parts.length === 0 ? '{' : ','}\n  ${JSON.stringify(key)}: `));
    if (key === 'UserEntries' || key === 'IPEntries') {
      for (const part of formatList(value as object[])) parts.push(part);
      continue;
    }
    parts.push(encoder.encode(indented(JSON.stringify(value, null, 2), '  ')));
  }
  parts.push(encoder.encode('\n}\n'));
  return Buffer.concat(parts);
}

/** The bytes that entries add to a list that is empty without them. */
export function addedBytes(count: number, entryBytes: number): number {
  return count === 0 ? 0 : entryBytes - COMMA_BYTES + OPEN.length + CLOSE.length - EMPTY.length;
}

function formatList(entries: readonly object[]): Uint8Array[] {
  const [first, ...others] = entries.map(formatEntry);
  return first === undefined ? [EMPTY] : [OPEN, first.subarray(COMMA_BYTES), ...others, CLOSE];
}

/** JSON holds no line break inside a text, so every one begins a line. */
function indented(json: string, by: string): string {
  return json.replaceAll('\n', `\n${by}`);
}

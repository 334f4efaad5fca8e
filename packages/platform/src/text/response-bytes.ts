import { hash } from 'node:crypto';

/** The bytes of a response, which its cache and its callers share. */
export interface CachedResponse {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** JSON of immutable rows, for those who serialize them often. A list has either all of its rows here or none. */
export const ROW_JSON = new WeakMap<object, string>();

const encoder = new TextEncoder();

/** Serializes a response with an ETag of its bytes, which own their buffer. */
export function serialize(value: object): CachedResponse {
  return withEtag(ownBytes(Array.from(jsonParts(value), (text) => encoder.encode(text))));
}

/** Parts of a long list that are serialized in one turn of the event loop, for some milliseconds. */
const PARTS_AT_ONCE = 20;

/** As `serialize`, and yields after each part of a long list. */
export function* serializeInParts(value: object): Generator<undefined, CachedResponse> {
  const parts: Uint8Array[] = [];
  for (const text of jsonParts(value)) if (parts.push(encoder.encode(text)) % PARTS_AT_ONCE === 0) yield;
  const response = withEtag(ownBytes(parts));
  yield;
  return response;
}

/** A buffer that holds nothing else: a thread can transfer it, which Node refuses for its shared pool. */
function ownBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Rows serialized together: a single letter beyond Latin-1 makes the whole string twice as large and slow. */
const ROWS_AT_ONCE = 100;

function holdsLongList(value: unknown): value is object {
  if (Array.isArray(value)) return value.length > ROWS_AT_ONCE;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongList);
}

function* jsonParts(value: unknown): Generator<string> {
  if (!holdsLongList(value)) return yield JSON.stringify(value);
  if (Array.isArray(value)) return yield* listParts(value);
  let before = '{';
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonParts(member);
    before = ',';
  }
  yield '}';
}

function* listParts(rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield (at === 0 ? '[' : ',') + rowsJson(rows.slice(at, at + ROWS_AT_ONCE));
  }
  yield ']';
}

function rowsJson(rows: readonly unknown[]): string {
  if (!ROW_JSON.has(rows[0] as object)) return JSON.stringify(rows).slice(1, -1);
  return rows.map((row) => ROW_JSON.get(row as object) ?? JSON.stringify(row)).join(',');
}

/** Bytes with the ETag that follows from them. */
export function withEtag(bytes: Uint8Array<ArrayBuffer>): CachedResponse {
  return { bytes, etag: etagOf(bytes) };
}

/** Depends on the bytes alone. */
export function etagOf(bytes: Uint8Array): string {
  return `"${hash('sha1', bytes, 'base64url')}"`;
}

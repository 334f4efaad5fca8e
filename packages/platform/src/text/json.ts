import { readdirSync } from 'node:fs';
import { ConfigError, orElse } from './config-error.ts';

/** Thrown for an object with a key twice: JSON.parse would keep the last value, and say nothing of the first. */
class RepeatedKeyError extends SyntaxError {}

/** Parses a file's text, with or without a byte order mark. Throws a SyntaxError, also for an object with a key twice. */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const value: unknown = JSON.parse(json);
  assertKeysOnce(json);
  return value;
}

const [QUOTE, COLON, BACKSLASH, OPEN, CLOSE] = Array.from('":\\{}', (char) => char.charCodeAt(0));
const MAX_KEY_CHARS = 100;

/** The value of a JSON text that somebody else wrote; undefined for what is not JSON. */
export const jsonOrUndefined = (text: string): unknown => orElse(undefined, () => JSON.parse(text));

/** Expects valid JSON, where a text is a key if a colon follows. Takes about as long as JSON.parse. */
function assertKeysOnce(json: string): void {
  const objects: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === OPEN) objects.push(new Set());
    else if (char === CLOSE) objects.pop();
    else if (char === QUOTE) {
      const begin = at + 1;
      at = closingQuote(json, begin);
      const keys = objects.at(-1);
      if (keys === undefined || !isColonNext(json, at + 1)) continue;
      const written = json.slice(begin, at);
      const key = written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
      if (keys.has(key)) throw repeatedKey(key, json.slice(0, begin).split('\n'));
      keys.add(key);
    }
  }
}

function closingQuote(json: string, begin: number): number {
  for (let quote = json.indexOf('"', begin); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
}

function isColonNext(json: string, from: number): boolean {
  let at = from;
  while (json.charCodeAt(at) <= 0x20) at += 1; // white space
  return json.charCodeAt(at) === COLON;
}

function repeatedKey(key: string, linesBefore: readonly string[]): RepeatedKeyError {
  const place = `line ${linesBefore.length}, column ${linesBefore.at(-1)?.length}`;
  return new RepeatedKeyError(`has the key ${JSON.stringify(key.slice(0, MAX_KEY_CHARS))} twice: ${place}`);
}

/** Why a file's text was rejected; `otherwise`, unless a key is there twice. Quotes no value, which may be a secret. */
export function jsonFault(error: unknown, otherwise: string): string {
  return error instanceof RepeatedKeyError ? error.message : otherwise;
}

/** As `parseJson`, but throws a ConfigError that begins with the file name. */
export function parseJsonFile(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const fault = jsonFault(error, `not JSON: ${(error as Error).message}`);
    throw new ConfigError(`${name}: ${fault}`, { cause: error });
  }
}

/** Position of a JSON error, for people: `line 2, column 5`. */
function placeOf(error: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
  return line === undefined ? 'it ends too early' : `line ${line}, column ${column}`;
}

/** The JSON object of a text; `problem` says why there is none. */
export function objectIn(text: string) {
  try {
    const value = parseJson(text);
    if (isObject(value)) return { content: value, problem: undefined };
    return { content: undefined, problem: 'must hold a JSON object' };
  } catch (error) {
    const problem = jsonFault(error, `is not valid JSON: ${placeOf(error as SyntaxError)}`);
    return { content: undefined, problem };
  }
}

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The names in a folder; none for a missing one. */
export function namesInFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The names in a folder; none where it is missing, closed, or a file. */
export const namesIfFolder = (folder: string): string[] => orElse([], () => readdirSync(folder));

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A JSON object; not a list, a text, a number, true, false or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of a JSON object by lower-case name, because the game changes the case between versions. */
export type JsonFields = ReadonlyMap<string, unknown>;

/** Undefined for anything but an object. Of names that differ in case only, the first wins. */
export function fieldsOf(value: unknown): JsonFields | undefined {
  if (!isObject(value)) return undefined;
  const fields = new Map<string, unknown>();
  for (const [name, field] of Object.entries(value)) {
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, field);
  }
  return fields;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

export function withoutUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}

const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** A finite number, or a text that holds one; undefined for anything else, an empty text too. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'string') return DECIMAL.test(value) ? numberIn(Number(value)) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The number if within the bounds, inclusive. */
export function numberWithin(value: unknown, min: number, max: number): number | undefined {
  const number = numberIn(value);
  return number !== undefined && number >= min && number <= max ? number : undefined;
}

export function integerWithin(value: unknown, min: number, max: number): number | undefined {
  const number = numberWithin(value, min, max);
  return Number.isInteger(number) ? number : undefined;
}

/** The first characters of a text, well-formed; undefined for anything else. */
export function textIn(value: unknown, maxChars: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Cutting a surrogate pair leaves half a character at the end.
  const cut = value.slice(0, maxChars);
  return (cut.length < value.length ? cut.replace(/[\uD800-\uDBFF]$/, '') : cut).toWellFormed();
}

/** A boolean, or a text that holds one. */
export function booleanIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

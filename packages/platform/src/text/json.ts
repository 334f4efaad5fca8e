import { readdirSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Parses a file's text; throws a SyntaxError. Windows editors like to begin a file with a byte order mark. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** As `parseJson`, but throws a ConfigError that begins with the name of the file. */
export function parseJsonFile(name: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new ConfigError(`${name}: not JSON: ${(error as Error).message}`, { cause: error });
  }
}

/** Where a text stops being JSON, for people who edit it: `line 2, column 5`. */
function jsonFault(error: SyntaxError): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(error.message) ?? [];
  return line === undefined ? 'it ends too early' : `line ${line}, column ${column}`;
}

/** The JSON object that a text holds; `problem` says why it holds none. */
export function objectIn(text: string): {
  content: Record<string, unknown> | undefined;
  problem: string | undefined;
} {
  try {
    const value = parseJson(text);
    if (isObject(value)) return { content: value, problem: undefined };
    return { content: undefined, problem: 'must hold a JSON object' };
  } catch (error) {
    return { content: undefined, problem: `is no valid JSON: ${jsonFault(error as SyntaxError)}` };
  }
}

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The names in a folder; none where there is no such folder. */
export function namesInFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A JSON object, as opposed to a list, a text, a number, true, false or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a JSON object by their names in lower case, because the game changes their case between versions. */
export type JsonFields = ReadonlyMap<string, unknown>;

/** Undefined for anything but an object. Of names that differ in case only, the first one counts. */
export function fieldsOf(value: unknown): JsonFields | undefined {
  if (!isObject(value)) return undefined;
  const fields = new Map<string, unknown>();
  for (const [name, field] of Object.entries(value)) {
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, field);
  }
  return fields;
}

type Known<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

export function known<T extends object>(values: T): Known<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Known<T>;
}

const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** A finite number, also one that is printed as a text; undefined for anything else, an empty text too. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'string') return DECIMAL.test(value) ? numberIn(Number(value)) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The number if it lies within the bounds, both included. */
export function numberWithin(value: unknown, least: number, most: number): number | undefined {
  const number = numberIn(value);
  return number !== undefined && number >= least && number <= most ? number : undefined;
}

/** The whole number if it lies within the bounds, both included. */
export function integerWithin(value: unknown, least: number, most: number): number | undefined {
  const number = numberWithin(value, least, most);
  return Number.isInteger(number) ? number : undefined;
}

/** The first characters of a text, well-formed; undefined for anything that is no text. */
export function textIn(value: unknown, maxChars: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  // A pair of surrogates that is cut in two leaves half a character at the end.
  const cut = value.slice(0, maxChars);
  return (cut.length < value.length ? cut.replace(/[\uD800-\uDBFF]$/, '') : cut).toWellFormed();
}

/** A truth value, also one that is printed as a text. */
export function booleanIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

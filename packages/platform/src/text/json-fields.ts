import { isObject } from './is-object.ts';

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

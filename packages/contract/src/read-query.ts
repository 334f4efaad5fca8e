import { boundRule, type RequestSchema } from './bounds.ts';
import type { Problem } from './errors.ts';
import { parseTime } from './parse-time.ts';

/** The keywords that shapes of queries use. */
export interface QuerySchema
  extends Pick<RequestSchema, 'type' | 'enum' | 'maxLength' | 'minimum' | 'maximum'> {
  /** `date-time`: a time. */
  readonly format?: string;
}

/** The shape of a query: parameters by name, each optional. */
export interface QueryShape {
  readonly properties?: Readonly<Record<string, QuerySchema>>;
}

/** The typed values of a query, and its problems. */
export interface ReadQuery {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

/**
 * Parses a query by the schema of its route: numbers, flags (`true`, `1`, `false`, `0`), words in any case, times in
 * UTC. The values are in the order of the schema, so that equal queries look the same. Unknown parameters are left out.
 */
export function readQuery(
  { properties = {} }: QueryShape,
  texts: Readonly<Record<string, string>>,
): ReadQuery {
  const values: [string, unknown][] = [];
  const problems: Problem[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    if (!Object.hasOwn(texts, name)) continue;
    const read = readValue(schema, texts[name] ?? '');
    if ('problem' in read) problems.push({ Path: `/${name}`, Message: read.problem });
    else values.push([name, read.value]);
  }
  return { values: Object.fromEntries(values), problems };
}

function readValue(schema: QuerySchema, text: string): Parsed {
  if (schema.enum !== undefined) return readWord(schema.enum, text);
  if (schema.type === 'integer') return readInteger(schema, text);
  if (schema.type === 'boolean') return readFlag(text);
  return readText(schema, text);
}

function readWord(words: readonly unknown[], text: string): Parsed {
  const value = words.find((word) => String(word).toLowerCase() === text.toLowerCase());
  return value === undefined ? { problem: `must be one of ${words.join(', ')}` } : { value };
}

function readInteger({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: QuerySchema, text: string): Parsed {
  const value = Number(text);
  if (/^-?[0-9]{1,16}$/.test(text) && value >= minimum && value <= maximum) return { value };
  return { problem: `must be a whole number from ${minimum} to ${maximum}` };
}

function readFlag(text: string): Parsed {
  if (text === '1' || text === 'true') return { value: true };
  if (text === '0' || text === 'false') return { value: false };
  return { problem: 'must be true, 1, false or 0' };
}

function readText({ maxLength: bound, format }: QuerySchema, text: string): Parsed {
  if (bound !== undefined && text.length > bound) return { problem: boundRule({ kind: 'maxLength', bound }) };
  if (format !== 'date-time') return { value: text };
  const atMs = parseTime(text);
  if (atMs !== undefined) return { value: new Date(atMs).toISOString() };
  const examples = '2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00';
  return { problem: `must be a time of ISO 8601, such as ${examples}` };
}

import type { Static, TSchema } from 'typebox';
import { isObject } from '../text/json.ts';
import { editDistance, maxEdits } from '../text/near-spelling.ts';
import {
  constantOf,
  IS_MISSING,
  type SchemaNode,
  type SchemaProblem,
  schemaProblems,
} from './schema-problems.ts';

/** An operator fixes a file in one go, and reads no more than this. */
const MAX_ERRORS = 100;
/** Longer values of a file are cut in messages. */
const MAX_SHOWN_CHARS = 60;

/** A value of the schema's type, or one sentence for each error of the file. */
export type Checked<T> = { value: T; errors?: never } | { value?: never; errors: string[] };

/** Checks a file of the operator: a closed set matches in any case, a text stands for a list of one, an empty one for none. */
export function fileSchema<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  return (read) => {
    const value = asSpelled(schema, read);
    const problems = schemaProblems(schema, value, MAX_ERRORS);
    if (problems.length === 0) return { value: value as Static<S> }; // the walk has checked all of it
    const [missing, wrong] = [problems.filter(isMissing), problems.filter((problem) => !isMissing(problem))];
    return { errors: [...missing, ...wrong].map(sentence) };
  };
}

function asSpelled(schema: SchemaNode, value: unknown): unknown {
  if (typeof value === 'string') {
    if (isTexts(schema)) return value === '' ? [] : [value];
    const lower = value.toLowerCase();
    return (
      schema.enum?.find((choice) => typeof choice === 'string' && choice.toLowerCase() === lower) ?? value
    );
  }
  if (schema.properties === undefined || !isObject(value)) return value;
  const spelled = { ...value };
  for (const [key, inner] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, key)) spelled[key] = asSpelled(inner, value[key]);
  }
  return spelled;
}

function isTexts({ type, items }: SchemaNode): boolean {
  return type === 'array' && items?.type === 'string';
}

function isMissing({ Message }: SchemaProblem): boolean {
  return Message === IS_MISSING;
}

function sentence(problem: SchemaProblem): string {
  const { Path, node, value } = problem;
  const name = Path.slice(1).replaceAll('/', '.') || 'the file';
  if (isMissing(problem)) return `${name} ${IS_MISSING}`;
  const wrong = `${name} ${brokenRule(problem) ?? `must be ${expectedValue(node)}`}`;
  return Path === '' || node.writeOnly === true ? wrong : `${wrong}, not ${shownValue(value)}`;
}

/** The rule that a value of the right type breaks; undefined where the expected value has it. */
function brokenRule({ node, value, Message }: SchemaProblem): string | undefined {
  const isOfType =
    node.type === 'string' ? typeof value === 'string' : node.type === 'array' && Array.isArray(value);
  const isExpected =
    node.description !== undefined || node.enum !== undefined || Message === 'must not be empty';
  return isOfType && !isExpected ? Message : undefined;
}

/** The expected value, for an operator: `a whole number from 1 to 65535`. */
function expectedValue(node: SchemaNode): string {
  const { type, enum: choices = constantOf(node), anyOf, properties } = node;
  if (choices !== undefined) return choices.map((value) => JSON.stringify(value)).join(' or ');
  if (anyOf !== undefined) return anyOf.map(expectedValue).join(' or ');
  if ((node.pattern ?? node.accepts) !== undefined && node.description !== undefined) return node.description;
  switch (type) {
    case 'string':
      return (node.minLength ?? 0) > 0 ? 'a text that is not empty' : 'a text in quotes';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'integer':
      return `a whole number${rangeOf(node)}`;
    case 'number':
      return `a number${rangeOf(node)}`;
    case 'array':
      return isTexts(node) ? 'a text or a list of texts' : 'a list of entries';
    default:
      return `an object${properties === undefined ? '' : ` of ${Object.keys(properties).join(', ')}`}`;
  }
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : `, ${minimum} or more`;
}

export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}

export function misspelledKeys(schema: SchemaNode, value: unknown): string[] {
  return unknownKeys(schema, value).flatMap(({ key, suggestion }) =>
    suggestion === undefined ? [] : [`${key} is unknown and has no effect; did you mean ${suggestion}?`],
  );
}

/** All other unknown keys: newer versions and other programs have their own. */
export function ignoredKeys(schema: SchemaNode, value: unknown): string[] {
  return unknownKeys(schema, value).flatMap(({ key, suggestion }) => (suggestion === undefined ? [key] : []));
}

/** Each with its path, as in `Limits.max_queue`, and the known key with nearly that spelling. */
function unknownKeys(
  schema: SchemaNode,
  given: unknown,
  at = '',
): { key: string; suggestion: string | undefined }[] {
  if (!isObject(given) || schema.properties === undefined) return [];
  const known = Object.keys(schema.properties);
  return Object.entries(given).flatMap(([key, value]) => {
    const inner = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
    if (inner !== undefined) return unknownKeys(inner, value, `${at}${key}.`);
    const suggestion = known.find((name) => !Object.hasOwn(given, name) && isNear(key, name));
    return [{ key: `${at}${key}`, suggestion: suggestion === undefined ? undefined : `${at}${suggestion}` }];
  });
}

function isNear(key: string, name: string): boolean {
  const max = maxEdits(name.length);
  return editDistance(plain(key), plain(name), max) <= max;
}

/** Ignores case and separators: `max_queue` means `Max-Queue`. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '');
}

import { boundRule, type Problem, parseTime, type RequestSchema } from '@palatine/contract';
import type { Static, TObject, TSchema } from 'typebox';

/** Schema keywords of requests and files. A schema without any takes every value. */
export interface SchemaNode extends Omit<RequestSchema, 'anyOf' | 'properties' | 'items'> {
  anyOf?: readonly SchemaNode[];
  properties?: Record<string, SchemaNode>;
  /** For a record; its only pattern is held only against the keys of a closed one. */
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  const?: unknown;
  /** A constant that is not valid. */
  not?: { readonly const: unknown };
  pattern?: string;
  /** `date-time`: a time of ISO 8601. */
  format?: string;
  /** A check that no pattern can express. */
  accepts?: (text: string) => boolean;
  /** The rule of `pattern` or `accepts`, in words. */
  description?: string;
  /** A secret: its value appears in no message. */
  writeOnly?: boolean;
  /** Changes take effect at the next start, also those inside. */
  nextStart?: boolean;
  /** Changed in the file only. */
  readOnly?: boolean;
  /** The permission that a request needs to change the setting, besides that of the route. */
  permission?: string;
  /** The smallest number that a request may set; a smaller one is set in the file only. */
  requestMinimum?: number;
  /** 0 means for ever; a request may set it regardless of `requestMinimum`. */
  zeroIsForEver?: boolean;
}

export interface SchemaProblem extends Problem {
  readonly node: SchemaNode;
  readonly value: unknown;
}

/** Message for a missing value. */
export const IS_MISSING = 'is missing';
const IS_EMPTY = 'must not be empty';

const TYPES: Readonly<Record<string, [noun: string, accepts: (value: unknown) => boolean]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  array: ['an array', Array.isArray],
  object: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  number: ['a number', (value) => typeof value === 'number'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['an integer', Number.isInteger],
  null: ['null', (value) => value === null],
};

/** Whether a JSON value has the type that a schema names. */
export function hasType(value: unknown, type = ''): boolean {
  return TYPES[type]?.[1](value) ?? false;
}

/** Whether a value has the shape. The one checker of what comes from outside: see docs/dependencies.md. */
export function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return schemaProblems(schema, value, 1).length === 0;
}

/** The first problems of a value, in one walk over its schema. Of a list or text that is too long, reads the length. */
export function schemaProblems(schema: SchemaNode, value: unknown, max: number): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  walk(schema, value, '', { problems, max });
  return problems.slice(0, max);
}

interface Findings {
  readonly problems: SchemaProblem[];
  readonly max: number;
}

function walk(node: SchemaNode, value: unknown, path: string, findings: Findings): void {
  const { anyOf } = node;
  const member = anyOf === undefined ? node : anyOf.find((choice) => isMeant(choice, value));
  const Message = member === undefined ? typeRule(anyOf) : ruleOf(member, value);
  if (Message !== undefined) findings.problems.push({ Path: path, Message, node, value });
  else if (Array.isArray(value)) walkList(member ?? node, value, path, findings);
  else if (typeof value === 'object' && value !== null) walkObject(member ?? node, value, path, findings);
}

/** Whether a value has the type of a member, and the constants that tell it from others of that type. */
function isMeant({ type, const: literal, properties = {} }: SchemaNode, value: unknown): boolean {
  if (!hasType(value, type) || (literal !== undefined && literal !== value)) return false;
  return Object.entries(properties).every(
    ([name, { const: constant }]) => constant === undefined || Object(value)[name] === constant,
  );
}

/** `must be a string or an array`. */
function typeRule(nodes: readonly SchemaNode[] = []): string {
  return `must be ${nodes.map(nounOf).join(' or ')}`;
}

function nounOf({ type = '', minimum, const: literal }: SchemaNode): string {
  if (literal !== undefined) return String(literal);
  const noun = TYPES[type]?.[0] ?? type;
  if (type !== 'integer' || minimum === undefined) return noun;
  return minimum === 1 ? 'a positive integer' : `${noun} of at least ${minimum}`;
}

function ruleOf(node: SchemaNode, value: unknown): string | undefined {
  const { type, enum: choices = constantOf(node), not } = node;
  if (choices !== undefined)
    return choices.includes(value) ? undefined : `must be one of ${choices.join(', ')}`;
  if (type !== undefined && !hasType(value, type)) return typeRule([node]);
  if (not !== undefined && value === not.const) return `must not be ${not.const}`;
  if (typeof value === 'string') return textRule(node, value);
  return typeof value === 'number' ? numberRule(node, value) : undefined;
}

/** A constant is a set of one. */
export function constantOf(node: SchemaNode): readonly unknown[] | undefined {
  return node.const === undefined ? undefined : [node.const];
}

function textRule(node: SchemaNode, text: string): string | undefined {
  const { minLength = 0, maxLength: bound, pattern, format, accepts = () => true, description = '' } = node;
  if (text.length < minLength) return IS_EMPTY;
  if (bound !== undefined && text.length > bound) return boundRule({ kind: 'maxLength', bound });
  if (pattern !== undefined && !matches(pattern, text)) return `must match ${pattern}`;
  if (format === 'date-time' && parseTime(text) === undefined) return 'must be a time of ISO 8601';
  return accepts(text) ? undefined : `must be ${description}`;
}

const patterns = new Map<string, RegExp>();

/** Compiles each pattern once. Patterns come from schemas of ours, so their number is bounded. */
function matches(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) {
    compiled = new RegExp(pattern, 'u');
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}

function numberRule({ minimum, maximum, exclusiveMinimum }: SchemaNode, number: number): string | undefined {
  if (minimum !== undefined && number < minimum) return boundRule({ kind: 'minimum', bound: minimum });
  if (maximum !== undefined && number > maximum) return boundRule({ kind: 'maximum', bound: maximum });
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum)
    return `must be greater than ${exclusiveMinimum}`;
  return Number.isFinite(number) ? undefined : 'must be finite';
}

function walkList(node: SchemaNode, value: readonly unknown[], path: string, findings: Findings): void {
  const { items, minItems = 0, maxItems: bound = Number.POSITIVE_INFINITY, uniqueItems } = node;
  const add = (Message: string) => void findings.problems.push({ Path: path, Message, node, value });
  if (value.length < minItems) return add(minItems === 1 ? IS_EMPTY : `must hold ${minItems} entries`);
  if (value.length > bound) return add(boundRule({ kind: 'maxItems', bound }));
  for (const [index, entry] of value.entries()) {
    if (items === undefined || findings.problems.length >= findings.max) return;
    walk(items, entry, `${path}/${index}`, findings);
  }
  if (uniqueItems === true && new Set(value).size < value.length) add('must not hold the same value twice');
}

function walkObject(node: SchemaNode, value: object, path: string, findings: Findings): void {
  const { properties = {}, required = [], additionalProperties, minProperties = 0, patternProperties } = node;
  const fields = value as Readonly<Record<string, unknown>>; // any object is one; only own keys are looked at
  const known = Object.keys(properties);
  for (const [name, property] of Object.entries(properties)) {
    const Path = `${path}/${name}`;
    if (Object.hasOwn(fields, name)) walk(property, fields[name], Path, findings);
    else if (required.includes(name))
      findings.problems.push({ Path, Message: IS_MISSING, node: property, value: undefined });
  }
  if (additionalProperties !== false && minProperties === 0 && patternProperties === undefined) return;
  const [[pattern = '', every] = []] = Object.entries(patternProperties ?? {});
  const names = Object.keys(fields);
  if (names.length < minProperties) findings.problems.push({ Path: path, Message: IS_EMPTY, node, value });
  for (const name of names) {
    if (findings.problems.length >= findings.max) return;
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (every !== undefined) walk(every, fields[name], at, findings);
    if (additionalProperties !== false || known.includes(name)) continue;
    if (every !== undefined && matches(pattern, name)) continue;
    const Message = `must be one of ${known.join(', ')}`;
    findings.problems.push({ Path: at, Message, node: { enum: known }, value: name });
  }
}

/** The defaults of a schema's properties, also of nested objects. */
export function defaultsOf<S extends TObject>(schema: S): Static<S> {
  const defaults: Record<string, unknown> = {};
  for (const [name, property] of Object.entries<Partial<TObject> & { default?: unknown }>(
    schema.properties,
  )) {
    if (property.default !== undefined) defaults[name] = structuredClone(property.default);
    else if (property.properties !== undefined) defaults[name] = defaultsOf(property as TObject);
  }
  return defaults as Static<S>;
}

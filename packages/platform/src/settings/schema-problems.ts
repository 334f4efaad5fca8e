import { boundRule, type Problem, type RequestSchema } from '@palatine/contract';
import type { Static, TObject } from 'typebox';

/** Schema keywords of requests and files. A schema without any takes every value. */
export interface SchemaNode extends Omit<RequestSchema, 'anyOf' | 'properties' | 'items'> {
  anyOf?: readonly SchemaNode[];
  properties?: Record<string, SchemaNode>;
  /** For a record; its only pattern is held only against the keys of a closed one. */
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  const?: unknown;
  pattern?: string;
  /** A check that no pattern can express. */
  accepts?: (text: string) => boolean;
  /** The rule of `pattern` or `accepts`, in words. */
  description?: string;
  /** A secret: its value appears in no message. */
  writeOnly?: boolean;
  /** Effect of the setting, as the rest of a sentence. */
  meaning?: string;
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

/** Nouns of the JSON types, and their type guards. */
export const JSON_TYPES: Readonly<Record<string, [noun: string, accepts: (value: unknown) => boolean]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  array: ['an array', Array.isArray],
  object: ['an object', (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  number: ['a number', (value) => typeof value === 'number'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['a positive integer', Number.isInteger], // integers of requests are amounts
  null: ['null', (value) => value === null],
};

/** Whether a JSON value has the type that a schema names. */
export function hasType(value: unknown, type = ''): boolean {
  return JSON_TYPES[type]?.[1](value) ?? false;
}

/** The first problems of a value, in one walk over its schema. Of a list or text that is too long, reads the length. */
export function schemaProblems(schema: SchemaNode, value: unknown, max: number): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  walk(schema, value, '', {
    add: (problem) => void problems.push(problem),
    isFull: () => problems.length >= max,
  });
  return problems.slice(0, max);
}

interface Findings {
  add(problem: SchemaProblem): void;
  isFull(): boolean;
}

function walk(node: SchemaNode, value: unknown, path: string, findings: Findings): void {
  const { anyOf } = node;
  const member = anyOf === undefined ? node : anyOf.find((one) => isMeant(one, value));
  const Message = member === undefined ? typeRule(anyOf) : ruleOf(member, value);
  if (Message !== undefined) findings.add({ Path: path, Message, node, value });
  else if (Array.isArray(value)) walkList(member ?? node, value, path, findings);
  else if (typeof value === 'object' && value !== null) walkObject(member ?? node, value, path, findings);
}

/** Whether a value has the type of a member, and the constants that tell it from others of that type. */
function isMeant({ type, properties = {} }: SchemaNode, value: unknown): boolean {
  if (!hasType(value, type)) return false;
  return Object.entries(properties).every(
    ([name, { const: constant }]) => constant === undefined || Object(value)[name] === constant,
  );
}

/** `must be a string or an array`. */
function typeRule(nodes: readonly SchemaNode[] = []): string {
  return `must be ${nodes.map(({ type = '' }) => JSON_TYPES[type]?.[0] ?? type).join(' or ')}`;
}

function ruleOf(node: SchemaNode, value: unknown): string | undefined {
  const { type, enum: choices = constantOf(node) } = node;
  if (choices !== undefined)
    return choices.includes(value) ? undefined : `must be one of ${choices.join(', ')}`;
  if (type !== undefined && !hasType(value, type)) return typeRule([node]);
  if (typeof value === 'string') return textRule(node, value);
  return typeof value === 'number' ? numberRule(node, value) : undefined;
}

/** A constant is a set of one. */
export function constantOf(node: SchemaNode): readonly unknown[] | undefined {
  return node.const === undefined ? undefined : [node.const];
}

function textRule(node: SchemaNode, text: string): string | undefined {
  const { minLength = 0, maxLength: bound, pattern, accepts = () => true, description = '' } = node;
  if (text.length < minLength) return 'must not be empty';
  if (bound !== undefined && text.length > bound) return boundRule({ kind: 'maxLength', bound });
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `must match ${pattern}`;
  return accepts(text) ? undefined : `must be ${description}`;
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
  const add = (Message: string) => findings.add({ Path: path, Message, node, value });
  if (value.length < minItems) return add('must not be empty');
  if (value.length > bound) return add(boundRule({ kind: 'maxItems', bound }));
  for (const [index, entry] of value.entries()) {
    if (items === undefined || findings.isFull()) return;
    walk(items, entry, `${path}/${index}`, findings);
  }
  if (uniqueItems === true && new Set(value).size < value.length) add('must not hold the same value twice');
}

function walkObject(node: SchemaNode, value: object, path: string, findings: Findings): void {
  const { properties = {}, required = [], additionalProperties, minProperties = 0, patternProperties } = node;
  const fields = value as Readonly<Record<string, unknown>>; // any object is one; only own keys are looked at
  for (const [name, property] of Object.entries(properties)) {
    const at = `${path}/${name}`;
    if (Object.hasOwn(fields, name)) walk(property, fields[name], at, findings);
    else if (required.includes(name))
      findings.add({ Path: at, Message: IS_MISSING, node: property, value: undefined });
  }
  const [[pattern = '', every] = []] = Object.entries(patternProperties ?? {});
  if (additionalProperties !== false && minProperties === 0 && every === undefined) return;
  const names = Object.keys(fields);
  if (names.length < minProperties) findings.add({ Path: path, Message: 'must not be empty', node, value });
  const known = Object.keys(properties);
  for (const name of names) {
    if (findings.isFull()) return;
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (every !== undefined) walk(every, fields[name], at, findings);
    if (additionalProperties !== false || known.includes(name)) continue;
    if (every !== undefined && new RegExp(pattern, 'u').test(name)) continue;
    const Message = `must be one of ${known.join(', ')}`;
    findings.add({ Path: at, Message, node: { enum: known }, value: name });
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

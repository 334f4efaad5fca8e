import assert from 'node:assert/strict';
import type { SchemaNode } from '@palatine/platform/schema-problems';

type Keyword = keyof SchemaNode | 'description' | 'default';
const OF_ANY: readonly Keyword[] = ['type', 'enum', 'const', 'not', 'anyOf', 'description', 'default'];
const OF_OBJECTS: readonly Keyword[] = ['properties', 'required', 'additionalProperties', 'minProperties'];
const OF_RECORDS: readonly Keyword[] = ['patternProperties'];
const OF_LISTS: readonly Keyword[] = ['items', 'minItems', 'maxItems', 'uniqueItems'];
const OF_TEXTS: readonly Keyword[] = ['minLength', 'maxLength', 'pattern', 'format'];
const OF_NUMBERS: readonly Keyword[] = ['minimum', 'maximum', 'exclusiveMinimum'];
const KEYWORDS: readonly string[] = [
  ...[...OF_ANY, ...OF_OBJECTS, ...OF_RECORDS],
  ...[...OF_LISTS, ...OF_TEXTS, ...OF_NUMBERS],
];
const TYPES = ['string', 'array', 'object', 'number', 'boolean', 'integer', 'null'];

/** Every schema inside a schema, itself first. */
export function schemasIn(schema: SchemaNode): SchemaNode[] {
  const { anyOf = [], properties = {}, patternProperties = {}, items } = schema;
  const inner = [...anyOf, ...Object.values(properties), ...Object.values(patternProperties)];
  return [schema, ...[...inner, ...(items === undefined ? [] : [items])].flatMap(schemasIn)];
}

/** Fails for a shape with a keyword that the checker of shapes does not know, and would ignore. */
export function assertKnownKeywords(schema: SchemaNode): void {
  for (const inner of schemasIn(schema)) {
    for (const keyword of Object.keys(inner)) assert.ok(KEYWORDS.includes(keyword), keyword);
    if (inner.type !== undefined) assert.ok(TYPES.includes(inner.type), inner.type);
  }
}

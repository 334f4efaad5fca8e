import assert from 'node:assert/strict';
import type { SchemaNode } from '@palatine/platform/schema-problems';

const KEYWORDS: ReadonlySet<string> = new Set<keyof SchemaNode | 'description' | 'default'>([
  ...(['type', 'enum', 'const', 'not', 'anyOf', 'description', 'default'] as const),
  ...(['properties', 'required', 'additionalProperties', 'minProperties', 'patternProperties'] as const),
  ...(['items', 'minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern'] as const),
  ...(['format', 'minimum', 'maximum', 'exclusiveMinimum'] as const),
]);
const TYPES = ['string', 'array', 'object', 'number', 'boolean', 'integer', 'null'];

export function schemasIn(schema: SchemaNode): SchemaNode[] {
  const { anyOf = [], properties = {}, patternProperties = {}, items } = schema;
  const inner = [...anyOf, ...Object.values(properties), ...Object.values(patternProperties)];
  return [schema, ...[...inner, ...(items === undefined ? [] : [items])].flatMap(schemasIn)];
}

/** Fails for a shape with a keyword that the checker of shapes does not know, and would ignore. */
export function assertKnownKeywords(schema: SchemaNode): void {
  for (const inner of schemasIn(schema)) {
    for (const keyword of Object.keys(inner)) assert.ok(KEYWORDS.has(keyword), keyword);
    if (inner.type !== undefined) assert.ok(TYPES.includes(inner.type), inner.type);
  }
}

import { readFileSync } from 'node:fs';
import type { AnyRouteName, ErrorCode, ErrorEnvelope, QueryValues, RouteShape } from '@palatine/contract';
import * as contract from '@palatine/contract';

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Names of the contract's exported shapes, by their JSON. A shape with the same JSON becomes a reference. */
const NAMED = new Map<string, string>(
  [
    ...Object.entries(contract),
    ...contract.EVENT_TYPES.map((type) => [`Event.${type}`, contract.eventShape(type)] as const),
  ]
    .filter(([name, value]) => name !== 'BanlistFilters' && isNamedShape(value)) // printed as parameters instead
    .map(([name, value]) => [JSON.stringify(value), name]),
);

/** Matches every key; printed as `additionalProperties`, which more tools understand. */
const ANY_KEY = '^.*$';

/** Prints a shape of the contract as a schema; named shapes in it become references. */
export function toSchema(shape: object): JsonObject {
  return project(JSON.parse(JSON.stringify(shape)) as Json) as JsonObject; // an object stays one
}

/** The components of the document: every named shape. */
export function namedSchemas(): JsonObject {
  return Object.fromEntries(
    [...NAMED]
      .map(([json, name]): [string, Json] => [name, inside(JSON.parse(json) as JsonObject)])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function project(value: Json): Json {
  if (Array.isArray(value)) return value.map(project);
  if (typeof value !== 'object' || value === null) return value;
  const name = NAMED.get(JSON.stringify(value));
  return name === undefined ? inside(value) : { $ref: `#/components/schemas/${name}` };
}

function inside(schema: JsonObject): JsonObject {
  const { patternProperties, additionalItems: _, ...others } = schema;
  const { examples, ...withoutExamples } = others;
  // Examples are at the responses. A property of that name is no list.
  const rest = Array.isArray(examples) ? withoutExamples : others;
  const anyKey = (patternProperties as JsonObject | undefined)?.[ANY_KEY];
  const spelled: JsonObject = {
    ...rest,
    ...(anyKey === undefined
      ? patternProperties === undefined
        ? {}
        : { patternProperties }
      : { additionalProperties: anyKey }),
    // A tuple as JSON Schema 2020-12 writes it.
    ...(Array.isArray(schema.items) && { prefixItems: schema.items, items: false }),
    ...(Array.isArray(schema.enum) && schema.type === undefined ? { type: 'string' } : {}),
  };
  return Object.fromEntries(Object.entries(spelled).map(([key, value]) => [key, project(value)]));
}

/** Objects with properties, unions and enums. */
function isNamedShape(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { type, properties, enum: words, anyOf } = value as Record<string, unknown>;
  return (type === 'object' && properties !== undefined) || Array.isArray(words) || Array.isArray(anyOf);
}

/** One recorded call of a route and its reply. */
export interface RouteExample {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: JsonObject;
  answer: Json;
  /** The refusal for an unknown player. */
  refusal?: ErrorEnvelope;
}

export interface Examples {
  /** Without the routes that have a `replyExample`. */
  routes: Partial<Record<AnyRouteName, RouteExample>>;
  /** Recorded refusals, of the codes that are easy to provoke. */
  refusals: Partial<Record<ErrorCode, ErrorEnvelope>>;
  legacyFailure: JsonObject;
}

/** The recorded example of a route, or the one that it brings itself. */
export function exampleOf(
  name: string,
  { examples, replyExample }: RouteShape,
  { routes }: Examples,
): RouteExample {
  const recorded = routes[name as AnyRouteName]; // undefined for any other
  if (recorded !== undefined) return recorded;
  // The bodies and replies of examples are JSON.
  return { ...(examples[0] as Omit<RouteExample, 'answer'>), answer: replyExample as Json };
}

export const EXAMPLES_FILE = `${import.meta.dirname}/examples.json`;

/** The examples that `apps/server/test/http/make-openapi-examples.ts` recorded. A test holds them to the shapes of the routes. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples;
}

import { readFileSync } from 'node:fs';
import type { AnyRouteName, ErrorCode, ErrorEnvelope, QueryValues, RouteShape } from '@palatine/contract';
import type { Json, JsonObject } from './schemas.ts';

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

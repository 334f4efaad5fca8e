import { readFileSync } from 'node:fs';
import type { AnyRouteName, ErrorCode, ErrorEnvelope } from '@palatine/contract';
import type { Json, JsonObject } from './schemas.ts';

/** One recorded call of a route and its reply. */
export interface RouteExample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: JsonObject;
  answer: Json;
  /** What the route answers about a player that nobody knows. */
  refusal?: ErrorEnvelope;
}

export interface Examples {
  routes: Record<AnyRouteName, RouteExample>;
  /** Recorded refusals, of the codes that are easy to provoke. */
  refusals: Partial<Record<ErrorCode, ErrorEnvelope>>;
  legacyFailure: JsonObject;
}

export const EXAMPLES_FILE = `${import.meta.dirname}/examples.json`;

/** The examples that `tests/http/make-openapi-examples.ts` recorded. A test holds them to the shapes of the routes. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples;
}

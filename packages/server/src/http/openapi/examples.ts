import { readFileSync } from 'node:fs';
import type { AnyRouteName, ErrorCode, ErrorEnvelope } from '@palatine/contract';
import type { Json, JsonObject } from './schemas.ts';

/** One real call of a route and what came back. */
export interface RouteExample {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: JsonObject;
  answer: Json;
}

export interface Examples {
  routes: Record<AnyRouteName, RouteExample>;
  /** Real answers that say no, of the codes that are easily had. */
  refusals: Partial<Record<ErrorCode, ErrorEnvelope>>;
  legacyFailure: JsonObject;
}

export const EXAMPLES_FILE = `${import.meta.dirname}/examples.json`;

/** What `tests/http/make-openapi-examples.ts` recorded; a test holds it to the shapes of the routes. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples;
}

import assert from 'node:assert/strict';
import {
  ERRORS,
  type ErrorCode,
  errorsOf,
  LegacyGiveAnswer,
  type Problem,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';
import { Compile, type Validator } from 'typebox/compile';
import type { Case } from './fuzz-cases.ts';
import type { Said } from './sender.ts';

const MAX_MS = 6000;
/** An answer that says no is short, however long the question was. */
const MAX_REFUSAL = 64 * 1024;
/** What an answer never holds: where the service lives, what it is made of, and what is secret. */
const INNARDS = /\n\s+at |node:internal|node_modules|\.ts:\d|palatine-test-|sha256|sqlite|JSON at position/i;

const replies = new Map<RouteShape, Validator>();
const legacyAnswer = Compile(LegacyGiveAnswer);

/** Holds an answer to everything the contract promises. @returns its code, or OK. */
export function assertContract(route: RouteShape, asked: Case, said: Said): string {
  try {
    return checked(route, asked, said);
  } catch (error) {
    const { path, body = '', headers } = asked;
    const shown = { method: route.method, path, headers, body: String(body).slice(0, 2000) };
    const about = `${JSON.stringify(shown, null, 2)}\n${said.status} in ${said.tookMs} ms: ${said.text.slice(0, 2000)}`;
    throw new Error(`${(error as Error).message}\n${about}`, { cause: error });
  }
}

function checked(route: RouteShape, { also = [] }: Case, { status, headers, text, tookMs }: Said): string {
  assert.ok(tookMs < MAX_MS, `${tookMs} ms`);
  assert.equal(headers['x-injected'], undefined);
  if (status === 304) {
    assert.equal(text, '');
    assert.equal(route.method, 'GET');
    return 'OK';
  }
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  const answer: unknown = JSON.parse(text);
  if (status === 200) {
    const check = replies.get(route) ?? Compile(route.reply);
    replies.set(route, check);
    assert.deepEqual([...check.Errors(answer)].slice(0, 3), [], 'the answer has the shape of the route');
    return 'OK';
  }
  assert.doesNotMatch(text, INNARDS);
  if (route === ROUTES.legacyGive && legacyAnswer.Check(answer)) {
    assert.equal(status, 400);
    const messages = Object.values(answer.Error).flat();
    assert.ok(messages.length > 0);
    assert.equal(answer.Errors, messages.length);
    return 'LEGACY';
  }
  assert.ok(text.length < MAX_REFUSAL, `a refusal of ${text.length} characters`);
  return codeOf(route, status, answer, also);
}

function codeOf(route: RouteShape, status: number, answer: unknown, also: readonly string[]): ErrorCode {
  const { Error: error, ...beside } = answer as { Error: Record<string, unknown> };
  assert.deepEqual(beside, {}, 'nothing beside Error');
  assert.deepEqual(Object.keys(error), ['Code', 'Message', 'Details']);
  const code = error.Code as ErrorCode;
  assert.ok(Object.hasOwn(ERRORS, code), `${code} is in the catalogue`);
  assert.equal(status, ERRORS[code].status);
  assert.ok(status < 500, 'nothing the caller says makes the service fail');
  assert.ok(errorsOf(route).includes(code) || also.includes(code), `${route.path} lists ${code}`);
  assert.ok(typeof error.Message === 'string' && error.Message !== '');
  const { Problems = [], ...more } = error.Details as { Problems?: Problem[] };
  assert.deepEqual(more, {});
  for (const problem of Problems) {
    assert.deepEqual(Object.keys(problem), ['Path', 'Message']);
    assert.ok(problem.Path === '' || problem.Path.startsWith('/'), problem.Path);
    assert.ok(problem.Message !== '');
  }
  return code;
}

import assert from 'node:assert/strict';
import {
  ERRORS,
  type ErrorCode,
  errorsOf,
  LegacyGiveReply,
  type Problem,
  ROUTES,
  type RouteShape,
} from '@palatine/contract';
import { Compile, type Validator } from 'typebox/compile';

export interface TextResponse {
  status: number;
  contentType: string | null | undefined;
  text: string;
}

/** LEGACY: the failure form of the legacy give route. */
export type ResultCode = ErrorCode | 'OK' | 'LEGACY';

export interface ContractResult {
  code: ResultCode;
  answer: unknown;
  problems: Problem[];
}

/** A refusal stays short, however long the request was. */
const MAX_REFUSAL_CHARS = 64 * 1024;
/** Where the service lives, what it is built from and what is secret: no refusal shows any of it. */
const INTERNALS =
  /\n\s+at |node:internal|node_modules|\.ts:\d|palatine-test-|sha256|sqlite|JSON at position/i;

const replyValidators = new Map<RouteShape, Validator>();
const legacyAnswer = Compile(LegacyGiveReply);

/**
 * Asserts everything the contract promises of a JSON response: the route's shape for a 200; otherwise the
 * envelope with a code the route lists, under that code's status.
 * @param alsoAllowed codes allowed beyond those of the route
 */
export function assertContract(
  route: RouteShape,
  { status, contentType, text }: TextResponse,
  alsoAllowed: readonly string[] = [],
): ContractResult {
  assert.equal(contentType, 'application/json; charset=utf-8');
  const answer: unknown = JSON.parse(text);
  if (status === 200) {
    assertReply(route, answer);
    return { code: 'OK', answer, problems: [] };
  }
  assert.doesNotMatch(text, INTERNALS);
  if (route === ROUTES.legacyGive && legacyAnswer.Check(answer)) {
    const messages = Object.values(answer.Error).flat();
    assert.equal(status, 400);
    assert.ok(messages.length > 0 && messages.every((message) => message !== ''));
    assert.equal(answer.Errors, messages.length);
    return { code: 'LEGACY', answer, problems: [] };
  }
  assert.ok(text.length < MAX_REFUSAL_CHARS, `a refusal of ${text.length} characters`);
  return { answer, ...assertEnvelope(route, status, answer, alsoAllowed) };
}

function assertReply(route: RouteShape, answer: unknown): void {
  const validator = replyValidators.get(route) ?? Compile(route.reply);
  replyValidators.set(route, validator);
  assert.deepEqual([...validator.Errors(answer)].slice(0, 3), [], `${route.path} answers in its shape`);
  if (route === ROUTES.legacyGive) assert.deepEqual(answer, { Errors: 0, Error: {} });
}

/** The reasons that Details may give, and the codes that they go with. */
const REASONS: Readonly<Record<string, readonly ErrorCode[]>> = {
  UNKNOWN_PLAYER: ['REQUEST_FAILED', 'PLAYER_NOT_FOUND'],
  PLAYER_OFFLINE: ['REQUEST_FAILED', 'PLAYER_NOT_FOUND'],
  CHARACTER_NOT_LOADED: ['REQUEST_FAILED', 'PLAYER_STATE_NOT_FOUND'],
  NOT_POSSIBLE: ['REQUEST_FAILED'],
};

function assertEnvelope(
  route: RouteShape,
  status: number,
  answer: unknown,
  alsoAllowed: readonly string[],
): { code: ErrorCode; problems: Problem[] } {
  const { Error: error, ...others } = answer as { Error: Record<string, unknown> };
  assert.deepEqual(others, {}, 'the body holds nothing but Error');
  assert.deepEqual(Object.keys(error), ['Code', 'Message', 'Details']);
  const code = error.Code as ErrorCode;
  assert.ok(Object.hasOwn(ERRORS, code), `${code} is in the catalogue`);
  assert.equal(status, ERRORS[code].status, code);
  assert.ok(errorsOf(route).includes(code) || alsoAllowed.includes(code), `${route.path} lists ${code}`);
  assert.ok(typeof error.Message === 'string' && error.Message !== '');
  const { Problems: problems = [], ...otherDetails } = error.Details as {
    Problems?: Problem[];
    RetryAfter?: number;
    Reason?: string;
  };
  if (code === 'RATE_LIMITED') delete otherDetails.RetryAfter;
  if (REASONS[String(otherDetails.Reason)]?.includes(code)) delete otherDetails.Reason;
  assert.deepEqual(otherDetails, {});
  for (const problem of problems) {
    assert.deepEqual(Object.keys(problem), ['Path', 'Message']);
    assert.ok(problem.Path === '' || problem.Path.startsWith('/'), problem.Path);
    assert.notEqual(problem.Message, '');
  }
  return { code, problems };
}

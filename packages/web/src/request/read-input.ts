import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  holds,
  LIMITS,
  MAX_PROBLEMS,
  OFFLINE_PLAYERS,
  pathOf,
  problemsRefusal,
  type QueryShape,
  Refusal,
  type RequestSchema,
  type RouteShape,
  reachesOffline,
  readQuery,
  refusesUnknownParameters,
} from '@palatine/contract';
import type { AuditSubject } from '@palatine/contract/audit-records';
import { cutText, ownField } from '@palatine/contract/audit-summary';
import type { Token } from '@palatine/contract/tokens';
import type { ReplacedVersion } from '@palatine/platform/file-versions';
import { hasType, schemaProblems } from '@palatine/platform/schema-problems';
import type { Principal } from './authorize.ts';

/** Headers of a request, over HTTP or over a fleet. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The query of a request; the last value of a repeated parameter wins. Throws VALIDATION_FAILED for a parameter that our
 * own routes do not have, as a misspelled filter would give wrong rows, and for an invalid value.
 */
export function queryOf(route: RouteShape, query: unknown): never {
  if (route.query === undefined) return undefined as never;
  const values = Object.entries(query as Record<string, string | string[]>);
  const texts = Object.fromEntries(
    values.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
  if (!refusesUnknownParameters(route)) return texts as never; // PalDefender has texts only
  assertKnown(route, values);
  const { values: parsed, problems } = readQuery(route.query as QueryShape, texts);
  if (problems.length > 0) throw problemsRefusal('VALIDATION_FAILED', problems);
  return parsed as never; // as the shape of the route says
}

function assertKnown({ query }: RouteShape, values: readonly [name: string, value: unknown][]): void {
  const { properties = {} } = query as { properties?: object }; // every query is an object
  const names = Object.keys(properties);
  for (const [name] of values) {
    if (names.includes(name)) continue;
    const match = names.find((known) => known.toLowerCase() === name.toLowerCase());
    const hint = match === undefined ? `there are ${names.join(', ')}` : `its name is ${match}`;
    const shown = name.length <= 64 ? name : `${name.slice(0, 64)}…`;
    throw new Refusal('VALIDATION_FAILED', `there is no query parameter ${JSON.stringify(shown)}; ${hint}`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function carriesBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}

/** Parses a body as JSON; undefined when it is empty. Throws INVALID_JSON, and PAYLOAD_TOO_LARGE for too many values. */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  const body = parseJson(bytes);
  assertBounds(body);
  return body;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('INVALID_JSON', 'the body is not JSON');
  }
}

/** Throws for a body on which copies to the game and fingerprints would overflow the stack, or take long (json-bounds.test.ts). */
function assertBounds(body: unknown): void {
  let values = 0;
  const count = (value: unknown, depth: number): void => {
    values += 1;
    if (values > LIMITS.bodyValues) {
      throw new Refusal('PAYLOAD_TOO_LARGE', `the body holds more than ${LIMITS.bodyValues} values`);
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth === LIMITS.bodyDepth) {
      throw new Refusal('INVALID_JSON', `the body is nested more than ${LIMITS.bodyDepth} levels deep`);
    }
    for (const inner of Object.values(value)) count(inner, depth + 1);
  };
  count(body, 0);
}

/** The raw body, of any Content-Type. Throws UNSUPPORTED_ENCODING, and PAYLOAD_TOO_LARGE as soon as it passes `maxBytes`. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!carriesBody(request)) return Buffer.alloc(0);
  assertPlain(request);
  const tooLarge = () => new Refusal('PAYLOAD_TOO_LARGE', `the body is longer than ${maxBytes} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return collect(request, maxBytes, tooLarge);
}

function assertPlain({ headers }: IncomingMessage): void {
  const { 'content-encoding': coding = 'identity' } = headers;
  if (/^(identity)?$/i.test(coding)) return;
  throw new Refusal(
    'UNSUPPORTED_ENCODING',
    `the body has the Content-Encoding ${coding}; the service takes bodies as they are, so send it without`,
  );
}

/** Drains an oversized body instead of closing: a client that is still sending would never read the 413. */
function collect(request: IncomingMessage, maxBytes: number, tooLarge: () => Refusal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    const onBroken = () => {
      if (!request.readableEnded) reject(new Refusal('INVALID_JSON', 'the body broke off'));
    };
    request.on('error', onBroken);
    request.on('close', onBroken);
  });
}

/** Returns a check of the route's body: it returns the body, or throws a refusal with a code of the route's `bodyErrors`. */
export function bodyValidator(route: RouteShape): (body: unknown) => unknown {
  const { body: shape, documentedBody, bodyErrors } = route;
  if (shape === undefined || bodyErrors === undefined) return () => undefined;
  if (documentedBody !== undefined) return (body) => body; // its command checks it, whatever it is
  const schema = shape as RequestSchema; // the shapes of requests use nothing else; a test holds them to it

  return (body) => {
    if (body === undefined) {
      if (bodyErrors.missing === undefined) return undefined;
      throw problemsRefusal(bodyErrors.missing, [{ Path: '', Message: 'is missing' }]);
    }
    if (!hasType(body, 'object')) {
      throw problemsRefusal(bodyErrors.notAnObject, [{ Path: '', Message: 'must be a JSON object' }]);
    }
    // One more than is reported, so that the caller sees that there are more.
    const errors = schemaProblems(schema, body, MAX_PROBLEMS + 1);
    const problems = errors.map(({ Path, Message }) => ({ Path, Message }));
    if (problems.length === 0) return body;
    const wrongType = bodyErrors.invalidRequest?.some((path) => hasWrongType(path.slice(1), body, schema));
    throw problemsRefusal(wrongType ? 'INVALID_REQUEST' : 'VALIDATION_FAILED', problems);
  };
}

/** True when the field is missing or has the wrong JSON type. Nested errors are ignored. */
function hasWrongType(field: string, body: unknown, { properties = {} }: RequestSchema): boolean {
  const fields = body as Readonly<Record<string, unknown>>; // its caller has seen that it is an object
  if (!Object.hasOwn(fields, field)) return true;
  const { type, anyOf = [] } = properties[field] ?? {};
  return ![type, ...anyOf.map((member) => member.type)].some((expected) => hasType(fields[field], expected));
}

const ETAG = /^"[^"]+"$/;

/**
 * The version of a file that a write replaces: the ETag of If-Match, or null for `If-None-Match: *`. Throws
 * PRECONDITION_REQUIRED without either, and VALIDATION_FAILED for any other form: several tags, and `*` in If-Match,
 * would replace a version that the caller has not seen.
 */
export function replacedVersion(headers: RequestHeaders): ReplacedVersion {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match === undefined && noneMatch === undefined) throw new Refusal('PRECONDITION_REQUIRED');
  if (match !== undefined && noneMatch !== undefined) {
    throw new Refusal('VALIDATION_FAILED', 'If-Match and If-None-Match exclude each other');
  }
  if (match === undefined) {
    if (noneMatch === '*') return null;
    throw new Refusal('VALIDATION_FAILED', 'If-None-Match must be *, for a file that is not there yet');
  }
  if (typeof match === 'string' && ETAG.test(match) && match.length <= LIMITS.idChars) return match;
  throw new Refusal('VALIDATION_FAILED', 'If-Match must be one ETag, in its quotation marks');
}

/** Visible ASCII, such as an order number or a UUID. */
const KEY = new RegExp(`^[!-~]{1,${LIMITS.keyChars}}$`);

function isIdempotencyKey(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && KEY.test(header);
}

/** The Idempotency-Key of a request and a fingerprint of the request; undefined without the header. */
export function idempotencyOf(
  header: string | string[] | undefined,
  route: RouteShape,
  params: unknown,
  body: unknown,
  reaching: boolean,
): { key: string; fingerprint: string } | undefined {
  if (header === undefined) return undefined;
  if (!isIdempotencyKey(header)) {
    throw new Refusal(
      'VALIDATION_FAILED',
      `an Idempotency-Key is 1 to ${LIMITS.keyChars} visible ASCII characters, once`,
    );
  }
  const call = [route.method, route.path, params, body ?? null, ...(reaching ? [OFFLINE_PLAYERS.value] : [])];
  const request = JSON.stringify(call);
  return { key: header, fingerprint: createHash('sha256').update(request).digest('base64url') };
}

/**
 * Whether a write serves offline players, since its header says so. Throws VALIDATION_FAILED for another value, and
 * MISSING_PERMISSION.
 */
export function reachesOfflinePlayers(
  route: RouteShape,
  { permissions, name }: Token,
  headers: RequestHeaders,
) {
  const { header, value, permission } = OFFLINE_PLAYERS;
  const given = headers[header.toLowerCase()];
  if (given === undefined || !reachesOffline(route)) return false;
  if (given !== value) throw new Refusal('VALIDATION_FAILED', `${header} must be ${value}`);
  if (holds(permissions, permission)) return true;
  throw new Refusal('MISSING_PERMISSION', `the token ${name} lacks the permission ${permission}`);
}

/** Maximum characters of a request's text in the audit. */
const MAX_REQUEST_TEXT = 512;

/** The audit entry of a write, without its outcome. */
export function auditSubject(
  route: RouteShape,
  { token, ip }: { readonly token: Pick<Principal['token'], 'name'>; readonly ip: string },
  {
    id,
    params,
    headers,
  }: { readonly id: string; readonly params: unknown; readonly headers: RequestHeaders },
  body: unknown,
): AuditSubject {
  const path = Object.values(params as Record<string, string>);
  const [key, reason] = [headers['idempotency-key'], ownField(body, 'Reason')];
  return {
    Token: token.name,
    IP: ip,
    Route: `${route.method} ${pathOf(route)}`,
    Target: cutText(path[0] ?? targetIn(body, route.auditTarget), MAX_REQUEST_TEXT),
    Reason: typeof reason === 'string' ? cutText(reason, MAX_REQUEST_TEXT) : '',
    requestId: id,
    idempotencyKey: isIdempotencyKey(key) ? key : '',
    request: newRequestId(),
  };
}

/** First of the route's target fields in the body; several ids are joined. */
function targetIn(body: unknown, fields: readonly string[] = []): string {
  for (const name of fields) {
    const value = ownField(body, name);
    if (typeof value === 'string' && value !== '') return value;
    // The body is not validated yet. An id has at least one character, so no more than these are shown.
    if (Array.isArray(value))
      return value
        .slice(0, MAX_REQUEST_TEXT)
        .filter((id) => typeof id === 'string')
        .join(' ');
  }
  return '';
}

const startedAt = Date.now().toString(36);
let requests = 0;

/** An id that no other request has, of this start or another. */
export function newRequestId(): string {
  return `${startedAt}-${++requests}`;
}

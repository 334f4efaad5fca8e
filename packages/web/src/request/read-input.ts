import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  LIMITS,
  MAX_PROBLEMS,
  problemsRefusal,
  type QueryShape,
  Refusal,
  type RequestSchema,
  type RouteShape,
  readQuery,
  refusesUnknownParameters,
} from '@palatine/contract';
import { isIdempotencyKey } from '@palatine/engine/audit-entry';
import type { ReplacedVersion } from '@palatine/platform/file-versions';
import { hasType, schemaProblems } from '@palatine/platform/schema-problems';
import type { Call } from '../response/route-calls.ts';

/**
 * The query of a request; the last value of a repeated parameter wins. Routes outside the service document parse it by
 * shape, and throw VALIDATION_FAILED for an invalid value and for an unknown parameter: ignoring a misspelt filter
 * would return the wrong rows.
 */
export function queryOf(route: RouteShape, query: unknown): never {
  if (route.query === undefined) return undefined as never;
  const values = Object.entries(query as Record<string, string | string[]>);
  const texts = Object.fromEntries(
    values.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
  if (!refusesUnknownParameters(route)) return texts as never; // the service document has texts only
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
    const match = names.find((other) => other.toLowerCase() === name.toLowerCase());
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
  assertJsonBounds(bytes);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Refusal('INVALID_JSON', 'the body is not JSON');
  }
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

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Throws for JSON that is nested too deep (INVALID_JSON) or holds too many values (PAYLOAD_TOO_LARGE), whichever comes
 * first. Looks at each byte once, before anything is parsed: JSON.parse takes any depth, but copies to the game
 * and fingerprints would overflow the stack. What is not JSON is left to the parser.
 */
export function assertJsonBounds(bytes: Uint8Array): void {
  const start = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? BYTE_ORDER_MARK.length : 0;
  let depth = 0;
  let values = 0;
  let wordAt = -1; // where a number, true, false or null was last seen
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        values += 1;
        at = endOfText(bytes, at);
        break;
      case 0x7b: // {
      case 0x5b: // [
        values += 1;
        depth += 1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x3a: // :
        values -= 1; // the text before it was a key
        break;
      case 0x2c: // ,
      case 0x20: // white space
      case 0x09:
      case 0x0a:
      case 0x0d:
        break;
      default:
        if (at !== wordAt + 1) values += 1;
        wordAt = at;
    }
    if (depth > LIMITS.bodyDepth) {
      throw new Refusal('INVALID_JSON', `the body is nested more than ${LIMITS.bodyDepth} levels deep`);
    }
    if (values > LIMITS.bodyValues + 1) throw tooManyValues(); // not the first beyond: it may yet turn out to be a key
  }
  if (values > LIMITS.bodyValues) throw tooManyValues();
}

/** The position of the quote that ends a text; the end of the bytes where none does. */
function endOfText(bytes: Uint8Array, quoteAt: number): number {
  let at = quoteAt + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function tooManyValues(): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `the body holds more than ${LIMITS.bodyValues} values`);
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
  return ![type, ...anyOf.map((member) => member.type)].some((one) => hasType(fields[field], one));
}

const ETAG = /^"[^"]+"$/;

/**
 * The version of a file that a write replaces: the ETag of If-Match, or null for `If-None-Match: *`. Throws
 * PRECONDITION_REQUIRED without either, and VALIDATION_FAILED for any other form: several tags, and `*` in If-Match,
 * would replace a version that the caller has not seen.
 */
export function replacedVersion(headers: Call['headers']): ReplacedVersion {
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

/** The Idempotency-Key of a request and a fingerprint of the request; undefined without the header. */
export function idempotencyOf(
  header: string | string[] | undefined,
  route: RouteShape,
  params: unknown,
  body: unknown,
): { key: string; fingerprint: string } | undefined {
  if (header === undefined) return undefined;
  if (!isIdempotencyKey(header)) {
    throw new Refusal(
      'VALIDATION_FAILED',
      `an Idempotency-Key is 1 to ${LIMITS.keyChars} visible ASCII characters, once`,
    );
  }
  const request = JSON.stringify([route.method, route.path, params, body ?? null]);
  return { key: header, fingerprint: createHash('sha256').update(request).digest('base64url') };
}

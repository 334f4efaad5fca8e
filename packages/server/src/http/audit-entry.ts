import { createHash } from 'node:crypto';
import { LIMITS, pathOf, Refusal, type RouteShape } from '@palatine/contract';
import { cutText } from '@palatine/world';
import type { AuditSubject } from '../game/calls.ts';
import type { RouteInput } from './route-calls.ts';

/** Longest text of a request that the audit stores, in characters. */
const MAX_TEXT = 512;

const startedAt = Date.now().toString(36);
let requests = 0;

/** The audit entry of a write, without its outcome. */
export function auditSubject(
  route: RouteShape,
  caller: { token: string; ip: string },
  { id, params, headers }: Pick<RouteInput, 'id' | 'params' | 'headers'>,
  body: unknown,
  url = pathOf(route),
): AuditSubject {
  const path = Object.values(params as Record<string, string>);
  const key = headers['idempotency-key'];
  return {
    Token: caller.token,
    IP: caller.ip,
    Route: `${route.method} ${url}`,
    Target: cutText(path[0] ?? targetIn(body, route.auditTarget), MAX_TEXT),
    Reason: cutText(textOf(body, 'Reason'), MAX_TEXT),
    requestId: id,
    idempotencyKey: isIdempotencyKey(key) ? key : '',
    request: `${startedAt}-${++requests}`,
  };
}

/** The first of the route's target fields that the body holds; several ids are joined. */
function targetIn(body: unknown, fields: readonly string[] = []): string {
  for (const name of fields) {
    const value = field(body, name);
    if (typeof value === 'string' && value !== '') return value;
    // The body has not been checked yet. Each id takes a character at least, so no more than these are shown.
    if (Array.isArray(value)) return joined(value.slice(0, MAX_TEXT));
  }
  return '';
}

function joined(ids: readonly unknown[]): string {
  return ids.filter((id) => typeof id === 'string').join(' ');
}

function textOf(body: unknown, name: string): string {
  const value = field(body, name);
  return typeof value === 'string' ? value : '';
}

function field(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return (body as Record<string, unknown>)[name];
}

/** Visible ASCII, such as an order number or a UUID. */
const KEY = new RegExp(`^[!-~]{1,${LIMITS.keyChars}}$`);

export function isIdempotencyKey(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && KEY.test(header);
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

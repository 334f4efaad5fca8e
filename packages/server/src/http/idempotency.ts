import { createHash } from 'node:crypto';
import { LIMITS, Refusal, type RouteShape } from '@palatine/contract';

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

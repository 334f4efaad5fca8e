import { hash } from 'node:crypto';
import { ALL_ROUTES, type AnswerForm, type AnyRouteName, type RouteShape } from '@palatine/contract';
import type { CachedResponse } from './calls.ts';

const encoder = new TextEncoder();

/**
 * Serialises a response, with an ETag over its bytes: equal responses have equal tags. The bytes lie in a memory
 * of their own. A small Buffer would lie in the pool of 64 KiB that Node shares out, and keep or copy all of it.
 */
export function serialize(value: unknown): CachedResponse {
  return withEtag(encoder.encode(JSON.stringify(value)));
}

/** The bytes of a response with an ETag over them. */
export function withEtag(bytes: Uint8Array<ArrayBuffer>): CachedResponse {
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` };
}

/** The reply of a route in the form of the token. */
export function applyResponseFormat(name: AnyRouteName, form: AnswerForm, value: unknown): unknown {
  const route: RouteShape = ALL_ROUTES[name];
  return form === 'Wrapped' && route.wrapped ? route.wrapped.wrap(value as never) : value; // a reply of this route
}

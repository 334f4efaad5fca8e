import { randomUUID } from 'node:crypto';
import { type RouteShape, writes } from '@palatine/contract';
import type { FastifyRequest } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { authorize, type RequestPolicy } from '../http/authorize.ts';
import { readBytes } from '../http/read-input.ts';
import { callerAddress } from '../http/request-identity.ts';
import type { WorldRequest } from './world-client.ts';

/** What a world has to know of a request; the rest concerns the connection to the gateway. */
const PASSED_ON = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-match',
  'idempotency-key',
  'last-event-id',
  'x-request-id',
];

/** A request after the checks of the gateway; the shape of the body is checked by the world. */
export async function readWorldRequest(
  policy: RequestPolicy,
  route: RouteShape,
  { request, token, path }: { request: FastifyRequest; token: Token; path: string },
): Promise<WorldRequest> {
  authorize(token, route);
  const body = await readBytes(request.raw, policy.settings.current.rest.Limits['Max-Body-Bytes']);
  const headers = headersFor(request, route);
  const key = headers['idempotency-key'] ?? '';
  return { route, path, headers, body, token, key, ip: callerAddress(policy, request) };
}

/** A write without a key gets one: only so can its end be found out when the world is lost in the middle. */
function headersFor(request: FastifyRequest, route: RouteShape): Record<string, string> {
  const { headers: given } = request;
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = given[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (!writes(route)) return headers;
  headers['x-request-id'] = request.id;
  headers['idempotency-key'] ??= randomUUID();
  return headers;
}

import { canonicalAddress, parseAddressRange } from '@palatine/world';
import type { FastifyRequest } from 'fastify';
import type { RequestPolicy } from './request-policy.ts';

/**
 * The address of the caller; '' when the client has disconnected. A proxy that the settings trust says for whom it
 * asks: the last address of X-Forwarded-For that is no such proxy is the caller's.
 */
export function callerAddress(
  { settings }: Pick<RequestPolicy, 'settings'>,
  request: FastifyRequest,
): string {
  const peer: string | undefined = request.ip; // undefined on a destroyed socket
  const forwarded = request.headers['x-forwarded-for'];
  const { TrustedProxies } = settings.current.rest;
  if (peer === undefined || forwarded === undefined || TrustedProxies.length === 0) return peer ?? '';
  const proxies = TrustedProxies.map(parseAddressRange);
  const hops = String(forwarded).split(',').reverse();
  let caller = peer;
  for (const hop of hops) {
    const address = canonicalAddress(hop);
    if (address === undefined || !proxies.some((proxy) => proxy?.contains(caller))) break;
    caller = address;
  }
  return caller;
}

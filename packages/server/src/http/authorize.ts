import { mayCall, Refusal, type RouteShape } from '@palatine/contract';
import type { Token } from '../data-folder/tokens.ts';
import type { RequestPolicy } from './request-policy.ts';

/** The secret in an Authorization header; undefined when the header is not a bearer token. */
export function bearer(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +(\S+) *$/i.exec(header)?.[1];
}

/**
 * Finds the token of a request and counts the request. Throws INVALID_TOKEN or RATE_LIMITED. Returns a promise only
 * when the token is not in memory and the token folder has to be read.
 */
export function authenticate(
  { tokens, limit, use }: Pick<RequestPolicy, 'tokens' | 'limit' | 'use'>,
  header: string | undefined,
): Token | Promise<Token> {
  const secret = bearer(header);
  if (secret === undefined)
    throw invalidToken(header === undefined ? 'no Authorization header' : 'not a bearer token');
  const known = tokens.find(secret);
  if (known === undefined) {
    return tokens.findEagerly(secret).then((found) => {
      if (found === undefined) throw invalidToken('unknown');
      use.count(found);
      limit.count(found);
      return found;
    });
  }
  use.count(known);
  limit.count(known);
  return known;
}

function invalidToken(why: string): Refusal {
  return new Refusal('INVALID_TOKEN', `Invalid token: ${why}`);
}

/** Throws MISSING_PERMISSION when none of the token's permissions covers the route. */
export function authorize(token: Token, route: RouteShape): void {
  if (!mayCall(token.permissions, route)) throw missingPermission(token.name, route);
}

export function missingPermission(tokenName: string, { permission }: RouteShape): Refusal {
  const needed = typeof permission === 'string' ? permission : permission.join(' or ');
  return new Refusal('MISSING_PERMISSION', `the token ${tokenName} lacks the permission ${needed}`);
}

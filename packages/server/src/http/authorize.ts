import { mayCall, Refusal, type RouteShape } from '@palisade/contract';
import type { Token, Tokens } from '../operator/tokens.ts';

/** The secret of an Authorization header, when it is a bearer token. */
function bearer(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +(\S+) *$/i.exec(header)?.[1];
}

/** Throws INVALID_TOKEN. Answers at once when the token is known, and a promise while the folder is looked through. */
export function authenticate(tokens: Tokens, header: string | undefined): Token | Promise<Token> {
  const secret = bearer(header);
  if (secret === undefined)
    throw invalidToken(header === undefined ? 'no Authorization header' : 'not a bearer token');
  return (
    tokens.find(secret) ??
    tokens.findEagerly(secret).then((token) => token ?? Promise.reject(invalidToken('unknown')))
  );
}

function invalidToken(why: string): Refusal {
  return new Refusal('INVALID_TOKEN', `Invalid token: ${why}`);
}

/** Throws MISSING_PERMISSION when none of the token's permissions opens the route. */
export function authorize(token: Token, route: RouteShape): void {
  if (mayCall(token.permissions, route)) return;
  const needed = typeof route.permission === 'string' ? route.permission : route.permission.join(' or ');
  throw new Refusal('MISSING_PERMISSION', `the token ${token.name} lacks the permission ${needed}`);
}

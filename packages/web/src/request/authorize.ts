import { isIPv4 } from 'node:net';
import { mayCall, Refusal, type RouteShape } from '@palatine/contract';
import type { Token, TokenSource } from '@palatine/contract/tokens';
import { canonicalAddress, parseAddressRange } from '@palatine/platform/address';
import type { FastifyRequest } from 'fastify';

/** The secret in an Authorization header; undefined when the header is not a bearer token. */
function bearer(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer +(\S+) *$/i.exec(header)?.[1];
}

/** Finds and counts the token: INVALID_TOKEN, RATE_LIMITED. A promise only when files must be read. */
export function authenticate(
  { tokens, limit, use }: Pick<RequestPolicy, 'tokens' | 'limit' | 'use'>,
  header: string | undefined,
): Token | Promise<Token> {
  const secret = bearer(header);
  if (secret === undefined)
    throw invalidToken(header === undefined ? 'no Authorization header' : 'not a bearer token');
  const counted = (token: Token) => {
    use.count(token);
    limit.count(token);
    return token;
  };
  const cached = tokens.find(secret);
  if (cached !== undefined) return counted(cached);
  return tokens.findEagerly(secret).then((token) => {
    if (token === undefined) throw invalidToken('unknown');
    return counted(token);
  });
}

function invalidToken(why: string): Refusal {
  return new Refusal('INVALID_TOKEN', `Invalid token: ${why}`);
}

/** The settings that HTTP reads. */
export interface RestSettings {
  readonly Cors: { readonly 'Allowed-Origins': readonly string[]; readonly 'Max-Age': number };
  readonly TrustedProxies: readonly string[];
  readonly Limits: Record<'Max-Body-Bytes' | 'Requests-Per-Second' | 'Max-Connections', number>;
}

/** Precedes an IPv4 address that arrives through an IPv6 listener. */
const MAPPED = '::ffff:';

/** The caller's address; '' when disconnected. Behind a proxy, the last untrusted X-Forwarded-For. */
export function callerAddress(
  { settings }: Pick<RequestPolicy, 'settings'>,
  request: FastifyRequest,
): string {
  const ip: string | undefined = request.ip; // undefined on a destroyed socket
  const peer = ip?.startsWith(MAPPED) && isIPv4(ip.slice(MAPPED.length)) ? ip.slice(MAPPED.length) : ip;
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

/** Throws MISSING_PERMISSION when none of the token's permissions covers the route. */
export function authorize(token: Token, route: RouteShape): void {
  if (!mayCall(token.permissions, route)) throw missingPermission(token.name, route);
}

export function missingPermission(tokenName: string, { permission }: RouteShape): Refusal {
  const needed = typeof permission === 'string' ? permission : permission.join(' or ');
  return new Refusal('MISSING_PERMISSION', `the token ${tokenName} lacks the permission ${needed}`);
}

/** More tokens than any folder and any fleet has; beyond it the oldest is evicted. */
const MAX_TOKENS = 10_000;

/** Adds what is counted of a token, by its id. */
function addToken<Value>(values: Map<Token['id'], Value>, id: Token['id'], value: Value): Value {
  const [oldest] = values.keys();
  if (oldest !== undefined && values.size >= MAX_TOKENS) values.delete(oldest);
  values.set(id, value);
  return value;
}

/** A token bucket per bearer token, refilled when used, without timers. */
export function tokenBuckets(elapsed: () => number) {
  const buckets = new Map<Token['id'], { left: number; filledAtMs: number }>();

  /** Takes one from the bucket of a token. @returns 0, or the seconds until there is one when the bucket is empty. */
  return ({ id }: Token, { perSecond, burst }: { perSecond: number; burst: number }): number => {
    const nowMs = elapsed();
    const capacity = Math.max(1, burst);
    const bucket = buckets.get(id) ?? addToken(buckets, id, { left: capacity, filledAtMs: nowMs });
    bucket.left = Math.min(capacity, bucket.left + ((nowMs - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = nowMs;
    if (bucket.left < 1) return (1 - bucket.left) / perSecond;
    bucket.left--;
    return 0;
  };
}

/** A token may send this many seconds' worth of requests at once after a pause. */
const BURST_SECONDS = 2;

/** Limits the requests of each token. The settings are read at each request; 0 requests a second let everything through. */
export function rateLimit(settings: RequestPolicy['settings'], elapsed: () => number) {
  const take = tokenBuckets(elapsed);

  return {
    /** Counts a request of a token. Throws RATE_LIMITED when there are too many. */
    count(token: Token): void {
      const perSecond = settings.current.rest.Limits['Requests-Per-Second'];
      if (perSecond === 0) return;
      const waitSeconds = take(token, { perSecond, burst: perSecond * BURST_SECONDS });
      if (waitSeconds === 0) return;
      const message = `the token ${token.name} may send ${perSecond} requests a second`;
      throw new Refusal('RATE_LIMITED', message, { RetryAfter: Math.max(1, Math.ceil(waitSeconds)) });
    },
  };
}

const DAY_MS = 24 * 3_600_000;

export type TokenUse = ReturnType<typeof tokenUse>;

/** Counts the requests of each token since the service started. `now`: ms since 1970. */
export function tokenUse(now: () => number) {
  const uses = new Map<Token['id'], { lastMs: number; requests: number }>();
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS); // UTC

  return {
    count({ id }: Pick<Token, 'id'>): void {
      const nowMs = now();
      const use = uses.get(id) ?? addToken(uses, id, { lastMs: nowMs, requests: 0 });
      use.requests = dayOf(use.lastMs) === dayOf(nowMs) ? use.requests + 1 : 1;
      use.lastMs = nowMs;
    },

    /** Undefined for a token that was not used since the service started. */
    of(id: Token['id']): { lastMs: number; requestsToday: number } | undefined {
      const use = uses.get(id);
      if (use === undefined) return undefined;
      const { lastMs, requests } = use;
      return { lastMs, requestsToday: dayOf(lastMs) === dayOf(now()) ? requests : 0 };
    },
  };
}

/** The checks and limits of every request before its handler runs. */
export interface RequestPolicy {
  tokens: TokenSource;
  limit: ReturnType<typeof rateLimit>;
  use: TokenUse;
  settings: { readonly current: { readonly rest: Pick<RestSettings, 'Limits' | 'TrustedProxies'> } };
  /** At a gateway: throws MISSING_PERMISSION for a route that a token for some worlds may not call. */
  assertScope?: (token: Token, route: RouteShape) => void;
}

/** The caller of a route. */
export interface Principal {
  readonly token: Token;
  /** The address of the client; '' when it is not known. */
  readonly ip: string;
}

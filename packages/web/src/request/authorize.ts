import { isIPv4 } from 'node:net';
import { mayCall, Refusal, type RouteShape } from '@palatine/contract';
import type { RestConfig } from '@palatine/data-dir/rest-config';
import type { Token, TokenSource } from '@palatine/data-dir/tokens';
import type { AuditSubject } from '@palatine/engine/calls';
import { canonicalAddress, parseAddressRange } from '@palatine/world';
import type { FastifyRequest } from 'fastify';

/** The secret in an Authorization header; undefined when the header is not a bearer token. */
export function bearer(header: string | undefined): string | undefined {
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

/** A token bucket per bearer token, refilled when used and collected with it, without timers. */
export class TokenBuckets {
  readonly #nowMs: () => number;
  readonly #buckets = new WeakMap<Token, { left: number; filledAtMs: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes one from the bucket of a token. @returns 0, or the seconds until there is one when the bucket is empty. */
  take(token: Token, { perSecond, burst }: { perSecond: number; burst: number }): number {
    const nowMs = this.#nowMs();
    const capacity = Math.max(1, burst);
    const bucket = this.#buckets.get(token) ?? { left: capacity, filledAtMs: nowMs };
    this.#buckets.set(token, bucket);
    bucket.left = Math.min(capacity, bucket.left + ((nowMs - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = nowMs;
    if (bucket.left < 1) return (1 - bucket.left) / perSecond;
    bucket.left--;
    return 0;
  }
}

/** A token may send this many seconds' worth of requests at once after a pause. */
const BURST_SECONDS = 2;

export class RateLimit {
  readonly #settings: RequestPolicy['settings'];
  readonly #buckets: TokenBuckets;

  /** The settings are read at each request; 0 requests a second let everything through. */
  constructor(settings: RequestPolicy['settings'], nowMs: () => number) {
    this.#settings = settings;
    this.#buckets = new TokenBuckets(nowMs);
  }

  /** Counts a request of a token. Throws RATE_LIMITED when there are too many. */
  count(token: Token): void {
    const perSecond = this.#settings.current.rest.Limits['Requests-Per-Second'];
    if (perSecond === 0) return;
    const waitSeconds = this.#buckets.take(token, { perSecond, burst: perSecond * BURST_SECONDS });
    if (waitSeconds === 0) return;
    const message = `the token ${token.name} may send ${perSecond} requests a second`;
    throw new Refusal('RATE_LIMITED', message, { RetryAfter: Math.max(1, Math.ceil(waitSeconds)) });
  }
}

/** When a token was used last, and how often today. */
export interface Use {
  /** ms since 1970. */
  lastMs: number;
  /** Days since 1970, UTC. */
  day: number;
  requests: number;
}

const DAY_MS = 24 * 3_600_000;
/** More tokens than any folder has; beyond it the oldest is evicted. */
const MAX_TOKENS = 10_000;

/** Counts the requests of each token since the service started. */
export class TokenUse {
  readonly #uses = new Map<Token['id'], Use>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  count({ id }: Pick<Token, 'id'>): void {
    const lastMs = this.#now();
    const day = Math.floor(lastMs / DAY_MS);
    const use = this.#uses.get(id);
    if (use === undefined) {
      const [oldest] = this.#uses.keys();
      if (oldest !== undefined && this.#uses.size >= MAX_TOKENS) this.#uses.delete(oldest);
      this.#uses.set(id, { lastMs, day, requests: 1 });
      return;
    }
    use.requests = use.day === day ? use.requests + 1 : 1;
    use.lastMs = lastMs;
    use.day = day;
  }

  /** Undefined for a token that was not used since the service started. */
  of(id: Token['id']): { lastMs: number; requestsToday: number } | undefined {
    const use = this.#uses.get(id);
    if (use === undefined) return undefined;
    const isToday = use.day === Math.floor(this.#now() / DAY_MS);
    return { lastMs: use.lastMs, requestsToday: isToday ? use.requests : 0 };
  }
}

/** Audits writes that are refused before they reach the game. */
export interface RefusalLog {
  /** `summaryOf`: what the request asked for, if its body was read. */
  add(token: Token, subject: AuditSubject, refusal: Refusal, summaryOf?: () => string): void;
  /** Refusals without their own entry. */
  readonly suppressed: number;
  /** Writes pending summaries when the service stops. */
  close(): void;
}

/** The checks and limits of every request before its handler runs. */
export interface RequestPolicy {
  tokens: TokenSource;
  limit: RateLimit;
  use: TokenUse;
  settings: { readonly current: { readonly rest: Pick<RestConfig, 'Limits' | 'TrustedProxies'> } };
  refusals: RefusalLog;
  /** At a gateway: throws MISSING_PERMISSION for a route that a token for some worlds may not call. */
  assertScope?: (token: Token, route: RouteShape) => void;
}

import type { RestConfig } from '../data-folder/rest-config.ts';
import type { TokenSource } from '../data-folder/tokens.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RefusalAudit } from './refusal-audit.ts';
import type { TokenUse } from './token-use.ts';

/** The checks and limits of every request before its handler runs. */
export interface RequestPolicy {
  tokens: TokenSource;
  limit: RateLimit;
  /** Counts the requests of each token. */
  use: TokenUse;
  settings: { readonly current: { readonly rest: Pick<RestConfig, 'Limits' | 'TrustedProxies'> } };
  /** Audits writes that are refused before they reach the game. */
  refusals: RefusalAudit;
  /** At a world of a fleet: what a write with this Authorization header asks before it is begun, if anything. */
  leaveOf?: ((authorization: string | undefined) => Leave | undefined) | undefined;
}

/**
 * Asks whether a write may begin. Resolves with the time, in ms since 1970, after which it may not any more; rejects with
 * a Refusal when it may not.
 */
export type Leave = () => Promise<number>;

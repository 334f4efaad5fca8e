import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Tokens } from '../data-folder/tokens.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RefusalAudit } from './refusal-audit.ts';
import type { TokenUse } from './token-use.ts';

/** The checks and limits of every request before its handler runs. */
export interface RequestPolicy {
  tokens: Tokens;
  limit: RateLimit;
  /** Counts the requests of each token. */
  use: TokenUse;
  settings: LiveSettings;
  /** Audits writes that are refused before they reach the game. */
  refusals: RefusalAudit;
}

import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Tokens } from '../data-folder/tokens.ts';
import type { NewAuditEntry } from '../store/audit-store.ts';
import type { RateLimit } from './rate-limit.ts';

/** What every request is checked against on its way to a handler. */
export interface RequestPolicy {
  tokens: Tokens;
  limit: RateLimit;
  settings: LiveSettings;
  /** Keeps a write that was refused before it reached the game. */
  audit(entry: NewAuditEntry): void;
}

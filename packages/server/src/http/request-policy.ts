import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Tokens } from '../data-folder/tokens.ts';
import type { NewAuditEntry } from '../store/audit-store.ts';
import type { RateLimit } from './rate-limit.ts';

/** The checks and limits of every request before its handler runs. */
export interface RequestPolicy {
  tokens: Tokens;
  limit: RateLimit;
  settings: LiveSettings;
  /** Audits a write that was refused before it reached the game. */
  audit(entry: Omit<NewAuditEntry, 'atMs'>): void;
}

import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { LiveSettings } from '@palatine/data-dir/live-settings';
import type { Clock } from '@palatine/platform/clock';
import type { Catalogue } from '@palatine/world';
import type { Logger } from 'pino';
import type { AuditRetention } from '../store/audit-store.ts';
import type { AttachedRules, SimulateChoice } from './calls.ts';

export interface GameOptions {
  readonly data: DataPaths;
  readonly catalogue: Catalogue;
  readonly settings: LiveSettings;
  readonly simulate: SimulateChoice;
  /** Beside a running game server; absent for a world of its own. */
  readonly attached?: AttachedRules | undefined;
  readonly auditKept: AuditRetention;
  readonly log: Logger;
  /** How many requests may wait for the game at once; beyond it 503 SERVER_BUSY. */
  readonly queueLimit: number;
  /** After this a request that has not been begun expires: 500 REQUEST_TIMEOUT. 5 s unless given. */
  readonly deadlineMs?: number | undefined;
  /** Most Idempotency-Keys of a token within a day. A million unless given. */
  readonly keysPerToken?: number | undefined;
  /** Whether events and audit entries are kept until the streams of a fleet have them; not unless given. */
  readonly fleet?: boolean | undefined;
  /** What the game takes from the machine; a test hands in its own. */
  readonly environment?: Partial<GameEnvironment> | undefined;
}

/** Time, chance and ids, so that a test needs no sleep and a replay is exact. */
export interface GameEnvironment {
  readonly clock: Clock | undefined;
  /** 0 <= r < 1. */
  readonly random: (() => number) | undefined;
  /** A new GUID, 8-8-8-8 upper case. */
  readonly newId: (() => string) | undefined;
}

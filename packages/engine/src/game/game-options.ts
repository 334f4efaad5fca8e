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
  /** For a running game server; absent for a standalone world. */
  readonly attached?: AttachedRules | undefined;
  readonly auditKept: AuditRetention;
  readonly log: Logger;
  /** Maximum requests that wait for the game; beyond it 503 SERVER_BUSY. */
  readonly queueLimit: number;
  /** A request that has not started after this expires: 500 REQUEST_TIMEOUT. Default 5 s. */
  readonly deadlineMs?: number | undefined;
  /** Maximum Idempotency-Keys of a token per day. Default one million. */
  readonly keysPerToken?: number | undefined;
  /** Whether to keep events and audit entries until the streams of a fleet have them. Default no. */
  readonly fleet?: boolean | undefined;
  readonly environment?: Partial<GameEnvironment> | undefined;
}

/** Time, randomness and ids, so that a test needs no sleep and a replay is exact. */
export interface GameEnvironment {
  readonly clock: Clock | undefined;
  /** 0 <= r < 1. */
  readonly random: (() => number) | undefined;
  /** A new GUID, 8-8-8-8 upper case. */
  readonly newId: (() => string) | undefined;
}

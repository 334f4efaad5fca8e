import type { ServerState as ShownServerState } from '@palatine/contract';
import type { Roster, RosterPlayer } from '@palatine/world';
import type { CallFailure } from './outcome.ts';
import type { GameServerInfo, GameServerMetrics, GameServerSettings } from './read-responses.ts';

/**
 * What is known of a running game server:
 * - `Unknown`: it was not asked yet, or too few calls have failed to tell.
 * - `Starting`: it boots; failures do not count yet.
 * - `Degraded`: something answers, but not as it should; the reason says what.
 * - `Paused`: its image has halted the empty server. World time stands still; that is no fault.
 * - `Offline`: confirmed, nobody can be online.
 * - `Stopping`: it was asked to stop and is still up.
 * - `Maintenance`: we keep it stopped.
 */
export type ServerState = Exclude<ShownServerState, 'Disabled'>;

export const STATE_REASONS = [
  'not asked yet',
  'answers',
  'does not answer yet',
  'starts',
  'nobody listens on its port',
  'does not answer',
  'no connection',
  'unreadable responses',
  'password rejected',
  'another world',
  'frozen',
  'paused while empty',
  'was asked to stop',
  'maintenance',
] as const;
export type StateReason = (typeof STATE_REASONS)[number];

export type ProcessState = 'stopped' | 'running' | 'unknown';

/** `Live`: by the last poll. `Stale`: polls have failed since. `Unknown`: for so long that it says nothing. */
export type RosterState = 'Live' | 'Stale' | 'Unknown';

export interface LinkStatus {
  readonly state: ServerState;
  readonly reason: StateReason;
  /** ms since 1970. */
  readonly sinceMs: number;
  readonly info?: GameServerInfo;
  readonly metrics?: GameServerMetrics;
  readonly settings?: GameServerSettings;
  readonly roster: {
    readonly state: RosterState;
    /** ms since 1970 of the last good poll, or of the confirmation that the server is offline. */
    readonly atMs?: number;
    /** As last known, also when stale or unknown. */
    readonly players: readonly RosterPlayer[];
  };
  /** Why the last poll failed; absent after a good one. */
  readonly lastFailure?: CallFailure;
}

export interface LinkEvents {
  /** After each poll, and after whatever else may have changed the status. */
  readonly onStatus?: (status: LinkStatus) => void;
  /** Who is online: only after a good poll, or once the server is confirmed to be offline. */
  readonly onRoster?: (roster: Roster) => void;
}

/** ms between polls. */
export interface PollIntervals {
  /** 2000 at least. */
  readonly playersMs: number;
  readonly playersWhenEmptyMs: number;
  readonly metricsMs: number;
  readonly infoMs: number;
  readonly settingsMs: number;
}

/** Where the link reports changes of state; a logger fits. */
export interface LinkReporter {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

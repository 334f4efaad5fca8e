import type { ServerState as ShownServerState } from '@palatine/contract';
import type { Roster, RosterPlayer } from '@palatine/world';
import type { CallFailure } from './outcome.ts';
import type { GameServerInfo, GameServerMetrics, GameServerSettings } from './read-responses.ts';

/**
 * State of a game server:
 * - `Unknown`: not polled yet, or too few calls have failed.
 * - `Starting`: it boots; failures are ignored.
 * - `Degraded`: something responds, but not as it should; see the reason.
 * - `Paused`: its image has halted the empty server. World time stands still; that is not an error.
 * - `Offline`: confirmed, nobody can be online.
 * - `Stopping`: it was asked to stop and is still up.
 * - `Maintenance`: we keep it stopped.
 */
export type ServerState = Exclude<ShownServerState, 'Disabled'>;

export type StateReason =
  | 'not asked yet'
  | 'answers'
  | 'does not answer yet'
  | 'starts'
  | 'nobody listens on its port'
  | 'does not answer'
  | 'no connection'
  | 'unreadable responses'
  | 'password rejected'
  | 'another world'
  | 'frozen'
  | 'paused while empty'
  | 'was asked to stop'
  | 'maintenance';

export type ProcessState = 'stopped' | 'running' | 'unknown';

/** `Live`: from the last poll. `Stale`: polls have failed since. `Unknown`: for too long. */
export type RosterState = 'Live' | 'Stale' | 'Unknown';

export interface LinkStatus {
  readonly state: ServerState;
  readonly reason: StateReason;
  readonly sinceMs: number;
  readonly info?: GameServerInfo;
  readonly metrics?: GameServerMetrics;
  readonly settings?: GameServerSettings;
  readonly roster: {
    readonly state: RosterState;
    /** ms since 1970 of the last good poll, or of the confirmation that the server is offline. */
    readonly atMs?: number;
    /** Last known players, even if stale or unknown. */
    readonly players: readonly RosterPlayer[];
  };
  /** Why the last poll failed; absent after a good one. */
  readonly lastFailure?: CallFailure;
}

export interface LinkEvents {
  /** Called after each poll, and after other changes of the status. */
  readonly onStatus?: (status: LinkStatus) => void;
  /** Called after a good poll only, or once the server is confirmed to be offline. */
  readonly onRoster?: (roster: Roster) => void;
}

export interface PollIntervals {
  /** At least 2000. */
  readonly playersMs: number;
  readonly playersWhenEmptyMs: number;
  readonly metricsMs: number;
  readonly infoMs: number;
  readonly settingsMs: number;
}

/** Receives changes of state; a logger fits. */
export interface LinkReporter {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

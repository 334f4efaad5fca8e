import type { ServerControl } from '../control/server-control.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { ServerFile } from '../data-folder/server-file.ts';
import type { DeliveryStep, DeliveryWork, ServiceNote } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { GameServerClient } from '../link/game-server-client.ts';
import type { assertNotRunning } from '../maintenance/save-folder/assert-not-running.ts';
import type { RunSaveJob } from './save-jobs.ts';

/** What a maintenance asks of the game server, and tells the link to it. */
export interface CycleLink
  extends Pick<GameServerClient, 'announce' | 'save' | 'shutdown' | 'info' | 'metrics'> {
  /** How many are online; undefined where that is not known. */
  playersOnline(): number | undefined;
  /** Whether its image has paused the empty server, after a save. */
  isPaused(): boolean;
  expectStop(): void;
  expectStart(): void;
  enterMaintenance(): void;
  leaveMaintenance(): void;
}

/** The mirror of the game server's world, around an edit of its save. */
export interface CycleMirror {
  /** Reads no save until `resume`. */
  pause(): void;
  resume(): void;
  /** Resolves once the save as it is now is served. */
  syncNow(): Promise<void>;
  /** How the served world differs from the one put in place; empty where the game has saved since. */
  verify(): Promise<readonly string[]>;
}

/** The game, for what a maintenance does to deliveries. */
export interface CycleGame {
  deliveryStep(step: DeliveryStep): Promise<DeliveryWork>;
  note(note: ServiceNote): Promise<unknown>;
}

/** What is to be said of a maintenance to whoever runs the service. */
export interface CycleReporter {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Everything that a maintenance works with. */
export interface CycleTools {
  readonly link: CycleLink;
  readonly control: ServerControl;
  readonly game: CycleGame;
  readonly mirror: CycleMirror;
  /** Backs up the save folder of the stopped server. @returns the name of the backup. */
  readonly backup: () => Promise<string>;
  /** Puts a backup of the save folder in the place of the save of the stopped server. */
  readonly restore: (name: string) => Promise<void>;
  readonly saveJobs: RunSaveJob;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The world folder, without links. */
  readonly folder: string;
  readonly data: DataPaths;
  /** The random name of this history of the world; '' where it is not known. */
  readonly incarnation: () => string;
  /** Those in force. */
  readonly settings: () => Pick<ServerFile, 'Control' | 'Maintenance' | 'Backups'>;
  /** Where the REST interface is on this machine; undefined for a server on another one. */
  readonly restPort: number | undefined;
  /** That of the system unless given. */
  readonly assertNotRunning?: typeof assertNotRunning;
  readonly report: CycleReporter;
}

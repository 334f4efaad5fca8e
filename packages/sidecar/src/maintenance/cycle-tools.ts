import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { ServerFile } from '@palatine/data-dir/server-file';
import type { ServiceNote } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { assertNotRunning } from '@palatine/save-tools/assert-not-running';
import type { ServerControl } from '../process/server-control.ts';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { GameServerLink } from '../rest/link.ts';
import type { LinkReporter } from '../rest/link-status.ts';
import type { RunSaveJob } from './save-jobs.ts';

export interface CycleLink
  extends Pick<GameServerClient, 'announce' | 'save' | 'shutdown' | 'info' | 'metrics'>,
    Pick<GameServerLink, 'expectStop' | 'expectStart' | 'enterMaintenance' | 'leaveMaintenance'> {
  /** Number of players online; undefined if unknown. */
  playersOnline(): number | undefined;
  /** Whether its image has paused the empty server, after a save. */
  isPaused(): boolean;
}

/** The mirror of the game server's world, around an edit of its save. */
export interface CycleMirror {
  /** Reads no save until `resume`. */
  pause(): void;
  resume(): void;
  /** Resolves once the present save is served. */
  syncNow(): Promise<void>;
  /** Differences between the served and the written world; empty if the game has saved since. */
  verify(): Promise<readonly string[]>;
}

export interface CycleTools {
  readonly link: CycleLink;
  readonly control: ServerControl;
  readonly game: Pick<Game, 'deliveryStep'> & { note(note: ServiceNote): Promise<unknown> };
  readonly mirror: CycleMirror;
  /** Backs up the save folder of the stopped server. @returns the name of the backup. */
  readonly backup: () => Promise<string>;
  /** Replaces the save of the stopped server by a backup. */
  readonly restore: (name: string) => Promise<void>;
  readonly saveJobs: RunSaveJob;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The world folder, with links resolved. */
  readonly folder: string;
  readonly data: DataPaths;
  /** Random name of this history of the world; '' if unknown. */
  readonly incarnation: () => string;
  readonly settings: () => Pick<ServerFile, 'Control' | 'Maintenance' | 'Backups'>;
  /** Port of the REST interface on this machine; undefined for a server on another one. */
  readonly restPort: number | undefined;
  readonly assertNotRunning?: typeof assertNotRunning;
  readonly report: LinkReporter;
}

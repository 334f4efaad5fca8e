import type { Catalogue } from '@palatine/world';
import type { Logger } from 'pino';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';
import type { AttachedService } from './attached-service.ts';
import type { Attachment } from './attachment.ts';

export interface AttachedOptions {
  readonly attachment: Attachment;
  readonly data: DataPaths;
  readonly game: GameClient;
  readonly catalogue: Catalogue;
  readonly log: Logger;
  readonly clock: Clock;
}

export interface RunningAttached extends AttachedService {
  stop(): Promise<void>;
}

/** Begins to mirror a game server, to act on it, and to deliver into its save. Throws a ConfigError. */
export function startAttached(_options: AttachedOptions): Promise<RunningAttached> {
  throw new Error('not yet');
}

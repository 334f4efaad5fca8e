import type { Catalogue } from '@palatine/world';
import type { AttachedService } from '../attached/attached-service.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import type { HistoryClient } from '../history/history-client.ts';

/** What the routes stand on. */
export interface Service {
  game: Game;
  history: HistoryClient;
  clock: Clock;
  settings: LiveSettings;
  /** As it was when the service started, like that of the game. */
  catalogue: Catalogue;
  data: DataPaths;
  /** The game server beside which the service runs; undefined for a world of its own. */
  attached: AttachedService | undefined;
  /** Whether faults may be made on demand. */
  faults: boolean;
}

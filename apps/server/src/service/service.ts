import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { LiveSettings } from '@palatine/data-dir/live-settings';
import type { Game } from '@palatine/engine/game';
import type { HistoryClient } from '@palatine/engine/history-client';
import type { Clock } from '@palatine/platform/clock';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { Catalogue } from '@palatine/world';

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

import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { LiveSettings } from '@palatine/engine/config';
import type { Game } from '@palatine/engine/game';
import type { HistoryClient } from '@palatine/engine/history-client';
import type { Clock } from '@palatine/platform/clock';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { Catalogue } from '@palatine/world/catalogue';

/** The dependencies of the routes. */
export interface Service {
  game: Game;
  history: HistoryClient;
  clock: Clock;
  settings: LiveSettings;
  /** As of the start of the service, like that of the game. */
  catalogue: Catalogue;
  data: DataPaths;
  /** The game server beside which the service runs; undefined without one. */
  attached: AttachedService | undefined;
  /** Whether the route that injects faults is open. */
  faults: boolean;
}

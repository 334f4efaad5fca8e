import type { Catalogue } from '@palatine/world';
import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';

/** What the routes stand on. */
export interface Service {
  game: GameClient;
  clock: Clock;
  settings: LiveSettings;
  /** As it was when the service started, like that of the game thread. */
  catalogue: Catalogue;
  /** The folder of the archives. */
  archives: string;
  /** Whether faults may be made on demand. */
  faults: boolean;
}

import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';

/** What the routes stand on. */
export interface Service {
  game: GameClient;
  clock: Clock;
  settings: LiveSettings;
  /** Whether faults may be made on demand. */
  faults: boolean;
}

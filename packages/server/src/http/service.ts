import type { LiveSettings } from '../data-folder/live-settings.ts';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';
import type { ReloadInput } from '../game/protocol.ts';

/** What the routes stand on. */
export interface Service {
  game: GameClient;
  clock: Clock;
  settings: LiveSettings;
  /** Whether faults may be made on demand. */
  faults: boolean;
  /** Reads the settings files again. A rejected file keeps its last good state in force. */
  reloadConfig(): Promise<ReloadInput>;
}

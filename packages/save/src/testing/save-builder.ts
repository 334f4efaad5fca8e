import { defaultCharacter } from '../format/save-character.ts';
import { defaultPlayer } from '../format/save-player.ts';
import type { SaveCharacter, SaveGuid, SavePlayer, SaveWorld } from '../format/save-types.ts';
import { emptyLevel } from '../read/level.ts';
import { NO_LEVEL_META } from '../read/level-meta.ts';

// Records with the reader's defaults: a test names only what matters to it.

/** A GUID that tests can tell apart: `aGuid(7)` is always the same. */
export function aGuid(number: number): SaveGuid {
  const digits = number.toString(16).toUpperCase().padStart(8, '0');
  return `${digits}-00000000-00000000-0000ABCD`;
}

export function anEmptyWorld(overrides: Partial<SaveWorld> = {}): SaveWorld {
  return { ...NO_LEVEL_META, ...emptyLevel(), container: 'PlZ1', players: [], warnings: [], ...overrides };
}

export function aCharacter(overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return { ...defaultCharacter(), instanceId: aGuid(1), ...overrides };
}

/** The file of the player with that uid, whose character is `instanceId`. */
export function aPlayer(
  uid: SaveGuid,
  instanceId: SaveGuid,
  overrides: Partial<SavePlayer> = {},
): SavePlayer {
  return { ...defaultPlayer(`Players/${uid.replaceAll('-', '')}.sav`), uid, instanceId, ...overrides };
}

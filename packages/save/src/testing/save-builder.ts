import { ZERO_GUID } from '../format/guid.ts';
import { defaultPlayer } from '../format/save-player.ts';
import {
  defaultCharacter,
  type SaveCamp,
  type SaveCharacter,
  type SaveGuid,
  type SaveMapObject,
  type SavePlayer,
  type SaveWorld,
} from '../format/save-types.ts';
import { emptyLevel, NO_LEVEL_META } from '../read/level.ts';

// Records with the reader's defaults: a test names only what matters to it.

/** A GUID that tests can tell apart: `aGuid(7)` is always the same. */
export function aGuid(number: number): SaveGuid {
  const digits = number.toString(16).toUpperCase().padStart(8, '0');
  return `${digits}-00000000-00000000-0000ABCD`;
}

/** One such GUID for each number. */
export function guids<const N extends readonly number[]>(...numbers: N) {
  return numbers.map(aGuid) as { [K in keyof N]: SaveGuid };
}

export function anEmptyWorld(overrides: Partial<SaveWorld> = {}): SaveWorld {
  return { ...NO_LEVEL_META, ...emptyLevel(), container: 'PlZ1', players: [], warnings: [], ...overrides };
}

export function aCharacter(overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return { ...defaultCharacter(), instanceId: aGuid(1), ...overrides };
}

/** A finished building of no player, in no camp. */
export function aMapObject(instanceId: SaveGuid, overrides: Partial<SaveMapObject>): SaveMapObject {
  return {
    instanceId,
    mapObjectId: '',
    campId: ZERO_GUID,
    guildId: ZERO_GUID,
    location: { x: 0, y: 0, z: 0 },
    yawDeg: 0,
    hp: 100,
    maxHp: 100,
    spawnerId: ZERO_GUID,
    ownerInstanceId: ZERO_GUID,
    builderUid: ZERO_GUID,
    isUnderConstruction: false,
    itemContainer: null,
    characterContainerId: null,
    expedition: null,
    ...overrides,
  };
}

/** A camp of 35 m around a place. */
export function aCamp(id: SaveGuid, overrides: Partial<SaveCamp>): SaveCamp {
  return {
    id,
    name: '拠点',
    state: 'Normal',
    location: { x: 0, y: 0, z: 0 },
    areaRangeCm: 3500,
    guildId: ZERO_GUID,
    palboxObjectId: ZERO_GUID,
    workerContainerId: ZERO_GUID,
    ...overrides,
  };
}

/** The file of the player with that uid, whose character is `instanceId`. */
export function aPlayer(uid: SaveGuid, instanceId: SaveGuid, overrides: Partial<SavePlayer> = {}) {
  return { ...defaultPlayer(`Players/${uid.replaceAll('-', '')}.sav`), uid, instanceId, ...overrides };
}

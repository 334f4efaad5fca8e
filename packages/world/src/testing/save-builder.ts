import assert from 'node:assert/strict';
import type { Guid } from '@palatine/contract';
import { ZERO_GUID } from '@palatine/contract';
import type {
  SaveCamp,
  SaveCharacter,
  SaveGroup,
  SaveGuildMember,
  SaveMapObject,
  SavePlayer,
  SavePlayerStatistics,
  SaveWorld,
} from '@palatine/save';
import { aCharacter, anEmptyWorld, aPlayer } from '@palatine/save/testing';
import { loadCatalogue } from '../catalogue/index.ts';
import { importSave } from '../import/import-save.ts';
import { checkWorld } from '../state/check-world.ts';
import type { World } from '../state/world.ts';
import { aGuid } from './world-builder.ts';

// Save records as the reader returns them: a test names only what matters to it.

/** The time of the imports. */
export const NOW_MS = Date.UTC(2026, 6, 1);

const catalogue = loadCatalogue();

/** Imports a save and asserts that the world is sound. */
export function imported(overrides: Partial<SaveWorld>): World {
  const world = importSave(emptySaveWorld(overrides), { catalogue, nowMs: NOW_MS, seed: 7 });
  assert.deepEqual(checkWorld(world, catalogue), []);
  return world;
}

const nowhere = { x: 0, y: 0, z: 0 };

export function emptySaveWorld(overrides: Partial<SaveWorld> = {}): SaveWorld {
  return anEmptyWorld({
    worldName: 'Isle',
    inGameDay: 1,
    revision: 100427,
    savedAtMs: Date.UTC(2026, 0, 2),
    realTicks: 1_000_000_000n,
    ...overrides,
  });
}

export function aSavePal(overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return aCharacter({ instanceId: aGuid(), characterId: 'Anubis', gender: 'Male', hp: 500, ...overrides });
}

export function aSaveBody(uid: Guid, overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return aSavePal({ isPlayer: true, playerUid: uid, characterId: '', nickname: 'Zoe', ...overrides });
}

export function aSaveFile(body: SaveCharacter, overrides: Partial<SavePlayer> = {}): SavePlayer {
  return aPlayer(body.playerUid, body.instanceId, { platform: 'Steam', ...overrides });
}

export const NO_SAVE_RECORDS: SavePlayerStatistics = aPlayer(ZERO_GUID, ZERO_GUID).records;

export function aSaveGuild(
  members: readonly Partial<SaveGuildMember>[],
  overrides: { id?: Guid; name?: string; campIds?: Guid[] } = {},
): SaveGroup {
  const rows = members.map((member) => ({
    uid: aGuid(),
    name: 'Zoe',
    lastOnlineTicks: 0n,
    role: 2,
    ...member,
  }));
  return {
    id: overrides.id ?? aGuid(),
    type: 'Guild',
    groupName: '',
    handles: [],
    guild: {
      name: overrides.name ?? 'Rayne',
      baseCampLevel: 3,
      campIds: overrides.campIds ?? [],
      adminUid: rows[0]?.uid ?? ZERO_GUID,
      members: rows,
    },
  };
}

export function aSaveCamp(overrides: Partial<SaveCamp> = {}): SaveCamp {
  return {
    id: aGuid(),
    name: '',
    state: 'Normal',
    location: nowhere,
    areaRangeCm: 3500,
    guildId: ZERO_GUID,
    palboxObjectId: ZERO_GUID,
    workerContainerId: ZERO_GUID,
    ...overrides,
  };
}

export function aSaveObject(overrides: Partial<SaveMapObject> = {}): SaveMapObject {
  return {
    instanceId: aGuid(),
    mapObjectId: 'ItemChest',
    campId: ZERO_GUID,
    guildId: ZERO_GUID,
    location: nowhere,
    yawDeg: 0,
    hp: 1,
    maxHp: 1,
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

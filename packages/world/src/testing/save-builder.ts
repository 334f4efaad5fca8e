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
import { loadCatalogue } from '../catalogue/index.ts';
import { importSave } from '../import/import-save.ts';
import { checkWorld } from '../state/check-world.ts';
import type { World } from '../state/world.ts';
import { aGuid } from './world-builder.ts';

// Save records for tests, as the reader hands them over: each maker takes what matters and makes up the rest.

/** When the tests import. */
export const NOW_MS = Date.UTC(2026, 6, 1);

const catalogue = loadCatalogue();

/** Imports, and holds every import to being sound. */
export function imported(overrides: Partial<SaveWorld>): World {
  const world = importSave(emptySaveWorld(overrides), { catalogue, nowMs: NOW_MS, seed: 7 });
  assert.deepEqual(checkWorld(world, catalogue), []);
  return world;
}

const nowhere = { x: 0, y: 0, z: 0 };

export function emptySaveWorld(overrides: Partial<SaveWorld> = {}): SaveWorld {
  return {
    worldName: 'Isle',
    hostPlayerName: '',
    inGameDay: 1,
    revision: 100427,
    savedAtMs: Date.UTC(2026, 0, 2),
    realTicks: 1_000_000_000n,
    gameTicks: 0n,
    characters: [],
    groups: [],
    camps: [],
    itemContainers: [],
    characterContainers: [],
    dynamicItems: [],
    mapObjects: [],
    guildExtras: [],
    players: [],
    warnings: [],
    ...overrides,
  };
}

export function aSavePal(overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return {
    instanceId: aGuid(),
    playerUid: ZERO_GUID,
    isPlayer: false,
    groupId: ZERO_GUID,
    characterId: 'Anubis',
    uniqueNpcId: '',
    nickname: '',
    gender: 'Male',
    level: 1,
    exp: 0,
    rank: 1,
    rankUpExp: 0,
    souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
    ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 },
    isRare: false,
    isAwakened: false,
    isImported: false,
    passives: [],
    equippedSkills: [],
    masteredSkills: [],
    hp: 500,
    shield: null,
    mp: null,
    maxHp: null,
    maxSp: null,
    stomach: 100,
    maxStomach: null,
    sanity: 100,
    craftSpeed: null,
    support: null,
    physicalHealth: 'Healthful',
    workerSick: 'None',
    friendshipPoints: 0,
    ownerPlayerUid: ZERO_GUID,
    slot: null,
    statusPoints: [],
    extraStatusPoints: [],
    unusedStatusPoints: 0,
    extraWorkSuitabilities: [],
    disabledWork: [],
    allowBaseCampBattle: true,
    skinId: '',
    ...overrides,
  };
}

export function aSaveBody(uid: Guid, overrides: Partial<SaveCharacter> = {}): SaveCharacter {
  return aSavePal({ isPlayer: true, playerUid: uid, characterId: '', nickname: 'Zoe', ...overrides });
}

export const NO_SAVE_RECORDS: SavePlayerStatistics = {
  towerBossDefeatCount: {},
  towerBossDefeatFlag: {},
  normalBossDefeatFlag: {},
  raidBossDefeatCount: {},
  predatorDefeatCount: 0,
  tribeCaptureCount: 0,
  palCaptureCount: {},
  palCaptureBonusCount: {},
  palButcherCount: {},
  craftItemCount: {},
  normalDungeonClearCount: 0,
  fixedDungeonClearCount: 0,
  oilrigClearCount: 0,
  campConqueredCount: 0,
  foundTreasureCount: 0,
  palRankupCount: {},
  arenaSoloClearCount: {},
  npcTalkCount: {},
  fishingCount: {},
  firstFishingComplete: false,
  relicPossessNum: 0,
  relics: {},
};

/** The player file of a body. */
export function aSaveFile(body: SaveCharacter, overrides: Partial<SavePlayer> = {}): SavePlayer {
  return {
    file: `Players/${body.playerUid.replaceAll('-', '')}.sav`,
    uid: body.playerUid,
    instanceId: body.instanceId,
    location: nowhere,
    platform: 'Steam',
    lastOnlineAtMs: null,
    inventory: {
      common: ZERO_GUID,
      essential: ZERO_GUID,
      weapons: ZERO_GUID,
      armor: ZERO_GUID,
      food: ZERO_GUID,
      dropSlot: ZERO_GUID,
    },
    teamContainerId: ZERO_GUID,
    palboxContainerId: ZERO_GUID,
    technologyPoints: 0,
    ancientTechnologyPoints: 0,
    unlockedTechnologies: [],
    records: NO_SAVE_RECORDS,
    ...overrides,
  };
}

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

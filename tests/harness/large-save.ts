import {
  type SaveCharacter,
  type SavePlayer,
  type SavePlayerStatistics,
  type SaveWorld,
  writeSaveFolder,
  ZERO_GUID,
} from '@palatine/save';

const PALS_PER_PLAYER = 250;

/** Writes a save folder with so many players, each with a Palbox of Pals: large enough to be killed over. */
export async function writeLargeSave(folder: string, name: string, players: number): Promise<void> {
  const uids = Array.from({ length: players }, (_, index) => guid(1, index));
  const world: SaveWorld = {
    worldName: name,
    hostPlayerName: '',
    inGameDay: 1,
    revision: 100427,
    savedAtMs: Date.UTC(2026, 0, 2),
    realTicks: 1_000_000_000n,
    gameTicks: 0n,
    characters: uids.flatMap((uid, index) => [body(uid, index), ...pals(index)]),
    groups: [],
    camps: [],
    itemContainers: [],
    characterContainers: uids.map((_, index) => ({
      id: guid(3, index),
      capacity: PALS_PER_PLAYER,
      slots: pals(index).map(({ instanceId }, slot) => ({ index: slot, instanceId })),
    })),
    dynamicItems: [],
    mapObjects: [],
    guildExtras: [],
    players: uids.map(playerFile),
    warnings: [],
  };
  await writeSaveFolder(folder, world, { era: 'C' });
}

/** A GUID of a kind of things, by number. */
function guid(kind: number, index: number): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${hex(index + 1)}-${hex(kind)}-00000000-0000ABCD`;
}

function body(uid: string, index: number): SaveCharacter {
  return {
    ...CHARACTER,
    instanceId: guid(2, index),
    playerUid: uid,
    isPlayer: true,
    characterId: '',
    nickname: `P${index}`,
  };
}

function pals(player: number): SaveCharacter[] {
  return Array.from({ length: PALS_PER_PLAYER }, (_, slot) => ({
    ...CHARACTER,
    instanceId: guid(4, player * PALS_PER_PLAYER + slot),
    ownerPlayerUid: guid(1, player),
    slot: { containerId: guid(3, player), index: slot },
  }));
}

function playerFile(uid: string, index: number): SavePlayer {
  return {
    file: `Players/${uid.replaceAll('-', '')}.sav`,
    uid,
    instanceId: guid(2, index),
    location: { x: 0, y: 0, z: 0 },
    platform: 'Steam',
    lastOnlineAtMs: Date.UTC(2026, 0, 1),
    inventory: {
      common: ZERO_GUID,
      essential: ZERO_GUID,
      weapons: ZERO_GUID,
      armor: ZERO_GUID,
      food: ZERO_GUID,
      dropSlot: ZERO_GUID,
    },
    teamContainerId: ZERO_GUID,
    palboxContainerId: guid(3, index),
    technologyPoints: 0,
    ancientTechnologyPoints: 0,
    unlockedTechnologies: [],
    records: RECORDS,
  };
}

const CHARACTER: SaveCharacter = {
  instanceId: ZERO_GUID,
  playerUid: ZERO_GUID,
  isPlayer: false,
  groupId: ZERO_GUID,
  characterId: 'Anubis',
  uniqueNpcId: '',
  nickname: '',
  gender: 'Male',
  level: 7,
  exp: 4000,
  rank: 1,
  rankUpExp: 0,
  souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
  ivs: { health: 1, attackMelee: 2, attackShot: 3, defense: 4 },
  isRare: false,
  isAwakened: false,
  isImported: false,
  passives: ['Rare'],
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
};

const RECORDS: SavePlayerStatistics = {
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

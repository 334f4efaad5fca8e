import { ZERO_GUID } from '../format/guid.ts';
import { noStatistics, table } from '../format/save-player.ts';
import type { SaveDiscoveries, SaveEra, SaveFlags, SaveWorld } from '../format/save-types.ts';
import { aCamp, aCharacter, aGuid, aMapObject, anEmptyWorld, aPlayer, guids } from './save-builder.ts';

function flags(...ids: string[]): SaveFlags {
  return Object.assign(table<boolean>(), Object.fromEntries(ids.map((id) => [id, true])));
}

function discoveriesOfFury(era: SaveEra): SaveDiscoveries {
  const effigies = flags('A360858E448AF927AF914D8E9D74E416');
  const relicsByType = { CapturePower: effigies, SwimSpeed: flags('8BCDE3654504C5823162BE83EB674216') };
  return {
    fastTravelPoints: flags('6E03F8464BAD9E458B843AA30BE1CC8F', 'DDBBFFAF43D9219AE68DF98744DF0831'),
    effigies,
    relicsByType: Object.assign(table<SaveFlags>(), era === 'D' && relicsByType),
    areas: flags('Grass_001'),
    notes: flags('Day8'),
    paldeck: flags('Sheepball', 'ChickenPal'),
  };
}

/** Zoe's guild with one camp, a chest, a Pal, an egg and an expedition, and what Fury has found: something of every kind of record. */
export function twoPlayersOneCamp(era: SaveEra = 'D'): SaveWorld {
  const [zoe, fury, guild, camp, team, workers, chest] = guids(11, 12, 20, 30, 40, 41, 50);
  const [zoeBody, furyBody, pal] = guids(101, 102, 103);
  const location = { x: -1.5, y: 2.25, z: 1e6 };
  return {
    ...anEmptyWorld(),
    era,
    container: era === 'A' ? 'PlZ2' : 'PlZ1',
    worldName: 'Zoë’s world',
    inGameDay: 12,
    savedAtMs: Date.UTC(2026, 6, 11, 12, 18, 18, 967),
    realTicks: 1_358_699_750_000n,
    gameTicks: 2n ** 55n + 1n,
    characters: [
      aCharacter({
        instanceId: zoeBody,
        playerUid: zoe,
        isPlayer: true,
        groupId: guild,
        nickname: 'ゾーイ',
        hp: 500.125,
      }),
      aCharacter({ instanceId: furyBody, playerUid: fury, isPlayer: true, groupId: guild, nickname: 'Fury' }),
      aCharacter({
        instanceId: pal,
        groupId: guild,
        characterId: 'BOSS_FoxMage',
        gender: 'Female',
        level: 7,
        exp: 4000,
        passives: ['Rare', 'PAL_Sanity_Down_2'],
        equippedSkills: ['GhostFlame'],
        slot: { containerId: workers, index: 0 },
        statusPoints: [{ name: '最大HP', points: 11 }],
        extraWorkSuitabilities: [{ suitability: 'Mining', rank: 1 }],
        disabledWork: ['Cool'],
        allowBaseCampBattle: false,
      }),
    ],
    groups: [
      {
        id: guild,
        type: 'Guild',
        handles: [{ playerUid: zoe, instanceId: zoeBody }],
        guild: {
          name: 'Unnamed Guild',
          baseCampLevel: 3,
          campIds: [camp],
          adminUid: zoe,
          members: [{ uid: zoe, name: 'ゾーイ', lastOnlineTicks: 1_358_699_750_000n, role: 0 }],
        },
      },
      { id: aGuid(21), type: 'Organization', handles: [], guild: null },
      { id: aGuid(22), type: 'Neutral', handles: [], guild: null },
    ],
    camps: [
      aCamp(camp, {
        name: '新規生成拠点テンプレート名0(仮)',
        location,
        guildId: guild,
        palboxObjectId: aGuid(60),
        workerContainerId: workers,
      }),
    ],
    itemContainers: [
      {
        id: chest,
        capacity: 3,
        slots: [
          { index: 0, count: 5, itemId: 'Wood', dynamicId: ZERO_GUID },
          { index: 2, count: 1, itemId: 'PalEgg_Fire_01', dynamicId: aGuid(70) },
        ],
        storedSlots: 2,
      },
    ],
    characterContainers: [
      { id: team, capacity: 1, slots: [{ index: 0, instanceId: aGuid(104) }] },
      { id: workers, capacity: 1, slots: [{ index: 0, instanceId: pal }] },
    ],
    dynamicItems: [
      {
        id: aGuid(70),
        itemId: 'PalEgg_Fire_01',
        body: { kind: 'egg', characterId: 'Kitsunebi', character: null },
      },
      { id: aGuid(71), itemId: 'ClothArmor', body: { kind: 'armor', durability: 99.5 } },
    ],
    mapObjects: [
      aMapObject(aGuid(60), {
        mapObjectId: 'Expedition',
        campId: camp,
        guildId: guild,
        location,
        yawDeg: -90.25,
        maxHp: 200,
        builderUid: zoe,
        isUnderConstruction: true,
        itemContainer: { id: chest, usage: 1 },
        characterContainerId: workers,
        expedition: { missionId: 'DUNGEON_SNOW', state: 2, assigned: 2 },
      }),
    ],
    exploredCells: [
      { x: -15, y: 10, z: -1 },
      { x: -14, y: 10, z: 0 },
    ],
    players: [
      aPlayer(zoe, zoeBody, { location, teamContainerId: team, unlockedTechnologies: ['Workbench'] }),
      aPlayer(fury, furyBody, { records: { ...noStatistics(), discoveries: discoveriesOfFury(era) } }),
    ],
  };
}

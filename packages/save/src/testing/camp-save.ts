import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid, SaveMapObject, SaveWorld } from '../format/save-types.ts';
import { CAMP_SAVE } from './camp-save-ids.ts';
import { addCampSections } from './camp-save-sections.ts';
import { anOpenSave, type OpenedSave } from './edited-save.ts';
import { aCharacter, aGuid, anEmptyWorld, aPlayer } from './save-builder.ts';

const HERE = { x: 1000, y: 2000, z: 30 };

/**
 * A guild with two camps, of which one holds something of every kind that a deletion meets: workers with equipment, an
 * expedition, a booth, chests, natural objects, works, and buildings over its edge.
 */
export async function aCampSave(
  era: SaveEra = 'D',
  change: (world: SaveWorld) => void = () => {},
): Promise<OpenedSave> {
  const world = campWorld(era);
  change(world);
  return addCampSections(await anOpenSave(era, world), era);
}

function campWorld(era: SaveEra): SaveWorld {
  const id = CAMP_SAVE;
  return {
    ...anEmptyWorld(),
    era,
    characters: [
      aCharacter({
        instanceId: id.zoeBody,
        playerUid: id.zoe,
        isPlayer: true,
        groupId: id.guild,
        nickname: 'Zoë',
      }),
      aPal(id.worker, id.workers),
      aPal(id.otherWorker, id.otherWorkers),
      { ...aPal(id.traveller, id.palbox), ownerPlayerUid: id.zoe, nickname: 'Traveller' },
    ],
    groups: [
      {
        id: id.guild,
        type: 'Guild',
        groupName: '',
        handles: [id.zoeBody, id.worker, id.otherWorker, id.traveller].map((instanceId) => ({
          playerUid: ZERO_GUID,
          instanceId,
        })),
        guild: {
          name: 'Zoë’s guild',
          baseCampLevel: 3,
          campIds: [id.camp, id.otherCamp],
          adminUid: id.zoe,
          members: [{ uid: id.zoe, name: 'Zoë', lastOnlineTicks: 5n, role: 1 }],
        },
      },
      { id: aGuid(21), type: 'Organization', groupName: '', handles: [], guild: null },
    ],
    guildExtras: [
      {
        guildId: id.guild,
        chestContainerId: id.guildChest,
        researches: [],
        currentResearchId: 'None',
        finishedExpeditions: 0,
      },
    ],
    camps: [
      aCamp(id.camp, id.palboxObject, id.workers),
      aCamp(id.otherCamp, id.otherPalboxObject, id.otherWorkers),
    ],
    itemContainers: [
      aBox(id.chestItems, id.sword),
      aBox(id.dropItems),
      aBox(id.equipment, id.armor),
      aBox(id.guildChest, id.guildSword),
      aBox(id.rockItems),
    ],
    characterContainers: [
      { id: id.palbox, capacity: 960, slots: [{ index: 0, instanceId: id.traveller }] },
      { id: id.workers, capacity: 5, slots: [{ index: 0, instanceId: id.worker }] },
      { id: id.otherWorkers, capacity: 5, slots: [{ index: 0, instanceId: id.otherWorker }] },
      { id: id.booth, capacity: 1, slots: [] },
    ],
    dynamicItems: [
      { id: id.sword, itemId: 'Sword', body: { kind: 'armor', durability: 10 } },
      { id: id.armor, itemId: 'ClothArmor', body: { kind: 'armor', durability: 20 } },
      { id: id.guildSword, itemId: 'Sword', body: { kind: 'armor', durability: 30 } },
    ],
    mapObjects: [
      anObject(id.palboxObject, 'PalBoxV2'),
      anObject(id.station, 'Expedition'),
      anObject(id.chest, 'ItemChest', { itemContainer: { id: id.chestItems, usage: 1 } }),
      anObject(id.drop, 'CommonDropItem3D', {
        campId: ZERO_GUID,
        guildId: ZERO_GUID,
        ownerInstanceId: id.chest,
        itemContainer: { id: id.dropItems, usage: 0 },
      }),
      anObject(id.dropOfDrop, 'CommonDropItem3D', { campId: ZERO_GUID, ownerInstanceId: id.drop }),
      anObject(id.boothObject, 'PalBooth', { characterContainerId: id.booth }),
      anObject(id.guildChestObject, 'GuildChest', {
        itemContainer: era === 'A' ? null : { id: id.guildChest, usage: 1 }, // guilds of 2024 have no chest
      }),
      anObject(id.rock, 'DamagableRock0009', { spawnerId: aGuid(1001) }),
      anObject(id.treasure, 'TreasureBox', {
        spawnerId: aGuid(1002),
        itemContainer: { id: id.rockItems, usage: 0 },
      }),
      anObject(id.foundation, 'Stone_Foundation', { campId: ZERO_GUID }),
      anObject(id.wall, 'Stone_Wall', { campId: ZERO_GUID }),
      anObject(id.otherPalboxObject, 'PalBoxV2', { campId: id.otherCamp }),
    ],
    players: [aPlayer(id.zoe, id.zoeBody, { palboxContainerId: id.palbox })],
  };
}

function aPal(instanceId: SaveGuid, containerId: SaveGuid) {
  return aCharacter({
    instanceId,
    groupId: CAMP_SAVE.guild,
    characterId: 'SheepBall',
    slot: { containerId, index: 0 },
  });
}

function aCamp(
  campId: SaveGuid,
  palboxObjectId: SaveGuid,
  workerContainerId: SaveGuid,
): SaveWorld['camps'][number] {
  return {
    id: campId,
    name: '拠点',
    state: 'Normal',
    location: HERE,
    areaRangeCm: 3500,
    guildId: CAMP_SAVE.guild,
    palboxObjectId,
    workerContainerId,
  };
}

function aBox(boxId: SaveGuid, dynamicId?: SaveGuid): SaveWorld['itemContainers'][number] {
  const slots = [
    { index: 0, count: 5, itemId: 'Wood', dynamicId: ZERO_GUID },
    ...(dynamicId === undefined ? [] : [{ index: 1, count: 1, itemId: 'Sword', dynamicId }]),
  ];
  return { id: boxId, capacity: 3, slots, storedSlots: slots.length };
}

/** Built in the camp, unless said otherwise. */
function anObject(
  instanceId: SaveGuid,
  mapObjectId: string,
  overrides: Partial<SaveMapObject> = {},
): SaveMapObject {
  return {
    instanceId,
    mapObjectId,
    campId: CAMP_SAVE.camp,
    guildId: CAMP_SAVE.guild,
    location: HERE,
    yawDeg: 0,
    hp: 100,
    maxHp: 100,
    spawnerId: ZERO_GUID,
    ownerInstanceId: ZERO_GUID,
    builderUid: CAMP_SAVE.zoe,
    isUnderConstruction: false,
    itemContainer: null,
    characterContainerId: null,
    expedition: null,
    ...overrides,
  };
}

import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid, SaveMapObject, SaveWorld } from '../format/save-types.ts';
import { CAMP_SAVE, concreteIdOf } from './camp-save-ids.ts';
import { addCampSections } from './camp-save-sections.ts';
import { anOpenSave } from './edited-save.ts';
import { aCamp, aCharacter, aGuid, aMapObject, anEmptyWorld, aPlayer } from './save-builder.ts';

const HERE = { x: 1000, y: 2000, z: 30 };

/**
 * A guild with two camps, of which one holds something of every kind that a deletion meets: workers with equipment, an
 * expedition, a booth, chests, natural objects, works, and buildings over its edge.
 */
export async function aCampSave(era: SaveEra = 'D', change: (world: SaveWorld) => void = () => {}) {
  const world = campWorld(era);
  change(world);
  return addCampSections(await anOpenSave(era, world), era);
}

function campWorld(era: SaveEra): SaveWorld {
  const id = CAMP_SAVE;
  // The writers also take ids that typed records leave out: of a station, palboxes, second halves, repair works.
  const traveler = {
    ...aPal(id.traveler, id.palbox),
    ownerPlayerUid: id.zoe,
    nickname: 'Traveler',
    stationId: concreteIdOf(id.station),
  };
  const guild = {
    name: 'Zoë’s guild',
    baseCampLevel: 3,
    campIds: [id.camp, id.otherCamp],
    palboxIds: [id.palboxObject, id.otherPalboxObject],
    adminUid: id.zoe,
    members: [{ uid: id.zoe, name: 'Zoë', lastOnlineTicks: 5n, role: 1 }],
  };
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
      traveler,
    ],
    groups: [
      {
        id: id.guild,
        type: 'Guild',
        handles: [id.zoeBody, id.worker, id.otherWorker, id.traveler].map((instanceId) => ({
          playerUid: ZERO_GUID,
          instanceId,
        })),
        guild,
      },
      { id: aGuid(21), type: 'Organization', handles: [], guild: null },
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
      ofGuild(id.camp, id.palboxObject, id.workers),
      ofGuild(id.otherCamp, id.otherPalboxObject, id.otherWorkers),
    ],
    itemContainers: [
      aBox(id.chestItems, id.sword),
      aBox(id.dropItems),
      aBox(id.equipment, id.armor),
      aBox(id.guildChest, id.guildSword),
      aBox(id.rockItems),
    ],
    characterContainers: [
      { id: id.palbox, capacity: 960, slots: [{ index: 0, instanceId: id.traveler }] },
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

function ofGuild(campId: SaveGuid, palboxObjectId: SaveGuid, workerContainerId: SaveGuid) {
  return aCamp(campId, { location: HERE, guildId: CAMP_SAVE.guild, palboxObjectId, workerContainerId });
}

function aBox(boxId: SaveGuid, dynamicId?: SaveGuid): SaveWorld['itemContainers'][number] {
  const slots = [
    { index: 0, count: 5, itemId: 'Wood', dynamicId: ZERO_GUID },
    ...(dynamicId === undefined ? [] : [{ index: 1, count: 1, itemId: 'Sword', dynamicId }]),
  ];
  return { id: boxId, capacity: 3, slots, storedSlots: slots.length };
}

/** Built in the camp, unless said otherwise. */
function anObject(instanceId: SaveGuid, mapObjectId: string, overrides: Partial<SaveMapObject> = {}) {
  const { camp: campId, guild: guildId, zoe: builderUid, foundation, repair } = CAMP_SAVE;
  const built = { mapObjectId, campId, guildId, location: HERE, builderUid };
  return {
    ...aMapObject(instanceId, { ...built, ...overrides }),
    concreteId: concreteIdOf(instanceId),
    repairWorkId: instanceId === foundation ? repair : ZERO_GUID,
  };
}

import {
  type ItemSlotFacts,
  type LevelFacts,
  type MapObjectFacts,
  noCharacter,
  noMapObject,
} from '../check/level-facts.ts';
import type { PlayerContainer, PlayerFacts } from '../check/player-facts.ts';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { aGuid } from './save-builder.ts';

// A save in which every invariant holds, for tests that break one. The other made saves hold only what their readers
// look at.

type Mutable<T> =
  T extends ReadonlyMap<infer K, infer V>
    ? Map<K, V>
    : T extends readonly (infer E)[]
      ? Mutable<E>[]
      : T extends object
        ? { -readonly [K in keyof T]: Mutable<T[K]> }
        : T;

/** The records of a sound save. A test changes them and writes the save. */
export type SoundSave = { level: Mutable<LevelFacts>; players: Mutable<PlayerFacts>[] };

/** Ids of the sound save’s records, by what they are. */
export const SOUND = {
  zoe: aGuid(11),
  fury: aGuid(12),
  guild: aGuid(20),
  organization: aGuid(21),
  camp: aGuid(30),
  zoeBody: aGuid(101),
  furyBody: aGuid(102),
  anubis: aGuid(103),
  worker: aGuid(104),
  workers: aGuid(41),
  chest: aGuid(50),
  box: aGuid(51),
  sword: aGuid(70),
  palbox: aGuid(60),
  station: aGuid(61),
  stationHalf: aGuid(63),
  work: aGuid(80),
} as const;

/** Zoe and Fury in one guild with a camp: a Pal in Zoe’s Palbox and one at work, a sword, a chest, an expedition. */
export function aSoundSave(): SoundSave {
  const { zoe, fury, guild, camp, zoeBody, furyBody, anubis, worker, workers, sword } = SOUND;
  const zoesBoxes = boxesOf(1000);
  const furysBoxes = boxesOf(2000);
  const body = { isPlayer: true, groupId: guild, level: 5, spentPoints: 1, unusedPoints: 3 };
  const pal = (id: SaveGuid) => ({ ...noCharacter(id, ZERO_GUID), groupId: guild });
  return {
    level: {
      characters: [
        { ...noCharacter(zoeBody, zoe), ...body, nickname: 'Zoë' },
        { ...noCharacter(furyBody, fury), ...body, nickname: 'Fury' },
        {
          ...pal(anubis),
          species: 'Anubis',
          ownerUid: zoe,
          containerId: boxOf(zoesBoxes, 'palbox'),
          slotIndex: 3,
          stationId: SOUND.stationHalf,
        },
        { ...pal(worker), species: 'BOSS_FoxMage', containerId: workers, slotIndex: 0 },
      ],
      itemContainers: [
        ...[zoesBoxes, furysBoxes].flatMap(itemBoxes),
        { id: SOUND.chest, capacity: 54, slots: [stack(0, 'Wood', 9)] },
        { id: SOUND.box, capacity: 10, slots: [stack(2, 'Sword', 1, sword)] },
      ],
      characterContainers: [
        ...[zoesBoxes, furysBoxes].flatMap((boxes) => [
          { id: boxOf(boxes, 'team'), capacity: 5, slots: [] },
          {
            id: boxOf(boxes, 'palbox'),
            capacity: 960,
            slots: boxes === zoesBoxes ? [{ index: 3, instanceId: anubis }] : [],
          },
        ]),
        { id: workers, capacity: 5, slots: [{ index: 0, instanceId: worker }] },
      ],
      dynamicItems: [{ worldId: ZERO_GUID, id: sword, itemId: 'Sword' }],
      groups: [
        {
          key: guild,
          id: guild,
          type: 'Guild',
          handles: [zoeBody, furyBody, anubis, worker],
          guild: {
            name: 'Zoë’s guild',
            campIds: [camp],
            palboxIds: [SOUND.palbox],
            adminUid: zoe,
            members: [
              { uid: zoe, role: 1 },
              { uid: fury, role: 2 },
            ],
            hasRoles: true,
          },
        },
        { key: SOUND.organization, id: SOUND.organization, type: 'Organization', handles: [], guild: null },
      ],
      guildExtras: [{ guildId: guild, chestId: SOUND.chest }],
      camps: [
        {
          key: camp,
          id: camp,
          guildId: guild,
          palboxId: SOUND.palbox,
          director: { id: camp, containerId: workers },
          works: { id: camp, workIds: [SOUND.work] },
        },
      ],
      raidCampIds: [camp],
      mapObjects: [
        anObject('PalBoxV2', SOUND.palbox, aGuid(62), { joinedIds: [SOUND.station] }),
        anObject('Expedition', SOUND.station, SOUND.stationHalf, {
          itemContainerIds: [SOUND.box],
          ownerId: SOUND.palbox,
          workIds: [SOUND.work],
        }),
      ],
      works: [
        {
          id: SOUND.work,
          campId: camp,
          objectId: SOUND.station,
          concreteId: SOUND.stationHalf,
          type: '',
          assignedIds: [worker],
        },
      ],
    },
    players: [aPlayerOf(zoe, zoeBody, zoesBoxes), aPlayerOf(fury, furyBody, furysBoxes)],
  };
}

const KINDS = ['common', 'essential', 'weapons', 'armor', 'food', 'dropSlot', 'team', 'palbox'] as const;

function boxesOf(from: number): Map<PlayerContainer, SaveGuid> {
  return new Map(KINDS.map((kind, index) => [kind, aGuid(from + index)]));
}

export function boxOf(boxes: ReadonlyMap<PlayerContainer, SaveGuid>, kind: PlayerContainer): SaveGuid {
  return boxes.get(kind) ?? ZERO_GUID;
}

function itemBoxes(boxes: ReadonlyMap<PlayerContainer, SaveGuid>): SoundSave['level']['itemContainers'] {
  return KINDS.slice(0, 6).map((kind) => ({
    id: boxOf(boxes, kind),
    capacity: kind === 'common' ? 45 : 10,
    slots: kind === 'essential' ? [stack(0, 'AdditionalInventory_001', 1)] : [],
  }));
}

function stack(index: number, itemId: string, count: number, localId: SaveGuid = ZERO_GUID): ItemSlotFacts {
  return { index, count, itemId, worldId: ZERO_GUID, localId };
}

function anObject(objectId: string, id: SaveGuid, concreteId: SaveGuid, overrides: Partial<MapObjectFacts>) {
  const names = { objectId, id, concreteId, campId: SOUND.camp, groupId: SOUND.guild };
  return { ...noMapObject(), ...names, concrete: { id: concreteId, modelId: id }, ...overrides };
}

function aPlayerOf(uid: SaveGuid, instanceId: SaveGuid, containers: Map<PlayerContainer, SaveGuid>) {
  return {
    file: `Players/${uid.replaceAll('-', '')}.sav`,
    uid,
    individualUid: uid,
    instanceId,
    containers,
    technologies: ['Workbench', 'Sphere'],
    relics: { inHand: 4, capturePower: 4, hasMap: true, collected: 6, bonusIndex: 6 },
  };
}

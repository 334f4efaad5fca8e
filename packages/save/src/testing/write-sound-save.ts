import type { CharacterFacts, MapObjectFacts, WorkFacts } from '../check/level-facts.ts';
import type { PlayerContainer, PlayerFacts } from '../check/player-facts.ts';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { OpenSave, OpenSaveFile } from '../read/open-save.ts';
import { aLevelFileOf, aPlayerFileOf } from './crafted-files.ts';
import type { PropertyWriter } from './property-writer.ts';
import { aCamp, aCharacter, aMapObject } from './save-builder.ts';
import { writeBlob, writeBlobStruct, writeMark } from './save-era.ts';
import type { SoundSave } from './sound-save.ts';
import { writeCharacters, writeInstanceId } from './write-character.ts';
import { writeCampBlob, writeGroups, writeGuildExtras, writeWorkerDirector } from './write-group.ts';
import { writeCharacterContainers, writeDynamicItems, writeItemContainers } from './write-item.ts';
import { writeFlags, writeInventory } from './write-player.ts';
import { writeMapObject } from './write-save-folder.ts';

/** Writes the records as the files of a save of that era, which has MARK or is later. */
export function writeSoundSave({ level, players }: SoundSave, era: 'C' | 'D' = 'D'): OpenSave {
  const ofPlayers = players.map((player) =>
    fileOf(
      player.file,
      aPlayerFileOf((writer) => writePlayer(writer, player), era),
    ),
  );
  const gvas = aLevelFileOf((writer) => writeLevel(writer, level), era);
  const files = [fileOf('Level.sav', gvas), ...ofPlayers];
  return new Map(files.map((file) => [file.path, file]));
}

function fileOf(path: string, gvas: Buffer): OpenSaveFile {
  return { path, container: 'GVAS', packed: gvas, gvas };
}

function writeLevel(writer: PropertyWriter, level: SoundSave['level']): void {
  writeCharacters(writer, level.characters.map(characterOf));
  writer.structs('MapObjectSaveData', 'PalMapObjectSaveData', level.mapObjects, (object) =>
    writeMapObject(writer, writtenObject(object)),
  );
  writer.structs('WorkSaveData', 'PalWorkSaveData', level.works, (work) => writeWork(writer, work));
  writer.map('BaseCampSaveData', 'StructProperty', 'StructProperty', level.camps, (camp) =>
    writeCamp(writer, camp),
  );
  const itemContainers = level.itemContainers.map(({ id, capacity, slots }) => ({
    id,
    capacity: capacity ?? 0,
    slots: slots.map((slot) => ({ ...slot, dynamicId: slot.localId })),
    storedSlots: slots.length,
  }));
  writeItemContainers(writer, itemContainers);
  const body = { kind: 'armor', durability: 99.5 } as const;
  const items = level.dynamicItems.map((item) => ({ ...item, body }));
  writeDynamicItems(writer, items);
  const boxes = level.characterContainers.map((box) => ({ ...box, capacity: box.capacity ?? 0 }));
  writeCharacterContainers(writer, boxes);
  writeGroups(writer, level.groups.map(groupOf));
  const extras = level.guildExtras.map(({ guildId, chestId }) => ({
    guildId,
    chestContainerId: chestId,
    researches: [],
    currentResearchId: 'None',
    finishedExpeditions: 0,
  }));
  writeGuildExtras(writer, extras);
  writer.map('InvaderSaveData', 'StructProperty', 'StructProperty', level.raidCampIds, (id) =>
    writeRaid(writer, id),
  );
}

export function writeRaid(writer: PropertyWriter, campId: string): void {
  writer.guid(campId);
  writer.bool('bIsInvading', false);
  writer.none();
}

function characterOf({ id, ...character }: CharacterFacts) {
  const { species, ownerUid, containerId, slotIndex, spentPoints, unusedPoints } = character;
  const stats = spentPoints === 0 ? [] : ['最大HP', '捕獲率']; // a level gives points for the first one only
  return {
    ...aCharacter({
      instanceId: id,
      characterId: species,
      hp: 500,
      ownerPlayerUid: ownerUid,
      slot: containerId === ZERO_GUID ? null : { containerId, index: slotIndex },
      statusPoints: stats.map((name) => ({ name, points: spentPoints })),
      unusedStatusPoints: unusedPoints,
    }),
    ...character,
  };
}

function groupOf({ handles, guild, ...group }: SoundSave['level']['groups'][number]) {
  const members = guild?.members.map((member) => ({ ...member, name: '', lastOnlineTicks: 0n })) ?? [];
  return {
    ...group,
    handles: handles.map((instanceId) => ({ playerUid: ZERO_GUID, instanceId })),
    guild: guild && { ...guild, baseCampLevel: 1, members },
  };
}

function writeCamp(writer: PropertyWriter, camp: SoundSave['level']['camps'][number]): void {
  const { key, id, guildId, palboxId, director, works } = camp;
  const record = aCamp(id, { guildId, palboxObjectId: palboxId });
  writer.guid(key);
  if (director !== null) writeWorkerDirector(writer, director, record.location);
  if (works !== null) {
    writeBlobStruct(writer, ['WorkCollection', 'PalBaseCampSaveData_WorkCollection'], (blob) => {
      blob.guid(works.id);
      blob.list(works.workIds, (workId) => blob.guid(workId));
    });
  }
  writeCampBlob(writer, record);
  writer.none();
}

function writtenObject({ workIds, itemContainerIds, characterContainerIds, ...object }: MapObjectFacts) {
  const [buildWorkId = ZERO_GUID, repairWorkId = ZERO_GUID] = workIds;
  const [boxId] = itemContainerIds;
  const record = aMapObject(object.id, {
    mapObjectId: object.objectId,
    campId: object.campId,
    guildId: object.groupId,
    ownerInstanceId: object.ownerId,
    itemContainer: boxId === undefined ? null : { id: boxId, usage: 0 },
    characterContainerId: characterContainerIds[0] ?? null,
  });
  return { ...object, ...record, buildWorkId, repairWorkId };
}

export function writeWork(writer: PropertyWriter, work: WorkFacts): void {
  if (work.type !== '') writer.enum('WorkableType', 'EPalWorkableType', work.type);
  writer.map('WorkAssignMap', 'IntProperty', 'StructProperty', work.assignedIds, (id) => {
    writer.i32(work.assignedIds.indexOf(id));
    writeBlob(writer, [], (blob) => {
      blob.guid(work.id);
      blob.zeros(4 + 1 + 16);
      blob.guid(id);
      blob.zeros(1 + 4);
      if (work.type === '') return;
      writeMark(blob);
      for (const byte of [0x0b, 0x1c, 0x2a]) blob.u8(byte);
    });
    writer.none();
  });
  writeBlob(writer, [], (blob) => {
    blob.guid(work.id);
    blob.zeros(14 * 8);
    for (const id of [work.campId, work.objectId, work.concreteId]) blob.guid(id);
    blob.u8(0);
    blob.text('Work_0'); // the rest depends on the type
  });
}

function writePlayer(writer: PropertyWriter, player: PlayerFacts): void {
  const boxes = Object.fromEntries(player.containers) as Record<PlayerContainer, SaveGuid>; // of every kind
  writer.guidProperty('PlayerUId', player.uid);
  writer.listStruct('IndividualId', 'PalInstanceID', () =>
    writeInstanceId(writer, player.individualUid, player.instanceId),
  );
  writer.containerId('OtomoCharacterContainerId', boxes.team);
  writeInventory(writer, boxes);
  writer.names('UnlockedRecipeTechnologyNames', player.technologies);
  writer.containerId('PalStorageContainerId', boxes.palbox);
  writer.listStruct('RecordData', 'PalLoggedinPlayerSaveDataRecordData', () =>
    writeRelics(writer, player.relics),
  );
}

function writeRelics(writer: PropertyWriter, relics: PlayerFacts['relics']): void {
  const { inHand, capturePower, hasMap, collected, bonusIndex } = relics;
  if (inHand !== null) writer.int('RelicPossessNum', inHand);
  if (hasMap) {
    const counts = capturePower === null ? [] : [capturePower];
    writer.map('RelicPossessNumMap', 'EnumProperty', 'IntProperty', counts, (count) => {
      writer.text('EPalRelicType::CapturePower');
      writer.i32(count);
    });
  }
  if (bonusIndex !== 0) writer.int('RelicBonusExpTableIndex', bonusIndex);
  if (collected === null) return;
  writer.structs('RelicObtainForInstanceFlagByType', 'PalRelicObtainFlagSaveEntry', [collected], (count) => {
    writer.enum('Type', 'EPalRelicType', 'CapturePower');
    const ids = Array.from({ length: count }, (_, index) => [`${index}`, true]);
    writeFlags(writer, 'Flags', Object.fromEntries(ids));
  });
}

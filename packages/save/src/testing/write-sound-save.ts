import type {
  CampFacts,
  CharacterFacts,
  ContainerFacts,
  GroupFacts,
  ItemSlotFacts,
  MapObjectFacts,
  WorkFacts,
} from '../check/level-facts.ts';
import type { PlayerContainer, PlayerFacts } from '../check/player-facts.ts';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid } from '../format/save-types.ts';
import { SAVE_CLASSES } from '../read/gvas-header.ts';
import type { OpenSave, OpenSaveFile } from '../read/open-save.ts';
import type { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeMark } from './save-era.ts';
import { boxOf, type SoundSave } from './sound-save.ts';
import { writeInstanceId } from './write-character.ts';
import { writeTransform } from './write-group.ts';
import { writeGvas } from './write-save-folder.ts';

/** Writes the records as the files of a save of that era, which has MARK or is later. */
export function writeSoundSave({ level, players }: SoundSave, era: 'C' | 'D' = 'D'): OpenSave {
  const files = [
    fileOf('Level.sav', SAVE_CLASSES.level, (writer) => {
      writer.listStruct('worldSaveData', 'PalWorldSaveData', () => writeLevel(writer, era, level));
    }),
    ...players.map((player) =>
      fileOf(player.file, SAVE_CLASSES.player, (writer) => {
        writer.listStruct('SaveData', 'PalWorldPlayerSaveData', () => writePlayer(writer, player));
      }),
    ),
  ];
  return new Map(files.map((file) => [file.path, file]));
}

function fileOf(path: string, className: string, list: (writer: PropertyWriter) => void): OpenSaveFile {
  const gvas = writeGvas(className, (name) => name, list);
  return { path, container: 'GVAS', packed: gvas, gvas };
}

function writeLevel(writer: PropertyWriter, era: SaveEra, level: SoundSave['level']): void {
  const structs = (name: string) => [name, 'StructProperty', 'StructProperty'] as const;
  writer.map(...structs('CharacterSaveParameterMap'), level.characters, (character) => {
    writeInstanceId(writer, character.playerUid, character.id);
    writer.none();
    writeBlob(writer, era, [], (blob) => writeCharacter(blob, era, character));
    writer.none();
  });
  writer.structs('MapObjectSaveData', 'PalMapObjectSaveData', level.mapObjects, (object) =>
    writeObject(writer, era, object),
  );
  writer.structs('WorkSaveData', 'PalWorkSaveData', level.works, (work) => writeWork(writer, era, work));
  writer.map(...structs('BaseCampSaveData'), level.camps, (camp) => writeCamp(writer, era, camp));
  writer.map(...structs('ItemContainerSaveData'), level.itemContainers, (container) =>
    writeContainer(writer, container, (slot) => writeItemSlot(writer, era, slot)),
  );
  writer.structs('DynamicItemSaveData', 'PalDynamicItemSaveData', level.dynamicItems, (item) =>
    writeBlob(writer, era, [], (blob) => {
      blob.guid(item.worldId);
      blob.guid(item.id);
      blob.text(item.itemId);
      writeMark(blob, era);
      blob.f32(99.5);
      writeMark(blob, era);
    }),
  );
  writer.map(...structs('CharacterContainerSaveData'), level.characterContainers, (container) =>
    writeContainer(writer, container, (slot) => {
      writer.int('SlotIndex', slot.index);
      writeBlob(writer, era, [], (blob) => {
        blob.guid(ZERO_GUID);
        blob.guid(slot.instanceId);
        blob.u8(0);
        blob.u8(0);
        writeMark(blob, era);
      });
    }),
  );
  writer.map(...structs('GroupSaveDataMap'), level.groups, (group) => writeGroup(writer, era, group));
  writer.map(...structs('GuildExtraSaveDataMap'), level.guildExtras, (extra) => {
    writer.guid(extra.guildId);
    writer.listStruct('GuildItemStorage', 'PalGuildItemStorageSaveData', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.guid(extra.chestId);
        writeMark(blob, era);
      }),
    );
    writer.none();
  });
  writer.map(...structs('InvaderSaveData'), level.raidCampIds, (id) => {
    writer.guid(id);
    writer.bool('bIsInvading', false);
    writer.none();
  });
}

function writeCharacter(blob: PropertyWriter, era: SaveEra, character: CharacterFacts): void {
  blob.listStruct('SaveParameter', 'PalIndividualCharacterSaveParameter', () => {
    if (character.isPlayer) blob.bool('IsPlayer', true);
    else blob.name('CharacterID', character.species);
    blob.byte('Level', character.level);
    if (character.nickname !== '') blob.str('NickName', character.nickname);
    blob.fixedPoint('Hp', 500);
    if (character.ownerUid !== ZERO_GUID) blob.guidProperty('OwnerPlayerUId', character.ownerUid);
    if (character.containerId !== ZERO_GUID) {
      blob.listStruct('SlotId', 'PalCharacterSlotId', () => {
        blob.containerId('ContainerId', character.containerId);
        blob.int('SlotIndex', character.slotIndex);
      });
    }
    if (character.unusedPoints !== 0) blob.uint16('UnusedStatusPoint', character.unusedPoints);
    if (character.spentPoints !== 0) {
      blob.structs('GotStatusPointList', 'PalGotStatusPoint', ['最大HP', '捕獲率'], (name) => {
        blob.name('StatusName', name);
        blob.int('StatusPoint', character.spentPoints);
      });
    }
    if (character.stationId !== ZERO_GUID) {
      blob.guidProperty('MapObjectConcreteInstanceIdAssignedToExpedition', character.stationId);
    }
  });
  blob.none();
  blob.u32(0);
  blob.guid(character.groupId);
  writeMark(blob, era);
}

function writeContainer<Slot>(
  writer: PropertyWriter,
  container: ContainerFacts<Slot>,
  slot: (slot: Slot) => void,
): void {
  writer.guidProperty('ID', container.id);
  writer.none();
  writer.structs('Slots', 'PalContainerSlotSaveData', container.slots, slot);
  writer.int('SlotNum', container.capacity ?? 0);
  writer.bytes('RawData', Buffer.alloc(0));
  writer.none();
}

function writeItemSlot(writer: PropertyWriter, era: SaveEra, slot: ItemSlotFacts): void {
  writeBlob(writer, era, ['slot'], (blob) => {
    blob.i32(slot.index);
    blob.i32(slot.count);
    blob.text(slot.itemId);
    blob.guid(slot.worldId);
    blob.guid(slot.localId);
    blob.zeros(12); // permissions
    blob.f32(0);
    writeMark(blob, era);
  });
}

function writeGroup(
  writer: PropertyWriter,
  era: SaveEra,
  { key, id, type, handles, guild }: GroupFacts,
): void {
  writer.guid(key);
  writer.enum('GroupType', 'EPalGroupType', type);
  writeBlob(writer, era, ['guild'], (blob) => {
    blob.guid(id);
    blob.text('');
    blob.u32(handles.length);
    for (const handle of handles) {
      blob.guid(ZERO_GUID);
      blob.guid(handle);
    }
    writeMark(blob, era);
    blob.u8(0);
    writeGuids(blob, guild?.campIds ?? []);
    writeMark(blob, era);
    if (guild === null) return;
    blob.i32(1);
    writeGuids(blob, guild.palboxIds);
    blob.text(guild.name);
    blob.guid(ZERO_GUID);
    const hasRoles = eraVersion(era, 'guild') >= 2;
    if (hasRoles) blob.zeros(8); // no markers, no role allowed to the chest
    writeMark(blob, era);
    blob.guid(guild.adminUid);
    blob.u32(guild.members.length);
    for (const { uid, role } of guild.members) {
      blob.guid(uid);
      blob.i64(0n);
      blob.text('');
      if (hasRoles) blob.u8(role);
    }
    if (hasRoles) blob.u32(0); // permissions
    writeMark(blob, era);
  });
  writer.none();
}

function writeGuids(blob: PropertyWriter, ids: readonly SaveGuid[]): void {
  blob.u32(ids.length);
  for (const id of ids) blob.guid(id);
}

function writeCamp(writer: PropertyWriter, era: SaveEra, camp: CampFacts): void {
  const { director, works } = camp;
  const nowhere = { x: 0, y: 0, z: 0 };
  writer.guid(camp.key);
  if (director !== null) {
    writer.listStruct('WorkerDirector', 'PalBaseCampSaveData_WorkerDirector', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.guid(director.id);
        writeTransform(blob, nowhere);
        blob.zeros(2);
        blob.guid(director.containerId);
        writeMark(blob, era);
      }),
    );
  }
  if (works !== null) {
    writer.listStruct('WorkCollection', 'PalBaseCampSaveData_WorkCollection', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.guid(works.id);
        writeGuids(blob, works.workIds);
        writeMark(blob, era);
      }),
    );
  }
  writeBlob(writer, era, [], (blob) => {
    blob.guid(camp.id);
    blob.text(camp.name);
    blob.u8(1);
    writeTransform(blob, nowhere);
    blob.f32(3500);
    blob.guid(camp.guildId);
    writeTransform(blob, nowhere);
    blob.guid(camp.palboxId);
    writeMark(blob, era);
  });
  writer.none();
}

function writeObject(writer: PropertyWriter, era: SaveEra, object: MapObjectFacts): void {
  const [buildWork = ZERO_GUID, repairWork = ZERO_GUID] = object.workIds;
  writer.name('MapObjectId', object.objectId);
  writer.listStruct('Model', 'PalMapObjectModelSaveData', () => {
    writer.listStruct('BuildProcess', 'PalMapObjectBuildProcessSaveData', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.u8(1);
        blob.guid(buildWork);
        writeMark(blob, era);
      }),
    );
    writer.listStruct('Connector', 'PalMapObjectConnectorSaveData', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.i32(0);
        blob.u8(254);
        blob.u32(object.joinedIds.length);
        for (const id of object.joinedIds) {
          blob.guid(id);
          blob.u8(254);
        }
        writeMark(blob, era);
      }),
    );
    writeBlob(writer, era, ['model'], (blob) => {
      for (const id of [object.id, object.concreteId, object.campId, object.groupId]) blob.guid(id);
      blob.i32(100);
      blob.i32(100);
      writeTransform(blob, { x: 0, y: 0, z: 0 });
      for (const id of [repairWork, ZERO_GUID, object.ownerId, ZERO_GUID]) blob.guid(id);
      blob.zeros(1 + 16 + 4 + 8 + 8);
      if (eraVersion(era, 'model') > 0) blob.u32(0);
      writeMark(blob, era);
    });
  });
  writer.listStruct('ConcreteModel', 'PalMapObjectConcreteModelSaveData', () =>
    writeConcrete(writer, era, object),
  );
}

function writeConcrete(writer: PropertyWriter, era: SaveEra, object: MapObjectFacts): void {
  const modules: [string, (blob: PropertyWriter) => void][] = [
    ...object.itemContainerIds.map((id): [string, (blob: PropertyWriter) => void] => [
      'ItemContainer',
      (blob) => {
        blob.guid(id);
        blob.zeros(4 + 4 + 4 + 1);
      },
    ]),
    ...object.characterContainerIds.map((id): [string, (blob: PropertyWriter) => void] => [
      'CharacterContainer',
      (blob) => blob.guid(id),
    ]),
  ];
  writer.map('ModuleMap', 'EnumProperty', 'StructProperty', modules, ([type, write]) => {
    writer.text(`EPalMapObjectConcreteModelModuleType::${type}`);
    writeBlob(writer, era, [], (blob) => {
      write(blob);
      writeMark(blob, era);
    });
    writer.none();
  });
  const { concrete } = object;
  writeBlob(writer, era, [], (blob) => {
    if (concrete === null) return;
    blob.guid(concrete.id);
    blob.guid(concrete.modelId);
    writeMark(blob, era);
    if (object.objectId !== 'Expedition') return;
    blob.text('None');
    blob.zeros(4 + 1 + 8);
    writeMark(blob, era);
  });
}

function writeWork(writer: PropertyWriter, era: SaveEra, work: WorkFacts): void {
  if (work.type !== '') writer.enum('WorkableType', 'EPalWorkableType', work.type);
  writer.map('WorkAssignMap', 'IntProperty', 'StructProperty', work.assignedIds, (id) => {
    writer.i32(0);
    writeBlob(writer, era, [], (blob) => {
      blob.guid(work.id);
      blob.zeros(4 + 1 + 16);
      blob.guid(id);
      blob.zeros(1 + 4);
      writeMark(blob, era);
      if (work.type === '') return;
      for (const byte of [0x0b, 0x1c, 0x2a]) blob.u8(byte);
      writeMark(blob, era);
    });
    writer.none();
  });
  writeBlob(writer, era, [], (blob) => {
    blob.guid(work.id);
    blob.zeros(14 * 8);
    for (const id of [work.campId, work.objectId, work.concreteId]) blob.guid(id);
    blob.u8(0);
    writeMark(blob, era);
  });
}

function writePlayer(writer: PropertyWriter, player: PlayerFacts): void {
  const container = (name: string, kind: PlayerContainer) =>
    writer.containerId(name, boxOf(player.containers, kind));
  writer.guidProperty('PlayerUId', player.uid);
  writer.listStruct('IndividualId', 'PalInstanceID', () =>
    writeInstanceId(writer, player.individualUid, player.instanceId),
  );
  container('OtomoCharacterContainerId', 'team');
  writer.listStruct('InventoryInfo', 'PalPlayerDataInventoryInfo', () => {
    container('CommonContainerId', 'common');
    container('DropSlotContainerId', 'dropSlot');
    container('EssentialContainerId', 'essential');
    container('WeaponLoadOutContainerId', 'weapons');
    container('PlayerEquipArmorContainerId', 'armor');
    container('FoodEquipContainerId', 'food');
  });
  writer.names('UnlockedRecipeTechnologyNames', player.technologies);
  container('PalStorageContainerId', 'palbox');
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
    const flags = Array.from({ length: count }, (_, index) => `${index}`);
    writer.map('Flags', 'NameProperty', 'BoolProperty', flags, (flag) => {
      writer.text(flag);
      writer.u8(1);
    });
  });
}

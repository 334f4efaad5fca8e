import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCamp, SaveEra, SaveGroup, SaveGuild, SaveGuildExtra } from '../format/save-types.ts';
import type { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeMark } from './save-era.ts';

/** Writes `GroupSaveDataMap` (palworld-save 4.2). */
export function writeGroups(writer: PropertyWriter, era: SaveEra, groups: readonly SaveGroup[]): void {
  writer.map('GroupSaveDataMap', 'StructProperty', 'StructProperty', groups, (group) => {
    writer.guid(group.id);
    writer.enum('GroupType', 'EPalGroupType', group.type);
    writeBlob(writer, era, ['guild'], (blob) => {
      blob.guid(group.id);
      blob.text(group.groupName);
      blob.u32(group.handles.length);
      for (const handle of group.handles) {
        blob.guid(handle.playerUid);
        blob.guid(handle.instanceId);
      }
      writeMark(blob, era);
      if (group.type === 'Organization') writeOrganization(blob, era, 1, []);
      if (group.guild) writeGuild(blob, era, group.guild);
    });
    writer.none();
  });
}

function writeOrganization(
  blob: PropertyWriter,
  era: SaveEra,
  type: number,
  campIds: readonly string[],
): void {
  blob.u8(type);
  blob.u32(campIds.length);
  for (const id of campIds) blob.guid(id);
  writeMark(blob, era);
}

function writeGuild(blob: PropertyWriter, era: SaveEra, guild: SaveGuild): void {
  const version = eraVersion(era, 'guild');
  writeOrganization(blob, era, 0, guild.campIds);
  blob.i32(guild.baseCampLevel);
  blob.u32(0); // palboxes
  blob.text(guild.name);
  if (version >= 1) blob.guid(ZERO_GUID);
  if (version >= 2) {
    blob.u32(1); // one marker
    blob.guid(guild.adminUid);
    blob.vector({ x: 1, y: 2, z: 3 });
    blob.i32(4);
    blob.guid(ZERO_GUID);
    blob.u32(2); // roles allowed to the chest
    blob.u8(1);
    blob.u8(2);
  }
  writeMark(blob, era);
  blob.guid(guild.adminUid);
  blob.u32(guild.members.length);
  for (const member of guild.members) {
    blob.guid(member.uid);
    blob.i64(member.lastOnlineTicks);
    blob.text(member.name);
    if (version >= 2) blob.u8(member.role);
  }
  if (version >= 2) {
    blob.u32(1); // permissions of role 2
    blob.u8(2);
    blob.u32(1);
    blob.u8(3);
  }
  writeMark(blob, era);
}

/** Writes a Transform, ten f64: upright, at that place, and turned by `yawDeg` degrees. */
export function writeTransform(
  blob: PropertyWriter,
  location: { x: number; y: number; z: number },
  yawDeg = 0,
): void {
  const halfTurn = (yawDeg * Math.PI) / 360;
  for (const value of [0, 0, Math.sin(halfTurn), Math.cos(halfTurn)]) blob.f64(value);
  blob.vector(location);
  blob.vector({ x: 1, y: 1, z: 1 });
}

/** Writes `BaseCampSaveData` (palworld-save 4.3). */
export function writeCamps(writer: PropertyWriter, era: SaveEra, camps: readonly SaveCamp[]): void {
  if (camps.length === 0) return;
  writer.map('BaseCampSaveData', 'StructProperty', 'StructProperty', camps, (camp) => {
    writer.guid(camp.id);
    writer.listStruct('WorkerDirector', 'PalBaseCampSaveData_WorkerDirector', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.guid(camp.id);
        writeTransform(blob, camp.location);
        blob.u8(0);
        blob.u8(0);
        blob.guid(camp.workerContainerId);
        writeMark(blob, era);
      }),
    );
    writeBlob(writer, era, [], (blob) => {
      blob.guid(camp.id);
      blob.text(camp.name);
      blob.u8(camp.state === 'Normal' ? 1 : 0);
      writeTransform(blob, camp.location);
      blob.f32(camp.areaRangeCm);
      blob.guid(camp.guildId);
      writeTransform(blob, { x: 0, y: 0, z: 0 });
      blob.guid(camp.palboxObjectId);
      writeMark(blob, era);
    });
    writer.none();
  });
}

/** Writes `GuildExtraSaveDataMap` (palworld-save 4.6), which era A does not have. */
export function writeGuildExtras(
  writer: PropertyWriter,
  era: SaveEra,
  extras: readonly SaveGuildExtra[],
): void {
  if (era === 'A') return;
  writer.map('GuildExtraSaveDataMap', 'StructProperty', 'StructProperty', extras, (extra) => {
    writer.guid(extra.guildId);
    writer.listStruct('GuildItemStorage', 'PalGuildItemStorageSaveData', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.guid(extra.chestContainerId);
        writeMark(blob, era);
      }),
    );
    writer.listStruct('Lab', 'PalGuildLabSaveData', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.u32(extra.researches.length);
        for (const research of extra.researches) {
          blob.text(research.id);
          blob.f32(research.workAmount);
        }
        blob.text(extra.currentResearchId);
        writeMark(blob, era);
      }),
    );
    writer.listStruct('Expedition', 'PalGuildExpeditionSaveData', () =>
      writeBlob(writer, era, [], (blob) => {
        blob.i32(extra.finishedExpeditions);
        writeMark(blob, era);
      }),
    );
    writer.none();
  });
}

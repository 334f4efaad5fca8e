import { ZERO_GUID } from '../format/guid.ts';
import type {
  SaveCamp,
  SaveGroup,
  SaveGuid,
  SaveGuild,
  SaveGuildExtra,
  SaveVector,
} from '../format/save-types.ts';
import type { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeBlobStruct, writeMark } from './save-era.ts';

/** A guild, and the palboxes of its camps, which typed records leave out. */
type WrittenGuild = SaveGuild & { palboxIds?: readonly SaveGuid[] };
/** A group; `key` where its key in the map is another id than that in its blob. */
type WrittenGroup = Omit<SaveGroup, 'guild'> & { key?: SaveGuid; guild: WrittenGuild | null };

/** Writes `GroupSaveDataMap` (docs/save-format.md#groups). */
export function writeGroups(writer: PropertyWriter, groups: readonly WrittenGroup[]): void {
  writer.map('GroupSaveDataMap', 'StructProperty', 'StructProperty', groups, (group) => {
    writer.guid(group.key ?? group.id);
    writer.enum('GroupType', 'EPalGroupType', group.type);
    writeBlob(writer, ['guild'], (blob) => {
      blob.guid(group.id);
      blob.text('Founder');
      blob.list(group.handles, (handle) => {
        blob.guid(handle.playerUid);
        blob.guid(handle.instanceId);
      });
      if (group.type === 'Organization') writeOrganization(blob, 1, []);
      if (group.guild) writeGuild(blob, group.guild);
    });
    writer.none();
  });
}

function writeOrganization(blob: PropertyWriter, type: number, campIds: readonly string[]) {
  writeMark(blob);
  blob.u8(type);
  blob.list(campIds, (id) => blob.guid(id));
}

function writeGuild(blob: PropertyWriter, guild: WrittenGuild): void {
  const version = eraVersion(blob.era, 'guild');
  writeOrganization(blob, 0, guild.campIds);
  writeMark(blob);
  blob.i32(guild.baseCampLevel);
  blob.list(guild.palboxIds ?? [], (id) => blob.guid(id));
  blob.text(guild.name);
  if (version >= 1) blob.guid(ZERO_GUID);
  if (version >= 2) {
    blob.u32(1); // one marker
    blob.guid(guild.adminUid);
    blob.vector({ x: 1, y: 2, z: 3 });
    blob.i32(4);
    blob.guid(ZERO_GUID);
    blob.list([1, 2], (role) => blob.u8(role)); // roles allowed to the chest
  }
  writeMark(blob);
  blob.guid(guild.adminUid);
  blob.list(guild.members, (member) => {
    blob.guid(member.uid);
    blob.i64(member.lastOnlineTicks);
    blob.text(member.name);
    if (version >= 2) blob.u8(member.role);
  });
  if (version < 2) return;
  blob.u32(1); // permissions of role 2
  blob.u8(2);
  blob.list([3], (permission) => blob.u8(permission));
}

/** Writes a Transform, ten f64: upright, at that place, and turned by `yawDeg` degrees. */
export function writeTransform(blob: PropertyWriter, location: SaveVector, yawDeg = 0): void {
  const halfTurn = (yawDeg * Math.PI) / 360;
  for (const value of [0, 0, Math.sin(halfTurn), Math.cos(halfTurn)]) blob.f64(value);
  blob.vector(location);
  blob.vector({ x: 1, y: 1, z: 1 });
}

/** Writes `BaseCampSaveData` (docs/save-format.md#base-camps). */
export function writeCamps(writer: PropertyWriter, camps: readonly SaveCamp[]): void {
  if (camps.length === 0) return;
  writer.map('BaseCampSaveData', 'StructProperty', 'StructProperty', camps, (camp) => {
    writer.guid(camp.id);
    writeWorkerDirector(writer, { id: camp.id, containerId: camp.workerContainerId }, camp.location);
    writeCampBlob(writer, camp);
    writer.none();
  });
}

export function writeWorkerDirector(
  writer: PropertyWriter,
  { id, containerId }: { id: SaveGuid; containerId: SaveGuid },
  location: SaveVector,
): void {
  writeBlobStruct(writer, ['WorkerDirector', 'PalBaseCampSaveData_WorkerDirector'], (blob) => {
    blob.guid(id);
    writeTransform(blob, location);
    blob.zeros(2);
    blob.guid(containerId);
  });
}

export function writeCampBlob(writer: PropertyWriter, camp: SaveCamp): void {
  writeBlob(writer, [], (blob) => {
    blob.guid(camp.id);
    blob.text(camp.name);
    blob.u8(camp.state === 'Normal' ? 1 : 0);
    writeTransform(blob, camp.location);
    blob.f32(camp.areaRangeCm);
    blob.guid(camp.guildId);
    writeTransform(blob, { x: 0, y: 0, z: 0 });
    blob.guid(camp.palboxObjectId);
  });
}

/** Writes `GuildExtraSaveDataMap` (docs/save-format.md#guild-extras), which era A does not have. */
export function writeGuildExtras(writer: PropertyWriter, extras: readonly SaveGuildExtra[]) {
  if (writer.era === 'A') return;
  writer.map('GuildExtraSaveDataMap', 'StructProperty', 'StructProperty', extras, (extra) => {
    writer.guid(extra.guildId);
    writeBlobStruct(writer, ['GuildItemStorage', 'PalGuildItemStorageSaveData'], (blob) =>
      blob.guid(extra.chestContainerId),
    );
    writeBlobStruct(writer, ['Lab', 'PalGuildLabSaveData'], (blob) => {
      blob.list(extra.researches, ({ id, workAmount }) => {
        blob.text(id);
        blob.f32(workAmount);
      });
      blob.text(extra.currentResearchId);
    });
    writeBlobStruct(writer, ['Expedition', 'PalGuildExpeditionSaveData'], (blob) =>
      blob.i32(extra.finishedExpeditions),
    );
    writer.none();
  });
}

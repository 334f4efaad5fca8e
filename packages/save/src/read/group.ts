import { ZERO_GUID } from '../format/guid.ts';
import type {
  SaveGroup,
  SaveGuid,
  SaveGuild,
  SaveGuildExtra,
  SaveGuildMember,
} from '../format/save-types.ts';
import { MIN_STRUCT_BYTES } from './property-reader.ts';
import { Blob, blobFields, fieldTable, readFields, type SaveReader } from './save-reader.ts';

/** Reads `GroupSaveDataMap` (docs/save-format.md#groups). */
export function readGroups(reader: SaveReader): SaveGroup[] {
  return reader.eachRecord(reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const id = reader.guid();
    const stored = { type: '', blob: new Blob() };
    readFields(reader, GROUP, stored);
    return reader.inBlob(stored.blob, () => readGroup(reader, id, stored.type));
  });
}

const GROUP = fieldTable<{ type: string; blob: Blob }>({
  GroupType: (reader, group) => (group.type = reader.enumName('')),
  ...blobFields((group) => group.blob),
});

function readGroup(reader: SaveReader, id: string, type: string): SaveGroup {
  const group: SaveGroup = { id, type, handles: [], guild: null };
  reader.take(16); // the id once more
  reader.text(); // the founder
  group.handles = reader.array(32, () => ({ playerUid: reader.guid(), instanceId: reader.guid() }));
  if (!reader.mark()) return group;
  const kind = type.toLowerCase();
  if (kind === 'guild') {
    const { palboxIds: _unused, ...guild } = readGuild(reader);
    group.guild = guild;
  } else if (kind === 'organization') readOrganization(reader);
  // The further parts of other types hold nothing of interest: no warning about leftover bytes.
  else reader.at = reader.end;
  return group;
}

/** Part 2: organization type and camps. Null when something unknown follows. */
export function readOrganization(reader: SaveReader): string[] | null {
  reader.u8();
  const campIds = reader.array(16, () => reader.guid());
  return reader.mark() ? campIds : null;
}

/** A guild as its blob states it, with the map objects of the palboxes of its camps. */
export type StoredGuild = SaveGuild & { palboxIds: SaveGuid[] };

/** Reads the parts of a guild's blob from the second one on. */
export function readGuild(reader: SaveReader): StoredGuild {
  const none = { name: '', baseCampLevel: 0, campIds: [], adminUid: ZERO_GUID, members: [] };
  const guild: StoredGuild = { ...none, palboxIds: [] };
  const campIds = readOrganization(reader);
  if (!campIds) return guild;
  guild.campIds = campIds;
  const version = reader.versions.guild;
  guild.baseCampLevel = reader.i32();
  guild.palboxIds = reader.array(16, () => reader.guid());
  guild.name = reader.text();
  if (version >= 1) reader.take(16); // who set the name
  if (version >= 2) {
    reader.skipArray(16 + 24 + 4 + 16); // markers
    reader.skipArray(1); // roles allowed to the chest
  }
  if (!reader.mark()) return guild;
  guild.adminUid = reader.guid();
  guild.members = readMembers(reader, version >= 2);
  if (version >= 2) {
    reader.array(5, () => {
      reader.u8();
      reader.skipArray(1); // permissions of the role
    });
  }
  reader.mark();
  return guild;
}

function readMembers(reader: SaveReader, hasRoles: boolean): SaveGuildMember[] {
  return reader.array(hasRoles ? 29 : 28, () => {
    const uid = reader.guid();
    const lastOnlineTicks = reader.bigI64();
    const name = reader.text();
    return { uid, name, lastOnlineTicks, role: hasRoles ? reader.u8() : 0 };
  });
}

/** Reads `GuildExtraSaveDataMap` (docs/save-format.md#guild-extras): chest, laboratory, expeditions. */
export function readGuildExtras(reader: SaveReader): SaveGuildExtra[] {
  return reader.eachRecord(reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const guildId = reader.guid();
    const blobs: GuildExtraBlobs = { chest: new Blob(), lab: new Blob(), expedition: new Blob() };
    readFields(reader, GUILD_EXTRA, blobs);
    const { chest, lab, expedition } = blobs;
    const extra: SaveGuildExtra = {
      guildId,
      chestContainerId: ZERO_GUID,
      researches: [],
      currentResearchId: 'None',
      finishedExpeditions: 0,
    };
    if (chest.start >= 0) extra.chestContainerId = reader.inBlob(chest, () => reader.lastGuid()) ?? ZERO_GUID;
    if (lab.start >= 0) Object.assign(extra, reader.inBlob(lab, readLab));
    if (expedition.start >= 0) extra.finishedExpeditions = reader.inBlob(expedition, readExpedition) ?? 0;
    return extra;
  });
}

type GuildExtraBlobs = Record<'chest' | 'lab' | 'expedition', Blob>;

const GUILD_EXTRA = fieldTable<GuildExtraBlobs>({
  GuildItemStorage: (reader, blobs) => (blobs.chest = reader.blobStruct('GuildItemStorage')),
  Lab: (reader, blobs) => (blobs.lab = reader.blobStruct('Lab')),
  Expedition: (reader, blobs) => (blobs.expedition = reader.blobStruct('Expedition')),
});

export function readLab(reader: SaveReader): Pick<SaveGuildExtra, 'researches' | 'currentResearchId'> {
  const researches = reader.array(8, () => ({ id: reader.text(), workAmount: reader.f32() }));
  const currentResearchId = reader.text();
  reader.mark();
  return { researches, currentResearchId };
}

/** Reads the blob of the expeditions and returns how many have been finished. */
export function readExpedition(reader: SaveReader): number {
  const finished = reader.i32();
  reader.mark();
  return finished;
}

import { ZERO_GUID } from '../format/guid.ts';
import { SMALLEST_STRUCT_BYTES } from '../read/property-reader.ts';
import { Blob } from '../read/save-reader.ts';
import type { FactReader } from './fact-reader.ts';
import type { GroupFacts, GuildExtraFacts, GuildFacts } from './level-facts.ts';

/** Reads `GroupSaveDataMap` (palworld-save 4.2). */
export function readGroupFacts(reader: FactReader, found: GroupFacts[]): void {
  const blob = new Blob();
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const group: GroupFacts = { key: reader.guid(), type: '', id: ZERO_GUID, handles: [], guild: null };
    blob.clear();
    reader.fields((name) => {
      if (name === 'grouptype') group.type = reader.enumName('');
      else reader.blobProperty(blob);
    });
    reader.factsIn(
      blob,
      () => group.key,
      () => readGroup(reader, group),
    );
    found.push(group);
  }
}

function readGroup(reader: FactReader, group: GroupFacts): void {
  group.id = reader.guid();
  reader.skipText();
  group.handles = reader.each(32, () => {
    reader.take(16); // player uid
    return reader.guid();
  });
  reader.mark();
  if (group.type === 'Organization') readCampIds(reader);
  else if (group.type === 'Guild') group.guild = readGuild(reader);
  else if (group.type !== 'Neutral') reader.at = reader.end; // no layout is known
}

function readCampIds(reader: FactReader): string[] {
  reader.u8(); // organisation type
  const ids = reader.each(16, () => reader.guid());
  reader.mark();
  return ids;
}

function readGuild(reader: FactReader): GuildFacts {
  const version = reader.versions.guild;
  const guild: GuildFacts = {
    name: '',
    campIds: readCampIds(reader),
    palboxIds: [],
    adminUid: ZERO_GUID,
    members: [],
    hasRoles: version >= 2,
  };
  reader.i32(); // level of its camps
  guild.palboxIds = reader.each(16, () => reader.guid());
  guild.name = reader.text();
  if (version >= 1) reader.take(16); // who gave the name
  if (version >= 2) {
    reader.skipArray(16 + 24 + 4 + 16); // markers
    reader.skipArray(1); // roles allowed to the chest
  }
  reader.mark();
  guild.adminUid = reader.guid();
  guild.members = reader.each(28, () => {
    const uid = reader.guid();
    reader.take(8); // last online
    reader.skipText();
    return { uid, role: version >= 2 ? reader.u8() : 0 };
  });
  if (version >= 2) {
    reader.each(5, () => {
      reader.u8();
      reader.skipArray(1); // permissions of the role
    });
  }
  reader.mark();
  return guild;
}

/** Reads `GuildExtraSaveDataMap` (palworld-save 4.6). */
export function readGuildExtraFacts(reader: FactReader, found: GuildExtraFacts[]): void {
  const chest = new Blob();
  const lab = new Blob();
  const expedition = new Blob();
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const extra: GuildExtraFacts = { guildId: reader.guid(), chestId: ZERO_GUID };
    for (const blob of [chest, lab, expedition]) blob.clear();
    reader.fields((name) => {
      if (name === 'guilditemstorage') reader.blobStruct(chest);
      else if (name === 'lab') reader.blobStruct(lab);
      else if (name === 'expedition') reader.blobStruct(expedition);
    });
    const place = () => extra.guildId;
    reader.factsIn(chest, place, () => {
      extra.chestId = reader.guid();
      reader.mark();
    });
    reader.factsIn(lab, place, () => readLab(reader));
    reader.factsIn(expedition, place, () => {
      reader.i32(); // finished expeditions
      reader.mark();
    });
    found.push(extra);
  }
}

function readLab(reader: FactReader): void {
  reader.each(8, () => {
    reader.skipText();
    reader.f32(); // work amount
  });
  reader.skipText(); // current research
  reader.mark();
}

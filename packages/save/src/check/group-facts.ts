import { ZERO_GUID } from '../format/guid.ts';
import { SMALLEST_STRUCT_BYTES } from '../read/property-reader.ts';
import { type FactReader, noBlob, resetBlob } from './fact-reader.ts';
import type { GroupFacts, GuildExtraFacts, GuildFacts } from './level-facts.ts';

/** Reads `GroupSaveDataMap` (palworld-save 4.2). */
export function readGroupFacts(reader: FactReader, found: GroupFacts[]): void {
  const blob = noBlob();
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const group: GroupFacts = { key: reader.guid(), type: '', id: ZERO_GUID, handles: [], guild: null };
    resetBlob(blob);
    reader.fields((name) => {
      if (name === 'grouptype') group.type = reader.enumName('');
      else reader.blobField(blob);
    });
    reader.inBlob(
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
  reader.each(32, () => {
    reader.take(16); // player uid
    group.handles.push(reader.guid());
  });
  reader.mark();
  if (group.type === 'Organization') readCampIds(reader);
  else if (group.type === 'Guild') group.guild = readGuild(reader);
  else if (group.type !== 'Neutral') reader.at = reader.end; // no layout is known
}

function readCampIds(reader: FactReader): string[] {
  const ids: string[] = [];
  reader.u8(); // organisation type
  reader.each(16, () => ids.push(reader.guid()));
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
  reader.each(16, () => guild.palboxIds.push(reader.guid()));
  guild.name = reader.text();
  if (version >= 1) reader.take(16); // who gave the name
  if (version >= 2) {
    reader.skipArray(16 + 24 + 4 + 16); // markers
    reader.skipArray(1); // roles allowed to the chest
  }
  reader.mark();
  guild.adminUid = reader.guid();
  reader.each(28, () => {
    const uid = reader.guid();
    reader.take(8); // last online
    reader.skipText();
    guild.members.push({ uid, role: version >= 2 ? reader.u8() : 0 });
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
  const chest = noBlob();
  const lab = noBlob();
  const expedition = noBlob();
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const extra: GuildExtraFacts = { guildId: reader.guid(), chestId: ZERO_GUID };
    for (const blob of [chest, lab, expedition]) resetBlob(blob);
    reader.fields((name) => {
      if (name === 'guilditemstorage') reader.blobStruct(chest);
      else if (name === 'lab') reader.blobStruct(lab);
      else if (name === 'expedition') reader.blobStruct(expedition);
    });
    const place = () => extra.guildId;
    reader.inBlob(chest, place, () => {
      extra.chestId = reader.guid();
      reader.mark();
    });
    reader.inBlob(lab, place, () => readLab(reader));
    reader.inBlob(expedition, place, () => {
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

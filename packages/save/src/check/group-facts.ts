import { ZERO_GUID } from '../format/guid.ts';
import { readGuild, readOrganization } from '../read/group.ts';
import { readExpedition, readLab } from '../read/guild-extra.ts';
import { SMALLEST_STRUCT_BYTES } from '../read/property-reader.ts';
import { Blob } from '../read/save-reader.ts';
import type { FactReader } from './fact-reader.ts';
import type { GroupFacts, GuildExtraFacts } from './level-facts.ts';

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
  if (group.type === 'Organization') readOrganization(reader);
  else if (group.type === 'Guild') {
    group.guild = { ...readGuild(reader), hasRoles: reader.versions.guild >= 2 };
  } else if (group.type !== 'Neutral') reader.at = reader.end; // no layout is known
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
    reader.factsIn(expedition, place, () => readExpedition(reader));
    found.push(extra);
  }
}

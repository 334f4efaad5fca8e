import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuildExtra } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `GuildExtraSaveDataMap` (palworld-save 4.6): chest, laboratory, expeditions. */
export function readGuildExtras(reader: SaveReader): SaveGuildExtra[] {
  const extras: SaveGuildExtra[] = [];
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  const chest = new Blob('GuildItemStorage');
  const lab = new Blob('Lab');
  const expedition = new Blob('Expedition');
  for (reader.record = 0; reader.record < count; reader.record += 1) {
    const guildId = reader.guid();
    for (const blob of [chest, lab, expedition]) blob.clear();
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'guilditemstorage') reader.blobStruct(chest);
      else if (reader.name === 'lab') reader.blobStruct(lab);
      else if (reader.name === 'expedition') reader.blobStruct(expedition);
      else reader.skip();
      reader.endValue(end);
    }
    const extra: SaveGuildExtra = {
      guildId,
      chestContainerId: ZERO_GUID,
      researches: [],
      currentResearchId: 'None',
      finishedExpeditions: 0,
    };
    if (chest.start >= 0) extra.chestContainerId = reader.inBlob(chest, readChest) ?? ZERO_GUID;
    if (lab.start >= 0) Object.assign(extra, reader.inBlob(lab, readLab));
    if (expedition.start >= 0) extra.finishedExpeditions = reader.inBlob(expedition, readExpedition) ?? 0;
    extras.push(extra);
  }
  reader.record = -1;
  return extras;
}

function readChest(reader: SaveReader): string {
  const containerId = reader.guid();
  reader.mark();
  return containerId;
}

function readLab(reader: SaveReader): Pick<SaveGuildExtra, 'researches' | 'currentResearchId'> {
  const count = reader.count(8);
  const researches: SaveGuildExtra['researches'] = [];
  for (let index = 0; index < count; index += 1) {
    researches.push({ id: reader.text(), workAmount: reader.f32() });
  }
  const currentResearchId = reader.text();
  reader.mark();
  return { researches, currentResearchId };
}

function readExpedition(reader: SaveReader): number {
  const finished = reader.i32();
  reader.mark();
  return finished;
}

import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuildExtra } from '../format/save-types.ts';
import { MIN_STRUCT_BYTES } from './property-reader.ts';
import { Blob, fieldTable, readFields, type SaveReader } from './save-reader.ts';

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

import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from '../read/property-reader.ts';
import { type FactReader, noBlob, resetBlob } from './fact-reader.ts';
import type { CampFacts } from './level-facts.ts';

/** Reads `BaseCampSaveData` (palworld-save 4.3). */
export function readCampFacts(reader: FactReader, found: CampFacts[]): void {
  const blobs = { camp: noBlob(), director: noBlob(), works: noBlob() };
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const camp = noCamp(reader.guid());
    for (const blob of Object.values(blobs)) resetBlob(blob);
    reader.fields((name) => {
      if (name === 'workerdirector') reader.blobStruct(blobs.director);
      else if (name === 'workcollection') reader.blobStruct(blobs.works);
      else reader.blobField(blobs.camp);
    });
    const place = () => camp.key;
    reader.inBlob(blobs.camp, place, () => readCamp(reader, camp));
    reader.inBlob(blobs.director, place, () => readDirector(reader, camp));
    reader.inBlob(blobs.works, place, () => readWorkList(reader, camp));
    found.push(camp);
  }
}

function noCamp(key: SaveGuid): CampFacts {
  return {
    key,
    id: ZERO_GUID,
    name: '',
    guildId: ZERO_GUID,
    palboxId: ZERO_GUID,
    director: null,
    works: null,
  };
}

function readCamp(reader: FactReader, camp: CampFacts): void {
  camp.id = reader.guid();
  camp.name = reader.text();
  reader.take(1 + 80 + 4); // state, place, range
  camp.guildId = reader.guid();
  reader.take(80); // the fast travel point
  camp.palboxId = reader.guid();
  reader.mark();
}

function readDirector(reader: FactReader, camp: CampFacts): void {
  const id = reader.guid();
  reader.take(80 + 2); // spawn point, order, battle
  camp.director = { id, containerId: reader.guid() };
  reader.mark();
}

function readWorkList(reader: FactReader, camp: CampFacts): void {
  const works: NonNullable<CampFacts['works']> = { id: reader.guid(), workIds: [] };
  camp.works = works;
  reader.each(16, () => works.workIds.push(reader.guid()));
  reader.mark();
}

/** Reads the keys of `InvaderSaveData`: the camps that have a raid record. */
export function readRaidFacts(reader: FactReader, found: SaveGuid[]): void {
  const count = reader.pairs(16 + SMALLEST_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    found.push(reader.guid());
    reader.fields(() => {});
  }
}

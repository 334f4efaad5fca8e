import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { readGuild, readOrganization } from '../read/group.ts';
import { readExpedition, readLab } from '../read/guild-extra.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import { MIN_STRUCT_BYTES } from '../read/property-reader.ts';
import { Blob } from '../read/save-reader.ts';
import { readCharacterFacts } from './character-facts.ts';
import {
  readCharacterContainerFacts,
  readDynamicItemFacts,
  readItemContainerFacts,
} from './container-facts.ts';
import { FactReader } from './fact-reader.ts';
import {
  type CampFacts,
  type GroupFacts,
  type GuildExtraFacts,
  type LevelFacts,
  noCamp,
  noLevelFacts,
  noWork,
  type WorkFacts,
} from './level-facts.ts';
import { readMapObjectFacts } from './map-object-facts.ts';
import type { ViolationList } from './violation.ts';

/** By the name of the section in lower case. */
const SECTIONS: Readonly<Record<string, (reader: FactReader, facts: LevelFacts) => void>> = {
  charactersaveparametermap: (reader, { characters }) => readCharacterFacts(reader, characters),
  itemcontainersavedata: (reader, { itemContainers }) => readItemContainerFacts(reader, itemContainers),
  charactercontainersavedata: (reader, { characterContainers }) =>
    readCharacterContainerFacts(reader, characterContainers),
  dynamicitemsavedata: (reader, { dynamicItems }) => readDynamicItemFacts(reader, dynamicItems),
  groupsavedatamap: (reader, { groups }) => readGroupFacts(reader, groups),
  guildextrasavedatamap: (reader, { guildExtras }) => readGuildExtraFacts(reader, guildExtras),
  basecampsavedata: (reader, { camps }) => readCampFacts(reader, camps),
  invadersavedata: (reader, { raidCampIds }) => readRaidFacts(reader, raidCampIds),
  mapobjectsavedata: (reader, { mapObjects }) => readMapObjectFacts(reader, mapObjects),
  worksavedata: (reader, { works }) => readWorkFacts(reader, works),
};

/** Reads the facts of Level.sav. Damage is a violation of D1; the facts before it still apply. */
export function readLevelFacts(gvas: Buffer, violations: ViolationList): LevelFacts {
  const facts = noLevelFacts();
  const reader = new FactReader(gvas, violations);
  damageOf(violations, '', () => {
    expectGvasHeader(reader, SAVE_CLASSES.level);
    reader.fields((name) => {
      if (name !== 'worldsavedata') return;
      reader.structFields((section) => readSection(reader, section, facts));
    });
  });
  return facts;
}

function readSection(reader: FactReader, name: string, facts: LevelFacts): void {
  const read = Object.hasOwn(SECTIONS, name) ? SECTIONS[name] : undefined;
  if (read === undefined) return;
  const place = `worldSaveData.${reader.spelledName()}`;
  damageOf(reader.violations, place, () => read(reader, facts));
}

/** Runs `read`, and makes damage that stops it a violation of D1. */
export function damageOf(violations: ViolationList, place: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    violations.add('D1', place, `The file cannot be read on from ${place || 'its begin'}: ${error.message}.`);
  }
}

/** Reads `WorkSaveData` (save-writing 4 h). The end of a work depends on its type and is not known. */
function readWorkFacts(reader: FactReader, facts: WorkFacts[]): void {
  const blob = new Blob();
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const assignments: Blob[] = [];
    const work = noWork();
    blob.clear();
    reader.fields((name) => {
      if (name === 'workassignmap') findAssignments(reader, assignments);
      else if (name === 'workabletype') work.type = reader.enumName('');
      else reader.blobProperty(blob);
    });
    const place = () => (work.id === ZERO_GUID ? `worldSaveData.WorkSaveData[${index}]` : work.id);
    reader.factsIn(blob, place, () => readWork(reader, work));
    for (const assignment of assignments)
      reader.factsIn(assignment, place, () => readAssignment(reader, work));
    facts.push(work);
  }
}

function findAssignments(reader: FactReader, blobs: Blob[]): void {
  const count = reader.pairs(4 + MIN_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    reader.take(4); // the key, an Int
    const blob = new Blob();
    reader.blobList(blob);
    blobs.push(blob);
  }
}

function readWork(reader: FactReader, work: WorkFacts): void {
  work.id = reader.guid();
  reader.take(14 * 8); // place and extent
  work.campId = reader.guid();
  work.objectId = reader.guid();
  work.concreteId = reader.guid();
  reader.at = reader.end;
}

function readAssignment(reader: FactReader, work: WorkFacts): void {
  reader.take(16 + 4 + 1 + 16); // the work, the place, the type, player uid
  const instanceId = reader.guid();
  if (instanceId !== ZERO_GUID) work.assignedIds.push(instanceId);
  reader.take(1 + 4); // state, whether it is fixed
  reader.mark();
  if (reader.left === 0) return;
  if (work.type === 'Progress_MultiType') {
    reader.take(3); // their meaning is unknown
    reader.mark();
    return;
  }
  const message = `The work ${work.id} has an assignment with ${reader.left} unknown bytes: they are kept.`;
  reader.violations.add('D1', work.id, message, 'unknown, kept');
  reader.at = reader.end;
}

/** Reads `BaseCampSaveData` (palworld-save 4.3). */
function readCampFacts(reader: FactReader, facts: CampFacts[]): void {
  const blobs = { camp: new Blob(), director: new Blob(), works: new Blob() };
  const count = reader.pairs(16 + MIN_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const camp = noCamp(reader.guid());
    for (const blob of Object.values(blobs)) blob.clear();
    reader.fields((name) => {
      if (name === 'workerdirector') reader.blobStruct(blobs.director);
      else if (name === 'workcollection') reader.blobStruct(blobs.works);
      else reader.blobProperty(blobs.camp);
    });
    const place = () => camp.key;
    reader.factsIn(blobs.camp, place, () => readCamp(reader, camp));
    reader.factsIn(blobs.director, place, () => readDirector(reader, camp));
    reader.factsIn(blobs.works, place, () => readWorkList(reader, camp));
    facts.push(camp);
  }
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
  const id = reader.guid();
  camp.works = { id, workIds: [] };
  camp.works.workIds = reader.each(16, () => reader.guid());
  reader.mark();
}

/** Reads the keys of `InvaderSaveData`: the camps that have a raid record. */
function readRaidFacts(reader: FactReader, ids: SaveGuid[]): void {
  const count = reader.pairs(16 + MIN_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    ids.push(reader.guid());
    reader.fields(() => {});
  }
}

/** Reads `GroupSaveDataMap` (palworld-save 4.2). */
export function readGroupFacts(reader: FactReader, facts: GroupFacts[]): void {
  const blob = new Blob();
  const count = reader.pairs(16 + MIN_STRUCT_BYTES);
  for (let index = 0; index < count; index += 1) {
    const group: GroupFacts = { key: reader.guid(), type: '', id: ZERO_GUID, handles: [], guild: null };
    blob.clear();
    reader.fields((name) => {
      if (name === 'grouptype') group.type = reader.enumName('');
      else reader.blobProperty(blob);
    });
    const place = () => group.key;
    reader.factsIn(blob, place, () => readGroup(reader, group));
    facts.push(group);
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
export function readGuildExtraFacts(reader: FactReader, facts: GuildExtraFacts[]): void {
  const chest = new Blob();
  const lab = new Blob();
  const expedition = new Blob();
  const count = reader.pairs(16 + MIN_STRUCT_BYTES);
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
    facts.push(extra);
  }
}

import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { readExpedition, readGuild, readLab, readOrganization } from '../read/group.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import { MIN_STRUCT_BYTES } from '../read/property-reader.ts';
import { Blob } from '../read/save-reader.ts';
import { readCharacterFacts } from './character-facts.ts';
import {
  readCharacterSlot,
  readContainerFacts,
  readDynamicItemFacts,
  readItemSlot,
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

const SECTIONS: Readonly<Record<string, (reader: FactReader, facts: LevelFacts) => void>> = {
  charactersaveparametermap: (reader, { characters }) => readCharacterFacts(reader, characters),
  itemcontainersavedata: (reader, { itemContainers }) =>
    readContainerFacts(reader, itemContainers, true, readItemSlot),
  charactercontainersavedata: (reader, { characterContainers }) =>
    readContainerFacts(reader, characterContainers, false, readCharacterSlot),
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

/** Reads `WorkSaveData` (docs/save-format.md#works). The end of a work depends on its type and is not known. */
function readWorkFacts(reader: FactReader, facts: WorkFacts[]): void {
  reader.collect(facts, reader.structs(), (index) => {
    const assignments: Blob[] = [];
    const work = noWork();
    const blob = new Blob();
    reader.fields((name) => {
      if (name === 'workassignmap')
        reader.collect(assignments, reader.pairs(4 + MIN_STRUCT_BYTES), () => {
          reader.take(4); // the key, an Int
          return reader.blobList();
        });
      else if (name === 'workabletype') work.type = reader.enumName('');
      else reader.blobProperty(blob);
    });
    const place = () => (work.id === ZERO_GUID ? `worldSaveData.WorkSaveData[${index}]` : work.id);
    reader.factsIn(blob, place, () => {
      work.id = reader.guid();
      reader.take(14 * 8); // place and extent
      work.campId = reader.guid();
      work.objectId = reader.guid();
      work.concreteId = reader.guid();
      reader.at = reader.end;
    });
    for (const assignment of assignments)
      reader.factsIn(assignment, place, () => readAssignment(reader, work));
    return work;
  });
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

/** Reads `BaseCampSaveData` (docs/save-format.md#base-camps). */
function readCampFacts(reader: FactReader, facts: CampFacts[]): void {
  reader.collect(facts, reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const camp = noCamp(reader.guid());
    const blobs = { camp: new Blob(), director: new Blob(), works: new Blob() };
    reader.fields((name) => {
      if (name === 'workerdirector') blobs.director = reader.blobStruct();
      else if (name === 'workcollection') blobs.works = reader.blobStruct();
      else reader.blobProperty(blobs.camp);
    });
    const place = () => camp.key;
    reader.factsIn(blobs.camp, place, () => readCamp(reader, camp));
    reader.factsIn(blobs.director, place, () => {
      const id = reader.guid();
      reader.take(80 + 2); // spawn point, order, battle
      camp.director = { id, containerId: reader.guid() };
      reader.mark();
    });
    reader.factsIn(blobs.works, place, () => {
      camp.works = { id: reader.guid(), workIds: [] };
      camp.works.workIds = reader.array(16, () => reader.guid());
      reader.mark();
    });
    return camp;
  });
}

function readCamp(reader: FactReader, camp: CampFacts): void {
  camp.id = reader.guid();
  reader.text(); // the name
  reader.take(1 + 80 + 4); // state, place, range
  camp.guildId = reader.guid();
  reader.take(80); // the fast travel point
  camp.palboxId = reader.guid();
  reader.mark();
}

/** Reads the keys of `InvaderSaveData`: the camps that have a raid record. */
function readRaidFacts(reader: FactReader, ids: SaveGuid[]): void {
  reader.collect(ids, reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const id = reader.guid();
    reader.fields(() => {});
    return id;
  });
}

/** Reads `GroupSaveDataMap` (docs/save-format.md#groups). */
function readGroupFacts(reader: FactReader, facts: GroupFacts[]): void {
  reader.collect(facts, reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const group: GroupFacts = { key: reader.guid(), type: '', id: ZERO_GUID, handles: [], guild: null };
    const blob = new Blob();
    reader.fields((name) => {
      if (name === 'grouptype') group.type = reader.enumName('');
      else reader.blobProperty(blob);
    });
    const place = () => group.key;
    reader.factsIn(blob, place, () => readGroup(reader, group));
    return group;
  });
}

function readGroup(reader: FactReader, group: GroupFacts): void {
  group.id = reader.guid();
  reader.skipText();
  group.handles = reader.array(32, () => {
    reader.take(16); // player uid
    return reader.guid();
  });
  reader.mark();
  if (group.type === 'Organization') readOrganization(reader);
  else if (group.type === 'Guild') {
    group.guild = { ...readGuild(reader), hasRoles: reader.versions.guild >= 2 };
  } else if (group.type !== 'Neutral') reader.at = reader.end; // no layout is known
}

/** Reads `GuildExtraSaveDataMap` (docs/save-format.md#guild-extras). */
function readGuildExtraFacts(reader: FactReader, facts: GuildExtraFacts[]): void {
  reader.collect(facts, reader.pairs(16 + MIN_STRUCT_BYTES), () => {
    const extra: GuildExtraFacts = { guildId: reader.guid(), chestId: ZERO_GUID };
    const blobs = { chest: new Blob(), lab: new Blob(), expedition: new Blob() };
    reader.fields((name) => {
      if (name === 'guilditemstorage') blobs.chest = reader.blobStruct();
      else if (name === 'lab' || name === 'expedition') blobs[name] = reader.blobStruct();
    });
    const place = () => extra.guildId;
    reader.factsIn(blobs.chest, place, () => {
      extra.chestId = reader.guid();
      reader.mark();
    });
    reader.factsIn(blobs.lab, place, () => readLab(reader));
    reader.factsIn(blobs.expedition, place, () => readExpedition(reader));
    return extra;
  });
}

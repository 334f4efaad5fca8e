import { CorruptDataError } from '../format/save-error.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import { readCampFacts, readRaidFacts } from './camp-facts.ts';
import { readCharacterFacts } from './character-facts.ts';
import {
  readCharacterContainerFacts,
  readDynamicItemFacts,
  readItemContainerFacts,
} from './container-facts.ts';
import { FactReader } from './fact-reader.ts';
import { readGroupFacts, readGuildExtraFacts } from './group-facts.ts';
import { type LevelFacts, noLevelFacts } from './level-facts.ts';
import { readMapObjectFacts } from './map-object-facts.ts';
import type { ViolationList } from './violation-list.ts';
import { readWorkFacts } from './work-facts.ts';

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

/** Reads the facts of Level.sav. What cannot be read is a violation of D1, and the facts before it count. */
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

import type { SaveEdit } from '@palatine/save/edits';
import type { SaveWorld } from '@palatine/save/save-types';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { removeBase } from '../commands/bases/delete-base.ts';
import { spellingOf } from '../import/import-job.ts';
import { playersOf } from '../import/players.ts';
import { baseContents } from '../queries/base-contents.ts';
import type { Table } from '../state/table.ts';
import { World } from '../state/world.ts';
import { namesOf, RECORD_TABLES, recordsOf, type WorldRecords } from './world-records.ts';

export interface ChangesInput {
  /** The world as the import of `save` gives it. */
  readonly before: WorldRecords;
  readonly after: WorldRecords;
  readonly save: SaveWorld;
  readonly catalogue: Catalogue;
}

export type ChangeJob = ReturnType<typeof changeJob>;

export function changeJob(input: ChangesInput) {
  const { before, after, save, catalogue } = input;
  const { camps, rest } = deletedCampsOf(before, after);
  return {
    ...input,
    before: rest,
    /** The camps that are deleted. What went with them is left out of `before`. */
    deletedCamps: camps,
    spelling: spellingOf(catalogue),
    names: namesOf(after, before),
    stored: {
      characters: new Map(save.characters.map((character) => [character.instanceId, character])),
      containers: new Map(save.itemContainers.map((container) => [container.id, container])),
      instances: new Map(save.dynamicItems.map((item) => [item.id, item])),
      boxes: new Set(save.characterContainers.map(({ id }) => id)),
      /** Paths of the player files that the import has read, by uid. */
      files: new Map([...playersOf(save).files].map(([uid, { file }]) => [uid, file])),
    },
    edits: [] as SaveEdit[],
    refusals: [] as string[],
  };
}

/** The deleted camps, and the earlier world without them: one edit of the save removes a camp with its contents. */
export function deletedCampsOf(before: WorldRecords, after: WorldRecords) {
  const camps = [...before.camps.values()].filter(({ id }) => !after.camps.has(id));
  if (camps.length === 0) return { camps, rest: before };
  const world = worldOf(before);
  for (const camp of camps) removeBase(world, baseContents(world, camp));
  return { camps, rest: recordsOf(world) };
}

function worldOf(records: WorldRecords): World {
  const world = new World({ name: '', origin: 'save', createdAtMs: 0, seed: 0 });
  for (const name of RECORD_TABLES) {
    const table = world[name] as Table<object>; // records of the same name are of its kind
    for (const record of records[name].values()) table.put(record);
  }
  return world;
}

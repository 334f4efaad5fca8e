import assert from 'node:assert/strict';
import { type EditedFile, editSave } from '../edit/edit-save.ts';
import { listOf, requireProperty } from '../edit/property-list.ts';
import type { SaveEdit } from '../edit/save-edit.ts';
import type { SaveEra, SaveGuid, SaveWorld } from '../format/save-types.ts';
import type { OpenSave } from '../read/open-save.ts';
import { openSave, readOpenSave } from '../read/read-save-folder.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { twoPlayersOneCamp } from './sample-world.ts';
import { aGuid } from './save-builder.ts';
import { aFolder } from './temporary-folder.ts';
import { writeSaveFolder } from './write-save-folder.ts';

export interface OpenedSave {
  readonly files: OpenSave;
  readonly save: SaveWorld;
}

/** A made save in memory, in the layouts of `era`. */
export async function anOpenSave(
  era: SaveEra,
  world: SaveWorld = twoPlayersOneCamp(era),
): Promise<OpenedSave> {
  await using folder = await aFolder();
  await writeSaveFolder(folder.path, world, { era });
  return await openSave(folder.path); // before the folder is removed
}

/** The save with a changed property list of a file: `worldSaveData` of Level.sav, or `SaveData` of a player file. */
export function withTree(
  opened: OpenedSave,
  change: (list: TreeProperty[]) => void,
  path = 'Level.sav',
): OpenedSave {
  const file = opened.files.get(path);
  assert.ok(file, `${path} is not a file of the save`);
  const tree = readProperties(file.gvas, path);
  const root = path === 'Level.sav' ? 'worldSaveData' : 'SaveData';
  change(listOf(requireProperty(tree.properties, root).value));
  const files = new Map(opened.files).set(path, { ...file, gvas: writeProperties(tree) });
  return { ...opened, files };
}

export const EDITED_AT_MS = Date.UTC(2026, 7, 1, 12);

/** New ids that no made save has. */
export function newIds(): () => SaveGuid {
  let last = 0xe000_0000;
  return () => aGuid(++last);
}

/**
 * Edits a save and reads it back. Asserts that every size and count of the edited files is right, and that the reader
 * has no warning that it had not before.
 */
export async function edited(
  { files, save }: OpenedSave,
  edits: readonly SaveEdit[],
): Promise<OpenedSave & { readonly changed: readonly EditedFile[] }> {
  const changed = editSave(files, edits, { newId: newIds(), nowMs: EDITED_AT_MS });
  for (const { path, gvas } of changed) {
    assert.ok(writeProperties(readProperties(gvas, path)).equals(gvas), `${path} has a wrong size or count`);
  }
  const next = withFiles(files, changed);
  const saveNow = await readOpenSave(next);
  assert.deepEqual(saveNow.warnings, save.warnings);
  return { files: next, save: saveNow, changed };
}

function withFiles(files: OpenSave, changed: readonly EditedFile[]): OpenSave {
  const next = new Map(files);
  for (const { path, gvas } of changed) {
    const file = files.get(path);
    assert.ok(file, `${path} is not a file of the save`);
    next.set(path, { ...file, gvas });
  }
  return next;
}

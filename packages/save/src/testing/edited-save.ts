import assert from 'node:assert/strict';
import { aFolder } from '@palatine/platform/testing';
import type { SaveEdit } from '../edit/edits.ts';
import { LevelEditor } from '../edit/level-editor.ts';
import { type PatchedFile, patchSave } from '../edit/patch-save.ts';
import { listOf, requireProperty } from '../edit/property-list.ts';
import type { SaveEra, SaveGuid, SaveWorld } from '../format/save-types.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { openSave, readOpenSave } from '../read/read-save-folder.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { twoPlayersOneCamp } from './sample-world.ts';
import { aGuid } from './save-builder.ts';
import { writeSaveFolder } from './write-save-folder.ts';

export interface OpenedSave {
  readonly files: OpenSave;
  readonly save: SaveWorld;
}

/** A made save in memory, in the layouts of `era`. */
export async function anOpenSave(era: SaveEra, world: SaveWorld = twoPlayersOneCamp(era)) {
  await using folder = await aFolder();
  await writeSaveFolder(folder.path, world, { era });
  return await openSave(folder.path); // before the folder is removed
}

/** The bytes of Level.sav. */
export function levelOf(files: OpenSave): Buffer {
  const level = files.get(LEVEL);
  assert.ok(level, 'the save has no Level.sav');
  return level.gvas;
}

/** The files with other bytes of Level.sav. */
export function withLevel(files: OpenSave, gvas: Buffer): OpenSave {
  return withFiles(files, [{ path: LEVEL, gvas }]);
}

export function editorOf({ files }: Pick<OpenedSave, 'files'>): LevelEditor {
  return new LevelEditor(levelOf(files), LEVEL);
}

/** The save with a changed property list of a file: `worldSaveData` of Level.sav, or `SaveData` of a player file. */
export function withTree(opened: OpenedSave, change: (list: TreeProperty[]) => void, path = LEVEL) {
  const file = opened.files.get(path);
  assert.ok(file, `${path} is not a file of the save`);
  const tree = readProperties(file.gvas, path);
  const root = path === LEVEL ? 'worldSaveData' : 'SaveData';
  change(listOf(requireProperty(tree.properties, root).value));
  return { ...opened, files: withFiles(opened.files, [{ path, gvas: writeProperties(tree) }]) };
}

export const EDITED_AT_MS = Date.UTC(2026, 7, 1, 12);

/** New ids that no made save has. */
export function newIds(): () => SaveGuid {
  let last = 0xe000_0000;
  return () => aGuid(++last);
}

/** Edits a save and reads it back. Asserts that all sizes and counts are right, and that no warning is new. */
export async function edited(
  { files, save }: OpenedSave,
  edits: readonly SaveEdit[],
): Promise<OpenedSave & { readonly changed: readonly PatchedFile[] }> {
  const changed = patchSave(files, edits, { newId: newIds(), nowMs: EDITED_AT_MS });
  for (const { path, gvas } of changed) {
    assert.ok(writeProperties(readProperties(gvas, path)).equals(gvas), `${path} has a wrong size or count`);
  }
  const next = withFiles(files, changed);
  const saveNow = await readOpenSave(next);
  assert.deepEqual(saveNow.warnings, save.warnings);
  return { files: next, save: saveNow, changed };
}

function withFiles(files: OpenSave, changed: readonly PatchedFile[]): OpenSave {
  const next = new Map(files);
  for (const { path, gvas } of changed) {
    const file = files.get(path);
    assert.ok(file, `${path} is not a file of the save`);
    next.set(path, { ...file, gvas });
  }
  return next;
}

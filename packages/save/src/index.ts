export { checkSave } from './check/check-save.ts';
export { INVARIANTS, type InvariantCode, newViolations, type SaveViolation } from './check/violation.ts';
export type { RecordDifference } from './diff/byte-range.ts';
export { diffSaves } from './diff/diff-saves.ts';
export { type EditedFile, editSave } from './edit/edit-save.ts';
export {
  type AddPalEdit,
  type ChangeCharacterEdit,
  type DeleteCampEdit,
  type EditContext,
  type ItemContainerEdit,
  type PlayerFileEdit,
  type RemovePalEdit,
  type SaveEdit,
  SaveEditError,
  type SaveStack,
} from './edit/save-edit.ts';
export { gitLfsProblem, type SaveContainer } from './format/container.ts';
export { ZERO_GUID } from './format/guid.ts';
export { SaveError } from './format/save-error.ts';
export { SAVE_LIMITS } from './format/save-limits.ts';
export * from './format/save-types.ts';
export { sharedBytes } from './format/shared-bytes.ts';
export type { OpenSave, OpenSaveFile } from './read/open-save.ts';
export {
  openSave,
  type ReadSaveOptions,
  readOpenSave,
  readSaveFolder,
  unpackSave,
} from './read/read-save-folder.ts';
export type { PropertyTree, TreeProperty, TreeValue } from './tree/property-tree.ts';
export { readProperties } from './tree/read-properties.ts';
export { writeProperties } from './tree/write-properties.ts';
export { pack, packInBackground, writtenContainer } from './write/pack.ts';

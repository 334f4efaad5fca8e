import { type Catalogue, recordsOf, saveChangesOf, type World } from '@palatine/world';
import { type BaseSave, recordsDigest } from '../store/base-save.ts';
import { importPacked } from './apply-world-changes.ts';

/**
 * How many records of its save a world would change: what `save apply` has to do. Undefined when that cannot be told,
 * because this version reads the save otherwise than the one that imported it.
 */
export async function waitingChanges(
  world: World,
  { files, records }: BaseSave,
  catalogue: Catalogue,
): Promise<number | undefined> {
  const { save, world: imported } = await importPacked(files, catalogue);
  if (recordsDigest(imported) !== records) return undefined;
  const changes = { before: recordsOf(imported), after: recordsOf(world), save, catalogue };
  const { edits, refusals } = saveChangesOf(changes);
  return edits.length + refusals.length;
}

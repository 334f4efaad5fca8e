import { readOpenSave, type SaveWorld, unpackSave } from '@palatine/save';
import {
  type Catalogue,
  importSave,
  RECORD_TABLES,
  type Table,
  type World,
  type WorldRecords,
} from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import { type PackedSave, recordsDigest } from '../store/base-save.ts';

/** Reads a save that is held in memory as an import does. */
export async function importPacked(
  files: PackedSave,
  catalogue: Catalogue,
): Promise<{ save: SaveWorld; world: World }> {
  const save = await readOpenSave(unpackSave(files));
  // Of the records, neither the time nor the seed plays a part.
  return { save, world: importSave(save, { catalogue, nowMs: 0, seed: 1 }) };
}

/**
 * Throws a ConfigError when the records of a save are not those that its import made: then a difference between them and
 * the world need not be a change that anybody made.
 */
export function assertReadAlike(imported: World, { records }: { readonly records: string }): void {
  if (recordsDigest(imported) === records) return;
  throw new ConfigError(
    'this version of Palatine, or its Catalogue, reads the save otherwise than when the world was imported, so that ' +
      'changes cannot be told from that; apply them with the version that imported it, or import the save anew',
  );
}

/** Gives a world the records of another that differ. @returns how many do. */
export function takeOver(world: World, records: WorldRecords): number {
  let changes = 0;
  for (const name of RECORD_TABLES) {
    const table = world[name] as Table<object>;
    const wanted = records[name] as ReadonlyMap<string, object>;
    for (const key of [...table.keys()].filter((key) => !wanted.has(key))) {
      table.remove(key);
      changes += 1;
    }
    for (const [key, record] of wanted) {
      const present = table.get(key);
      if (present !== undefined && JSON.stringify(present) === JSON.stringify(record)) continue;
      table.put(record);
      changes += 1;
    }
  }
  return changes;
}

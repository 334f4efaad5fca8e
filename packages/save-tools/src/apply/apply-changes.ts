import { type BaseSave, type PackedSave, recordsDigest } from '@palatine/engine/base-save';
import { addCopy, addPending, type FileDigests, type KnownState } from '@palatine/engine/base-states';
import { ConfigError } from '@palatine/platform/config-error';
import { sha256Of } from '@palatine/platform/read-file';
import { readOpenSave, type SaveWorld, unpackSave } from '@palatine/save';
import {
  type Catalogue,
  importSave,
  RECORD_TABLES,
  recordsOf,
  saveChangesOf,
  type Table,
  type World,
  type WorldRecords,
} from '@palatine/world';
import { readSave } from './settle-apply.ts';

/** Reads a save that is held in memory as an import does. */
export async function importPacked(
  files: PackedSave,
  catalogue: Catalogue,
): Promise<{ save: SaveWorld; world: World }> {
  const save = await readOpenSave(unpackSave(files));
  // Of the records, neither the time nor the seed plays a part.
  return { save, world: importSave(save, { catalogue, nowMs: 0, seed: 1 }) };
}

/** Throws a ConfigError when the save reads otherwise than at its import: differences prove nothing. */
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

/** What an apply is about to write, and what it takes the place of. */
interface Write {
  /** The world file of the data folder. */
  readonly world: string;
  /** The save folder that is read. */
  readonly folder: string;
  /** What its files are. */
  readonly found: FileDigests;
  /** The changed ones, as they are to be. */
  readonly packed: PackedSave;
  readonly catalogue: Catalogue;
  readonly nowMs: number;
}

/**
 * Records in the world file what the files of the save are about to become, so that a command after a crash can tell
 * from them whether the changes are in the save. `imported`: the digest of the records of the save as the game has
 * written it since the base; undefined when the save is the base.
 */
export async function recordPending(write: Write, imported: string | undefined): Promise<void> {
  const { world, folder, found, nowMs } = write;
  const files = filesAfter(write);
  const pending = { atMs: nowMs, folder, records: await recordsIn(files, write.catalogue), files };
  const replaced =
    imported === undefined ? undefined : { atMs: nowMs, folder, records: imported, digests: found };
  addPending(world, pending, replaced);
}

/** Likewise what is about to be written to another folder. @returns the id of that state. */
export async function recordCopy(write: Write, to: string): Promise<string> {
  const files = filesAfter(write);
  const digests = new Map([...files].map(([path, bytes]) => [path, { sha256: sha256Of(bytes) }]));
  const copy: KnownState = {
    atMs: write.nowMs,
    folder: to,
    records: await recordsIn(files, write.catalogue),
    digests,
  };
  return addCopy(write.world, copy);
}

function filesAfter({ folder, found, packed }: Write): PackedSave {
  const unchanged = new Map([...found].filter(([path]) => !packed.has(path)));
  return new Map([...readSave(folder, unchanged), ...packed]);
}

async function recordsIn(files: PackedSave, catalogue: Catalogue): Promise<string> {
  const { world } = await importPacked(files, catalogue);
  return recordsDigest(world);
}

/** How many records `save apply` would change; undefined when this version reads the save otherwise. */
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

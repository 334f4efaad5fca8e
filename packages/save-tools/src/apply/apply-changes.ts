import {
  addCopy,
  addPending,
  type FileDigests,
  type KnownState,
  type PackedSave,
  recordsDigest,
} from '@palatine/engine/base-states';
import { ConfigError } from '@palatine/platform/config-error';
import { sha256Of } from '@palatine/platform/read-file';
import { readOpenSave, unpackSave } from '@palatine/save/read-save-folder';
import type { SaveWorld } from '@palatine/save/save-types';
import type { Catalogue } from '@palatine/world/catalogue';
import { importSave } from '@palatine/world/import-save';
import type { Table } from '@palatine/world/table';
import type { World } from '@palatine/world/world';
import { RECORD_TABLES, type WorldRecords } from '@palatine/world/world-records';
import { readSave } from './settle-apply.ts';

export async function importPacked(
  files: PackedSave,
  catalogue: Catalogue,
): Promise<{ save: SaveWorld; world: World }> {
  const save = await readOpenSave(unpackSave(files));
  // The time and the seed do not affect the records.
  return { save, world: importSave(save, { catalogue, nowMs: 0, seed: 1 }) };
}

/** Throws a ConfigError if the save imports differently than before: then differences prove nothing. */
export function assertSameImport(imported: World, { records }: { readonly records: string }): void {
  if (recordsDigest(imported) === records) return;
  throw new ConfigError(
    'this version of Palatine, or its Catalogue, reads the save otherwise than when the world was imported, so ' +
      'changes cannot be recognized; apply them with the version that imported it, or import the save again',
  );
}

/** Applies the records of another world that differ. @returns their number. */
export function applyRecords(world: World, records: WorldRecords): number {
  let changes = 0;
  for (const name of RECORD_TABLES) {
    const table = world[name] as Table<object>;
    const expected = records[name] as ReadonlyMap<string, object>;
    for (const key of [...table.keys()].filter((key) => !expected.has(key))) {
      table.remove(key);
      changes += 1;
    }
    for (const [key, record] of expected) {
      const present = table.get(key);
      if (present !== undefined && JSON.stringify(present) === JSON.stringify(record)) continue;
      table.put(record);
      changes += 1;
    }
  }
  return changes;
}

/** A pending write of an apply, and the state that it replaces. */
interface Write {
  /** The world file of the data folder. */
  readonly world: string;
  readonly folder: string;
  readonly digests: FileDigests;
  readonly packed: PackedSave;
  readonly catalogue: Catalogue;
  readonly nowMs: number;
}

/** Records what the save will become, for a command after a crash. `imported`: see `Change`. */
export async function recordPending(write: Write, imported: string | undefined): Promise<void> {
  const { world, folder, digests, nowMs } = write;
  const files = filesAfter(write);
  const pending = { atMs: nowMs, folder, records: await recordsIn(files, write.catalogue), files };
  const replaced = imported === undefined ? undefined : { atMs: nowMs, folder, records: imported, digests };
  addPending(world, pending, replaced);
}

/** Likewise for a write to another folder. @returns the id of that state. */
export async function recordCopy(write: Write, to: string): Promise<string> {
  const files = filesAfter(write);
  const copy: KnownState = {
    atMs: write.nowMs,
    folder: to,
    records: await recordsIn(files, write.catalogue),
    digests: new Map([...files].map(([path, bytes]) => [path, { sha256: sha256Of(bytes) }])),
  };
  return addCopy(write.world, copy);
}

function filesAfter({ folder, digests, packed }: Write): PackedSave {
  const unchanged = new Map([...digests].filter(([path]) => !packed.has(path)));
  return new Map([...readSave(folder, unchanged), ...packed]);
}

async function recordsIn(files: PackedSave, catalogue: Catalogue): Promise<string> {
  const { world } = await importPacked(files, catalogue);
  return recordsDigest(world);
}

import type { Catalogue } from '@palatine/world';
import { sha256Of } from '../data-folder/sha256.ts';
import { type PackedSave, recordsDigest } from '../store/base-save.ts';
import { addCopy, addPending, type FileDigests, type KnownState } from '../store/base-states.ts';
import { importPacked } from './apply-world-changes.ts';
import { readSave } from './apply-world-settle.ts';

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

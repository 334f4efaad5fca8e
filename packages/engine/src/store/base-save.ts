import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { sha256Of } from '@palatine/platform/read-file';
import { RECORD_TABLES, type Table, type World } from '@palatine/world';
import { readWorldFile } from './open-world-file.ts';

/** For all files of a base. The largest known save has 20 MB. */
export const BASE_BYTES = 256 * 1024 ** 2;

/** Files of a save as on disk, by their paths inside its folder. */
export type PackedSave = ReadonlyMap<string, Buffer>;

/** Gathers the files of a save; drops them beyond `maxBytes`, when `files()` is undefined. */
export function keptSave(maxBytes = BASE_BYTES): {
  onFile: (path: string, packed: Buffer) => void;
  files: () => PackedSave | undefined;
} {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  return {
    onFile(path, packed) {
      bytes += packed.length - (files.get(path)?.length ?? 0);
      if (bytes > maxBytes) files.clear();
      else files.set(path, packed);
    },
    files: () => (bytes > maxBytes ? undefined : files),
  };
}

export interface BaseSave {
  readonly atMs: number;
  readonly folder: string;
  /** `recordsDigest` of its import. */
  readonly records: string;
  readonly files: PackedSave;
}

/** SHA-256 of imported records: another version or catalogue may read the same save differently. */
export function recordsDigest(world: World): string {
  const hash = createHash('sha256');
  for (const name of RECORD_TABLES) {
    for (const record of (world[name] as Table<object>).values()) hash.update(JSON.stringify(record));
  }
  return hash.digest('hex');
}

/** Stores a save in a world file, in that state. The caller holds the transaction. @returns its id. */
export function addBase(
  database: DatabaseSync,
  { atMs, folder, records, files }: BaseSave,
  state: 'base' | 'pending' = 'base',
): string {
  const id = randomUUID();
  database.prepare('insert into bases values (?, ?, ?, ?, ?)').run(id, state, atMs, folder, records);
  const addFile = database.prepare('insert into baseFiles values (?, ?, ?, ?)');
  for (const [path, content] of files) addFile.run(id, path, sha256Of(content), content);
  return id;
}

/** The base save of the world's changes; undefined for a demo world. Throws a WorldFileError. */
export function readBaseSave(file: string): BaseSave | undefined {
  return readWorldFile(file, (database) => {
    const base = database
      .prepare("select id, at as atMs, folder, records from bases where state = 'base'")
      .get() as (Omit<BaseSave, 'files'> & { id: string }) | undefined;
    if (base === undefined) return undefined;
    const rows = database
      .prepare('select path, content from baseFiles where base = ? order by path')
      .all(base.id) as { path: string; content: Uint8Array }[];
    const { atMs, folder, records } = base;
    const files = new Map(rows.map(({ path, content }) => [path, Buffer.from(content)]));
    return { atMs, folder, records, files };
  });
}

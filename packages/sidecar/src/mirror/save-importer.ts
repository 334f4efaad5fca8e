import { sha256Of } from '@palatine/platform/read-file';
import { LEVEL } from '@palatine/save/folder-files';
import type { OpenSaveFile } from '@palatine/save/open-save';
import { readOpenSave, unpackSave } from '@palatine/save/read-save-folder';
import { SaveError } from '@palatine/save/save-error';
import type { Catalogue } from '@palatine/world/catalogue';
import { importSave } from '@palatine/world/import-save';
import {
  type MirroredFacts,
  type MirrorPart,
  type SavedRecords,
  savedParts,
  savedRecordsOf,
} from '@palatine/world/mirror-part';
import type { FileBytes } from './read-settled-save.ts';

export interface ImportRequest {
  readonly sync: number;
  readonly paths: readonly string[];
  /** Files that differ from the previous request. */
  readonly read: FileBytes;
  readonly savedAtMs: number;
  /** Whether the world may lack what was sent before. */
  readonly whole: boolean;
}

export type ImportReply =
  /** `problems`: files replaced by their last good copies. */
  | { readonly type: 'imported'; readonly problems: readonly string[] }
  /** The files are those of the served save. */
  | { readonly type: 'unchanged' }
  | { readonly type: 'refused'; readonly reason: string };

interface PackedFile {
  readonly packed: Buffer;
  readonly sha256: string;
}
type PackedFiles = ReadonlyMap<string, PackedFile>;

type ImportedSave = { readonly files: PackedFiles; readonly records: SavedRecords };

/** Imports saves one after another, each compared with the last confirmed one. */
export class SaveImporter {
  readonly #catalogue: Catalogue;
  #files: PackedFiles = new Map();
  readonly #good = new Map<string, PackedFile>();
  #confirmed: ImportedSave | undefined;
  #refused: { readonly files: PackedFiles; readonly reason: string } | undefined;
  #draft: (ImportedSave & { readonly parts: Iterator<MirrorPart> }) | undefined;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  async import({ sync, paths, read, savedAtMs, whole }: ImportRequest): Promise<ImportReply> {
    this.#draft = undefined;
    if (whole) this.#confirmed = undefined;
    const files = this.#filesOf(paths, read);
    this.#files = files;
    if (this.#confirmed !== undefined && isSame(files, this.#confirmed.files)) return { type: 'unchanged' };
    if (this.#refused !== undefined && isSame(files, this.#refused.files)) {
      return { type: 'refused', reason: this.#refused.reason };
    }
    try {
      const { open, problems } = this.#unpack(files);
      // The time and the seed do not affect the records. The running server knows who is online.
      const world = importSave(await readOpenSave(open), { catalogue: this.#catalogue, nowMs: 0, seed: 1 });
      const records = savedRecordsOf(world);
      const facts: Omit<MirroredFacts, 'whole'> = { name: world.info.name, survey: world.survey, savedAtMs };
      const before = this.#confirmed?.records;
      this.#draft = { files, records, parts: savedParts({ number: sync, before, after: records, facts }) };
      return { type: 'imported', problems };
    } catch (error) {
      const reason = (error as Error).message;
      this.#refused = { files, reason };
      return { type: 'refused', reason };
    }
  }

  /** Next part of the last imported save; undefined after the last, when all have arrived. */
  nextPart(): MirrorPart | undefined {
    if (this.#draft === undefined) return undefined;
    const { files, records, parts } = this.#draft;
    const part = parts.next().value ?? undefined;
    if (part !== undefined) return part;
    this.#confirmed = { files, records };
    this.#draft = undefined;
    return undefined;
  }

  #filesOf(paths: readonly string[], read: FileBytes): PackedFiles {
    const files = new Map<string, PackedFile>();
    for (const path of paths) {
      const bytes = read.get(path);
      const file = bytes === undefined ? this.#files.get(path) : packedFile(bytes);
      if (file === undefined) throw new Error(`${path} was neither sent nor known`);
      files.set(path, file);
    }
    return files;
  }

  /** Replaces a damaged player file by its last good copy; without one, the import skips it. */
  #unpack(files: PackedFiles): { open: ReadonlyMap<string, OpenSaveFile>; problems: string[] } {
    const open = new Map<string, OpenSaveFile>();
    const problems: string[] = [];
    for (const path of this.#good.keys()) if (!files.has(path)) this.#good.delete(path);
    for (const [path, file] of files) {
      try {
        for (const unpacked of unpackSave(new Map([[path, file.packed]])).values()) open.set(path, unpacked);
        if (path !== LEVEL) this.#good.set(path, file);
      } catch (error) {
        if (path === LEVEL || !(error instanceof SaveError)) throw error;
        const good = this.#good.get(path);
        for (const unpacked of good ? unpackSave(new Map([[path, good.packed]])).values() : []) {
          open.set(path, unpacked);
        }
        problems.push(`${error.message}; ${good ? 'its last good version is used' : 'it is left out'}`);
      }
    }
    return { open, problems };
  }
}

function packedFile(bytes: Uint8Array<ArrayBuffer>): PackedFile {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { packed, sha256: sha256Of(packed) };
}

function isSame(a: PackedFiles, b: PackedFiles): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([path, { sha256 }]) => b.get(path)?.sha256 === sha256);
}

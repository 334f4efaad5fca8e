import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { type SaveContainer, unpack } from '../format/container.ts';
import { CorruptDataError, ioReason, SaveError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { OpenSaveFile, ReadJob } from './open-save.ts';
import { SaveReader } from './save-reader.ts';

/** The result of `parse` and the facts of the file. */
export interface ReadFile<T> {
  value: T;
  container: SaveContainer;
  /** Packed. */
  fileBytes: number;
}

/**
 * Reads and parses a .sav file. `name` is its path inside the folder, for messages. Adds the warnings of the
 * successful attempt to those of the job. A file that does not parse is parsed again only after it has changed.
 * Throws `SaveError`, and nothing else, when no attempt succeeds.
 */
export async function readSaveFile<T>(
  job: ReadJob,
  path: string,
  name: string,
  parse: (reader: SaveReader) => T,
): Promise<ReadFile<T>> {
  let failure: unknown;
  let parsedState = '';
  for (let attempt = 1; ; attempt += 1) {
    try {
      const file = await readChanged(path, name, parsedState);
      if (file) {
        parsedState = file.state;
        return parseFile(job, file.bytes, name, parse);
      }
    } catch (error) {
      failure = error;
    }
    if (attempt >= job.retry.tries || isFileMissing(failure) || !(await job.pause())) throw failure;
  }
}

/** True for the `SaveError` of a file that does not exist. */
export function isFileMissing(error: unknown): boolean {
  return error instanceof SaveError && isNoEntry(error.cause);
}

/** The cause by which `isFileMissing` recognizes a missing file. */
export function fileMissing(name: string): Error {
  return Object.assign(new Error(`no file ${name}`), { code: 'ENOENT' });
}

function isNoEntry(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Reads a file whole, but for one in the last state, which changes with every write: null. Throws `SaveError`. */
async function readChanged(path: string, name: string, lastState: string) {
  try {
    await using file = await openFile(path);
    const { size, ino, mtimeNs, ctimeNs } = await file.stat({ bigint: true });
    const state = [size, ino, mtimeNs, ctimeNs].join(' ');
    if (state === lastState) return null;
    return { bytes: await readBytes(file, Number(size)), state };
  } catch (error) {
    throw new SaveError(name, '', reasonOf(error), { cause: error });
  }
}

/** Opens a regular file. Without O_NONBLOCK, opening a FIFO would wait for a writer. */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(async (error) => {
    if (isNoEntry(error) && (await isLink(path))) throw new CorruptDataError('it is a dangling link');
    throw error;
  });
  const stats = await file.stat();
  if (stats.isFile()) return file;
  await file.close();
  throw new CorruptDataError(stats.isDirectory() ? 'it is a folder, not a file' : 'it is not a regular file');
}

function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

/** Reads at most `size` bytes: a file may grow meanwhile. */
async function readBytes(file: FileHandle, size: number): Promise<Buffer> {
  if (size > SAVE_LIMITS.fileBytes) throw new CorruptDataError(`${size} bytes are absurd for a save`);
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function reasonOf(error: unknown): string {
  if (error instanceof CorruptDataError) return error.message;
  return `the file ${ioReason(error)}`;
}

// Without `await`: unpacking the next Oodle file overwrites the bytes of this one.
function parseFile<T>(
  job: ReadJob,
  bytes: Buffer,
  name: string,
  parse: (reader: SaveReader) => T,
): ReadFile<T> {
  return parseUnpacked(job, bytes.length, name, parse, () => {
    const unpacked = unpack(bytes, job.unpackedBytes.limitFor(bytes.length));
    job.unpackedBytes.spend(bytes.length, unpacked.gvas.length);
    job.onFile?.({ path: name, container: unpacked.container, packed: bytes, gvas: unpacked.gvas });
    return unpacked;
  });
}

/** Parses an opened file, within the same bounds as one on disk. Throws `SaveError`. */
export function parseOpenFile<T>(
  job: ReadJob,
  { path, container, packed, gvas }: OpenSaveFile,
  parse: (reader: SaveReader) => T,
): ReadFile<T> {
  return parseUnpacked(job, packed.length, path, parse, () => ({ container, gvas }));
}

function parseUnpacked<T>(
  job: ReadJob,
  fileBytes: number,
  name: string,
  parse: (reader: SaveReader) => T,
  open: () => { container: SaveContainer; gvas: Uint8Array },
): ReadFile<T> {
  const warnings = job.warnings.empty();
  const maxValues = job.values.limitFor(fileBytes);
  let reader: SaveReader | null = null;
  try {
    const { container, gvas } = open();
    reader = new SaveReader(gvas, name, warnings);
    reader.valuesLeft = maxValues;
    const value = parse(reader);
    job.warnings.addAll(warnings);
    return { value, container, fileBytes };
  } catch (error) {
    const reason = error instanceof CorruptDataError ? error.message : `it cannot be read (${String(error)})`;
    const place = reader?.place() || reader?.spelledName() || '';
    throw new SaveError(name, place, reason, { cause: error });
  } finally {
    if (reader) job.values.spend(fileBytes, maxValues - reader.valuesLeft);
  }
}

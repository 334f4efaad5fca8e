import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { type SaveContainer, unpack } from '../format/container.ts';
import { CorruptDataError, ioReason, SaveError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { ReadJob } from './open-save.ts';
import { SaveReader } from './save-reader.ts';

/** The result of `parse` and the facts of the file. */
export interface ReadFile<T> {
  value: T;
  container: SaveContainer;
}

/**
 * Reads and parses a .sav file; after a failure again once it has changed. `name`: its path inside the folder. The job
 * gets the warnings of the successful attempt. Throws `SaveError`, and nothing else, when none succeeds.
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
        const { bytes } = file;
        // Without `await`: unpacking the next Oodle file overwrites the bytes of this one.
        return parseFile(job, name, bytes.length, () => unpackFile(job, name, bytes), parse);
      }
    } catch (error) {
      failure = error;
    }
    if (attempt >= job.retry.tries || isFileMissing(failure) || !(await job.pause())) throw failure;
  }
}

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
    const reason = error instanceof CorruptDataError ? error.message : `the file ${ioReason(error)}`;
    throw new SaveError(name, '', reason, { cause: error });
  }
}

/** Opens a regular file. Without O_NONBLOCK, opening a FIFO would wait for a writer. */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(async (error) => {
    const link = isNoEntry(error) ? await lstat(path).catch(() => null) : null;
    throw link?.isSymbolicLink() ? new CorruptDataError('it is a dangling link') : error;
  });
  const stats = await file.stat();
  if (stats.isFile()) return file;
  await file.close();
  throw new CorruptDataError(stats.isDirectory() ? 'it is a folder, not a file' : 'it is not a regular file');
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

function unpackFile(job: ReadJob, path: string, packed: Buffer): ReturnType<typeof unpack> {
  const unpacked = unpack(packed, job.unpackedBytes.limitFor(packed.length));
  job.unpackedBytes.spend(packed.length, unpacked.gvas.length);
  job.onFile?.({ path, packed, ...unpacked });
  return unpacked;
}

/** Parses the file that `open` unpacks, within the bounds of its packed size. Throws `SaveError`. */
export function parseFile<T>(
  job: ReadJob,
  name: string,
  fileBytes: number,
  open: () => ReturnType<typeof unpack>,
  parse: (reader: SaveReader) => T,
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
    return { value, container };
  } catch (error) {
    const reason = error instanceof CorruptDataError ? error.message : `it cannot be read (${String(error)})`;
    const place = reader?.place() || reader?.spelledName() || '';
    throw new SaveError(name, place, reason, { cause: error });
  } finally {
    if (reader) job.values.spend(fileBytes, maxValues - reader.valuesLeft);
  }
}

import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LARGEST_RAW_BYTES, type SaveContainer, unpack } from '../format/container.ts';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import { WarningLog } from '../format/warning-log.ts';
import { SaveReader } from './save-reader.ts';

/** Retries of a file that does not parse: the game rewrites its files while it runs. */
export interface RetryPolicy {
  /** Attempts in total, 1 or more. */
  tries: number;
  /** Pause before each further attempt. */
  retryDelayMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { tries: 4, retryDelayMs: 150 };

/** The result of `parse` and the facts of the file. */
export interface ReadFile<T> {
  value: T;
  container: SaveContainer;
  /** Packed. */
  fileBytes: number;
  /** Unpacked. */
  rawBytes: number;
}

/**
 * Reads and parses a .sav file. `name` is its path inside the folder, for messages. Adds the warnings of the
 * successful attempt to `warnings`. Throws `SaveError`, and nothing else, when no attempt succeeds.
 */
export async function readSaveFile<T>(
  path: string,
  name: string,
  warnings: WarningLog,
  retry: RetryPolicy,
  parse: (reader: SaveReader) => T,
): Promise<ReadFile<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const attemptWarnings = new WarningLog();
    try {
      const bytes = await readBytes(path, name);
      const result = parseFile(bytes, name, attemptWarnings, parse);
      warnings.addAll(attemptWarnings);
      return result;
    } catch (error) {
      if (attempt >= retry.tries || isFileMissing(error)) throw error;
      await delay(retry.retryDelayMs);
    }
  }
}

/** True for the `SaveError` of a file that does not exist. */
export function isFileMissing(error: unknown): boolean {
  return error instanceof SaveError && isNoEntry(error.cause);
}

function isNoEntry(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function readBytes(path: string, name: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size > LARGEST_RAW_BYTES) throw new CorruptDataError(`${size} bytes are absurd for a save`);
    return await file.readFile();
  } catch (error) {
    throw new SaveError(name, '', reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CorruptDataError) return error.message;
  if (isNoEntry(error)) return 'the file does not exist';
  return `the file cannot be read (${error instanceof Error ? error.message : String(error)})`;
}

// Without `await`: unpacking the next Oodle file overwrites the bytes of this one.
function parseFile<T>(
  bytes: Buffer,
  name: string,
  warnings: WarningLog,
  parse: (reader: SaveReader) => T,
): ReadFile<T> {
  let reader: SaveReader | null = null;
  try {
    const { container, gvas } = unpack(bytes);
    reader = new SaveReader(gvas, name, warnings);
    return { value: parse(reader), container, fileBytes: bytes.length, rawBytes: gvas.length };
  } catch (error) {
    const reason = error instanceof CorruptDataError ? error.message : `it cannot be read (${String(error)})`;
    throw new SaveError(name, placeIn(reader), reason, { cause: error });
  }
}

function placeIn(reader: SaveReader | null): string {
  if (!reader) return '';
  return reader.place() || reader.spelledName();
}

import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LARGEST_RAW_BYTES, type SaveContainer, unpack } from '../format/container.ts';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import { WarningLog } from '../format/warning-log.ts';
import { SaveReader } from './save-reader.ts';

/** How often and how patiently a file is read that does not fit: the game rewrites it while it runs. */
export interface Patience {
  /** Attempts altogether, 1 or more. */
  tries: number;
  /** Pause before each further attempt. */
  retryDelayMs: number;
}

export const USUAL_PATIENCE: Patience = { tries: 4, retryDelayMs: 150 };

/** What `parse` made of a file, and what the file was. */
export interface ReadFile<T> {
  value: T;
  container: SaveContainer;
  fileBytes: number;
  rawBytes: number;
}

/**
 * Reads and parses a .sav file. `name` is its path inside the folder, for messages. Warnings of the attempt
 * that succeeded go to `warnings`. Throws `SaveError`, and nothing else, when no attempt succeeds.
 */
export async function readSaveFile<T>(
  path: string,
  name: string,
  warnings: WarningLog,
  patience: Patience,
  parse: (reader: SaveReader) => T,
): Promise<ReadFile<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const own = new WarningLog();
    try {
      const bytes = await readWhole(path, name);
      const result = parseFile(bytes, name, own, parse);
      warnings.addAll(own);
      return result;
    } catch (error) {
      if (attempt >= patience.tries || isAbsent(error)) throw error;
      await delay(patience.retryDelayMs);
    }
  }
}

function isAbsent(error: unknown): boolean {
  const cause = error instanceof SaveError ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}

async function readWhole(path: string, name: string): Promise<Buffer> {
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
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'the file does not exist';
  return `the file cannot be read (${error instanceof Error ? error.message : String(error)})`;
}

// In one go, without `await`: the bytes of an Oodle file are gone when the next one is unpacked.
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

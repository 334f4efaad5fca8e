import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, pause } from '@palatine/platform/clock';
import { READ } from '@palatine/platform/read-file';
import { LEVEL } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import {
  type FileState,
  isSameListing,
  listSave,
  newestGenerations,
  pathsToRead,
  type SaveListing,
  UnreadableSaveError,
} from './save-listing.ts';

export interface SettledSave extends SaveFiles {
  readonly source: 'Live' | 'Backup';
  readonly folder: string;
}

interface Settling {
  readonly folder: string;
  readonly clock: Clock;
  /** The files have to stand still for so long before the first reading. */
  readonly settleMs: number;
  /** A copy must be newer than this; ms since 1970. */
  readonly servedMs: number;
  readonly signal: AbortSignal;
  /** The names of the files of players that are read; those that an import needs unless given. */
  readonly ofPlayers?: RegExp;
}

/** Before each further reading, after one that failed. */
const RETRY_AFTER_MS = [2000, 4000, 8000];
/** Before a further reading the files have to stand still for as long as section 8.4 of the notes says. */
const CAREFUL_SETTLE_MS = 2000;
/** A game that never stops writing is read all the same: every reading is checked. */
const SETTLE_LIMIT_MS = 20_000;

/**
 * The readings of a save in the order in which they are worth trying: its folder, again after 2, 4 and 8 seconds, then
 * the newest copies that the game has finished. The caller takes the first that it can use. A reading that could not be
 * made comes as its error. Nothing is written, renamed, locked or created in the folder. `known`: the files of the world
 * folder that the caller has already.
 */
export async function* readSettledSave(
  settling: Settling,
  known: () => SaveListing = () => new Map(),
): AsyncGenerator<SettledSave | UnreadableSaveError> {
  const { folder, clock, settleMs, servedMs, signal, ofPlayers } = settling;
  for (const [attempt, delayMs] of [0, ...RETRY_AFTER_MS].entries()) {
    await pause(clock, delayMs, signal);
    if (signal.aborted) return;
    const standsForMs = attempt === 0 ? settleMs : Math.max(settleMs, CAREFUL_SETTLE_MS);
    yield await orError(async () => {
      await settle(settling, standsForMs);
      return { source: 'Live', folder, ...(await readSaveFiles(folder, known(), ofPlayers)) };
    });
  }
  for (const generation of await newestGenerations(folder, servedMs)) {
    if (signal.aborted) return;
    yield await orError(async () => {
      return {
        source: 'Backup',
        folder: generation,
        ...(await readSaveFiles(generation, new Map(), ofPlayers)),
      };
    });
  }
}

/** Waits until no file of the save has changed for so long, within limits. */
async function settle({ folder, clock, signal, ofPlayers }: Settling, standsForMs: number): Promise<void> {
  const endMs = clock.elapsed() + SETTLE_LIMIT_MS;
  let before = await listSave(folder, ofPlayers);
  while (!signal.aborted && clock.elapsed() < endMs) {
    await pause(clock, standsForMs, signal);
    const now = await listSave(folder, ofPlayers);
    if (isSameListing(now, before)) return;
    before = now;
  }
}

async function orError<T>(read: () => Promise<T>): Promise<T | UnreadableSaveError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableSaveError) return error;
    throw error;
  }
}

/** The bytes of files, by path, in memory of their own so that threads can hand them over. */
export type FileBytes = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

interface SaveFiles {
  readonly listing: SaveListing;
  /** Those that are not as in the known listing. */
  readonly read: FileBytes;
  /** ms since 1970: when Level.sav was written, by its file. */
  readonly savedAtMs: number;
}

/**
 * Reads the files of a save that have changed since `known`, and makes sure that none changed meanwhile. Throws an
 * UnreadableSaveError when one did, and for a save without a whole Level.sav.
 *
 * Each file is opened, read in one go and closed before anything is done with its bytes. On Windows libuv opens files
 * with FILE_SHARE_READ | WRITE | DELETE (libuv, src/win/fs.c, fs__open), so that the game can replace a file that is
 * open here. That the game's own call succeeds then is not proved.
 */
export async function readSaveFiles(
  folder: string,
  known: SaveListing,
  ofPlayers?: RegExp,
): Promise<SaveFiles> {
  const listing = await listSave(folder, ofPlayers);
  const savedAtMs = levelOf(listing).changedAtMs;
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  let left: number = SAVE_LIMITS.folderBytes;
  for (const path of pathsToRead(listing)) {
    const { bytes = 0, state } = listing.get(path) ?? {};
    if (known.get(path)?.state === state) continue;
    left -= bytes;
    if (left < 0) throw new UnreadableSaveError(`the save has more than ${SAVE_LIMITS.folderBytes} bytes`);
    read.set(path, await readWhole(folder, path, bytes));
  }
  if (!isSameListing(listing, await listSave(folder, ofPlayers))) {
    throw new UnreadableSaveError('the game wrote the save while it was being read');
  }
  return { listing, read, savedAtMs };
}

function levelOf(listing: SaveListing): FileState {
  const level = listing.get(LEVEL);
  if (level === undefined) throw new UnreadableSaveError(`${LEVEL} is missing`);
  if (level.bytes === 0) throw new UnreadableSaveError(`${LEVEL} is empty, as a full disk leaves it`);
  return level;
}

async function readWhole(folder: string, path: string, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (bytes > SAVE_LIMITS.fileBytes) throw new UnreadableSaveError(`${path} has ${bytes} bytes`);
  let file: FileHandle | undefined;
  try {
    file = await open(join(folder, path), READ);
    if (!(await file.stat()).isFile()) throw new UnreadableSaveError(`${path} is not a regular file`);
    const content = new Uint8Array(bytes);
    let filled = 0;
    while (filled < bytes) {
      const { bytesRead } = await file.read(content, filled, bytes - filled, filled);
      if (bytesRead === 0) throw new UnreadableSaveError(`${path} became shorter while it was being read`);
      filled += bytesRead;
    }
    return content;
  } catch (error) {
    if (error instanceof UnreadableSaveError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UnreadableSaveError(`${path} cannot be read (${code})`, { cause: error });
  } finally {
    await file?.close();
  }
}

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LEVEL } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { isSameListing, listSave, pathsToRead, type SaveListing } from './save-listing.ts';
import { UnreadableSaveError } from './unreadable-save-error.ts';

/** The bytes of files, by path, in memory of their own so that threads can hand them over. */
export type FileBytes = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The files of a save as they were at one moment. */
export interface SaveFiles {
  readonly listing: SaveListing;
  /** Those that are not as in the known listing. */
  readonly read: FileBytes;
}

/**
 * Reads the files of a save that have changed since `known`, and makes sure that none changed meanwhile. Throws an
 * UnreadableSaveError when one did, and for a save without a whole Level.sav.
 *
 * Each file is opened, read in one go and closed before anything is done with its bytes. On Windows libuv opens files
 * with FILE_SHARE_READ | WRITE | DELETE (libuv, src/win/fs.c, fs__open), so that the game can replace a file that is
 * open here. That the game's own call succeeds then is not proved.
 */
export async function readSaveFiles(folder: string, known: SaveListing): Promise<SaveFiles> {
  const listing = await listSave(folder);
  assertHasLevel(listing);
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  let left: number = SAVE_LIMITS.folderBytes;
  for (const path of pathsToRead(listing)) {
    const { bytes = 0, state } = listing.get(path) ?? {};
    if (known.get(path)?.state === state) continue;
    left -= bytes;
    if (left < 0) throw new UnreadableSaveError(`the save has more than ${SAVE_LIMITS.folderBytes} bytes`);
    read.set(path, await readWhole(folder, path, bytes));
  }
  if (!isSameListing(listing, await listSave(folder))) {
    throw new UnreadableSaveError('the game wrote the save while it was being read');
  }
  return { listing, read };
}

function assertHasLevel(listing: SaveListing): void {
  const level = listing.get(LEVEL);
  if (level === undefined) throw new UnreadableSaveError(`${LEVEL} is missing`);
  if (level.bytes === 0) throw new UnreadableSaveError(`${LEVEL} is empty, as a full disk leaves it`);
}

// A pipe without a writer is opened at once instead of never. Windows has no such pipes among its files.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

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

import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, pause } from '@palatine/platform/clock';
import { READ } from '@palatine/platform/read-file';
import { LEVEL, LEVEL_META, PLAYERS } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';

export type SettledSave = Awaited<ReturnType<typeof readSaveFiles>> & {
  readonly source: 'Live' | 'Backup';
  readonly folder: string;
};

interface Settling {
  readonly folder: string;
  readonly clock: Clock;
  readonly settleMs: number;
  /** A copy must be newer than this; ms since 1970. */
  readonly servedMs: number;
  readonly signal: AbortSignal;
  /** Names of player files to read; by default those of an import. */
  readonly ofPlayers?: RegExp;
}

/** Delays before further readings, after failed ones. */
const RETRY_AFTER_MS = [2000, 4000, 8000];
/** Time without changes before a further reading (docs/game-server.md#reading-a-consistent-set). */
const CAREFUL_SETTLE_MS = 2000;
/** A game that never stops writing is still read: every reading is checked. */
const SETTLE_LIMIT_MS = 20_000;

/**
 * Readings of a save in the order of preference: its folder, again after 2, 4 and 8 seconds, then the newest finished
 * copies of the game. The caller takes the first usable one. A failed reading is an error. Nothing is written, renamed,
 * locked or created in the folder. `known`: the files of the world folder that the caller already has.
 */
export async function* readSettledSave(settling: Settling, known: () => SaveListing = () => new Map()) {
  const { folder, clock, settleMs, servedMs, signal, ofPlayers } = settling;
  for (const [attempt, delayMs] of [0, ...RETRY_AFTER_MS].entries()) {
    await pause(clock, delayMs, signal);
    if (signal.aborted) return;
    const standsForMs = attempt === 0 ? settleMs : Math.max(settleMs, CAREFUL_SETTLE_MS);
    yield await orError<SettledSave>(async () => {
      await settle(settling, standsForMs);
      return { source: 'Live', folder, ...(await readSaveFiles(folder, known(), ofPlayers)) };
    });
  }
  for (const generation of await newestGenerations(folder, servedMs)) {
    if (signal.aborted) return;
    yield await orError<SettledSave>(async () => {
      return {
        source: 'Backup',
        folder: generation,
        ...(await readSaveFiles(generation, new Map(), ofPlayers)),
      };
    });
  }
}

/** Waits until no file of the save has changed for a while, within limits. */
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

/** Bytes of files by path, in their own buffers so that threads can transfer them. */
export type FileBytes = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * Reads the files of a save that have changed since `known`, and checks that none changed meanwhile. Throws an
 * UnreadableSaveError if one did, and for a save without a complete Level.sav.
 *
 * Each file is opened, read in one go and closed before its bytes are used. On Windows libuv opens files
 * with FILE_SHARE_READ | WRITE | DELETE (libuv, src/win/fs.c, fs__open), so that the game can replace an open
 * file. That the game's own call then succeeds is not proved.
 */
export async function readSaveFiles(folder: string, known: SaveListing, ofPlayers?: RegExp) {
  const listing = await listSave(folder, ofPlayers);
  const savedAtMs = levelOf(listing).changedAtMs;
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  let bytesLeft: number = SAVE_LIMITS.folderBytes;
  for (const path of pathsToRead(listing)) {
    const { bytes = 0, state } = listing.get(path) ?? {};
    if (known.get(path)?.state === state) continue;
    bytesLeft -= bytes;
    if (bytesLeft < 0)
      throw new UnreadableSaveError(`the save has more than ${SAVE_LIMITS.folderBytes} bytes`);
    read.set(path, await readWhole(folder, path, bytes));
  }
  if (!isSameListing(listing, await listSave(folder, ofPlayers))) {
    throw new UnreadableSaveError('the game wrote the save while it was being read');
  }
  // `read`: the files that differ from the known listing.
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

/** State of a file without opening it. Another `state` means that the content may have changed. */
export interface FileState {
  readonly bytes: number;
  readonly state: string;
  readonly changedAtMs: number;
}

/** Files of a save, and those about to replace one, by path with slashes, in the disk's spelling. */
export type SaveListing = ReadonlyMap<string, FileState>;

const PLAYER_FILE = /^[0-9A-F]{32}\.sav$/i;
/** The game writes each file under such a name first (not proved for every platform). */
const TEMPORARY = /\.sav\.tmp$/i;
const AT_ONCE = 32;

/** Lists a save folder, without missing files. Throws an UnreadableSaveError for an unreadable folder. */
export async function listSave(folder: string, ofPlayers = PLAYER_FILE): Promise<SaveListing> {
  const names = await namesIn(folder, '');
  const players = await namesIn(folder, PLAYERS);
  const paths = [
    LEVEL,
    LEVEL_META,
    ...names.filter((name) => TEMPORARY.test(name)),
    ...players
      .filter((name) => ofPlayers.test(name) || TEMPORARY.test(name))
      .map((name) => `${PLAYERS}/${name}`),
  ];
  const listing = new Map<string, FileState>();
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const some = paths.slice(from, from + AT_ONCE);
    const states = await Promise.all(some.map((path) => fileState(folder, path)));
    for (const [index, path] of some.entries()) {
      const state = states[index];
      if (state !== undefined) listing.set(path, state);
    }
  }
  return listing;
}

/** Paths of a listing to read, Level.sav first. */
export function pathsToRead(listing: SaveListing): string[] {
  return [...listing.keys()].filter((path) => !TEMPORARY.test(path));
}

/** State of a file; undefined for a missing one. Throws an UnreadableSaveError. */
export async function fileState(folder: string, path: string): Promise<FileState | undefined> {
  let stats: BigIntStats;
  try {
    stats = await stat(join(folder, path), { bigint: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UnreadableSaveError(`${path} cannot be read (${code})`, { cause: error });
  }
  const { size, mtimeNs, ino, mtimeMs } = stats;
  return { bytes: Number(size), state: `${size} ${mtimeNs} ${ino}`, changedAtMs: Number(mtimeMs) };
}

export function isSameListing(a: SaveListing, b: SaveListing): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([path, { state }]) => b.get(path)?.state === state);
}

/** Names in a folder of the save; none for a missing one, other than the save folder itself. */
async function namesIn(folder: string, path: string): Promise<string[]> {
  try {
    const names = await readdir(join(folder, path));
    if (names.length <= SAVE_LIMITS.playersEntries) return names.sort();
    throw new UnreadableSaveError(`${path || folder} has more than ${SAVE_LIMITS.playersEntries} entries`);
  } catch (error) {
    if (error instanceof UnreadableSaveError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (path !== '' && code === 'ENOENT') return [];
    const what = code === 'ENOENT' ? 'there is no folder' : 'cannot be read:';
    throw new UnreadableSaveError(`${what} ${join(folder, path)} (${code})`, { cause: error });
  }
}

/** Thrown for a save that cannot be read at the moment, with the reason for an operator. */
export class UnreadableSaveError extends Error {
  override name = 'UnreadableSaveError';
}

/** Where the game keeps finished copies of a world, inside its folder. */
const GENERATIONS = 'backup/world';
/** In the server's local time. */
const STAMP = /^\d{4}\.\d{2}\.\d{2}-\d{2}\.\d{2}\.\d{2}$/;

/** Number of newest copies to check: the very newest may be incomplete, or vanish. */
const NEWEST = 3;

/** Folders of the game's copies written after a time, newest first; none if unreadable. */
async function newestGenerations(folder: string, afterMs: number): Promise<string[]> {
  const root = join(folder, GENERATIONS);
  const names = await readdir(root).catch((): string[] => []);
  const newest = names
    .filter((name) => STAMP.test(name))
    .sort()
    .slice(-NEWEST)
    .reverse();
  const complete: string[] = [];
  for (const name of newest) {
    const generation = join(root, name);
    const level = await fileState(generation, LEVEL).catch(() => undefined);
    if (level !== undefined && level.bytes > 0 && level.changedAtMs > afterMs) complete.push(generation);
  }
  return complete;
}

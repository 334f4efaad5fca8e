import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LEVEL, LEVEL_META, PLAYERS } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';

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

export function isSameListing(one: SaveListing, other: SaveListing): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([path, { state }]) => other.get(path)?.state === state);
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
export async function newestGenerations(folder: string, afterMs: number): Promise<string[]> {
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

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LEVEL } from '@palatine/save/folder-files';
import { fileState } from './save-listing.ts';

/** Where the game keeps finished copies of a world, inside its folder. */
const GENERATIONS = 'backup/world';
/** By the server's local time. */
const STAMP = /^\d{4}\.\d{2}\.\d{2}-\d{2}\.\d{2}\.\d{2}$/;

/** The newest copies that are looked at: the very newest may be about to be written, or to vanish. */
const NEWEST = 3;

/**
 * The folders of the newest copies whose Level.sav was written after a time, newest first. None where the game keeps
 * none, or where they cannot be read: they are only a fallback.
 */
export async function newestGenerations(folder: string, afterMs: number): Promise<string[]> {
  const root = join(folder, GENERATIONS);
  const names = await readdir(root).catch((): string[] => []);
  const newest = names
    .filter((name) => STAMP.test(name))
    .sort()
    .slice(-NEWEST)
    .reverse();
  const found: string[] = [];
  for (const name of newest) {
    const generation = join(root, name);
    const level = await fileState(generation, LEVEL).catch(() => undefined);
    if (level !== undefined && level.bytes > 0 && level.changedAtMs > afterMs) found.push(generation);
  }
  return found;
}

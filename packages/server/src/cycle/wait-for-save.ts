import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { LEVEL } from '@palatine/save/folder-files';
import type { Clock } from '../game/clock.ts';
import { pause } from '../game/pause.ts';
import { momentFiles } from '../maintenance/save-folder/save-paths.ts';

const LOOK_EVERY_MS = 250;
/** A round of the game's saving leaves shorter gaps between its files. */
const STILL_MS = 2_000;
const LONGEST_MS = 60_000;
/** File systems round times. */
const ROUNDING_MS = 1_000;

/**
 * Waits until the game has written its save: Level.sav is not older than the request, and no file has changed for two
 * seconds. The success of POST /save alone does not say that (spec/palworld-server.md, section 8.2).
 * @returns false when that has not come within a minute
 */
export async function waitForSave(folder: string, requestedAtMs: number, clock: Clock): Promise<boolean> {
  const endMs = clock.elapsed() + LONGEST_MS;
  let [last, stillSinceMs] = [stateOf(folder), clock.elapsed()];
  while (clock.elapsed() < endMs) {
    await pause(clock, LOOK_EVERY_MS);
    const found = stateOf(folder);
    if (found.text !== last.text) [last, stillSinceMs] = [found, clock.elapsed()];
    const isNew = found.levelMs >= requestedAtMs - ROUNDING_MS;
    if (isNew && clock.elapsed() - stillSinceMs >= STILL_MS) return true;
  }
  return false;
}

/** Size and time of every file. A file that is missing for a moment makes another state. */
function stateOf(folder: string): { text: string; levelMs: number } {
  try {
    const stats = momentFiles(folder).map((path) => ({ path, ...lstatSync(join(folder, path)) }));
    return {
      text: stats.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`).join('\n'),
      levelMs: stats.find(({ path }) => path === LEVEL)?.mtimeMs ?? 0,
    };
  } catch {
    return { text: '', levelMs: 0 };
  }
}

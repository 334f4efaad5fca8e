import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { LEVEL, PLAYERS } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { ConfigError } from '../data-folder/config-error.ts';
import { readFileBytes } from '../data-folder/read-file.ts';
import type { Clock } from '../game/clock.ts';
import { pause } from '../game/pause.ts';
import { momentFiles, namesBelow } from '../maintenance/save-folder/save-paths.ts';
import { newestGenerations } from '../mirror/save-listing.ts';
import type { ReadSaveMoment, SaveMoment } from './save-backup-sources.ts';

export interface SettledReaderOptions {
  readonly clock: Clock;
  /** The files have to stand still for so long. */
  readonly settleMs?: number;
  readonly signal?: AbortSignal;
}

/** Before each try (section 8.4 of the notes on the running server). */
const TRY_AFTER_MS = [0, 2000, 4000, 8000];
const SETTLE_MS = 2000;
/** Looks until the files stand still. A game that never stops writing is read all the same: every reading is checked. */
const MOST_LOOKS = 10;
/** The game writes each file under such a name first (not proved for every platform). */
const WRITTEN = /\.sav(\.tmp)?$/i;

/**
 * How all files of one moment are read from a world that a server may be writing, dimension storages included: once
 * they stand still, and only if none changed meanwhile; after four tries the newest backup of the game's own. Each file
 * is read in one go, and nothing is locked or written.
 */
export function settledReader(options: SettledReaderOptions): ReadSaveMoment {
  return async (folder) => {
    const { clock, signal = new AbortController().signal } = options;
    for (const delayMs of TRY_AFTER_MS) {
      await pause(clock, delayMs, signal);
      await settle(folder, options, signal);
      signal.throwIfAborted();
      const moment = await readMoment(folder);
      if (moment !== undefined) return { ...moment, from: 'World' };
    }
    for (const generation of await newestGenerations(folder, Number.NEGATIVE_INFINITY)) {
      const moment = await readMoment(generation);
      if (moment !== undefined) return { ...moment, from: 'Generation' };
    }
    throw new ConfigError(
      `${folder} never stood still long enough to be read, and the game keeps no backup of it that can be`,
    );
  };
}

async function settle(
  folder: string,
  { clock, settleMs = SETTLE_MS }: SettledReaderOptions,
  signal: AbortSignal,
): Promise<void> {
  let before = lookAt(folder);
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await pause(clock, settleMs, signal);
    const now = lookAt(folder);
    if (now === before || signal.aborted) return;
    before = now;
  }
}

/** Undefined when a file changed meanwhile, or is missing, empty as a full disk leaves it, or cannot be read. */
async function readMoment(folder: string): Promise<Omit<SaveMoment, 'from'> | undefined> {
  const before = lookAt(folder);
  const files = new Map<string, Uint8Array>();
  try {
    for (const path of momentFiles(folder)) {
      const bytes = readFileBytes(join(folder, path), SAVE_LIMITS.fileBytes);
      if (bytes === undefined) return undefined;
      files.set(path, bytes);
      await turn();
    }
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
  const level = lstatSync(join(folder, LEVEL), { throwIfNoEntry: false });
  if (level === undefined || level.size === 0 || lookAt(folder) !== before) return undefined;
  return { files, savedAtMs: level.mtimeMs };
}

/** What a look at the folder says of its files, without opening them. Another text means that they may have changed. */
function lookAt(folder: string): string {
  const below = namesBelow(folder, PLAYERS).map((name) => `${PLAYERS}/${name}`);
  const paths = [...namesBelow(folder, ''), ...below].filter((path) => WRITTEN.test(path));
  const states = paths.map((path) => {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? `${path} gone` : `${path} ${stats.size} ${stats.mtimeNs} ${stats.ino}`;
  });
  return states.join('\n');
}

import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import { assertNotRunning, type RunningOptions } from './assert-not-running.ts';
import {
  assertUnchanged,
  type DigestsByPath,
  digestSave,
  isSameSave,
  type SaveDigests,
} from './digest-save.ts';
import { lastBackup, stateAfter } from './save-backups.ts';
import { backupsOf } from './save-lock.ts';
import { pathsIn } from './save-paths.ts';

/** The game may still be writing other files if one has changed within this time. */
export const RECENT_MS = 60_000;
/** The game writes a file under this name before renaming it. */
const GAME_TEMPORARY = /\.sav\.tmp$/i;

export interface AtRestOptions extends RunningOptions {
  nowMs: number;
  /** The files as read or imported; any by default. */
  expected?: DigestsByPath | undefined;
  /** Time without changes; a minute by default. Less only if the server was proved down in another way. */
  settledMs?: number | undefined;
}

/**
 * Throws a ConfigError with the next step unless nobody else uses a world folder: its files are as expected, none has
 * changed within the last minute, none is open, and no game server answers. Files of Palatine's last edit are at rest at
 * once. There is no bypass: a change under a running server would be lost at best. @returns the present files.
 */
export async function assertSaveAtRest(folder: string, options: AtRestOptions): Promise<SaveDigests> {
  const actual = digestSave(folder);
  if (options.expected !== undefined) assertUnchanged(folder, options.expected, actual);
  assertSettled(folder, actual, options);
  await assertNotRunning(folder, actual.keys(), options);
  return actual;
}

function assertSettled(
  folder: string,
  actual: SaveDigests,
  { nowMs, settledMs = RECENT_MS }: AtRestOptions,
): void {
  const changed = [...actual.values()].find(({ changedAtMs }) => changedAtMs > nowMs - settledMs);
  if (changed !== undefined && !isOurLastState(folder, actual)) {
    throw recentError(join(folder, changed.path), changed.changedAtMs, nowMs);
  }
  for (const path of pathsIn(folder).filter((path) => GAME_TEMPORARY.test(path))) {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs > nowMs - settledMs) {
      throw recentError(join(folder, path), stats.mtimeMs, nowMs);
    }
  }
}

/** Whether the files are byte for byte the result of our last edit or undo of this world. */
export function isOurLastState(folder: string, actual: SaveDigests): boolean {
  try {
    const real = realpathSync(folder);
    const backup = lastBackup({ folder: real, backups: backupsOf(real) });
    return backup !== undefined && isSameSave(stateAfter(backup.manifest), actual);
  } catch {
    return false; // a damaged backup proves nothing
  }
}

function recentError(file: string, changedAtMs: number, nowMs: number): ConfigError {
  const seconds = Math.round((nowMs - changedAtMs) / 1000);
  if (seconds < -RECENT_MS / 1000) {
    return new ConfigError(
      `${file} has changed in the future, by the clock of this machine; set the clock right, or, once no game ` +
        'server runs, give the file the present time (touch), and run the command again in a minute',
    );
  }
  return new ConfigError(
    `${file} changed ${counted(Math.max(0, seconds), 'second')} ago, so the game may be writing the save; ` +
      'stop the server, wait a minute, and run the command again',
  );
}

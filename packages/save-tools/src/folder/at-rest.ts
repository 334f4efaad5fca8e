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

/** A file that changed within this time may be one of several that the game is just writing. */
export const RECENT_MS = 60_000;
/** The game writes a file under this name before it takes its place. */
const GAME_TEMPORARY = /\.sav\.tmp$/i;

export interface AtRestOptions extends RunningOptions {
  nowMs: number;
  /** What the files were when they were read or imported; any without it. */
  expected?: DigestsByPath | undefined;
  /**
   * How long no file may have changed; a minute unless given. Less only where the server was proved down in another
   * way, as by the control that has stopped it.
   */
  settledMs?: number | undefined;
}

/**
 * Throws a ConfigError, which says what to do, unless nobody else is using a world folder: its files are those
 * expected, none has changed within the last minute, no process has one open, and no game server answers. Files that
 * our own last edit or undo has written are at rest at once. There is no way around this: a change under a running
 * server is lost at best.
 *
 * @returns what the files are now.
 */
export async function assertSaveAtRest(folder: string, options: AtRestOptions): Promise<SaveDigests> {
  const found = digestSave(folder);
  if (options.expected !== undefined) assertUnchanged(folder, options.expected, found);
  assertSettled(folder, found, options);
  await assertNotRunning(folder, found.keys(), options);
  return found;
}

function assertSettled(
  folder: string,
  found: SaveDigests,
  { nowMs, settledMs = RECENT_MS }: AtRestOptions,
): void {
  const changed = [...found.values()].find(({ changedAtMs }) => changedAtMs > nowMs - settledMs);
  if (changed !== undefined && !isAsWeLeftIt(folder, found)) {
    throw recentError(join(folder, changed.path), changed.changedAtMs, nowMs);
  }
  for (const path of pathsIn(folder).filter((path) => GAME_TEMPORARY.test(path))) {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs > nowMs - settledMs) {
      throw recentError(join(folder, path), stats.mtimeMs, nowMs);
    }
  }
}

/** Whether the files are byte for byte what our last edit or undo of this world has left. */
export function isAsWeLeftIt(folder: string, found: SaveDigests): boolean {
  try {
    const real = realpathSync(folder);
    const backup = lastBackup({ folder: real, backups: backupsOf(real) });
    return backup !== undefined && isSameSave(stateAfter(backup.manifest), found);
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

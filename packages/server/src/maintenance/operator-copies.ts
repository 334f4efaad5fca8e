import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyFileAtomically } from '../data-folder/atomic-write.ts';
import { FILE_BYTES } from '../data-folder/read-file.ts';
import { isMissing } from '../data-folder/read-json.ts';
import { fileBelow, isOperatorPath, isReserved } from './backup-paths.ts';

/** Paths that a restore deletes when the backup lacks them (a token created later must not survive). */
const DELETED_BY_RESTORE = /^(RESTAPI\/Tokens|Pals)\//;

/** No file that the service reads is larger; one that is lies in the data folder by mistake. */
const MAX_FILE_BYTES = FILE_BYTES.text;

/** Something in a data folder that no backup takes along, though it is not the service's own. */
export interface LeftOut {
  path: string;
  reason: string;
}

export interface OperatorFiles {
  /** Relative to the data folder, with slashes. */
  paths: string[];
  leftOut: LeftOut[];
}

/** The operator files of a data folder. */
export function operatorFilesIn(folder: string, { archives = false } = {}): OperatorFiles {
  const found: OperatorFiles = { paths: [], leftOut: [] };
  for (const name of readdirSync(folder).sort()) {
    if (name === 'Archives' && !archives) continue;
    collect(folder, name, [realpathSync(folder)], found);
  }
  return found;
}

/** Adds what is at the path. `above` are the folders it lies in, without links. */
function collect(folder: string, path: string, above: readonly string[], found: OperatorFiles): void {
  if (isReserved(path)) return;
  const leaveOut = (reason: string) => void found.leftOut.push({ path, reason });
  if (!isOperatorPath(path)) return leaveOut('not every system can restore its name');
  const file = join(folder, path);
  try {
    const stats = statSync(file);
    if (stats.isFile() && stats.size > MAX_FILE_BYTES) return leaveOut(`it has ${stats.size} bytes`);
    if (stats.isFile()) return void found.paths.push(path);
    if (!stats.isDirectory()) return leaveOut('it is neither a file nor a folder');
    const real = realpathSync(file);
    if (above.includes(real)) return leaveOut('it is a link to a folder above it');
    for (const name of readdirSync(file).sort()) {
      collect(folder, `${path}/${name}`, [...above, real], found);
    }
  } catch (error) {
    if (!isMissing(error)) return leaveOut((error as Error).message);
    if (lstatSync(file, { throwIfNoEntry: false })) leaveOut('it is a link that leads nowhere');
  }
}

/** Copies files atomically. Skips a file that disappears meanwhile: panels delete templates. @returns those copied. */
export function copyFiles(paths: readonly string[], from: string, to: string): string[] {
  return paths.filter((path) => copyFileAtomically(join(from, path), fileBelow(to, path)));
}

/** The tokens, templates and import rules among the present files that are not in a backup. */
export function obsoleteAmong(present: readonly string[], restored: readonly string[]): string[] {
  const names = new Set(restored);
  return present.filter((path) => DELETED_BY_RESTORE.test(path) && !names.has(path));
}

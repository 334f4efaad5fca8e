import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EXAMPLE_TOKEN_FILE } from '@palatine/data-dir/token-warnings';
import { copyFileAtomically } from '@palatine/platform/atomic-write';
import { isMissing, isObject, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import { fileBelow, fileKindOf, isOperatorPath, isReserved, isState } from './backup-paths.ts';

/** The service reads no larger file; one that exists is in the data folder by mistake. */
const MAX_FILE_BYTES = FILE_BYTES.text;

export interface LeftOut {
  path: string;
  reason: string;
  /** Whether it belongs into the backup, and could not be read. */
  unread?: true;
}

interface OperatorFiles {
  /** Relative to the data folder, with slashes. */
  paths: string[];
  leftOut: LeftOut[];
}

/** Operator files for a backup, and those left out. `secrets`: AdminPassword, keys, and tokens not stored as a hash. */
export function operatorFilesIn(
  folder: string,
  included: { archives: boolean; secrets: boolean },
): OperatorFiles {
  const all: OperatorFiles = { paths: [], leftOut: [] };
  for (const name of readdirSync(folder).sort()) {
    if (name === 'Archives' && !included.archives) continue;
    collect(folder, name, [realpathSync(folder)], all);
  }
  const collected: OperatorFiles = { paths: [], leftOut: all.leftOut };
  for (const path of all.paths) {
    const kind = fileKindOf(path);
    const isSecret = kind === 'Secrets' || (kind === 'Tokens' && holdsSecret(join(folder, path)));
    if (kind === undefined) collected.leftOut.push({ path, reason: 'no file of the service has this name' });
    else if (!isSecret || included.secrets) collected.paths.push(path);
    else collected.leftOut.push({ path, reason: 'it holds a secret; --secrets includes it' });
  }
  return collected;
}

/** Whether a token file holds a secret, not only its hash. One that cannot be parsed may hold one. */
function holdsSecret(file: string): boolean {
  if (basename(file) === EXAMPLE_TOKEN_FILE) return false;
  try {
    const token = parseJson(readTextFile(file, FILE_BYTES.token) ?? '{}');
    return !isObject(token) || Object.keys(token).some((key) => /^token$/i.test(key));
  } catch {
    return true;
  }
}

/** A line for each reason: which paths are left out, and why. */
export function leftOutText(leftOut: readonly LeftOut[], what: string): string[] {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, files]) => {
    const paths = files.slice(0, MAX_NAMED).map(({ path }) => path);
    const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
    return `${paths.join(', ')}${more} ${files.length === 1 ? 'is' : 'are'} ${what}: ${reason}`;
  });
}

const MAX_NAMED = 8;

/** Collects a path. `above`: its parent folders, with links resolved. */
function collect(folder: string, path: string, above: readonly string[], collected: OperatorFiles): void {
  if (isReserved(path) || isState(path)) return;
  const leaveOut = (reason: string) => void collected.leftOut.push({ path, reason });
  if (!isOperatorPath(path)) return leaveOut('not every system can restore its name');
  const file = join(folder, path);
  try {
    const stats = statSync(file);
    if (stats.isFile() && stats.size > MAX_FILE_BYTES) return leaveOut(`it has ${stats.size} bytes`);
    if (stats.isFile()) return void collected.paths.push(path);
    if (!stats.isDirectory()) return leaveOut('it is neither a file nor a folder');
    const real = realpathSync(file);
    if (above.includes(real)) return leaveOut('it is a link to a folder above it');
    for (const name of readdirSync(file).sort())
      collect(folder, `${path}/${name}`, [...above, real], collected);
  } catch (error) {
    if (!isMissing(error)) collected.leftOut.push({ path, reason: (error as Error).message, unread: true });
    else if (lstatSync(file, { throwIfNoEntry: false })) leaveOut('it is a link that leads nowhere');
  }
}

/**
 * Copies files atomically. Skips a file that disappears meanwhile: panels delete templates. `leftOut`: gets unreadable
 * files, each of which otherwise throws. @returns the copied ones.
 */
export function copyFiles(paths: readonly string[], from: string, to: string, leftOut?: LeftOut[]): string[] {
  return paths.filter((path) => {
    try {
      return copyFileAtomically(join(from, path), fileBelow(to, path));
    } catch (error) {
      if (leftOut === undefined || !(error instanceof UnreadableFileError)) throw error;
      leftOut.push({ path, reason: `it ${error.reason}`, unread: true });
      return false;
    }
  });
}

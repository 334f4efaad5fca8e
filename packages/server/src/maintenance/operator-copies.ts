import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { isMissing } from '../data-folder/read-json.ts';

/** Everything in a data folder that is not an operator's file: world, locks, unfinished files, backups, archives. */
const NOT_OPERATOR_FILES = /^(world.*\.db.*|.*\.lock.*|.*\.(making|writing).*|Backups|Archives)$/;

/** Paths that a restore deletes when the backup lacks them (a token created later must not survive). */
const DELETED_BY_RESTORE = /^(RESTAPI\/Tokens|Pals)\//;

/** The operator files of a data folder, as paths relative to it with slashes. */
export function operatorFilesIn(folder: string, { archives = false } = {}): string[] {
  const tops = readdirSync(folder)
    .filter((name) => !NOT_OPERATOR_FILES.test(name) || (archives && name === 'Archives'))
    .sort();
  return tops.flatMap((name) => filesBelow(folder, name));
}

function filesBelow(folder: string, path: string): string[] {
  const file = join(folder, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    return readdirSync(file)
      .sort()
      .flatMap((name) => filesBelow(folder, `${path}/${name}`));
  }
  return found?.isFile() && !path.endsWith('.writing') ? [path] : [];
}

/** Copies files atomically, with their modes. Skips a file that disappears meanwhile: panels delete templates. */
export function copyFiles(paths: readonly string[], from: string, to: string): string[] {
  return paths.filter((path) => {
    const source = join(from, path);
    if (!existsSync(source)) return false;
    try {
      writeFileAtomically(join(to, path), readFileSync(source), statSync(source).mode & 0o777);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

/** Deletes the tokens, templates and import rules that are not in the list. */
export function removeOthers(folder: string, restored: readonly string[]): void {
  const names = new Set(restored);
  for (const path of operatorFilesIn(folder)) {
    if (DELETED_BY_RESTORE.test(path) && !names.has(path)) rmSync(join(folder, path));
  }
}

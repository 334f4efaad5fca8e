import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { isMissing } from '../data-folder/read-json.ts';

/** What of a data folder is no operator file: the world, locks, what is being written, and what was kept. */
const NOT_OPERATORS = /^(world.*\.db.*|.*\.lock.*|.*\.(making|writing).*|Backups|Archives)$/;

/** Settings that go where a backup has none of the kind: a token made later is not one of that day. */
const OF_THEIR_DAY = /^(RESTAPI\/Tokens|Pals)\//;

/** The operator files of a data folder, as paths relative to it with slashes. */
export function operatorFilesIn(folder: string, { archives = false } = {}): string[] {
  const tops = readdirSync(folder)
    .filter((name) => !NOT_OPERATORS.test(name) || (archives && name === 'Archives'))
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

/** Copies files, each whole, with their modes. One that goes while we look was not to stay: templates come and go. */
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

/** Removes the tokens, templates and import rules that are not among these files. */
export function removeOthers(folder: string, kept: readonly string[]): void {
  const names = new Set(kept);
  for (const path of operatorFilesIn(folder)) {
    if (OF_THEIR_DAY.test(path) && !names.has(path)) rmSync(join(folder, path));
  }
}

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Of } from '@palatine/platform/sha256';

/** No game server answers here: nobody but root may listen on it. */
export const CLOSED_PORT = 1;

/** Everything in a folder: mode, owner and digest of each file, by its path. */
export function contentsOf(folder: string): Map<string, string> {
  return new Map(
    filesBelow(folder).map((path) => {
      const { mode, uid, gid } = lstatSync(join(folder, path));
      const digest = sha256Of(readFileSync(join(folder, path)));
      return [path, `${(mode & 0o777).toString(8)} ${uid}:${gid} ${digest}`];
    }),
  );
}

/** The paths of all files below a folder, with slashes, sorted; none where there is no folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

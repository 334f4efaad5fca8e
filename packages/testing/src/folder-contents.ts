import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Of } from '@palatine/platform/read-file';
import { filesBelow } from '@palatine/stand-in/game-folder';

export { filesBelow };

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

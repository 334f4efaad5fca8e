import { statSync } from 'node:fs';
import { join } from 'node:path';
import { bytesText } from '../data-folder/bytes-text.ts';
import { isInUse } from '../data-folder/data-folder.ts';
import { namesInFolder } from '../data-folder/read-json.ts';
import { command } from './command.ts';
import { requireDataFolder } from './require-data-folder.ts';
import { columns } from './terminal.ts';

const TO_BRING_BACK =
  'To bring one back: stop the server, move world.db away (with world.db-wal and world.db-shm, if they are there), ' +
  'rename the file to world.db, start.';

export const worldList = command(
  {
    name: 'world list',
    positionals: [],
    description: 'list the world and those that were kept aside when it was replaced',
    flags: {},
    notes: [TO_BRING_BACK],
  },
  ({ data, terminal }) => {
    requireDataFolder(data);
    const inUse = isInUse(data.path, { waitMs: 0 });
    const worlds = worldsIn(data.path);
    terminal.printJson({ folder: data.path, inUse, worlds });
    terminal.print(
      ...(worlds.length > 0
        ? columns(
            worlds.map(({ file, bytes, changedAt, kind }) => [
              file,
              bytesText(bytes),
              changedAt,
              kind === 'present' && inUse ? 'present, in use by a server' : kind,
            ]),
          )
        : [`${data.path} holds no world.`]),
    );
    if (worlds.some(({ kind }) => kind === 'kept aside')) terminal.print(TO_BRING_BACK);
    return 0;
  },
);

interface WorldOnDisk {
  /** Relative to the data folder. */
  file: string;
  /** With its journal. */
  bytes: number;
  /** ISO 8601, UTC. */
  changedAt: string;
  kind: 'present' | 'kept aside' | 'kept aside, damaged';
}

/** The present world first, then those kept aside, newest first. Opens none of them. */
function worldsIn(folder: string): WorldOnDisk[] {
  const names = namesInFolder(folder);
  const keptAside = names.filter((name) => /^world-\d{8}T\d{6}.*\.db$/.test(name)).sort();
  return ['world.db', ...keptAside.reverse()].flatMap((file) => {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    if (!stats?.isFile()) return [];
    const journal = statSync(join(folder, `${file}-wal`), { throwIfNoEntry: false });
    const kind =
      file === 'world.db' ? 'present' : file.endsWith('.damaged.db') ? 'kept aside, damaged' : 'kept aside';
    const changedAt = new Date(Math.max(stats.mtimeMs, journal?.mtimeMs ?? 0)).toISOString();
    return [{ file, bytes: stats.size + (journal?.size ?? 0), changedAt, kind }];
  });
}

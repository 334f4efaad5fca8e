import { basename } from 'node:path';
import { parseArchiveName, restoreBase } from '@palatine/contract';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { archivesIn, type WorldMade } from '@palatine/engine/operator-files';
import { UsageError } from '@palatine/platform/config-error';
import { command, requireDataFolder } from '../command/command.ts';
import { wholeNumberOf } from '../command/flags.ts';
import { columns } from '../command/terminal.ts';
import { remote } from '../server/running-server.ts';
import * as words from '../texts/commands.ts';

const LIMIT = 20;
const MAX_LIMIT = 1000;

export const archiveList = command('archive list', {
  ...words.archiveList,
  flags: { 'limit N': `show at most N entries, 1 to ${MAX_LIMIT} (default ${LIMIT})` },
  async run({ flags, data, terminal }) {
    requireDataFolder(data);
    const limit =
      flags.limit === undefined ? LIMIT : wholeNumberOf('archive list: --limit', flags.limit, MAX_LIMIT);
    const page = await archivesIn(data.archives, { limit, world: worldOf(data) });
    const rows = page.Archives.map(({ File, Summary, Problem }) => {
      return [File, Problem === undefined ? Summary : `cannot be restored: ${Problem}`];
    });
    const empty = `${data.archives} holds no archive of a deleted base.`;
    terminal.show(page, ...(rows.length > 0 ? columns(rows) : [empty]));
    if (page.Next !== undefined) terminal.print(`There are more; --limit ${limit * 2} shows them.`);
    if (page.Archives.some(({ Problem }) => Problem === undefined)) {
      terminal.print('palatine archive restore FILE restores a base while the server runs.');
    }
  },
});

export const archiveRestore = remote('archive restore FILE', restoreBase, {
  ...words.archiveRestore,
  input({ positionals: [typed = ''] }) {
    const file = basename(typed);
    if (parseArchiveName(file) !== undefined) return { params: { file } };
    const hint = 'palatine archive list shows them';
    throw new UsageError(`archive restore: "${typed}" is not the name of an archive; ${hint}`);
  },
  text: ({ BaseCamp }) => `Restored: ${BaseCamp.Summary}`,
});

/** The world of valid archives; undefined without a readable world. */
function worldOf(data: DataPaths): WorldMade | undefined {
  if (!holdsWorld(data)) return undefined;
  try {
    return readWorldOrigin(data.world);
  } catch {
    return undefined; // palatine doctor reports it
  }
}

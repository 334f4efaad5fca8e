import { basename } from 'node:path';
import { parseArchiveName } from '@palatine/contract';
import { archivesIn, type WorldMade } from '@palatine/data-dir/archives';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { UsageError } from '@palatine/platform/config-error';
import { command, requireDataFolder } from '../command/command.ts';
import { wholeNumberOf } from '../command/flag-values.ts';
import { columns } from '../command/terminal.ts';
import { serverCommand } from '../server/running-server.ts';

const LIMIT = 20;
const MAX_LIMIT = 1000;

export const archiveList = command('archive list', {
  description: 'list the archives of deleted bases, newest first',
  flags: {
    limit: { value: 'N', description: `show at most N entries, 1 to ${MAX_LIMIT} (default ${LIMIT})` },
  },
  notes: ['It reads the folder Archives, with or without a running server.'],
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

export const archiveRestore = serverCommand('archive restore FILE', {
  description: 'restore a deleted base from its archive, through the running server',
  notes: [
    'FILE is a name that palatine archive list shows. The base is restored with its objects, items and Pals,',
    'or not at all; the refusal says why.',
  ],
  async run({ positionals: [typed = ''], terminal }, ask) {
    const file = basename(typed);
    if (parseArchiveName(file) === undefined) {
      const hint = 'palatine archive list shows them';
      throw new UsageError(`archive restore: "${typed}" is not the name of an archive; ${hint}`);
    }
    const call = { params: { file }, body: {} };
    const reply = await ask(['Palatine.Archives.Restore'], (client) => client.restoreBase(call));
    terminal.show(reply, `Restored: ${reply.BaseCamp.Summary}`);
  },
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

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

const SHOWN = 20;
const MAX_SHOWN = 1000;

export const archiveList = command('archive list', {
  description: 'list the archives of deleted bases, newest first',
  flags: {
    limit: { value: 'N', description: `show at most N entries, 1 to ${MAX_SHOWN} (default ${SHOWN})` },
  },
  notes: ['It reads the folder Archives; a server may be running, and need not be.'],
  async run({ flags, data, terminal }) {
    requireDataFolder(data);
    const limit =
      flags.limit === undefined ? SHOWN : wholeNumberOf('archive list: --limit', flags.limit, MAX_SHOWN);
    const page = await archivesIn(data.archives, { limit, world: worldOf(data) });
    const rows = page.Archives.map(({ File, Summary, Problem }) => {
      return [File, Problem === undefined ? Summary : `cannot be restored: ${Problem}`];
    });
    const none = `${data.archives} holds no archive of a deleted base.`;
    terminal.show(page, ...(rows.length > 0 ? columns(rows) : [none]));
    if (page.Next !== undefined) terminal.print(`There are more; --limit ${limit * 2} shows them.`);
    if (page.Archives.some(({ Problem }) => Problem === undefined)) {
      terminal.print('palatine archive restore FILE brings a base back, while the server runs.');
    }
  },
});

export const archiveRestore = serverCommand('archive restore FILE', {
  description: 'bring a deleted base back from its archive, through the running server',
  notes: [
    'FILE is a name that palatine archive list shows. The base comes back as it was, with its objects, items and',
    'Pals, or not at all: the refusal says what stands against it.',
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

/** The world that archives have to belong to; undefined without a world, or with one that cannot be read. */
function worldOf(data: DataPaths): WorldMade | undefined {
  if (!holdsWorld(data)) return undefined;
  try {
    return readWorldOrigin(data.world);
  } catch {
    return undefined; // palatine doctor says what is wrong with it
  }
}

import { readdirSync } from 'node:fs';
import { checkWorld } from '@palatine/world';
import { bytesText } from '../data-folder/bytes-text.ts';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { isInUse } from '../data-folder/data-folder.ts';
import { backupsIn } from '../maintenance/manifest.ts';
import { figuresOf } from '../store/world-figures.ts';
import { bytesOf } from '../store/world-readers.ts';
import { command } from './command.ts';
import { requireWorld } from './require-data-folder.ts';
import { columns, paint } from './terminal.ts';
import { readWorldSnapshot } from './world-snapshot.ts';

const SHOWN = 20;

export const worldInfo = command(
  {
    name: 'world info',
    positionals: [],
    description: 'print the contents of the world, and list older worlds and backups',
    flags: {},
  },
  async ({ data, terminal }) => {
    requireWorld(data);
    const { world, writes } = await readWorldSnapshot(data);
    const figures = figuresOf(world);
    const bytes = bytesOf(data.world) + bytesOf(`${data.world}-wal`);
    const inUse = isInUse(data.path);
    const keptAside = readdirSync(data.path).filter((name) => /^world-.*\.db$/.test(name));
    const backups = backupsIn(data.backups).map(({ name }) => name);
    terminal.printJson({ file: data.world, bytes, inUse, ...figures, writes, keptAside, backups });
    terminal.print(
      ...columns([
        ['world', figures.name],
        ['file', `${data.world}, ${bytesText(bytes)}`],
        ['in use', inUse ? 'by a server' : 'no'],
        [figures.origin === 'demo' ? 'made' : 'imported', figures.madeAt],
        ['players', `${figures.players}, ${figures.online} online`],
        ['guilds', `${figures.guilds} with ${figures.camps} camps`],
        ['characters', `${figures.characters}`],
        ['containers', `${figures.containers}`],
        ['writes', `${writes}`],
        ['kept aside', keptAside.join(', ') || 'none'],
        ['backups', backups.join(', ') || 'none'],
      ]),
    );
    return 0;
  },
);

export const worldCheck = command(
  {
    name: 'world check',
    positionals: [],
    description: 'check every reference in the world, and list contradictions',
    flags: {},
    notes: ['It reads a copy, so a server may be running. Exit code 1 when there is a contradiction.'],
  },
  async ({ data, terminal }) => {
    requireWorld(data);
    using progress = terminal.progress();
    const { world } = await readWorldSnapshot(data, (done, of) =>
      progress.show({ doing: 'copying the world', done, of }),
    );
    progress.show({ doing: 'checking the world' });
    const problems = checkWorld(world, openCatalogue(data));
    progress[Symbol.dispose]();
    terminal.printJson({ ok: problems.length === 0, problems });
    if (problems.length === 0) terminal.print([paint('green', 'sound'), ': nothing contradicts itself']);
    else terminal.print([paint('red', `${problems.length} contradictions`), ':']);
    terminal.print(...problems.slice(0, SHOWN).map((problem) => `  ${problem}`));
    if (problems.length > SHOWN) terminal.print(`  … and ${problems.length - SHOWN} more (--json lists all)`);
    return problems.length === 0 ? 0 : 1;
  },
);

import { configFile } from '../data-folder/config.ts';
import { type DataPaths, openDataFolder } from '../data-folder/data-folder.ts';
import { writeFirstBanlist } from '../maintenance/first-banlist.ts';
import { type CreatedWorld, makeWorld, type Origin } from '../maintenance/make-world.ts';
import { readNumber, readSizes } from '../service/arguments.ts';
import { figuresOf } from '../store/world-figures.ts';
import { command } from './command.ts';
import type { Terminal } from './terminal.ts';
import { figuresText, readWorldSnapshot } from './world-snapshot.ts';

const replace = { description: 'replace the present world, which is kept under another name' } as const;
const SHOWN_WARNINGS = 10;

export const worldImport = command(
  {
    name: 'world import',
    positionals: ['DIR'],
    description: 'fill the data folder from a Palworld save folder (the one with Level.sav)',
    flags: { replace },
    notes: ['The save is only read, and the game may be running. An interrupted import changes nothing.'],
  },
  async ({ positionals: [folder = ''], flags, data, terminal, path }) => {
    const origin: Origin = { from: 'save', folder: path(folder), seed: 1 };
    await createWorld(data, origin, flags.replace === true, terminal);
    return 0;
  },
);

export const worldDemo = command(
  {
    name: 'world demo',
    positionals: [],
    description: 'fill the data folder with a demo world',
    flags: {
      sizes: {
        value: 'SIZES',
        description: 'players=32,palsPerPlayer=12,guilds=6,camps=8 (each may be left out)',
      },
      seed: { value: 'N', description: 'the same seed makes the same world (default 1)' },
      replace,
    },
  },
  async ({ flags, data, terminal }) => {
    const seed = readNumber('--seed', flags.seed, 2 ** 32 - 1) ?? 1;
    const sizes = readSizes(flags.sizes ?? '', '--sizes');
    await createWorld(data, { from: 'demo', seed, sizes }, flags.replace === true, terminal);
    return 0;
  },
);

async function createWorld(
  paths: DataPaths,
  origin: Origin,
  replace: boolean,
  terminal: Terminal,
): Promise<void> {
  const data = openDataFolder(paths.path);
  let created: CreatedWorld;
  try {
    using progress = terminal.progress();
    created = await makeWorld(data, origin, replace, progress.show);
    writeFirstBanlist(data, created, configFile.read(data.config).bannedMessage);
  } finally {
    data.unlock();
  }
  const { warnings, keptAside } = created;
  const { world } = await readWorldSnapshot(data);
  const figures = figuresOf(world);
  terminal.printJson({ data: data.path, world: figures, keptAside: keptAside ?? null, warnings });
  terminal.print(figuresText(figures));
  if (keptAside !== undefined) terminal.print(`The world that was here is kept as ${keptAside}.`);
  if (terminal.json) return;
  for (const { file, place, message } of warnings.slice(0, SHOWN_WARNINGS)) {
    terminal.warn([file, place, message].filter((part) => part !== '').join(': '));
  }
  if (warnings.length > SHOWN_WARNINGS) terminal.warn(`and ${warnings.length - SHOWN_WARNINGS} more`);
}

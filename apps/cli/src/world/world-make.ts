import { activeBans, examineBanlist } from '@palatine/data-dir/banlist-file';
import { configFile } from '@palatine/data-dir/config';
import { type DataPaths, openDataFolder } from '@palatine/data-dir/data-folder';
import { figuresOf } from '@palatine/engine/world-figures';
import { figuresText, readWorldSnapshot } from '@palatine/engine/world-snapshot';
import { UsageError } from '@palatine/platform/config-error';
import { createdText, makeWorld, type Origin, writeFirstBanlist } from '@palatine/save-tools/make-world';
import { DEMO_FLAG, readNumber, readSizes, SEED_FLAG } from '../command/arguments.ts';
import { command } from '../command/command.ts';
import type { Terminal } from '../command/terminal.ts';

const replace = { description: 'replace the current world, which is kept under another name' } as const;
const MAX_WARNINGS = 10;
const MAX_NAME_CHARS = 100;

export const worldImport = command('world import DIR', {
  description: 'fill the data folder from a Palworld save folder (the one with Level.sav)',
  flags: { name: { value: 'NAME', description: "the name of the world (default: the save's own)" }, replace },
  notes: [
    'The save is only read, and the game may be running. An interrupted import changes nothing.',
    'An unchanged demo world is replaced without --replace, with its bans.',
  ],
  async run({ positionals: [folder = ''], flags, data, terminal, path }) {
    const options = { name: readName(flags.name), allWarnings: terminal.json };
    const origin: Origin = { from: 'save', folder: path(folder), seed: 1, ...options };
    await createWorld(data, origin, flags.replace === true, terminal);
  },
});

export const worldDemo = command('world demo', {
  description: 'fill the data folder with a demo world',
  flags: { demo: DEMO_FLAG, seed: SEED_FLAG, replace },
  async run({ flags, data, terminal }) {
    const seed = readNumber('--seed', flags.seed, 2 ** 32 - 1) ?? 1;
    const sizes = readSizes(flags.demo ?? '');
    await createWorld(data, { from: 'demo', seed, sizes }, flags.replace === true, terminal);
  },
});

/** Creates the world of an unused data folder, and prints the result. */
export async function createWorld(
  paths: DataPaths,
  origin: Origin,
  replace: boolean,
  terminal: Terminal,
): Promise<void> {
  const { created, banned } = await terminal.progress(async (show) => {
    using data = openDataFolder(paths.path);
    const { bannedMessage } = configFile.read(data.config);
    const created = await makeWorld(data, origin, replace, show);
    writeFirstBanlist(data, created, bannedMessage);
    return { created, banned: activeBans(examineBanlist(data.banlist, bannedMessage).banlist) };
  });
  const { warnings, keptAside, removedBans, audit } = created;
  const { world } = await readWorldSnapshot(paths);
  const figures = figuresOf(world);
  const value = {
    data: paths.path,
    world: figures,
    keptAside: keptAside ?? null,
    auditEntriesCarried: audit?.carried ?? 0,
    removedBans: removedBans ?? null,
    bansInForce: banned,
    warnings,
  };
  terminal.show(value, figuresText(figures), ...createdText(created, banned));
  if (terminal.json) return;
  for (const { file, place, message } of warnings.slice(0, MAX_WARNINGS)) {
    terminal.warn([file, place, message].filter((part) => part !== '').join(': '));
  }
  if (warnings.length > MAX_WARNINGS) terminal.warn(`and ${warnings.length - MAX_WARNINGS} more`);
}

/** Throws a UsageError unless the name is short and not blank, for lists and titles. */
function readName(typed: string | undefined): string | undefined {
  const name = typed?.trim();
  if (name === '' || (name?.length ?? 0) > MAX_NAME_CHARS) {
    throw new UsageError(`--name must have 1 to ${MAX_NAME_CHARS} characters`);
  }
  return name;
}

import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { activeBans, examineBanlist } from '@palatine/data-dir/banlist-file';
import { type DataPaths, openDataFolder } from '@palatine/data-dir/data-folder';
import { backupsIn, leftOutText, MANIFEST } from '@palatine/engine/backup-files';
import { configFile } from '@palatine/engine/config';
import { figuresOf, figuresText, readWorldSnapshot } from '@palatine/engine/world-readers';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { bytesText, counted } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { makeBackup, type Restored, type RestoreOptions, restoreBackup } from '@palatine/save-tools/backup';
import {
  carriedLines,
  createdText,
  makeWorld,
  type Origin,
  writeDemoFiles,
} from '@palatine/save-tools/make-world';
import { readNumber, readSizes } from '../command/arguments.ts';
import { command, requireWorld } from '../command/command.ts';
import { type Terminal, warningText } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';

const MAX_WARNINGS = 10;
const MAX_NAME_CHARS = 100;

export const worldImport = command('world import DIR', {
  ...words.worldImport,
  async run({ positionals: [folder = ''], flags, data, terminal, path }) {
    const options = { name: readName(flags.name), allWarnings: terminal.json };
    const origin: Origin = { from: 'save', folder: path(folder), seed: 1, ...options };
    await createWorld(data, origin, flags.replace === true, terminal);
  },
});

export const worldDemo = command('world demo', {
  ...words.worldDemo,
  async run({ flags, data, terminal }) {
    const seed = readNumber('--seed', flags.seed, 2 ** 32 - 1) ?? 1;
    const sizes = readSizes(flags.demo ?? '');
    await createWorld(data, { from: 'demo', seed, sizes }, flags.replace === true, terminal);
  },
});

/** Creates the world of an unused data folder, and prints the result. */
export async function createWorld(paths: DataPaths, origin: Origin, replace: boolean, terminal: Terminal) {
  const { created, banned } = await terminal.progress(async (show) => {
    using data = openDataFolder(paths.path);
    const { bannedMessage } = configFile.read(data.config);
    const created = await makeWorld(data, origin, replace, show);
    writeDemoFiles(data, created, bannedMessage);
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
  for (const warning of warnings.slice(0, MAX_WARNINGS)) terminal.warn(warningText(warning));
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

export const worldBackup = command('world backup [DIR]', {
  ...words.worldBackup,
  async run({ positionals: [typed], flags, data, terminal, path }) {
    requireWorld(data);
    const { archives = false, secrets = false } = flags;
    const { folder, manifest, leftOut } = await terminal.progress((onProgress) =>
      makeBackup(data, { folder: path(typed), archives, secrets, onProgress }),
    );
    const { madeAt, world, problems, files } = manifest;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    terminal.show(
      { folder, madeAt, world, problems, leftOut, files: files.length, bytes },
      `${folder}: "${world.name}" and ${counted(files.length - 1, 'file')}, ${bytesText(bytes)}`,
    );
    if (terminal.json) return;
    for (const line of leftOutText(leftOut, 'not in the backup')) terminal.warn(line);
    const inWorld = problems.length - leftOut.filter(({ unread }) => unread).length;
    if (inWorld === 0) return;
    terminal.warn(
      `the world is damaged or has inconsistencies (${inWorld}); palatine world check lists them`,
    );
  },
});

export const worldRestore = command('world restore DIR', {
  ...words.worldRestore,
  async run({ positionals: [typed = ''], flags, data: paths, terminal, path }) {
    const folder = findBackup(paths, typed, path(typed));
    const { replace = false, settings = false, tokens = false, 'world-only': worldOnly = false } = flags;
    const restored = await terminal.progress((onProgress) =>
      restoreInto(paths, folder, { replace, worldOnly, settings, tokens, onProgress }),
    );
    const { manifest, keptAside, filesKeptAside, leftOut, audit, attached } = restored;
    const { world, madeAt } = manifest;
    const value = {
      data: paths.path,
      world,
      madeAt,
      keptAside: keptAside ?? null,
      auditEntriesCarried: audit?.carried ?? 0,
      filesKeptAside: filesKeptAside ?? null,
      leftOut,
    };
    terminal.show(
      value,
      `${paths.path} holds "${world.name}" as it was at ${madeAt}.`,
      ...(keptAside === undefined ? [] : [`The former world is kept as ${keptAside}.`]),
      ...carriedLines({ audit, attached }),
      ...(filesKeptAside ? [`The files that were replaced are kept in ${filesKeptAside}.`] : []),
      ...leftOutText(leftOut, 'not restored'),
    );
  },
});

/** A refused restore leaves no folder behind. */
async function restoreInto(paths: DataPaths, backup: string, options: RestoreOptions): Promise<Restored> {
  const isNew = !existsSync(paths.path);
  try {
    using data = openDataFolder(paths.path, { folders: false });
    return await restoreBackup(data, backup, options);
  } catch (error) {
    if (isNew && namesInFolder(paths.path).every((name) => name.endsWith('.lock'))) {
      rmSync(paths.path, { recursive: true, force: true });
    }
    throw error;
  }
}

/** The folder of a backup, by its path or its name in Backups. Throws a ConfigError that lists the backups. */
function findBackup({ backups }: DataPaths, typed: string, path: string): string {
  const places = basename(typed) === typed ? [...new Set([path, join(backups, typed)])] : [path];
  const backup = places.find((folder) => existsSync(join(folder, MANIFEST)));
  if (backup !== undefined) return backup;
  const names = backupsIn(backups).map(({ name }) => name);
  throw new ConfigError(
    `there is no backup "${typed}": ${places.join(' and ')} ${places.length === 1 ? 'holds' : 'hold'} no ${MANIFEST}; ` +
      `Backups holds ${names.join(', ') || 'none'}`,
  );
}

import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DataPaths, openDataFolder } from '@palatine/data-dir/data-folder';
import { MANIFEST } from '@palatine/engine/backup-paths';
import { backupsIn } from '@palatine/engine/manifest';
import { leftOutText } from '@palatine/engine/operator-copies';
import { ConfigError } from '@palatine/platform/config-error';
import { bytesText, counted } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { makeBackup } from '@palatine/save-tools/backup';
import { carriedAttachedText } from '@palatine/save-tools/migrate-attached';
import { carriedText } from '@palatine/save-tools/migrate-audit';
import { type Restored, type RestoreOptions, restoreBackup } from '@palatine/save-tools/restore';
import { command, requireWorld } from '../command/command.ts';

export const worldBackup = command('world backup [DIR]', {
  description: 'copy world and operator files into DIR, or Backups/<time>; a server may be running',
  flags: {
    archives: { description: 'include the archives of deleted bases' },
    secrets: { description: 'include server-password, keys, and token files with a plain token' },
  },
  notes: [
    'It has everything the server had answered when the backup began, with bans, settings, hashed tokens, Pal',
    'templates, import rules, Catalogue and Console. Files that are left out are listed.',
  ],
  async run({ positionals: [typed], flags, data, terminal, path }) {
    requireWorld(data);
    const { folder, manifest, leftOut } = await terminal.progress((onProgress) =>
      makeBackup(data, {
        folder: typed === undefined ? undefined : path(typed),
        archives: flags.archives === true,
        secrets: flags.secrets === true,
        onProgress,
      }),
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
  description: 'restore a backup; DIR is its folder, or its name in Backups',
  flags: {
    replace: { description: 'replace the current world, which is kept under another name' },
    'world-only': { description: 'restore world and bans only; all other files stay as they are' },
    settings: {
      description:
        'include RESTConfig.json, Server.json, fleet.json and secrets: they can set programs to run',
    },
    tokens: { description: 'include the token files: the author of the backup has these tokens' },
  },
  notes: [
    'Stop the server first. Without --settings and --tokens this folder keeps its own, so a backup of somebody else',
    'brings neither programs nor tokens. The replaced files are kept in Backups/replaced-<time>.',
  ],
  async run({ positionals: [typed = ''], flags, data: paths, terminal, path }) {
    const folder = findBackup(paths, typed, path(typed));
    const restored = await terminal.progress((onProgress) =>
      restoreInto(paths, folder, {
        replace: flags.replace === true,
        worldOnly: flags['world-only'] === true,
        settings: flags.settings === true,
        tokens: flags.tokens === true,
        onProgress,
      }),
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
      ...carriedText(audit),
      ...carriedAttachedText(attached),
      ...(filesKeptAside === undefined
        ? []
        : [`The files that were replaced are kept in ${filesKeptAside}.`]),
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

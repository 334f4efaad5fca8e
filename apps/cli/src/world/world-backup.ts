import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type DataPaths, openDataFolder } from '@palatine/data-dir/data-folder';
import { MANIFEST } from '@palatine/engine/backup-paths';
import { backupsIn } from '@palatine/engine/manifest';
import { leftOutText } from '@palatine/engine/operator-copies';
import { ConfigError } from '@palatine/platform/config-error';
import { bytesText, counted } from '@palatine/platform/format';
import { makeBackup } from '@palatine/save-tools/backup';
import { carriedAttachedText } from '@palatine/save-tools/migrate-attached';
import { carriedText } from '@palatine/save-tools/migrate-audit';
import { restoreBackup } from '@palatine/save-tools/restore';
import { command, requireWorld } from '../command/command.ts';

export const worldBackup = command('world backup [DIR]', {
  description: 'copy world and operator files into DIR, or Backups/<time>; a server may be running',
  flags: {
    archives: { description: 'also Archives, with what was deleted' },
    secrets: { description: 'also server-password, keys, and token files that hold a token and no hash' },
  },
  notes: [
    'Everything the server had answered when the backup began is in it, with bans, settings, hashed tokens, Pal',
    'templates, import rules, Catalogue and Console. What is left out is said.',
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
    if (problems.length === 0) return;
    terminal.warn(
      `the world is damaged or contradicts itself in ${problems.length} places; palatine world check lists them`,
    );
  },
});

export const worldRestore = command('world restore DIR', {
  description: 'restore a backup; DIR is its folder, or its name in Backups',
  flags: {
    replace: { description: 'replace the present world, which is kept under another name' },
    'world-only': { description: 'restore world and bans only; all other files stay as they are' },
    settings: {
      description:
        'also RESTConfig.json, Server.json, fleet.json and secrets: who made the backup sets programs',
    },
    tokens: { description: 'also the token files: who made the backup has these tokens' },
  },
  notes: [
    'The server has to be stopped. Without --settings and --tokens this folder keeps its own of both, so a backup',
    'of somebody else brings neither programs nor tokens. The replaced files are kept in Backups/replaced-<time>.',
  ],
  async run({ positionals: [typed = ''], flags, data: paths, terminal, path }) {
    const folder = findBackup(paths, typed, path(typed));
    using data = openDataFolder(paths.path);
    const restored = await terminal.progress((onProgress) =>
      restoreBackup(data, folder, {
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
      data: data.path,
      world,
      madeAt,
      keptAside: keptAside ?? null,
      auditEntriesCarried: audit?.carried ?? 0,
      filesKeptAside: filesKeptAside ?? null,
      leftOut,
    };
    terminal.show(
      value,
      `${data.path} holds "${world.name}" as it was at ${madeAt}.`,
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

/** The folder of a backup, given by its path or by its name in Backups. Throws a ConfigError that lists what there is. */
function findBackup({ backups }: DataPaths, typed: string, path: string): string {
  const isName = basename(typed) === typed;
  const places = isName ? [...new Set([path, join(backups, typed)])] : [path];
  const found = places.find((folder) => existsSync(join(folder, MANIFEST)));
  if (found !== undefined) return found;
  const names = backupsIn(backups).map(({ name }) => name);
  throw new ConfigError(
    `there is no backup "${typed}": ${places.join(' and ')} ${places.length === 1 ? 'holds' : 'hold'} no ${MANIFEST}; ` +
      `Backups holds ${names.join(', ') || 'none'}`,
  );
}

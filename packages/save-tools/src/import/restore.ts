import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { BANLIST } from '@palatine/data-dir/banlist-file';
import type { DataFolder } from '@palatine/data-dir/data-folder';
import { type FileKind, fileBelow, fileKindOf, WORLD_FILE } from '@palatine/engine/backup-paths';
import { carryBases } from '@palatine/engine/base-states';
import { type Manifest, readManifest, verifyFiles } from '@palatine/engine/manifest';
import { copyRows, renewIncarnation } from '@palatine/engine/open-world-file';
import { copyFiles, type LeftOut, operatorFilesIn } from '@palatine/engine/operator-copies';
import { loadWorld } from '@palatine/engine/store';
import { onWorldFile } from '@palatine/engine/world-file-error';
import { copyFileAtomically } from '@palatine/platform/atomic-write';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { freshName } from './backup.ts';
import type { Progress } from './make-world.ts';
import { type CarriedAttached, migrateAttached } from './migrate-attached.ts';
import { type CarriedAudit, migrateAudit } from './migrate-audit.ts';
import { assertNoWorld, removeWorldFile, swapWorldFile } from './swap-world-file.ts';

export interface RestoreOptions {
  /** Allows replacing a world, which is kept under another name. */
  replace?: boolean;
  worldOnly?: boolean;
  /** Also settings with programs, addresses and secrets, and these secrets: the maker of the backup controls them. */
  settings?: boolean;
  /** Also token files: the maker of the backup has these tokens. */
  tokens?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Restored {
  manifest: Manifest;
  /** New name of the replaced world, relative to the data folder. */
  keptAside: string | undefined;
  /** Folder with the replaced operator files, likewise. */
  filesKeptAside: string | undefined;
  leftOut: LeftOut[];
  audit: CarriedAudit | undefined;
  /** Result for the deliveries of the former world and of the backup. */
  attached: CarriedAttached;
}

/** Templates and import rules are deleted if the backup lacks them. */
const DELETED_BY_RESTORE = /^Pals\//;

/**
 * Restores a backup into a locked data folder, once every file matches its manifest and its world has been opened. The
 * world comes last: an interrupted restore keeps the present world, and can be repeated.
 */
export async function restoreBackup(
  data: DataFolder,
  folder: string,
  {
    replace = false,
    worldOnly = false,
    settings = false,
    tokens = false,
    onProgress = () => {},
  }: RestoreOptions = {},
): Promise<Restored> {
  const manifest = readManifest(folder);
  if (!replace) assertNoWorld(data);
  onProgress({ doing: 'checking the backup' });
  await verifyFiles(folder, manifest);
  const paths = manifest.files.map(({ path }) => path).filter((path) => path !== WORLD_FILE);
  const leftOut = worldOnly ? [] : leftOutOf(paths, { settings, tokens });
  const unrestored = new Set(leftOut.map(({ path }) => path));
  const restored = paths.filter((path) => (worldOnly ? path === BANLIST : !unrestored.has(path)));
  const present = operatorFilesIn(data.path, { archives: true, secrets: true }).paths;
  const obsolete = worldOnly
    ? []
    : present.filter((path) => DELETED_BY_RESTORE.test(path) && !paths.includes(path));
  for (const path of [...restored, ...obsolete]) fileBelow(data.path, path); // throws before anything changes

  const draft = `${data.world}.making`;
  const copy = `${data.world}.copy.making`;
  try {
    onProgress({ doing: 'restoring the world' });
    for (const file of [copy, draft]) removeWorldFile(file);
    copyFileAtomically(fileBelow(folder, WORLD_FILE), copy);
    onWorldFile(fileBelow(folder, WORLD_FILE), () => {
      copyRows(copy, draft);
      loadWorld(draft);
    });
    renewIncarnation(draft); // events since the backup have used the same ids
    carryBases(data.world, draft);
    const attached = migrateAttached(data, draft, Date.now());
    const audit = migrateAudit(data.world, draft, { command: 'world restore', as: manifest.madeAt });

    onProgress({ doing: 'restoring the files' });
    const changed = new Set([...restored, ...obsolete, BANLIST].map((path) => path.toLowerCase()));
    const filesKeptAside = copyFilesAside(
      data,
      present.filter((path) => changed.has(path.toLowerCase())),
    );
    copyFiles(restored, folder, data.path);
    if (!paths.includes(BANLIST)) rmSync(data.banlist, { force: true });
    for (const path of obsolete) rmSync(fileBelow(data.path, path));
    return { manifest, keptAside: swapWorldFile(data, draft), filesKeptAside, leftOut, audit, attached };
  } finally {
    for (const file of [copy, draft]) removeWorldFile(file);
  }
}

function leftOutOf(
  paths: readonly string[],
  { settings, tokens }: Required<Pick<RestoreOptions, 'settings' | 'tokens'>>,
): LeftOut[] {
  const withSettings = settings ? '' : 'settings and their secrets are restored with --settings only';
  const reasons: Record<FileKind, string> = {
    Game: '',
    Settings: withSettings,
    Secrets: withSettings,
    Tokens: tokens ? '' : 'tokens are restored with --tokens only',
  };
  return paths.flatMap((path) => {
    const kind = fileKindOf(path);
    const reason = kind === undefined ? 'a backup holds no such file' : reasons[kind];
    return reason === '' ? [] : [{ path, reason }];
  });
}

/** Copies operator files that a restore replaces or deletes, so that it can be undone. */
function copyFilesAside(data: DataFolder, files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined;
  const aside = freshName(data.backups, 'replaced-');
  makePrivateFolder(aside);
  copyFiles(files, data.path, aside);
  return relative(data.path, aside).replaceAll('\\', '/');
}

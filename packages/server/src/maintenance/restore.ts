import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { copyFileAtomically } from '../data-folder/atomic-write.ts';
import { BANLIST } from '../data-folder/banlist-file.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { makePrivateFolder } from '../data-folder/private-files.ts';
import { carryBases } from '../store/base-states.ts';
import { renewIncarnation } from '../store/incarnation.ts';
import { loadWorld } from '../store/load-world.ts';
import { onWorldFile } from '../store/world-file-error.ts';
import { freshName } from './backup.ts';
import { fileBelow, WORLD_FILE } from './backup-paths.ts';
import { type CarriedAttached, carryAttached } from './carry-attached.ts';
import { type CarriedAudit, carryAudit } from './carry-audit.ts';
import type { Progress } from './make-world.ts';
import { type Manifest, readManifest, verifyFiles } from './manifest.ts';
import { copyFiles, obsoleteAmong, operatorFilesIn } from './operator-copies.ts';
import { assertNoWorld } from './replaceable-world.ts';
import { removeWorldFile, swapWorldFile } from './swap-world-file.ts';

export interface RestoreOptions {
  /** Allows replacing a world, which is kept under another name. */
  replace?: boolean;
  /** Restores world and bans only. */
  worldOnly?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Restored {
  manifest: Manifest;
  /** The replaced world's new name, relative to the data folder. */
  keptAside: string | undefined;
  /** The folder with the replaced operator files, likewise. */
  filesKeptAside: string | undefined;
  /** What became of the audit of the world before. */
  audit: CarriedAudit | undefined;
  /** What became of the deliveries of the world before, and of those of the backup. */
  attached: CarriedAttached;
}

/**
 * Restores a backup into a data folder that the caller has locked. Changes nothing before every file of the backup
 * matches its manifest and its world has been opened. The world comes last: an interrupted restore leaves the
 * present world in place, and can be repeated.
 */
export async function restoreBackup(
  data: DataFolder,
  folder: string,
  { replace = false, worldOnly = false, onProgress = () => {} }: RestoreOptions = {},
): Promise<Restored> {
  const manifest = readManifest(folder);
  if (!replace) assertNoWorld(data);
  onProgress({ doing: 'checking the backup' });
  await verifyFiles(folder, manifest);
  const paths = manifest.files.map(({ path }) => path).filter((path) => path !== WORLD_FILE);
  const restored = worldOnly ? paths.filter((path) => path === BANLIST) : paths;
  const present = operatorFilesIn(data.path).paths;
  const obsolete = worldOnly ? [] : obsoleteAmong(present, paths);
  for (const path of [...restored, ...obsolete]) fileBelow(data.path, path); // throws before anything changes

  const draft = `${data.world}.making`;
  try {
    onProgress({ doing: 'restoring the world' });
    removeWorldFile(draft);
    copyFileAtomically(fileBelow(folder, WORLD_FILE), draft);
    onWorldFile(fileBelow(folder, WORLD_FILE), () => loadWorld(draft)); // migrates an older world
    renewIncarnation(draft); // what happened since the backup was made has given the same ids
    carryBases(data.world, draft);
    const attached = carryAttached(data, draft, Date.now());
    const audit = carryAudit(data.world, draft, { command: 'world restore', as: manifest.madeAt });

    onProgress({ doing: 'restoring the files' });
    const filesKeptAside = copyFilesAside(data, present);
    copyFiles(restored, folder, data.path);
    if (!paths.includes(BANLIST)) rmSync(data.banlist, { force: true });
    for (const path of obsolete) rmSync(fileBelow(data.path, path));
    const keptAside = swapWorldFile(data, draft);
    return { manifest, keptAside, filesKeptAside, audit, attached };
  } finally {
    removeWorldFile(draft);
  }
}

/** Copies the present operator files, so that a restore can be undone. */
function copyFilesAside(data: DataFolder, files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined;
  const aside = freshName(data.backups, 'replaced-');
  makePrivateFolder(aside);
  copyFiles(files, data.path, aside);
  return relative(data.path, aside).replaceAll('\\', '/');
}

import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { flushFolder, writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import { FILE_BYTES, readFileBytes } from '../../data-folder/read-file.ts';
import { sha256Of } from '../../data-folder/sha256.ts';
import { removeAbandoned } from '../../maintenance/backup.ts';
import { FETCHED, fileBelow, MANIFEST } from '../../maintenance/backup-paths.ts';
import { digestOf, type Manifest, readManifest, verifyFiles } from '../../maintenance/manifest.ts';
import { PORTABLE, parsePortable, totalBytes } from '../../maintenance/portable-manifest.ts';
import { BackupError } from './attempts.ts';
import { batchesOf } from './batches.ts';
import { downloadBytes, downloadFile } from './download-file.ts';
import type { Content } from './transfer.ts';
import type { Transfers } from './upload-backup.ts';

/** What is left free on the disk, for the world that goes on. */
const SPARE_BYTES = 256 * 1024 * 1024;

export interface FetchedBackup {
  /** Its name in the storage. */
  readonly backup: string;
  /** Its manifest, as the gateway has read it. */
  readonly manifest: Content;
}

/**
 * Fetches a backup into the folder of backups, where it lies whole and checked or not at all. What an earlier attempt
 * has got whole is not fetched again. Rejects with a BackupError or a ConfigError for a backup that is damaged or does
 * not fit, and with a TransferError when the storage stays away. @returns its name there.
 */
export async function fetchBackup(
  backups: string,
  { backup, manifest: announced }: FetchedBackup,
  transfers: Transfers,
): Promise<string> {
  const folder = join(backups, `${FETCHED}${backup}`);
  if (existsSync(folder)) return await alreadyThere(folder, announced);
  removeAbandoned(backups);
  const staging = `${folder}.making`;
  makePrivateFolder(staging); // token files may hold secrets

  if (announced.bytes > PORTABLE.manifestBytes) throw new BackupError('the manifest is too large');
  const bytes = await downloadBytes({ path: MANIFEST, ...announced }, transfers);
  const manifest = parsePortable(bytes.toString('utf8'), backup);
  await assertRoom(staging, manifest);
  await fetchFiles(staging, manifest, transfers);
  await verifyFiles(staging, manifest);
  writeFileAtomically(join(staging, MANIFEST), bytes);
  renameSync(staging, folder);
  flushFolder(backups);
  return basename(folder);
}

async function fetchFiles(staging: string, { files }: Manifest, transfers: Transfers): Promise<void> {
  const of = totalBytes(files);
  const missing: Manifest['files'] = [];
  for (const file of files) if (!(await isThere(staging, file))) missing.push(file);
  let done = of - totalBytes(missing);
  transfers.onProgress(done, of);
  for (const batch of batchesOf(missing)) {
    const urls = await transfers.gateway.urls(batch.map(({ path }) => ({ path })));
    for (const [index, content] of batch.entries()) {
      const file = fileBelow(staging, content.path);
      makePrivateFolder(dirname(file));
      await downloadFile(content, file, urls[index], transfers);
      done += content.bytes;
      transfers.onProgress(done, of);
    }
  }
}

/** Whether an earlier attempt has got this file; what it has got of another is deleted. */
async function isThere(staging: string, { path, sha256 }: Manifest['files'][number]): Promise<boolean> {
  const file = fileBelow(staging, path);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isFile() && (await digestOf(file)) === sha256) return true;
  rmSync(file);
  return false;
}

async function alreadyThere(folder: string, announced: Content): Promise<string> {
  const bytes = readFileBytes(join(folder, MANIFEST), FILE_BYTES.manifest);
  if (bytes === undefined || sha256Of(bytes) !== announced.sha256) {
    throw new BackupError(`${basename(folder)} is there already, and is another backup`);
  }
  await verifyFiles(folder, readManifest(folder));
  return basename(folder);
}

async function assertRoom(folder: string, { files }: Manifest): Promise<void> {
  const disk = await statfs(folder).catch(() => undefined); // some file systems cannot tell
  if (disk === undefined) return;
  const needed = totalBytes(files) + SPARE_BYTES;
  if (disk.bavail * disk.bsize < needed) throw new BackupError('the disk of the world has no room for it');
}

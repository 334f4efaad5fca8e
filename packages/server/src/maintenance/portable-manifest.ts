import { ConfigError } from '../data-folder/config-error.ts';
import { WORLD_FILE } from './backup-paths.ts';
import { type Manifest, parseManifest } from './manifest.ts';

/** What a backup may be that travels to a storage and back. */
export const PORTABLE = {
  files: 20_000,
  /** S3 takes so much in one PUT. */
  fileBytes: 5 * 1024 ** 3,
  totalBytes: 256 * 1024 ** 3,
  manifestBytes: 16 * 1024 ** 2,
} as const;

const SHA256 = /^[0-9a-f]{64}$/;

/** Refuses the manifest of a backup that is too large to travel, or that could not be checked afterwards. */
export function assertPortable({ files }: Manifest, name: string): void {
  const refuse = (why: string) => new ConfigError(`the backup ${name} ${why}`);
  if (!files.some(({ path }) => path === WORLD_FILE)) throw refuse(`names no ${WORLD_FILE}`);
  if (files.length > PORTABLE.files)
    throw refuse(`has ${files.length} files; ${PORTABLE.files} at most travel`);
  for (const { path, bytes, sha256 } of files) {
    if (!SHA256.test(sha256) || bytes < 0)
      throw refuse(`does not say what ${JSON.stringify(path)} has to be`);
    if (bytes > PORTABLE.fileBytes) throw refuse(`holds ${path}, which has more than 5 GiB`);
  }
  if (totalBytes(files) > PORTABLE.totalBytes) throw refuse('has more than 256 GiB');
}

/** The bytes of these files together. */
export function totalBytes(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The manifest of a backup that has travelled. Throws a ConfigError for one that is none of ours. */
export function parsePortable(text: string, name: string): Manifest {
  const manifest = parseManifest(text, name);
  assertPortable(manifest, name);
  return manifest;
}

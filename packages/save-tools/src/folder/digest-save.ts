import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import type { FileRights } from '@palatine/platform/private-files';
import { readFileBytes, sha256Of, visitFileChunks } from '@palatine/platform/read-file';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { momentFiles } from './save-paths.ts';

export interface SaveFileDigest extends FileRights {
  /** Inside the world folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** Modification time, ms since 1970. */
  readonly changedAtMs: number;
}

/** Files of one moment of a save, by path. */
export type SaveDigests = ReadonlyMap<string, SaveFileDigest>;

export type DigestsByPath = ReadonlyMap<string, Pick<SaveFileDigest, 'sha256'>>;

const LISTED = 3;

/** Digests all files of one moment. Throws a ConfigError without Level.sav, for links and too large files. */
export function digestSave(folder: string): SaveDigests {
  const digests = new Map<string, SaveFileDigest>();
  let bytesLeft: number = SAVE_LIMITS.folderBytes;
  for (const path of momentFiles(folder)) {
    const digest = digestFile(folder, path, Math.min(bytesLeft, SAVE_LIMITS.fileBytes));
    bytesLeft -= digest.bytes;
    digests.set(path, digest);
  }
  return digests;
}

function digestFile(folder: string, path: string, maxBytes: number): SaveFileDigest {
  const hash = createHash('sha256');
  let bytes = 0;
  const stats = visitFileChunks(join(folder, path), maxBytes, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const { mode, uid, gid, mtimeMs } = stats;
  return { path, bytes, sha256: hash.digest('hex'), mode, uid, gid, changedAtMs: mtimeMs };
}

/** SHA-256 of a file in hex; undefined for a missing one. */
export function sha256OfFile(file: string): string | undefined {
  const bytes = readFileBytes(file, SAVE_LIMITS.fileBytes);
  return bytes === undefined ? undefined : sha256Of(bytes);
}

/** Differences between two states of a save, a phrase for each file; empty if their bytes are equal. */
export function changedFiles(expected: DigestsByPath, actual: DigestsByPath): string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((path) => {
    const [before, after] = [expected.get(path)?.sha256, actual.get(path)?.sha256];
    if (before === after) return [];
    if (before === undefined) return [`${path} is new`];
    return [after === undefined ? `${path} is gone` : `${path} has changed`];
  });
}

/** Whether two states of a save have the same files with the same bytes. */
export function isSameSave(one: DigestsByPath, other: DigestsByPath): boolean {
  return changedFiles(one, other).length === 0;
}

/** Throws a ConfigError with the next step if the files are not those that were read or imported. */
export function assertUnchanged(folder: string, expected: DigestsByPath, actual: DigestsByPath): void {
  const changes = changedFiles(expected, actual);
  if (changes.length === 0) return;
  throw new ConfigError(
    `${folder} is no longer the save that was read: ${listOf(changes)}; ` +
      'stop whatever writes it, such as the game server, and run the command again',
  );
}

/** Throws a ConfigError if bytes read from the folder do not match the digests. */
export function assertRead(
  folder: string,
  expected: DigestsByPath,
  read: Iterable<{ readonly path: string; readonly packed: Uint8Array }>,
): void {
  const actual = new Map(expected);
  for (const { path, packed } of read) actual.set(path, { sha256: sha256Of(packed) });
  assertUnchanged(folder, expected, actual);
}

/** The first items of a list, in one line. */
export function listOf(items: readonly string[], separator = ', '): string {
  const more = items.length > LISTED ? [`and ${items.length - LISTED} more`] : [];
  return [...items.slice(0, LISTED), ...more].join(separator);
}

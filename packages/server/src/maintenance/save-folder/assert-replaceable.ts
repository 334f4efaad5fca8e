import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../data-folder/config-error.ts';
import type { SaveDigests, SaveFileDigest } from './digest-save.ts';
import { isEditable, isGameFile } from './save-paths.ts';

/** Who runs the command. */
export interface CurrentUser {
  /** Undefined on Windows, which has none. */
  readonly uid: number | undefined;
}

/**
 * Throws a ConfigError unless the files are ones that an edit writes, were there, and still are to be: only a restore
 * brings files, or takes them away.
 */
export function assertEditOnly(
  folder: string,
  changed: ReadonlyMap<string, Uint8Array | null>,
  expected: SaveDigests,
): void {
  for (const [path, bytes] of changed) {
    const file = join(folder, path);
    if (!isEditable(path)) throw new ConfigError(`${file} is no file that an edit writes`);
    if (!expected.has(path)) throw new ConfigError(`${file} was not there when the save was read`);
    if (bytes === null) throw new ConfigError(`${file} would be taken away, which no edit does`);
  }
}

/**
 * Throws a ConfigError when files of a save cannot be replaced by ones of the same owner: a path that the game does
 * not write, a folder without rights, a file of another user.
 */
export function assertReplaceable(
  folder: string,
  paths: readonly string[],
  expected: SaveDigests,
  user: CurrentUser = { uid: process.geteuid?.() },
): void {
  for (const path of paths) {
    const file = join(folder, path);
    if (!isGameFile(path)) throw new ConfigError(`${file} is no file that the game writes in a save`);
    const digest = expected.get(path);
    if (digest !== undefined) assertOwn(file, digest, user);
  }
  for (const parent of new Set([folder, ...paths.map((path) => dirname(join(folder, path)))])) {
    assertWritable(parent);
  }
}

function assertOwn(file: string, { uid, mode }: SaveFileDigest, user: CurrentUser): void {
  if (user.uid === undefined && (mode & constants.S_IWUSR) === 0) {
    throw new ConfigError(`${file} is read-only; nothing was changed`);
  }
  if (user.uid === undefined || user.uid === 0 || user.uid === uid) return;
  throw new ConfigError(
    `${file} belongs to the user ${uid}, and this command runs as ${user.uid}; ` +
      'run it as the owner of the save, because the game server could not write the file any more',
  );
}

function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw deniedError(folder, error) ?? error;
  }
}

/** In plain words, that the operating system does not let this user write in a folder; undefined for another error. */
export function deniedError(folder: string, cause: unknown): ConfigError | undefined {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return undefined;
  const why = code === 'EROFS' ? 'lies on a read-only file system' : 'cannot be written by this user';
  return new ConfigError(
    `${folder} ${why} (${code}); write a copy with --to, or run the command as its owner`,
    {
      cause,
    },
  );
}

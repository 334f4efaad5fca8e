import { createHash } from 'node:crypto';
import { lstatSync, opendirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import type { FileRights } from '@palatine/platform/private-files';
import { readFileBytes, sha256Of, visitFileChunks } from '@palatine/platform/read-file';
import { LEVEL, LEVEL_META, PLAYERS } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';

/** Journal of an interrupted edit, in the world folder while files are being replaced. */
export const JOURNAL = 'palatine-edit.json';

const EDITABLE = /^(Level|LevelMeta|Players\/[0-9A-Fa-f]{32})\.sav$/;
const GAME_FILE = /^(Level|LevelMeta|Players\/[0-9A-Fa-f]{32}(_dps)?)\.sav$/;
/** A file or journal being written by an edit; see `temporaryName`. */
const TEMPORARY =
  /^(Players\/)?((Level|LevelMeta|[0-9A-Fa-f]{32}(_dps)?)\.sav|palatine-edit\.json)\.\d+-[0-9a-f]{12}\.writing$/;

/**
 * Files that the game writes in one moment, dimension storages included: paths inside the world folder, with slashes,
 * sorted, Level.sav first. Throws a ConfigError if Level.sav is missing, and for a link or a special file among them:
 * what shares a link is unknown.
 */
export function momentFiles(folder: string): string[] {
  assertPlainFile(folder, LEVEL);
  const paths = [LEVEL];
  if (statsOf(join(folder, LEVEL_META)) !== undefined) paths.push(LEVEL_META);
  for (const name of namesBelow(folder, PLAYERS)) if (name.endsWith('.sav')) paths.push(`${PLAYERS}/${name}`);
  for (const path of paths) assertPlainFile(folder, path);
  return paths;
}

/** Whether an edit may write this path: Level.sav, LevelMeta.sav, or the file of a player. */
export function isEditable(path: string): boolean {
  return EDITABLE.test(path);
}

/** Whether the game writes this path in the moment of a save: dimension storages too, but no copies by hand. */
export function isGameFile(path: string): boolean {
  return GAME_FILE.test(path);
}

/** The order of replacement: players, LevelMeta.sav, and Level.sav last. */
export function replacementOrder(paths: Iterable<string>): string[] {
  const rank = (path: string) => (path === LEVEL ? 2 : path === LEVEL_META ? 1 : 0);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Paths in the world folder and in Players, inside the world folder. */
export function pathsIn(folder: string): string[] {
  return [...namesBelow(folder, ''), ...namesBelow(folder, PLAYERS).map((name) => `${PLAYERS}/${name}`)];
}

export function temporariesIn(folder: string): string[] {
  return pathsIn(folder).filter(isTemporary);
}

/** Whether this is the temporary path of a file that an edit writes. */
export function isTemporary(path: string): boolean {
  return TEMPORARY.test(path);
}

/** Names in a folder of the world, sorted; none for a missing one. Throws a ConfigError for anything but a folder. */
function namesBelow(folder: string, path: string): string[] {
  const whole = join(folder, path);
  const stats = statsOf(whole);
  if (stats === undefined) return [];
  if (stats.isSymbolicLink()) throw linkError(whole);
  if (!stats.isDirectory()) throw new ConfigError(`${whole} is not a folder; the game has one there`);
  const names: string[] = [];
  using opened = opendirSync(whole);
  for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
    if (names.push(entry.name) <= SAVE_LIMITS.playersEntries) continue;
    throw new ConfigError(`${whole} has more than ${SAVE_LIMITS.playersEntries} entries`);
  }
  return names.sort();
}

/** Throws a ConfigError for anything but a regular file. */
function assertPlainFile(folder: string, path: string): void {
  const file = join(folder, path);
  const stats = statsOf(file);
  if (stats === undefined) throw new ConfigError(`${file} is missing`);
  if (stats.isSymbolicLink()) throw linkError(file);
  if (!stats.isFile()) throw new ConfigError(`${file} is not a regular file`);
}

/** Does not follow links. */
function statsOf(file: string): Stats | undefined {
  return lstatSync(file, { throwIfNoEntry: false });
}

function linkError(file: string): ConfigError {
  return new ConfigError(`${file} is a link; replace it with the file itself, since an edit would`);
}

export interface SaveFileDigest extends FileRights {
  /** Inside the world folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
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
  const { mode, uid, gid, mtimeMs } = visitFileChunks(join(folder, path), maxBytes, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  return { path, bytes, sha256: hash.digest('hex'), mode, uid, gid, changedAtMs: mtimeMs };
}

/** SHA-256 of a file in hex; undefined for a missing one. */
export function sha256OfFile(file: string): string | undefined {
  const bytes = readFileBytes(file, SAVE_LIMITS.fileBytes);
  return bytes && sha256Of(bytes);
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

export function statesOf(digests: SaveDigests): Pick<SaveFileDigest, 'path' | 'sha256'>[] {
  return [...digests.values()].map(({ path, sha256 }) => ({ path, sha256 }));
}

/** Whether two states of a save have the same files with the same bytes. */
export function isSameSave(a: DigestsByPath, b: DigestsByPath): boolean {
  return changedFiles(a, b).length === 0;
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

/** Only root can give files away; all others own their copies. */
export function rightsFor({ mode, uid, gid }: FileRights): FileRights {
  const euid = process.geteuid?.() ?? 0;
  return euid === 0 ? { mode, uid, gid } : { mode, uid: euid, gid: process.getegid?.() ?? gid };
}

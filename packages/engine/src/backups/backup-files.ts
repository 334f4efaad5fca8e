import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeviceName } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { EXAMPLE_TOKEN_FILE, TEMPORARY_TOKEN } from '@palatine/data-dir/token-files';
import { copyFileAtomically } from '@palatine/platform/atomic-write';
import { type Clock, jumpMessage, steadyClock } from '@palatine/platform/clock';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { fileSchema } from '@palatine/platform/file-schema';
import { isMissing, isObject, namesInFolder, parseJson, parseJsonFile } from '@palatine/platform/json';
import { FILE_BYTES, openFile, readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import type { Static } from 'typebox';
import type { LiveSettings, Retention } from '../files/config.ts';

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** ISO 8601, UTC: the moment the world was copied. */
  madeAt: Type.String(),
  version: Type.String(),
  world: Type.Object({ name: Type.String(), players: Type.Integer(), guilds: Type.Integer() }),
  problems: Type.Array(Type.String()),
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
});
export type Manifest = Static<typeof Manifest>;
const check = fileSchema(Manifest);

/** Reads the manifest of a backup. Throws a ConfigError for a folder that is not a backup. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  const text = readTextFile(file, FILE_BYTES.manifest);
  if (text === undefined) throw new ConfigError(`${folder} is not a backup: it holds no ${MANIFEST}`);
  const { value: manifest } = check(parseJsonFile(file, text));
  if (manifest === undefined) throw new ConfigError(`${file} has a format unknown to this version`);
  assertPaths(file, manifest);
  return manifest;
}

/** Rejects a path that is listed twice, or that no backup holds: this service has not written it. */
function assertPaths(file: string, { files }: Manifest): void {
  const paths = files.map(({ path }) => path);
  const wrong = paths.find((path) => path !== WORLD_FILE && !isOperatorPath(path));
  if (wrong !== undefined) {
    throw new ConfigError(`${file}: ${JSON.stringify(wrong)} is not a path of a backup`);
  }
  const seen = new Set<string>();
  const twice = paths.find((path) => seen.size === seen.add(path).size);
  if (twice !== undefined) throw new ConfigError(`${file} names ${twice} twice`);
}

/** Compares every file with the manifest. Throws a ConfigError that names the first difference. */
export async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  if (!files.some(({ path }) => path === WORLD_FILE)) {
    throw new ConfigError(`${folder} is damaged: ${MANIFEST} names no ${WORLD_FILE}`);
  }
  for (const { path, sha256 } of files) {
    const file = fileBelow(folder, path);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) throw new ConfigError(`${folder} is damaged: ${path} is missing`);
    if (!stats.isFile()) throw new ConfigError(`${folder} is damaged: ${path} is not a file`);
    if ((await digestOf(file)) !== sha256) {
      throw new ConfigError(`${folder} is damaged: ${path} is not what was backed up`);
    }
  }
}

/** SHA-256 of a regular file, in hex. Throws a ConfigError for a missing one; never waits for a pipe. */
export async function digestOf(file: string): Promise<string> {
  const opened = openFile(file);
  if (opened === undefined) throw new ConfigError(`${file} is missing`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { fd: opened.handle }), hash);
  return hash.digest('hex');
}

/** Complete backups of a folder, oldest first. */
export function backupsIn(folder: string): { name: string; madeAtMs: number }[] {
  return namesInFolder(folder)
    .filter((name) => !name.endsWith('.making') && existsSync(join(folder, name, MANIFEST)))
    .flatMap((name) => {
      // One that was not written by us is neither counted nor removed.
      const madeAtMs = orElse(undefined, () => Date.parse(readManifest(join(folder, name)).madeAt));
      return madeAtMs === undefined ? [] : [{ name, madeAtMs }];
    })
    .sort((a, b) => a.madeAtMs - b.madeAtMs);
}

/** Why each apparent backup of a folder cannot be restored: incomplete, or not what was backed up. */
export async function damagedBackups(folder: string): Promise<string[]> {
  const damaged: string[] = [];
  for (const name of namesInFolder(folder)) {
    const backup = join(folder, name);
    if (name.endsWith('.making') || !existsSync(join(backup, MANIFEST))) continue;
    try {
      await verifyFiles(backup, readManifest(backup));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      damaged.push(error.message);
    }
  }
  return damaged;
}

export const MANIFEST = 'backup.json';
export const WORLD_FILE = 'world.db';

/** Names of the service in a data folder or backup: worlds, history, ban lists moved aside, locks, unfinished files, backups, and where a server listens. */
const RESERVED_NAMES =
  /^(world.*\.db.*|history.*\.db.*|Banlist-\d.*\.json|.*\.lock.*|.*\.making.*|Backups|SaveBackups|backup\.json|palatine\.server\.json)$/i;
/** State of a folder and of its game server: never part of a backup, and not touched by a restore. */
const STATE = /^(maintenance.*\.json|fleet\.db.*|Versions(\/.*)?)$/i;

/** Kinds of files in a backup, besides the world. */
export type FileKind = 'Game' | 'Settings' | 'Tokens' | 'Secrets';
/** Everything that a backup holds and a restore writes; the first match is the kind. */
const KINDS: readonly (readonly [FileKind, RegExp])[] = [
  ['Secrets', /^(server-password|fleet\.creds|.*\.(pem|key|crt))$/i],
  ['Game', /^((Config|Banlist|AllowList|WhiteList)\.json|(Pals|Catalogue|Archives|Console)\/.+)$/i],
  // They hold programs, addresses and secrets, and the permissions of every token.
  ['Settings', /^(Server|fleet|RESTAPI\/RESTConfig)\.json$/i],
  ['Tokens', /^RESTAPI\/Tokens\/[^/]+\.json$/i],
];

/** Undefined for a path that is not part of backups. */
export function fileKindOf(path: string): FileKind | undefined {
  return STATE.test(path) ? undefined : KINDS.find(([, pattern]) => pattern.test(path))?.[0];
}

const UNFINISHED = /\.writing$/i;
const TOKEN_PATH = /^RESTAPI\/Tokens\/([^/]*)$/i;
/** Control characters, and separators of lines and folders on some system. */
const REFUSED_CHARACTERS = /[\p{Cc}\u2028\u2029\\:]/u;
const MAX_CHARS = 1024;

/** Whether the path belongs to the service itself, so that it is neither backed up nor restored as a file. */
export function isReserved(path: string): boolean {
  const token = TOKEN_PATH.exec(path)?.[1];
  if (token !== undefined && TEMPORARY_TOKEN.test(token)) return true;
  return RESERVED_NAMES.test(path.split('/')[0] ?? '') || UNFINISHED.test(path);
}

/** Whether a manifest may name this path, relative to the data folder. Unknown kinds are not restored. */
export function isOperatorPath(path: string): boolean {
  const parts = path.split('/');
  if (path.length > MAX_CHARS || REFUSED_CHARACTERS.test(path) || isReserved(path)) return false;
  return !parts.some((part) => part === '' || /[. ]$/.test(part) || isDeviceName(part));
}

/** A file below a folder. Throws a ConfigError for a path that leads out, or where a folder or file is in the way. */
export function fileBelow(folder: string, path: string): string {
  if (path !== WORLD_FILE && !isOperatorPath(path)) {
    throw new ConfigError(`${JSON.stringify(path)} is not a path of a backup`);
  }
  const file = join(folder, path);
  if (statsOf(file)?.isDirectory()) throw new ConfigError(`${file} is a folder; a file must be there`);
  const parent = nearestAbove(file);
  if (!isBelow(folder, parent)) throw new ConfigError(`${JSON.stringify(path)} leads out of ${folder}`);
  if (!statSync(parent).isDirectory()) {
    throw new ConfigError(`${parent} is a file; a folder must be there`);
  }
  return file;
}

function nearestAbove(file: string): string {
  const parent = dirname(file);
  return parent === dirname(parent) || statsOf(parent) !== undefined ? parent : nearestAbove(parent);
}

/** Does not follow links; undefined for a missing entry. */
const statsOf = (path: string) => orElse(undefined, () => lstatSync(path));

/** Whether a path is the folder or below it, with all links resolved. */
function isBelow(folder: string, existing: string): boolean {
  const path = orElse('..', () => relative(realpathSync(folder), realpathSync(existing))); // a dangling or circular link
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}

/** The service reads no larger file; one that exists is in the data folder by mistake. */
const MAX_FILE_BYTES = FILE_BYTES.text;

export interface LeftOut {
  path: string;
  reason: string;
  /** Whether it belongs into the backup, and could not be read. */
  unread?: true;
}

interface OperatorFiles {
  /** Relative to the data folder, with slashes. */
  paths: string[];
  leftOut: LeftOut[];
}

/** Operator files for a backup, and those left out. `secrets`: AdminPassword, keys, and tokens not stored as a hash. */
export function operatorFilesIn(
  folder: string,
  included: { archives: boolean; secrets: boolean },
): OperatorFiles {
  const all: OperatorFiles = { paths: [], leftOut: [] };
  for (const name of readdirSync(folder).sort()) {
    if (name === 'Archives' && !included.archives) continue;
    collect(folder, name, [realpathSync(folder)], all);
  }
  const collected: OperatorFiles = { paths: [], leftOut: all.leftOut };
  for (const path of all.paths) {
    const kind = fileKindOf(path);
    const isSecret = kind === 'Secrets' || (kind === 'Tokens' && holdsSecret(join(folder, path)));
    if (kind === undefined) collected.leftOut.push({ path, reason: 'no file of the service has this name' });
    else if (!isSecret || included.secrets) collected.paths.push(path);
    else collected.leftOut.push({ path, reason: 'it holds a secret; --secrets includes it' });
  }
  return collected;
}

/** Whether a token file holds a secret, not only its hash. One that cannot be parsed may hold one. */
function holdsSecret(file: string): boolean {
  if (basename(file) === EXAMPLE_TOKEN_FILE) return false;
  const token = orElse(undefined, () => parseJson(readTextFile(file, FILE_BYTES.token) ?? '{}'));
  return !isObject(token) || Object.keys(token).some((key) => /^token$/i.test(key));
}

/** A line for each reason: which paths are left out, and why. */
export function leftOutText(leftOut: readonly LeftOut[], what: string): string[] {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, files]) => {
    const paths = files.slice(0, MAX_NAMED).map(({ path }) => path);
    const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
    return `${paths.join(', ')}${more} ${files.length === 1 ? 'is' : 'are'} ${what}: ${reason}`;
  });
}

const MAX_NAMED = 8;

/** Collects a path. `above`: its parent folders, with links resolved. */
function collect(folder: string, path: string, above: readonly string[], collected: OperatorFiles): void {
  if (isReserved(path) || STATE.test(path)) return;
  const leaveOut = (reason: string) => void collected.leftOut.push({ path, reason });
  if (!isOperatorPath(path)) return leaveOut('not every system can restore its name');
  const file = join(folder, path);
  try {
    const stats = statSync(file);
    if (stats.isFile() && stats.size > MAX_FILE_BYTES) return leaveOut(`it has ${stats.size} bytes`);
    if (stats.isFile()) return void collected.paths.push(path);
    if (!stats.isDirectory()) return leaveOut('it is neither a file nor a folder');
    const real = realpathSync(file);
    if (above.includes(real)) return leaveOut('it is a link to a folder above it');
    for (const name of readdirSync(file).sort())
      collect(folder, `${path}/${name}`, [...above, real], collected);
  } catch (error) {
    if (!isMissing(error)) collected.leftOut.push({ path, reason: (error as Error).message, unread: true });
    else if (lstatSync(file, { throwIfNoEntry: false })) leaveOut('it is a link that leads nowhere');
  }
}

/**
 * Copies files atomically. Skips a file that disappears meanwhile: panels delete templates. `leftOut`: gets unreadable
 * files, each of which otherwise throws. @returns the copied ones.
 */
export function copyFiles(paths: readonly string[], from: string, to: string, leftOut?: LeftOut[]): string[] {
  return paths.filter((path) => {
    try {
      return copyFileAtomically(join(from, path), fileBelow(to, path));
    } catch (error) {
      if (leftOut === undefined || !(error instanceof UnreadableFileError)) throw error;
      leftOut.push({ path, reason: `it ${error.reason}`, unread: true });
      return false;
    }
  });
}

const DAY_MS = 24 * 3_600_000;
const CHECK_MS = 10 * 60_000;

/** Items older than `keepDays`, except the first `keepAtLeast`. `keepDays` 0 keeps all. */
export function expiredAmong<T>(
  newestFirst: readonly T[],
  atMs: (item: T) => number,
  { keepDays, keepAtLeast }: Retention,
  nowMs: number,
): T[] {
  if (keepDays === 0) return [];
  return newestFirst.slice(keepAtLeast).filter((item) => nowMs - atMs(item) > keepDays * DAY_MS);
}

/** Deletes expired archives and backups, but no foreign files. @returns paths relative to the data folder. */
export function removeExpired(
  data: DataPaths,
  retention: { archives: Retention; backups: Retention },
  nowMs: number,
): string[] {
  const files = { archives: archivesIn(data.archives), backups: backupsIn(data.backups) };
  return (['archives', 'backups'] as const).flatMap((kind) => {
    const newestFirst = files[kind].toSorted((a, b) => b.madeAtMs - a.madeAtMs);
    const expired = expiredAmong(newestFirst, ({ madeAtMs }) => madeAtMs, retention[kind], nowMs);
    for (const { name } of expired) rmSync(join(data[kind], name), { recursive: true, force: true });
    return expired.map(({ name }) => `${basename(data[kind])}/${name}`);
  });
}

function archivesIn(folder: string): { name: string; madeAtMs: number }[] {
  return namesInFolder(folder)
    .filter((name) => name.endsWith('.gz'))
    .flatMap((name) => {
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stats?.isFile() ? [{ name, madeAtMs: stats.mtimeMs }] : []; // archives are files
    });
}

/** Deletes expired files every ten minutes, but not within an hour of a start or clock jump. @returns a function that stops it. */
export function startRetention(
  data: DataPaths,
  settings: LiveSettings,
  log: Logger,
  clock: Clock,
): () => void {
  const mayDeleteByAge = steadyClock(clock, (jumpMs) => log.warn(jumpMessage(jumpMs)));
  return clock.every(CHECK_MS, () => {
    if (!mayDeleteByAge()) return;
    try {
      const removed = removeExpired(data, settings.current.config, clock.now());
      if (removed.length > 0) log.info({ removed }, 'removed expired archives and backups');
    } catch (error) {
      log.warn({ err: error }, 'cannot remove expired archives and backups');
    }
  });
}

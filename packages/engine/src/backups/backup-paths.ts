import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isDeviceName } from '@palatine/contract';
import { TEMPORARY_TOKEN } from '@palatine/data-dir/token-warnings';
import { ConfigError } from '@palatine/platform/config-error';

/** Manifest of a backup, with a digest of each file. */
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
  return isState(path) ? undefined : KINDS.find(([, pattern]) => pattern.test(path))?.[0];
}

/** Whether a folder keeps its state in this file. */
export function isState(path: string): boolean {
  return STATE.test(path);
}

/** A file being written, at any depth. */
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
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Whether a path is the folder or below it, with all links resolved. */
function isBelow(folder: string, existing: string): boolean {
  try {
    const path = relative(realpathSync(folder), realpathSync(existing));
    return path.split(sep)[0] !== '..' && !isAbsolute(path);
  } catch {
    return false; // a dangling or circular link
  }
}

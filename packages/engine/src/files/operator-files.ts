import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync, gzipSync } from 'node:zlib';
import { type ArchiveEntry, type ArchivesPage, isFileName, parseArchiveName } from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { recover } from '@palatine/platform/config-error';
import { formatJson, isObject, jsonFault, namesInFolder, parseJson } from '@palatine/platform/json';
import {
  FILE_BYTES,
  readFileBeginning,
  readFileBytes,
  readTextFile,
  UnreadableFileError,
} from '@palatine/platform/read-file';
import { ARCHIVE_KIND, ARCHIVE_VERSION } from '@palatine/world/archives';
import type { OperatorFiles } from '@palatine/world/game-context';

const ARCHIVES = 'Archives';

export interface ArchivingFiles extends OperatorFiles {
  /** Paths of archives that are not confirmed yet, relative to the data folder. */
  readonly unconfirmed: string[];
}

export type OperatorPaths = Pick<DataPaths, 'path' | 'templates' | 'importRules'>;

/** Operator files that a command may read, from disk each time: panels write a template just before they name it. */
export function operatorFiles({ path, templates, importRules }: OperatorPaths): ArchivingFiles {
  const unconfirmed: string[] = [];
  return {
    palTemplate: (name) => readJson(templates, name),
    importRules: (name) => readJson(importRules, rulesFileOf(importRules, name)),
    writeArchive(name, content) {
      if (!isFileName(name)) throw new TypeError(`${name} is not a file name`);
      const archive = `${ARCHIVES}/${name}.gz`;
      writeFileAtomically(join(path, archive), gzipSync(formatJson(content)));
      unconfirmed.push(archive);
      return archive;
    },
    readArchive: (name) => readArchive(join(path, ARCHIVES), name),
    newestArchive: (campId) => newestArchiveOf(join(path, ARCHIVES), campId),
    unconfirmed,
  };
}

function readArchive(folder: string, name: string): unknown {
  try {
    const text = archiveText(folder, name);
    return text === undefined ? undefined : parseJson(text);
  } catch (error) {
    if (error instanceof UnreadableFileError) throw new SyntaxError(error.reason, { cause: error });
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(jsonFault(error, 'is not valid JSON'), { cause: error });
  }
}

/** The file of rules with this name: the exact one, else the first in any case, else the name. */
export function rulesFileOf(folder: string, name: string): string {
  const same = namesInFolder(folder)
    .filter((file) => file.toLowerCase() === `${name}.json`.toLowerCase())
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
  return same.includes(name) ? name : (same[0] ?? name);
}

/** Undefined for a missing file, or a name that is not a file name of this folder. */
function readJson(folder: string, name: string): unknown {
  const file = `${name}.json`;
  if (!isFileName(file)) return undefined;
  const text = readText(join(folder, nameOnDisk(folder, file)));
  return text === undefined ? undefined : parseJson(text);
}

/** Undefined for a folder with the name of a template; other unreadable files are invalid JSON. */
function readText(path: string): string | undefined {
  const read = () => readTextFile(path, FILE_BYTES.pal);
  return recover(read, UnreadableFileError, (cause) => {
    if (cause.code === 'EISDIR') return undefined;
    throw new SyntaxError(cause.message, { cause });
  });
}

/** The name of a file with this name in any Unicode normalization: macOS decomposes ü. */
export function nameOnDisk(folder: string, file: string): string {
  if (/^\p{ASCII}*$/u.test(file)) return file;
  const names = namesInFolder(folder);
  if (names.includes(file)) return file;
  return names.find((name) => name.normalize() === file.normalize()) ?? file;
}

const inflate = promisify(gunzip);

/** Bytes of an archive that a list reads. They name its base; deflate inflates them to 8 MiB at most. */
const HEAD_BYTES = 8 * 1024;
const INFLATED_HEAD_BYTES = HEAD_BYTES * 1100;

/** The first key after the head, as archives are formatted. */
const AFTER_HEAD = '\n  "pals": ';

export interface WorldMade {
  readonly origin: string;
  readonly createdAtMs: number;
}

/** Text of an archive; undefined for a missing one. Throws an UnreadableFileError (link, too large, not gzip). */
function archiveText(folder: string, name: string): string | undefined {
  if (parseArchiveName(name) === undefined) return undefined;
  const path = join(folder, name);
  assertNoLink(path);
  const bytes = readFileBytes(path, FILE_BYTES.archive);
  if (bytes === undefined) return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength: FILE_BYTES.archiveText }).toString('utf8');
  } catch (error) {
    const { code = 'EIO' } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `holds more than ${FILE_BYTES.archiveText} bytes of text`
        : 'is damaged: it is not whole gzip data';
    throw new UnreadableFileError(path, reason, code, { cause: error });
  }
}

/** File name of the newest archive of a base camp; undefined without one. */
function newestArchiveOf(folder: string, campId: string): string | undefined {
  const names = namesInFolder(folder).filter((name) => parseArchiveName(name)?.campId === campId);
  return names.sort().at(-1); // a name begins with the time
}

export interface ArchivesQuery {
  limit: number;
  after?: string | undefined;
  /** The world of the archives; any by default. */
  world?: WorldMade | undefined;
}

/** A page of the archives in a folder, newest first. Reads only the beginning of each file. */
export async function archivesIn(folder: string, query: ArchivesQuery): Promise<ArchivesPage> {
  const { limit, after, world } = query;
  const names = namesInFolder(folder).filter((name) => parseArchiveName(name) !== undefined);
  names.sort((left, right) => (left < right ? 1 : -1)); // a name begins with the time
  const newest = new Map(names.toReversed().map((name) => [parseArchiveName(name)?.campId, name]));
  const remaining = after === undefined ? names : names.filter((name) => name < after);
  const page = remaining.slice(0, limit);
  const Archives: ArchiveEntry[] = [];
  for (const name of page) {
    const entry = await entryOf(folder, name, world);
    if (entry === undefined) continue;
    const newer = newest.get(entry.CampId);
    const isOlder = newer !== undefined && newer !== name;
    Archives.push(isOlder ? { Problem: `${newer} holds a later state of the same base`, ...entry } : entry);
  }
  const last = page.at(-1);
  return { Archives, ...(remaining.length > page.length && last !== undefined && { Next: last }) };
}

/** Undefined for a file removed meanwhile. */
async function entryOf(
  folder: string,
  name: string,
  world: WorldMade | undefined,
): Promise<ArchiveEntry | undefined> {
  const { campId, deletedAt } = parseArchiveName(name) ?? { campId: '', deletedAt: '' };
  const entry = { File: name, CampId: campId, DeletedAt: deletedAt, GuildId: '', GuildName: '', Summary: '' };
  try {
    const text = await readHead(join(folder, name));
    if (text === undefined) return undefined;
    const head = headOf(text);
    if (head === undefined) return { ...entry, Problem: 'it is damaged, or not an archive' };
    const Problem = problemOf(head, campId, world);
    return { ...entry, ...head.fields, ...(Problem && { Problem }) };
  } catch (error) {
    const reason = error instanceof UnreadableFileError ? error.reason : 'cannot be read';
    return { ...entry, Problem: `it ${reason}` };
  }
}

async function readHead(path: string): Promise<string | undefined> {
  assertNoLink(path);
  const beginning = readFileBeginning(path, HEAD_BYTES, FILE_BYTES.archive);
  if (beginning === undefined) return undefined;
  try {
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: INFLATED_HEAD_BYTES };
    return (await inflate(beginning, options)).toString('utf8');
  } catch (error) {
    throw new UnreadableFileError(path, 'is damaged, or not gzip data', 'EIO', { cause: error });
  }
}

function headOf(text: string) {
  const end = text.indexOf(AFTER_HEAD);
  if (end === -1) return undefined;
  let value: unknown;
  try {
    value = parseJson(`${text.slice(0, end).replace(/,\s*$/, '')}}`);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value.archive !== ARCHIVE_KIND) return undefined;
  const { version, world, summary, camp, guild } = value;
  if (!isObject(camp) || !isObject(guild)) return undefined;
  const { id, name } = guild;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof summary !== 'string') return undefined;
  return { version, campId: camp.id, world, fields: { GuildId: id, GuildName: name, Summary: summary } };
}

type Head = NonNullable<ReturnType<typeof headOf>>;

function problemOf({ version, campId, world }: Head, expectedId: string, of: WorldMade | undefined) {
  if (version !== ARCHIVE_VERSION) return 'it has another version, which cannot be restored';
  if (campId !== expectedId) return 'it contains another base camp than its name says';
  if (of === undefined) return undefined;
  const { origin, createdAtMs } = isObject(world) ? world : {};
  return origin === of.origin && createdAtMs === of.createdAtMs ? undefined : 'it is of another world';
}

function assertNoLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new UnreadableFileError(path, 'is a link, not a file', 'ELOOP');
}

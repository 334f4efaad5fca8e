import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gunzipSync } from 'node:zlib';
import { type ArchiveEntry, type ArchivesPage, parseArchiveName } from '@palatine/contract';
import { isObject, namesInFolder, parseJson } from '@palatine/platform/json';
import {
  FILE_BYTES,
  readFileBeginning,
  readFileBytes,
  UnreadableFileError,
} from '@palatine/platform/read-file';
import { ARCHIVE_KIND, ARCHIVE_VERSION } from '@palatine/world';

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
export function archiveText(folder: string, name: string): string | undefined {
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
export function newestArchiveOf(folder: string, campId: string): string | undefined {
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
  names.sort((one, other) => (one < other ? 1 : -1)); // a name begins with the time
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
  return { Archives, ...(remaining.length > page.length && last !== undefined ? { Next: last } : {}) };
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
    const problem = problemOf(head, campId, world);
    return { ...entry, ...head.fields, ...(problem === undefined ? {} : { Problem: problem }) };
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

/** Head of an archive; undefined for another text. */
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

import { lstatSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { KEPT_VERSIONS, Refusal } from '@palatine/contract';
import { namesInFolder } from '../text/json.ts';
import { etagOf } from '../text/response-bytes.ts';
import { flushFolder, writeFileAtomically } from './atomic-write.ts';
import { decodeUtf8, readFileBytes, UnreadableFileError } from './read-file.ts';

export interface FileState {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly changedAtMs: number;
}

/** A replaceable file, and the folder of its former versions. */
export interface VersionedFile {
  readonly file: string;
  readonly versions: string;
  /** A larger file is neither read nor written. */
  readonly maxBytes: number;
}

/** ETag of the version that a write replaces; null for a new file. */
export type ReplacedVersion = string | null;

/** Undefined for a missing file. Throws an UnreadableFileError. */
function readVersioned({ file, maxBytes }: Omit<VersionedFile, 'versions'>): FileState | undefined {
  const bytes = readFileBytes(file, maxBytes);
  if (bytes === undefined) return undefined;
  return { bytes, etag: etagOf(bytes), changedAtMs: statSync(file).mtimeMs };
}

/** A file of the operator as text; `fault` says why it cannot be read. All are undefined for a missing file. */
export function readVersionedText(file: Omit<VersionedFile, 'versions'>) {
  let state: FileState | undefined;
  try {
    state = readVersioned(file);
    return { state, text: state && decodeUtf8(file.file, state.bytes), fault: undefined };
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { state, text: undefined, fault: error.reason };
  }
}

/**
 * Replaces a file and keeps its former version. Nothing else of this process runs between the check of the present
 * version and the rename; only another program could. Throws FILE_CHANGED before writing anything. Identical content
 * is left alone, since a client that lost the response repeats the request.
 * @returns whether the file has changed.
 */
export function replaceVersion(
  target: VersionedFile,
  content: Uint8Array,
  replaced: ReplacedVersion,
  nowMs: number,
): boolean {
  const present = readVersioned(target);
  if (present?.bytes.equals(content)) return false;
  assertVersion(target, present, replaced);
  keepVersion(target, present, nowMs);
  writeFileAtomically(target.file, content);
  return true;
}

/** Deletes a file and keeps its former version. Throws FILE_CHANGED. @returns false for a missing file. */
export function deleteVersion(target: VersionedFile, replaced: ReplacedVersion, nowMs: number): boolean {
  const present = readVersioned(target);
  if (present === undefined) return false;
  assertVersion(target, present, replaced);
  keepVersion(target, present, nowMs);
  rmSync(target.file);
  flushFolder(join(target.file, '..'));
  return true;
}

function assertVersion(
  { file }: VersionedFile,
  present: FileState | undefined,
  replaced: ReplacedVersion,
): void {
  if ((present?.etag ?? null) === replaced) return;
  const change = replaced === null ? 'is there already' : 'says something else meanwhile';
  throw new Refusal('FILE_CHANGED', `${basename(file)} ${present ? change : 'is not there any more'}`);
}

/** A former version of a file, and when it was replaced. */
export interface KeptVersion extends FileState {
  /** Empty for text that is not UTF-8, since saving it would lose characters. */
  readonly text: string;
  readonly replacedAtMs: number;
}

/** `20260712T181502113Z.json`: the time of the replacement. */
const VERSION_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.json$/;

/** The former versions of a file, newest first. */
export function versionsOf({ versions, maxBytes }: Omit<VersionedFile, 'file'>): KeptVersion[] {
  return namesIn(versions).flatMap((name) => {
    const { state, text = '' } = readVersionedText({ file: join(versions, name), maxBytes });
    return state === undefined ? [] : [{ ...state, text, replacedAtMs: timeOf(name) }];
  });
}

function namesIn(versions: string): string[] {
  return namesInFolder(versions)
    .filter((name) => VERSION_NAME.test(name) && lstatSync(join(versions, name)).isFile())
    .sort()
    .reverse();
}

function timeOf(name: string): number {
  return Date.parse(name.replace(VERSION_NAME, '$1-$2-$3T$4:$5:$6.$7Z'));
}

/** Keeps a version under the present time, or just after the newest, and removes the oldest beyond the limit. */
function keepVersion(
  { versions, maxBytes }: VersionedFile,
  present: FileState | undefined,
  nowMs: number,
): void {
  if (present === undefined) return;
  const names = namesIn(versions);
  const [newest] = names;
  const kept = newest === undefined ? undefined : readVersioned({ file: join(versions, newest), maxBytes });
  if (kept?.etag === present.etag) return; // kept by an interrupted attempt
  const atMs = newest === undefined ? nowMs : Math.max(nowMs, timeOf(newest) + 1);
  const name = `${new Date(atMs).toISOString().replace(/[-:.]/g, '')}.json`;
  writeFileAtomically(join(versions, name), present.bytes);
  for (const old of names.slice(KEPT_VERSIONS - 1)) rmSync(join(versions, old), { force: true }); // may be removed already
}

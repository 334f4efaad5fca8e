import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, FILE_NAME_RULE, jsonBaseName, Refusal } from '@palatine/contract';
import {
  deleteVersion,
  type FileState,
  type KeptVersion,
  type ReplacedVersion,
  readVersionedText,
  replaceVersion,
  type VersionedFile,
  versionsOf,
} from '@palatine/platform/file-versions';
import { namesInFolder, objectIn } from '@palatine/platform/json';
import { FILE_BYTES, UnreadableFileError } from '@palatine/platform/read-file';

export interface PalFile {
  /** Without `.json`. */
  readonly name: string;
  /** Undefined for what cannot be read. */
  readonly state: FileState | undefined;
  /** ms since 1970. */
  readonly changedAtMs: number;
  /** Empty for what cannot be read. */
  readonly text: string;
  /** The JSON object in it; undefined where it holds none, and then `problem` says why. */
  readonly content: Record<string, unknown> | undefined;
  readonly problem: string | undefined;
}

export interface PalFilesOptions {
  readonly folder: string;
  /** The folder of the former versions: a folder for each file. */
  readonly versions: string;
  /** The code for a name that no file has. */
  readonly notFound: ErrorCode;
}

/** The files of a folder, by their names without `.json`. Every name is checked before it becomes a path. */
export function palFiles({ folder, versions, notFound }: PalFilesOptions) {
  function targetOf(name: string): VersionedFile {
    return {
      file: join(folder, `${name}.json`),
      versions: join(versions, `${name}.json`),
      maxBytes: FILE_BYTES.pal,
    };
  }

  /** The name of the file: macOS decomposes letters that a request sends as one character. */
  function spelt(name: string): string {
    if (/^\p{ASCII}*$/u.test(name)) return name;
    const wanted = name.normalize();
    return names().find((other) => other.normalize() === wanted) ?? name;
  }

  function existing(name: string): string {
    const base = jsonBaseName(name);
    if (base === undefined) throw new Refusal(notFound);
    return spelt(base);
  }

  function names(): string[] {
    return namesInFolder(folder)
      .flatMap((file) => (file.endsWith('.json') ? (jsonBaseName(file) ?? []) : []))
      .sort();
  }

  function find(name: string): PalFile | undefined {
    const target = targetOf(name);
    const { state, text = '', fault } = readVersionedText(target);
    if (state === undefined && fault === undefined) return undefined;
    const changedAtMs = state?.changedAtMs ?? lstatSync(target.file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const read = fault === undefined ? objectIn(text) : { content: undefined, problem: fault };
    return { name, state, changedAtMs, text, ...read };
  }

  /** Throws the code for a name that no file has. */
  function read(given: string): PalFile {
    const file = find(existing(given));
    if (file === undefined) throw new Refusal(notFound);
    return file;
  }

  return {
    /** In the order of their letters. */
    names,
    /** A file that `names` lists; undefined once it was removed. */
    find,
    read,

    /** Throws VALIDATION_FAILED for a name that no file can have, and FILE_CHANGED. @returns the name of the file. */
    replace(given: string, content: Uint8Array, replaced: ReplacedVersion, nowMs: number): string {
      const base = jsonBaseName(given);
      if (base === undefined)
        throw new Refusal('VALIDATION_FAILED', `the name breaks a rule: ${FILE_NAME_RULE}`);
      const name = spelt(base);
      refusingUnreadable(name, () => replaceVersion(targetOf(name), content, replaced, nowMs));
      return name;
    },

    /** Throws the code for a name that no file has, and FILE_CHANGED. @returns the name of the file. */
    delete(given: string, replaced: ReplacedVersion, nowMs: number): string {
      const name = existing(given);
      if (!refusingUnreadable(name, () => deleteVersion(targetOf(name), replaced, nowMs)))
        throw new Refusal(notFound);
      return name;
    },

    /** The newest first. Throws the code for a name that neither a file nor a version has. */
    versions(given: string): KeptVersion[] {
      const name = existing(given);
      const kept = versionsOf(targetOf(name));
      if (kept.length === 0) read(name);
      return kept;
    },
  };
}

export type PalFiles = ReturnType<typeof palFiles>;

/** What stands in the place of the file, such as a folder, stays: the operator has to look at it. */
function refusingUnreadable<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new Refusal('VALIDATION_FAILED', `${name}.json ${error.reason}`); // without the path of this machine
  }
}

import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isFileName } from '@palatine/contract';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { formatJson, jsonFault, namesInFolder, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import type { OperatorFiles } from '@palatine/world';
import { archiveText, newestArchiveOf } from './archives.ts';
import type { DataPaths } from './data-folder.ts';

const ARCHIVES = 'Archives';

export interface ArchivingFiles extends OperatorFiles {
  /** Paths of archives that are not confirmed yet, relative to the data folder. */
  readonly unconfirmed: string[];
}

/** The data folder, and two of its folders. */
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
  try {
    return readTextFile(path, FILE_BYTES.pal);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    if (error.code === 'EISDIR') return undefined;
    throw new SyntaxError(error.message, { cause: error });
  }
}

/** The name of a file with this name in any Unicode normalization: macOS decomposes ü. */
export function nameOnDisk(folder: string, file: string): string {
  if (/^\p{ASCII}*$/u.test(file)) return file;
  const names = namesInFolder(folder);
  if (names.includes(file)) return file;
  return names.find((name) => name.normalize() === file.normalize()) ?? file;
}

import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  createFileLike,
  createPrivateFile,
  type FileRights,
  makePrivateFolder,
  temporaryName,
} from './private-files.ts';
import { chunksOf, visitFileChunks, withFile } from './read-file.ts';

/**
 * Writes a file so that a reader sees the old content or the new, even after a power cut; an existing one keeps its mode
 * and owner. All files of the data folder are written here (packages/data-dir/test/atomic-write.test.ts), so that two
 * writers of one file never share a temporary name.
 */
export function writeFileAtomically(file: string, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  replaceFile(file, (handle) => writeAll(handle, bytes));
}

/** Copies a file likewise. @returns false for a missing file. Throws an UnreadableFileError. */
export function copyFileAtomically(from: string, to: string): boolean {
  const copied = withFile(from, (source) => {
    replaceFile(to, (handle) => {
      for (const chunk of chunksOf(from, source)) writeAll(handle, chunk);
    });
    return true;
  });
  return copied === true;
}

/** Writes and flushes a new file; `flushFolder` makes its name durable. A failure leaves no file. */
export function writeNewFile(file: string, bytes: Uint8Array, rights: FileRights): void {
  fillNewFile(file, createFileLike(file, rights), (handle) => writeAll(handle, bytes));
}

/** Copies and flushes a file with mode, time and, as root, owner. Throws an UnreadableFileError. @returns its SHA-256. */
export function copyNewFile(from: string, to: string, maxBytes: number): string {
  const hash = createHash('sha256');
  const stats = statSync(from);
  fillNewFile(to, createPrivateFile(to, stats), (handle) => {
    visitFileChunks(from, maxBytes, (chunk) => {
      writeAll(handle, chunk);
      hash.update(chunk);
    });
    futimesSync(handle, stats.atime, stats.mtime);
  });
  return hash.digest('hex');
}

function fillNewFile(file: string, handle: number, write: (handle: number) => void): void {
  try {
    fill(handle, write);
  } catch (error) {
    removeLeftover(file);
    throw withPath(error, file);
  }
}

function fill(handle: number, write: (handle: number) => void = () => {}): void {
  try {
    write(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes and flushes a file to take the place of another, whose mode and owner it gets. @returns its name. */
export function writeSuccessor(file: string, bytes: Uint8Array): string {
  return fillSuccessor(file, (handle) => writeAll(handle, bytes));
}

function fillSuccessor(file: string, write: (handle: number) => void): string {
  const temporary = temporaryName(file);
  makePrivateFolder(dirname(file));
  try {
    const present = statSync(file, { throwIfNoEntry: false });
    fill(createPrivateFile(temporary, present?.isFile() ? present : undefined), write);
    return temporary;
  } catch (error) {
    removeLeftover(temporary);
    throw withPath(error, file);
  }
}

function replaceFile(file: string, write: (handle: number) => void): void {
  const temporary = fillSuccessor(file, write);
  try {
    renameSync(temporary, file);
  } catch (error) {
    removeLeftover(temporary);
    throw withPath(error, file);
  }
  flushFolder(dirname(file));
}

/** Adds the path: on a full disk, write errors of a handle do not name the file. */
function withPath(error: unknown, file: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof Error && code !== undefined && path === undefined)
    error.message = `${file}: ${error.message}`;
  return error;
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(handle, bytes, at);
}

/** Renames a file unless the name is taken. @returns whether it was free. */
export function renameToFree(file: string, name: string): boolean {
  try {
    linkSync(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(name)) return false;
    renameSync(file, name); // a file system without links, or a full one
    return true;
  }
  removeLeftover(file);
  return true;
}

/** Best effort: the next write or the next start removes it. */
export function removeLeftover(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It does no harm. After an error the caller throws that one, which says more.
  }
}

/** Flushes a file that another writer has changed, such as SQLite without a journal. */
export function flushFile(file: string): void {
  fill(openSync(file, 'r+'));
}

/** Makes renames in a folder durable. Windows cannot flush a folder and does not need to. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  fill(openSync(folder, 'r'));
}

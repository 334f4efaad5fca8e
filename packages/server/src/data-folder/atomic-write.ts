import { closeSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createPrivateFile, makePrivateFolder } from './private-files.ts';
import { temporaryName } from './temporary-name.ts';

/**
 * Writes a file so that a reader sees the old content or the new, never a part of it, also after a power cut:
 * writes a temporary file of its own, flushes it, renames it, and flushes the folder. A file that exists keeps its
 * mode and owner.
 *
 * Every file of the data folder is written here (tests/data-folder/one-writer.test.ts), so that two writers of one
 * file never share a temporary name: each reader sees one whole version.
 */
export function writeFileAtomically(file: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = temporaryName(file);
  const folder = dirname(file);
  makePrivateFolder(folder);
  try {
    const handle = createPrivateFile(temporary, mode, existingFile(file));
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    removeTemporary(temporary);
    throw error;
  }
  flushFolder(folder);
}

function existingFile(file: string): Stats | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? found : undefined;
}

/** Best effort: the next start removes leftovers. */
function removeTemporary(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The caller throws the first error, which says more than this one.
  }
}

/** Makes a rename in a folder survive a power cut. Windows cannot flush a folder and does not need to. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file so that a reader sees the old content or the new, never a part of it, also after a power cut:
 * writes a second file, flushes it, renames it, and flushes the folder.
 */
export function writeFileAtomically(file: string, content: string | Uint8Array, mode = 0o644): void {
  const temporary = `${file}.writing`;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  try {
    const handle = openSync(temporary, 'w', mode);
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

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file so that a reader sees the old one or the new one, never half of it, also after a power cut:
 * written aside, flushed, renamed, and the folder flushed.
 */
export function writeFileAtomically(file: string, content: string | Uint8Array, mode = 0o644): void {
  const aside = `${file}.writing`;
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  try {
    const handle = openSync(aside, 'w', mode);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(aside, file);
  } catch (error) {
    tidy(aside);
    throw error;
  }
  flushFolder(folder);
}

/** Best effort: what is left over is swept away at the next start. */
function tidy(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The error that brought us here tells more than this one would.
  }
}

/** Makes a rename in a folder outlast a power cut. Windows has no such thing and needs none. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

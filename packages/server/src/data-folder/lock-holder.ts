import { statSync } from 'node:fs';
import { readTextFile } from './read-file.ts';

/** A line of /proc/locks: the process, the device and the inode of a lock. */
const LOCK = /^\d+: POSIX +\S+ +\S+ (\d+) ([0-9a-f]+):([0-9a-f]+):(\d+) /gm;

/** The other process that has locked one of the files, where the system says so, as Linux does. */
export function lockHolder(files: readonly string[]): number | undefined {
  const locks = readLocks();
  const locked = new Set(files.flatMap(idOf));
  for (const [, pid, major = '', minor = '', inode = ''] of locks.matchAll(LOCK)) {
    const id = `${Number.parseInt(major, 16)}:${Number.parseInt(minor, 16)}:${inode}`;
    if (locked.has(id) && Number(pid) > 0 && Number(pid) !== process.pid) return Number(pid);
  }
  return undefined;
}

function readLocks(): string {
  try {
    return readTextFile('/proc/locks') ?? ''; // missing where the system is not Linux
  } catch {
    return ''; // hidden from this user
  }
}

/** As /proc/locks writes a file: its device, whose number Linux packs into one, and its inode. */
function idOf(file: string): string[] {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return [];
  const { dev, ino } = stats;
  const major = (dev >> 8n) & 0xfffn;
  const minor = (dev & 0xffn) | ((dev >> 12n) & 0xfff00n);
  return [`${major}:${minor}:${ino}`];
}

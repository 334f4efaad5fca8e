import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTextFile } from '../../data-folder/read-file.ts';

const PROC = '/proc';
/** Open files that are looked at. A busy machine has some 10,000. */
const MOST_OPEN_FILES = 500_000;

/** A process that has a file open. */
export interface OpenElsewhere {
  readonly file: string;
  readonly pid: number;
  /** The short name of the program; '' when it is hidden. */
  readonly program: string;
}

/**
 * Another process that has one of the files open, where the system tells: Linux does, for the processes whose files
 * this user may see. Also one that knows the file by another path, as a container does.
 */
export function openElsewhere(files: readonly string[], proc = PROC): OpenElsewhere | undefined {
  const wanted = new Map(files.flatMap((file) => idOf(file).map((id) => [id, file])));
  const names = new Set(files.map((file) => basename(file)));
  let left = MOST_OPEN_FILES;
  for (const pid of listed(proc)) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const folder = join(proc, pid, 'fd');
    for (const handle of listed(folder)) {
      if (left-- <= 0) return undefined;
      const link = join(folder, handle);
      if (!names.has(basename(target(link)))) continue;
      const file = wanted.get(idOf(link)[0] ?? '');
      if (file !== undefined) return { file, pid: Number(pid), program: programOf(join(proc, pid)) };
    }
  }
  return undefined;
}

/** Nothing for a process that has ended meanwhile, or is another user's. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path that an open file was opened by, '' when it is hidden. */
function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

function idOf(file: string): [] | [string] {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return [`${dev}:${ino}`];
  } catch {
    return []; // gone meanwhile
  }
}

function programOf(process: string): string {
  try {
    return (readTextFile(join(process, 'comm')) ?? '').trim();
  } catch {
    return '';
  }
}

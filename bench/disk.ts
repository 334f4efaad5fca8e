import { closeSync, fsyncSync, mkdirSync, openSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { short } from './report.ts';
import { median, quantile } from './statistics.ts';

/** File systems by the number Linux gives them. */
const KINDS: Record<number, string> = {
  61267: 'ext4',
  16914836: 'tmpfs',
  2240043254: 'ramfs',
  1481003842: 'XFS',
  2435016766: 'Btrfs',
  2035054128: 'overlayfs',
  801189825: 'ZFS',
};
const PAGE = Buffer.alloc(4096, 'page');
const PAGES = 64;

/** The name of the file system that holds a folder. */
export function fileSystemOf(folder: string): string {
  const { type } = statfsSync(folder);
  return (process.platform === 'linux' && KINDS[type]) || `file system 0x${type.toString(16)}`;
}

/** The system's temporary folder; a folder of this repository when that is in memory, where a flush is free. */
export function diskFolder(): string {
  if (!['tmpfs', 'ramfs'].includes(fileSystemOf(tmpdir()))) return tmpdir();
  const own = join(import.meta.dirname, '../node_modules/.cache');
  mkdirSync(own, { recursive: true });
  return own;
}

export interface FlushFigures {
  medianMs: number;
  p99Ms: number;
}

export function flushFigures(flushes: readonly number[]): FlushFigures {
  return { medianMs: median(flushes), p99Ms: quantile(flushes, 0.99) };
}

/** Tells of the file system on which the figures depend. */
export function diskNote(folder: string, { medianMs, p99Ms }: FlushFigures): string {
  return `The world files lie on ${fileSystemOf(folder)} in ${folder}. Between the rounds, writing one page there and flushing it took ${short(medianMs)} ms, p99 ${short(p99Ms)} ms.`;
}

/** Overwrites and flushes a page, as a transaction log does. @returns the ms of each. */
export function flushesMs(folder: string): number[] {
  const handle = openSync(join(folder, 'flushed'), 'w+');
  try {
    for (let page = 0; page < PAGES; page++) writeSync(handle, PAGE, 0, PAGE.length, page * PAGE.length);
    fsyncSync(handle);
    return Array.from({ length: PAGES }, (_, page) => {
      const startedAt = performance.now();
      writeSync(handle, PAGE, 0, PAGE.length, page * PAGE.length);
      fsyncSync(handle);
      return performance.now() - startedAt;
    });
  } finally {
    closeSync(handle);
  }
}

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WorldReply } from '@palatine/contract';

/** The bytes of the world file. Every commit is written into the log beside it first: the younger of the two tells when. */
export async function storeFigures(worldFile: string): Promise<WorldReply['Store']> {
  const [file, log] = await Promise.all([fileAt(worldFile), fileAt(`${worldFile}-wal`)]);
  const writtenMs = Math.max(file?.mtimeMs ?? 0, log?.mtimeMs ?? 0);
  return {
    Bytes: file?.size ?? 0,
    WalBytes: log?.size ?? 0,
    ...(writtenMs > 0 && { LastCommitAt: new Date(writtenMs).toISOString() }),
  };
}

/** The disk that a file is on. Empty where the file system does not tell. */
export async function diskFigures(file: string): Promise<Pick<WorldReply, 'Disk'>> {
  const disk = await statfs(dirname(file)).catch(() => undefined); // some file systems cannot
  if (disk === undefined) return {};
  const { bavail, blocks, bsize } = disk;
  return { Disk: { FreeBytes: bavail * bsize, TotalBytes: blocks * bsize } };
}

function fileAt(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  return stat(path).catch(() => undefined); // there is no log before the first commit
}

import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getWorld, type WorldReply } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../game/response-format.ts';
import { mountRead } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Mounts what the world is: its tables say how much is in it, the file system how large its file is. */
export function mountWorld(app: FastifyInstance, policy: RequestPolicy, { game, worldFile }: Service): void {
  mountRead(app, policy, getWorld, async () => {
    const [facts, Store, disk] = await Promise.all([
      game.call('worldFacts', undefined),
      storeOf(worldFile),
      diskOf(worldFile),
    ]);
    return serialize({ ...facts, Store, ...disk } satisfies WorldReply);
  });
}

/** Every commit is written into the log beside the file first, so that the younger of the two tells when. */
async function storeOf(worldFile: string): Promise<WorldReply['Store']> {
  const [file, log] = await Promise.all([fileAt(worldFile), fileAt(`${worldFile}-wal`)]);
  const writtenMs = Math.max(file?.mtimeMs ?? 0, log?.mtimeMs ?? 0);
  return {
    Bytes: file?.size ?? 0,
    WalBytes: log?.size ?? 0,
    ...(writtenMs > 0 && { LastCommitAt: new Date(writtenMs).toISOString() }),
  };
}

function fileAt(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  return stat(path).catch(() => undefined); // there is no log before the first commit
}

/** Empty where the file system does not tell. */
async function diskOf(worldFile: string): Promise<Pick<WorldReply, 'Disk'>> {
  const disk = await statfs(dirname(worldFile)).catch(() => undefined); // some file systems cannot
  if (disk === undefined) return {};
  const { bavail, blocks, bsize } = disk;
  return { Disk: { FreeBytes: bavail * bsize, TotalBytes: blocks * bsize } };
}

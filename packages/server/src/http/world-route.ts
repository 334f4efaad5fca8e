import { getWorld, type WorldReply } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../game/responses.ts';
import type { RequestPolicy } from './authorize.ts';
import { diskFigures, storeFigures } from './disk-figures.ts';
import { mountRead } from './mount.ts';
import type { Service } from './service.ts';

/** Mounts what the world is: its tables say how much is in it, the file system how large its file is. */
export function mountWorld(app: FastifyInstance, policy: RequestPolicy, { game, worldFile }: Service): void {
  mountRead(app, policy, getWorld, async () => {
    const [facts, Store, disk] = await Promise.all([
      game.worldFacts(),
      storeFigures(worldFile),
      diskFigures(worldFile),
    ]);
    return serialize({ ...facts, Store, ...disk } satisfies WorldReply);
  });
}

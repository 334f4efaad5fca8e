import { Refusal, takeOverWorld } from '@palatine/contract';
import type { MountOwnWrite } from '../http/own-writes.ts';
import { findWorld, type WorldRoutes } from './mount-worlds.ts';

/** Mounts the decision of an operator for the process of a world that is fenced. */
export function mountTakeOver(
  write: MountOwnWrite,
  worlds: Pick<WorldRoutes, 'directory' | 'scopeOf'>,
): void {
  const { directory } = worlds;
  write(takeOverWorld, async ({ params, token }) => {
    const world = findWorld(worlds, token, params.world);
    const instance = directory.fencedInstance(world);
    if (instance === undefined) throw new Refusal('NOT_FENCED');
    try {
      await directory.takeOver(world, instance);
    } catch (cause) {
      const message = 'the broker did not store the decision; nothing has changed';
      throw new Refusal('SERVER_BUSY', message, { Reason: 'BROKER' }, { cause });
    }
    const Name = directory.get(world)?.name ?? '';
    return { reply: { World: world, Name, Instance: instance }, summary: `${Name} goes on as ${instance}` };
  });
}

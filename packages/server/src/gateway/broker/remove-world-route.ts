import { Refusal, removeWorld } from '@palatine/contract';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import { findWorld, type WorldRoutes } from '../mount-worlds.ts';
import type { Broker } from './start-broker.ts';

export interface RemovalOptions {
  tenant: string;
  broker: Pick<Broker, 'keys' | 'pushTenant'>;
}

/** Mounts the removal of a world: its credentials end at once, and the fleet forgets that it was there. */
export function mountRemoveWorld(
  write: MountOwnWrite,
  worlds: Pick<WorldRoutes, 'directory' | 'scopeOf'>,
  { tenant, broker }: RemovalOptions,
): void {
  write(removeWorld, async ({ params, token }) => {
    const world = findWorld(worlds, token, params.world);
    const Name = worlds.directory.get(world)?.name ?? '';
    broker.keys.revokeWorld(tenant, world);
    await broker.pushTenant(tenant);
    try {
      await worlds.directory.forget(world);
    } catch (cause) {
      const message = 'the world is cut off, but the broker did not take it from the list; try again';
      throw new Refusal('SERVER_BUSY', message, { Reason: 'BROKER' }, { cause });
    }
    return { reply: { World: world, Name }, summary: Name };
  });
}

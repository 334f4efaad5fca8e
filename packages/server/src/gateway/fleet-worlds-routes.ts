import {
  type FleetSession,
  type FleetWorld,
  getFleetSession,
  getFleetWorlds,
  Refusal,
  removeWorld,
  takeOverWorld,
} from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { PALATINE_VERSION } from '../data-folder/version.ts';
import { serialize } from '../game/responses.ts';
import type { RequestPolicy } from '../http/authorize.ts';
import { mountRead } from '../http/mount.ts';
import type { MountOwnWrite } from '../http/own-writes.ts';
import type { Broker } from './broker/start-broker.ts';
import type { FleetLists } from './lists/fleet-lists.ts';
import { findWorld, type WorldRoutes } from './mount-worlds.ts';
import { inScope, type KnownWorld, listsBehind } from './world-scope.ts';

/** Mounts the list of worlds. */
export function mountFleetWorlds(
  app: FastifyInstance,
  policy: RequestPolicy,
  {
    directory,
    scopeOf,
    lists,
  }: Pick<WorldRoutes, 'directory' | 'scopeOf'> & { lists: Pick<FleetLists, 'seen'> },
): void {
  mountRead(app, policy, getFleetWorlds, ({ token }) => {
    const worlds = inScope(scopeOf(token), directory.all());
    return serialize({ Worlds: worlds.map((world) => rowOf(world, lists.seen.sequence)) });
  });
}

function rowOf(known: KnownWorld, newestChange: number): FleetWorld {
  const { world, name, tags, state, lastSeenMs, clockAheadMs, heartbeat } = known;
  const behind = listsBehind(known, newestChange);
  return {
    World: world,
    Name: name,
    Tags: [...tags],
    State: state,
    ...(lastSeenMs !== undefined && { LastSeen: new Date(lastSeenMs).toISOString() }),
    Version: heartbeat?.version ?? '',
    Attached: heartbeat?.attached ?? false,
    PlayersOnline: state === 'Online' ? (heartbeat?.players ?? 0) : 0,
    Queue: heartbeat?.queue ?? 0,
    EventsBehind: heartbeat?.lag.events ?? 0,
    AuditBehind: heartbeat?.lag.audit ?? 0,
    ...(behind !== undefined && { ListsBehind: behind }),
    ...(clockAheadMs !== undefined && { ClockAheadMs: clockAheadMs }),
    Lists: heartbeat?.lists ?? [],
    Allow: heartbeat?.allow ?? [],
  };
}

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

/** Mounts the removal of a world: its credentials end at once, and the fleet forgets that it was there. */
export function mountRemoveWorld(
  write: MountOwnWrite,
  worlds: Pick<WorldRoutes, 'directory' | 'scopeOf'>,
  broker: Pick<Broker, 'keys' | 'pushAccounts'>,
): void {
  write(removeWorld, async ({ params, token }) => {
    const world = findWorld(worlds, token, params.world);
    const Name = worlds.directory.get(world)?.name ?? '';
    broker.keys.revokeWorld(world);
    await broker.pushAccounts();
    try {
      await worlds.directory.forget(world);
    } catch (cause) {
      const message = 'the world is cut off, but the broker did not take it from the list; try again';
      throw new Refusal('SERVER_BUSY', message, { Reason: 'BROKER' }, { cause });
    }
    return { reply: { World: world, Name }, summary: Name };
  });
}

/**
 * Mounts what a token is told of itself at a gateway.
 * @param worldsOf the worlds that a token of the fleet names; undefined for one that counts for all
 */
export function mountFleetSession(
  app: FastifyInstance,
  policy: RequestPolicy,
  worldsOf: (token: Token) => readonly string[] | undefined,
): void {
  mountRead(app, policy, getFleetSession, ({ token }) => {
    const session: FleetSession = {
      Name: token.name,
      Permissions: [...token.permissions],
      Worlds: [...(worldsOf(token) ?? ['*'])],
      Version: PALATINE_VERSION,
    };
    return serialize(session);
  });
}

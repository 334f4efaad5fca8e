import { type FleetWorld, getFleetWorlds } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../game/response-format.ts';
import { mountRead } from '../http/mount.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
import { type KnownWorld, listsBehind } from './known-world.ts';
import type { FleetLists } from './lists/fleet-lists.ts';
import type { WorldRoutes } from './mount-worlds.ts';
import { inScope } from './world-scope.ts';

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

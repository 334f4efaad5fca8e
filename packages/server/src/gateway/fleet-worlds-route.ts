import { type FleetWorld, getFleetWorlds } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../game/response-format.ts';
import { mountRead } from '../http/mount.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
import type { WorldRoutes } from './mount-worlds.ts';
import type { KnownWorld } from './world-directory.ts';

/** Mounts the list of worlds. */
export function mountFleetWorlds(
  app: FastifyInstance,
  policy: RequestPolicy,
  { directory, scopeOf }: Pick<WorldRoutes, 'directory' | 'scopeOf'>,
): void {
  mountRead(app, policy, getFleetWorlds, ({ token }) => {
    const scope = scopeOf(token);
    return serialize({
      Worlds: directory
        .all()
        .filter((world) => scope.includes(world))
        .map(rowOf),
    });
  });
}

function rowOf({ world, name, tags, state, lastSeenMs, clockAheadMs, heartbeat }: KnownWorld): FleetWorld {
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
    ...(clockAheadMs !== undefined && { ClockAheadMs: clockAheadMs }),
    Lists: heartbeat?.lists ?? [],
    Allow: heartbeat?.allow ?? [],
  };
}

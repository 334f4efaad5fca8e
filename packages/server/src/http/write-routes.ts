import { controlSimulation, ROUTES, type RouteShape, reloadConfig } from '@palatine/contract';
import { COMMANDS, type CommandName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import type { CommandCall, WriteCall } from '../game/protocol.ts';
import { mountWrite, type WriteContext } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Mounts every route that changes the world. Each is a command of the game, under the name of its route. */
export function mountWriteRoutes(
  app: FastifyInstance,
  policy: RequestPolicy,
  { game, faults, ...service }: Service,
): void {
  function command(name: CommandCall['name'], route: RouteShape): void {
    mountWrite(app, policy, route, (call) => {
      const { params, body } = call;
      return game.call('command', { ...writeCallOf(call), name, params, body });
    });
  }

  for (const name of Object.keys(COMMANDS) as CommandName[]) command(name, ROUTES[name]);

  mountWrite(app, policy, reloadConfig, async (call) =>
    game.call('reload', { ...writeCallOf(call), ...(await service.reloadConfig()) }),
  );

  if (faults) command('controlSimulation', controlSimulation);
}

function writeCallOf<R extends RouteShape>(call: WriteContext<R>): WriteCall {
  const { token, ip, audit, idempotency } = call;
  return {
    issuer: { id: token.id, name: token.name, ip, permissions: token.permissions },
    audit,
    idempotency,
  };
}

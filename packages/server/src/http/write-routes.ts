import { controlSimulation, ROUTES, type RouteShape, reloadConfig } from '@palatine/contract';
import { COMMANDS, type CommandName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import { mountWrite, type WriteContext } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Everything that changes the world. Each is a command of the game thread, under the name of its route. */
export function mountWriteRoutes(
  app: FastifyInstance,
  policy: RequestPolicy,
  { game, faults, ...service }: Service,
): void {
  function send(name: string, { params, token, ip, audit, idempotency }: WriteContext, body: unknown) {
    const issuer = { name: token.name, ip, permissions: token.permissions };
    return game.command({ name, params, body, issuer, audit, idempotency });
  }

  function command(name: string, route: RouteShape): void {
    mountWrite(app, policy, route, (call) => send(name, call, call.body));
  }

  for (const name of Object.keys(COMMANDS) as CommandName[]) command(name, ROUTES[name]);

  mountWrite(app, policy, reloadConfig, async (call) =>
    send('reloadConfig', call as unknown as WriteContext, await service.reloadConfig()),
  );

  if (faults) command('controlSimulation', controlSimulation);
}

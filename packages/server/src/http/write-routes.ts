import { controlSimulation, Refusal, ROUTES, type RouteShape, reloadConfig } from '@palisade/contract';
import { COMMANDS } from '@palisade/world';
import type { FastifyInstance } from 'fastify';
import { type Gate, mountWrite, type WriteCall } from './mount.ts';
import type { Service } from './service.ts';

/** Everything that changes the world. Each is a command of the game thread, under the name of its route. */
export function mountWriteRoutes(
  app: FastifyInstance,
  gate: Gate,
  { game, faults, ...service }: Service,
): void {
  function send(name: string, { params, token, ip, audit, idempotency }: WriteCall, body: unknown) {
    const issuer = { name: token.name, ip, permissions: token.permissions };
    return game.command({ name, params, body, issuer, audit, idempotency });
  }

  function command(name: string, route: RouteShape): void {
    mountWrite(app, gate, route, (call) => send(name, call, call.body));
  }

  for (const [name, route] of Object.entries(ROUTES)) {
    if (route.method !== 'POST' || route === reloadConfig) continue;
    if (name in COMMANDS) command(name, route);
    else
      mountWrite(app, gate, route, () => {
        throw new Refusal('NOT_IMPLEMENTED', `POST ${route.path} does not work in this version yet`);
      });
  }

  mountWrite(app, gate, reloadConfig, async (call) =>
    send('reloadConfig', call as unknown as WriteCall, await service.reloadConfig()),
  );

  if (faults) command('controlSimulation', controlSimulation);
}

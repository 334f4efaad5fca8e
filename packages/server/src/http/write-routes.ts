import {
  ALL_ROUTES,
  cancelDelivery,
  controlSimulation,
  Refusal,
  type RouteShape,
  reloadConfig,
  retryDelivery,
} from '@palatine/contract';
import { COMMANDS, type CommandName } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { LATE_RELOAD } from '../data-folder/late-reload.ts';
import type { CommandCall, WriteCall } from '../game/calls.ts';
import type { RequestPolicy } from './authorize.ts';
import { mountWrite, type WriteContext } from './mount.ts';
import { outcomeOf } from './own-writes.ts';
import type { Service } from './service.ts';

/** Mounts every route that changes the world. Each is a command of the game, under the name of its route. */
export function mountWriteRoutes(
  app: FastifyInstance,
  policy: RequestPolicy,
  { game, attached, faults }: Service,
  log: Logger,
): void {
  function command(name: CommandCall['name'], route: RouteShape): void {
    mountWrite(app, policy, route, (call) => {
      const { params, body } = call;
      const command = { ...writeCallOf(call), name, params, body };
      return attached !== undefined && (route.attached === 'Live' || name === 'alert')
        ? attached.live(command)
        : game.write(command);
    });
  }

  for (const name of Object.keys(COMMANDS) as CommandName[]) command(name, ALL_ROUTES[name]);

  command('cancelDelivery', cancelDelivery);
  command('retryDelivery', retryDelivery);

  // The game reads the settings files and Banlist.json; token files count without a reload.
  mountWrite(app, policy, reloadConfig, async (call) => {
    try {
      const outcome = await game.reload(writeCallOf(call));
      if (outcome.code === 'OK') await policy.tokens.refresh();
      return outcome;
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'REQUEST_TIMEOUT')) throw error;
      log.warn({ reason: LATE_RELOAD }, 'nothing was read again'); // the game makes the events, once it gets to it
      return outcomeOf({ Success: false });
    }
  });

  if (faults) command('controlSimulation', controlSimulation);
}

function writeCallOf<R extends RouteShape>(call: WriteContext<R>): WriteCall {
  const { token, ip, audit, idempotency, beginBefore } = call;
  return {
    issuer: { id: token.id, name: token.name, ip, permissions: token.permissions },
    audit,
    idempotency,
    beginBefore,
  };
}

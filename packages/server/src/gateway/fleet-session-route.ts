import { type FleetSession, getFleetSession } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { PALATINE_VERSION } from '../data-folder/version.ts';
import { serialize } from '../game/response-format.ts';
import { mountRead } from '../http/mount.ts';
import type { RequestPolicy } from '../http/request-policy.ts';

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

import { ALL_ROUTES, pathOf, Refusal, type RouteShape, WORLDS_PATH } from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { authenticate } from '../http/authorize.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
import { auditRefusal, WORLD_PARAM } from './audit-refusal.ts';
import { readWorldRequest } from './read-world-request.ts';
import type { WorldClient } from './world-client.ts';
import type { WorldDirectory } from './world-directory.ts';
import type { WorldResponse } from './world-response.ts';
import type { WorldScope } from './world-scope.ts';

export interface WorldRoutes {
  client: WorldClient;
  directory: WorldDirectory;
  /** The worlds that a token may see. */
  scopeOf(token: Token): WorldScope;
}

/** Of the connection between the world and its link. */
const NOT_PASSED_BACK = /^(connection|keep-alive|transfer-encoding|content-length|date|access-control-.*)$/;

/** Mounts every route of a world below `/worlds/<world>`: a panel needs another base address and nothing else. */
export function mountWorlds(app: FastifyInstance, policy: RequestPolicy, worlds: WorldRoutes): void {
  for (const route of Object.values(ALL_ROUTES)) mountWorldRoute(app, policy, worlds, route);
}

function mountWorldRoute(
  app: FastifyInstance,
  policy: RequestPolicy,
  worlds: WorldRoutes,
  route: RouteShape,
): void {
  app.route({
    method: route.method,
    url: `${WORLDS_PATH}/:${WORLD_PARAM}${pathOf(route)}`,
    async handler(request, reply) {
      const named = (request.params as Record<string, string>)[WORLD_PARAM] ?? ''; // in the path of every route here
      const path = request.url.slice(request.url.indexOf('/', WORLDS_PATH.length + 1));
      const token = await authenticate(policy, request.headers.authorization);
      try {
        const sent = await readWorldRequest(policy, route, { request, token, path });
        return sendWorldResponse(reply, await worlds.client.send(findWorld(worlds, token, named), sent));
      } catch (error) {
        auditRefusal(policy, route, { request, token }, error, `of the world ${named}`);
        throw error;
      }
    },
  });
}

/** Throws WORLD_NOT_FOUND for a world that does not exist, and for one that the token may not see. */
export function findWorld(
  { directory, scopeOf }: Pick<WorldRoutes, 'directory' | 'scopeOf'>,
  token: Token,
  named: string,
): WorldKey {
  const world = parseWorldKey(named);
  const known = world === undefined ? undefined : directory.get(world);
  if (known === undefined || !scopeOf(token).includes(known)) throw new Refusal('WORLD_NOT_FOUND');
  return known.world;
}

function sendWorldResponse(reply: FastifyReply, { status, headers, body }: WorldResponse): FastifyReply {
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_PASSED_BACK.test(name)) reply.header(name, value);
  }
  return reply.code(status).send(body);
}

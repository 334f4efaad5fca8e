import { randomUUID } from 'node:crypto';
import {
  ALL_ROUTES,
  parseGuid,
  pathOf,
  Refusal,
  type RouteShape,
  WORLDS_PATH,
  writes,
} from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { authenticate, authorize } from '../http/authorize.ts';
import { readBytes } from '../http/read-body.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
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

/** What a world has to know of a request; the rest concerns the connection to the gateway. */
const PASSED_ON = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-match',
  'idempotency-key',
  'last-event-id',
  'x-request-id',
];
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
      const token = await authenticate(policy, request.headers.authorization);
      authorize(token, route);
      const world = findWorld(worlds, token, (request.params as Record<string, string>)[WORLD_PARAM] ?? '');
      const body = await readBytes(request.raw, policy.settings.current.rest.Limits['Max-Body-Bytes']);
      const headers = headersFor(request, route);
      const path = request.url.slice(request.url.indexOf('/', WORLDS_PATH.length + 1));
      const key = writes(route) ? (headers['idempotency-key'] ?? '') : '';
      const response = await worlds.client.send(world, {
        route,
        path,
        headers,
        body,
        token,
        key,
        ip: request.ip,
      });
      return sendWorldResponse(reply, response);
    },
  });
}

const WORLD_PARAM = 'fleet_world';

/** Throws WORLD_NOT_FOUND for a world that does not exist, and for one that the token may not see. */
function findWorld({ directory, scopeOf }: WorldRoutes, token: Token, named: string): WorldKey {
  const world = parseGuid(named) === undefined ? undefined : parseWorldKey(named);
  const known = world === undefined ? undefined : directory.get(world);
  if (known === undefined || !scopeOf(token).includes(known)) throw new Refusal('WORLD_NOT_FOUND');
  return known.world;
}

/** A write without a key gets one: only so can its end be found out when the world is lost in the middle. */
function headersFor(request: FastifyRequest, route: RouteShape): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (writes(route)) {
    headers['x-request-id'] = request.id;
    headers['idempotency-key'] ??= randomUUID();
  }
  return headers;
}

function sendWorldResponse(reply: FastifyReply, { status, headers, body }: WorldResponse): FastifyReply {
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_PASSED_BACK.test(name)) reply.header(name, value);
  }
  return reply.code(status).send(body);
}

import { randomUUID } from 'node:crypto';
import { ALL_ROUTES, pathOf, Refusal, type RouteShape, WORLDS_PATH, writes } from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { auditSubject } from '../http/audit-entry.ts';
import { authenticate, authorize, type RequestPolicy } from '../http/authorize.ts';
import { readBytes } from '../http/read-input.ts';
import { callerAddress } from '../http/request-identity.ts';
import type { WorldClient, WorldRequest } from './world-client.ts';
import type { WorldDirectory } from './world-directory.ts';
import type { WorldResponse } from './world-response.ts';
import type { WorldScope } from './world-scope.ts';

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

/** The parameters of a path that say which worlds are meant; the rest are those of the route at the world. */
const WORLD_PARAM = 'fleet_world';
export const SELECTOR_PARAM = 'fleet_selector';

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

/** Audits a write that the gateway refused. `where`: the worlds, as the caller named them. */
export function auditRefusal(
  policy: RequestPolicy,
  route: RouteShape,
  { request, token }: { request: FastifyRequest; token: Token },
  error: unknown,
  where: string,
): void {
  if (!writes(route) || !(error instanceof Refusal)) return;
  const caller = { token: token.name, ip: callerAddress(policy, request) };
  const {
    [WORLD_PARAM]: _world,
    [SELECTOR_PARAM]: _selector,
    ...params
  } = request.params as Record<string, string>;
  const { id, headers } = request;
  const subject = auditSubject(route, caller, { id, headers, params }, undefined);
  policy.refusals.add(token, subject, error, () => where);
}

/** A request after the checks of the gateway; the shape of the body is checked by the world. */
export async function readWorldRequest(
  policy: RequestPolicy,
  route: RouteShape,
  { request, token, path }: { request: FastifyRequest; token: Token; path: string },
): Promise<WorldRequest> {
  authorize(token, route);
  const body = await readBytes(request.raw, policy.settings.current.rest.Limits['Max-Body-Bytes']);
  const headers = headersFor(request, route);
  const key = headers['idempotency-key'] ?? '';
  return { route, path, headers, body, token, key, ip: callerAddress(policy, request) };
}

/** A write without a key gets one: only so can its end be found out when the world is lost in the middle. */
function headersFor(request: FastifyRequest, route: RouteShape): Record<string, string> {
  const { headers: given } = request;
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = given[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (!writes(route)) return headers;
  headers['x-request-id'] = request.id;
  headers['idempotency-key'] ??= randomUUID();
  return headers;
}

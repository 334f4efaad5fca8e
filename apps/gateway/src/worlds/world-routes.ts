import { randomUUID } from 'node:crypto';
import {
  ALL_ROUTES,
  MANY_WORLDS_AT_ONCE,
  MANY_WORLDS_PATH,
  type ManyWorldsReply,
  Refusal,
  type RouteShape,
  WORLDS_PATH,
  type WorldOutcome,
  writes,
} from '@palatine/contract';
import type { Outcome } from '@palatine/contract/audit-records';
import type { Token } from '@palatine/contract/tokens';
import { CALL_HEADERS, parseWorldKey } from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import { toRefusal } from '@palatine/web/respond';
import type { Answer, PassedCall, Routes } from '@palatine/web/routes';
import type { WorldClient, WorldRequest } from './world-client.ts';
import { type FleetMember, scopeFrom, scopeOf, type Worlds } from './worlds.ts';

export interface WorldRoutesOptions {
  readonly client: WorldClient;
  readonly worlds: Worlds;
  readonly clock: Clock;
}

/** No further world is started after this: the connection of a client is cut after 75 s of silence. */
const MAX_START_DELAY_MS = 45_000;

/** Mounts every route of a world below `/worlds/<world>`, and those that write below `/v1/fleet/all/<selector>` too. */
export function mountWorldRoutes(routes: Routes, options: WorldRoutesOptions): void {
  for (const [name, route] of Object.entries<RouteShape>(ALL_ROUTES)) {
    routes.pass(route, { base: WORLDS_PATH, what: 'the world' }, async (call) => {
      const world = findWorld(options.worlds, call.principal.token, call.target);
      const answer = await options.client.call(world, requestOf(name, route, call));
      if (!('open' in answer)) return answer;
      const mayWatch = (token: Token) => {
        const current = options.worlds.get(world.world);
        return current !== undefined && scopeOf(token).includes(current);
      };
      return { ...answer, mayWatch };
    });
    if (!writes(route)) continue;
    routes.pass(route, { base: MANY_WORLDS_PATH, what: 'the worlds' }, async (call) => {
      const selected = select(options, call.principal.token, call.target);
      return writeToAll(options, selected, requestOf(name, route, call));
    });
  }
}

/** Throws WORLD_NOT_FOUND for a world that does not exist, and for one that the token may not see. */
export function findWorld(worlds: Pick<Worlds, 'get'>, token: Token, identifier: string): FleetMember {
  const key = parseWorldKey(identifier);
  const world = key === undefined ? undefined : worlds.get(key);
  if (world === undefined || !scopeOf(token).includes(world)) throw new Refusal('WORLD_NOT_FOUND');
  return world;
}

/** A write without a key gets one: without it a caller could not repeat a write with an unknown outcome. */
function requestOf(name: string, route: RouteShape, { input, principal, body }: PassedCall): WorldRequest {
  const { token, ip } = principal;
  const { id, name: tokenName, permissions, answerForm } = token;
  const headers: WorldRequest['headers'] = {};
  for (const header of CALL_HEADERS) {
    const value = input.headers[header];
    if (typeof value === 'string') headers[header] = value;
  }
  if (writes(route)) headers['idempotency-key'] ??= randomUUID();
  return {
    ...{ name, route, body, headers, requestId: input.id },
    params: input.params as WorldRequest['params'], // as the router parses them
    query: input.query as WorldRequest['query'], // as the router parses it
    principal: { id, name: tokenName, permissions: [...permissions], ip, ...(answerForm && { answerForm }) },
  };
}

/** Throws WORLD_NOT_FOUND when the selector matches no world that the token may see. */
function select({ worlds }: WorldRoutesOptions, token: Token, selector: string): FleetMember[] {
  const [selection, scope] = [scopeFrom(selector.split(',')), scopeOf(token)];
  const selected = worlds.all().filter((world) => selection.includes(world) && scope.includes(world));
  if (selected.length > 0) return selected;
  throw new Refusal('WORLD_NOT_FOUND', `no world has the key or the tag ${selector}`);
}

/** Sends a write to many worlds, some at once. One outcome each, in the order of the worlds. */
async function writeToAll(
  { client, clock }: WorldRoutesOptions,
  selected: readonly FleetMember[],
  request: WorldRequest,
): Promise<Outcome> {
  const endMs = clock.elapsed() + MAX_START_DELAY_MS;
  const late = new Refusal('SERVER_BUSY', 'earlier worlds took too long; not started', {
    Reason: 'NOT_BEGUN',
  });
  const Worlds = new Array<WorldOutcome>(selected.length);
  const waiting = selected.entries();
  const work = async () => {
    for (const [index, world] of waiting) {
      const answer = clock.elapsed() < endMs ? client.call(world, request) : Promise.reject(late);
      const outcome = await answer.then(outcomeOf).catch(refusalOf);
      Worlds[index] = { World: world.world, Name: world.name, ...outcome };
    }
  };
  await Promise.all(Array.from({ length: MANY_WORLDS_AT_ONCE }, work));
  const Applied = Worlds.filter(({ Code }) => Code === 'OK').length;
  const Unknown = Worlds.filter(({ Code }) => Code === 'OUTCOME_UNKNOWN').length;
  const NotApplied = Worlds.length - Applied - Unknown;
  const IdempotencyKey = request.headers['idempotency-key'] ?? '';
  const reply: ManyWorldsReply = { IdempotencyKey, Applied, NotApplied, Unknown, Worlds };
  return { status: 200, body: JSON.stringify(reply), code: 'OK', replayed: false };
}

type OneOutcome = Pick<WorldOutcome, 'Status' | 'Code' | 'Body'>;

function outcomeOf(answer: Answer): OneOutcome {
  if (!('body' in answer)) throw new Refusal('WORLD_ANSWER_INVALID');
  return { Status: answer.status, Code: answer.code, Body: JSON.parse(answer.body) as unknown };
}

function refusalOf(error: unknown): OneOutcome {
  const refusal = toRefusal(error);
  return { Status: refusal.status, Code: refusal.code, Body: refusal.toEnvelope() };
}

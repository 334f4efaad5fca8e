import {
  ALL_ROUTES,
  type ErrorEnvelope,
  MANY_WORLDS_AT_ONCE,
  MANY_WORLDS_PATH,
  type ManyWorldsReply,
  pathOf,
  Refusal,
  type WorldOutcome,
  writes,
} from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { eachAtOnce } from '../fleet/each-at-once.ts';
import type { Clock } from '../game/clock.ts';
import { authenticate, type RequestPolicy } from '../http/authorize.ts';
import { toRefusal } from '../http/respond.ts';
import { auditRefusal, readWorldRequest, SELECTOR_PARAM, type WorldRoutes } from './mount-worlds.ts';
import type { WorldRequest } from './world-client.ts';
import type { WorldResponse } from './world-response.ts';
import { type KnownWorld, scopeFrom } from './world-scope.ts';

/** After this no further world is begun: the connection of a client is cut after 75 s of silence. */
const BEGIN_WITHIN_MS = 45_000;

/** Mounts every route that writes for many worlds at once. */
export function mountManyWorlds(
  app: FastifyInstance,
  policy: RequestPolicy,
  worlds: WorldRoutes,
  clock: Clock,
): void {
  for (const route of Object.values(ALL_ROUTES).filter(writes)) {
    app.route({
      method: route.method,
      url: `${MANY_WORLDS_PATH}/:${SELECTOR_PARAM}${pathOf(route)}`,
      async handler(request, reply) {
        const path = request.url.slice(request.url.indexOf('/', MANY_WORLDS_PATH.length + 1));
        const selector = (request.params as Record<string, string>)[SELECTOR_PARAM] ?? ''; // in the path of every route here
        const token = await authenticate(policy, request.headers.authorization);
        try {
          const sent = await readWorldRequest(policy, route, { request, token, path });
          const selected = select(worlds, sent, selector);
          const outcomes = await writeToAll(worlds, selected, plain(sent), clock);
          return reply.header('idempotency-key', sent.key).send(replyOf(sent.key, outcomes));
        } catch (error) {
          auditRefusal(policy, route, { request, token }, error, `of the worlds ${selector}`);
          throw error;
        }
      },
    });
  }
}

/** Throws WORLD_NOT_FOUND when the selector means no world that the token may see. */
function select(
  { directory, scopeOf }: WorldRoutes,
  { token }: WorldRequest,
  selector: string,
): KnownWorld[] {
  const [wanted, scope] = [scopeFrom(selector.split(',')), scopeOf(token)];
  const selected = directory.all().filter((world) => wanted.includes(world) && scope.includes(world));
  if (selected.length > 0) return selected;
  throw new Refusal('WORLD_NOT_FOUND', `no world has the key or the tag ${selector}`);
}

/** The answers of the worlds become parts of one: none is compressed, and none is left out as known. */
function plain(request: WorldRequest): WorldRequest {
  const { 'accept-encoding': _encoding, 'if-none-match': _known, ...headers } = request.headers;
  return { ...request, headers };
}

/** Sends a write to many worlds, some at a time. One outcome each, in the order of the worlds. */
async function writeToAll(
  { client }: Pick<WorldRoutes, 'client'>,
  selected: readonly KnownWorld[],
  request: WorldRequest,
  clock: Clock,
): Promise<WorldOutcome[]> {
  const startedMs = clock.elapsed();
  const outcomes = new Array<WorldOutcome>(selected.length);
  await eachAtOnce(selected.entries(), MANY_WORLDS_AT_ONCE, async ([index, { world, name }]) => {
    const inTime = clock.elapsed() - startedMs < BEGIN_WITHIN_MS;
    const outcome = inTime ? client.send(world, request).then(outcomeOf, refusalOf) : refusalOf(notBegun());
    outcomes[index] = { World: world, Name: name, ...(await outcome) };
  });
  return outcomes;
}

type OneOutcome = Pick<WorldOutcome, 'Status' | 'Code' | 'Body'>;

async function outcomeOf({ status, body }: WorldResponse): Promise<OneOutcome> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.concat((await body.toArray()) as Buffer[]); // a stream of bytes
  const Body = JSON.parse(bytes.toString()) as unknown;
  const Code = status === 200 ? 'OK' : ((Body as Partial<ErrorEnvelope>).Error?.Code ?? 'INTERNAL_ERROR');
  return { Status: status, Code, Body };
}

function refusalOf(error: unknown): OneOutcome {
  const refusal = toRefusal(error);
  return { Status: refusal.status, Code: refusal.code, Body: refusal.toEnvelope() };
}

function notBegun(): Refusal {
  return new Refusal('SERVER_BUSY', 'the worlds before it took too long; it was not begun', {
    Reason: 'NOT_BEGUN',
  });
}

function replyOf(key: string, outcomes: readonly WorldOutcome[]): ManyWorldsReply {
  const applied = outcomes.filter(({ Code }) => Code === 'OK').length;
  const unknown = outcomes.filter(isUnknown).length;
  return {
    IdempotencyKey: key,
    Applied: applied,
    NotApplied: outcomes.length - applied - unknown,
    Unknown: unknown,
    Worlds: [...outcomes],
  };
}

function isUnknown({ Code, Body }: WorldOutcome): boolean {
  return Code === 'INTERNAL_ERROR' && (Body as Partial<ErrorEnvelope>).Error?.Details.Applied !== false;
}

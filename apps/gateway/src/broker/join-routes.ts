import { randomUUID } from 'node:crypto';
import {
  createJoinCode,
  type JoinReply,
  join,
  pathOf,
  problemsRefusal,
  Refusal,
  type RouteBody,
} from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import { joinLineText, parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { Clock } from '@palatine/platform/clock';
import { RateLimit } from '@palatine/web/authorize';
import type { MountFileWrite } from '@palatine/web/file-writes';
import { bodyValidator, parseBody, readBytes } from '@palatine/web/read-input';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { findWorld, type WorldRoutesOptions } from '../worlds/world-routes.ts';
import { scopeOf, type Worlds } from '../worlds/worlds.ts';
import { type BrokerKeys, isUserKey } from './broker-keys.ts';
import { fingerprintOf } from './certificates.ts';
import { type JoinCodes, type JoinGrant, joinRefusal } from './join-codes.ts';
import type { Broker } from './start-broker.ts';

/** How worlds join a gateway that runs its broker itself. */
export interface JoinRoutes {
  /** Where worlds reach this gateway over HTTPS. It serves the certificate of its broker there. */
  readonly address: { readonly host: string; port: number };
  /** The address on which it listens for them. */
  readonly listensAt: string;
  readonly broker: Broker;
}

/** What a gateway keeps of those who may join, and of those who have. */
interface Joined {
  readonly codes: JoinCodes;
  readonly worlds: Pick<Worlds, 'admit'>;
}

const BODY_BYTES = 4096;
/** Of all callers together: nobody guesses a code at any pace, but each try costs a search. */
const TRIES_PER_SECOND = 5;
const ANYBODY: Token = { id: 'join', name: 'join', permissions: [], answerForm: undefined };
const DEFAULT_LISTS = ['main'];

/** Mounts the making of join codes, for tokens. */
export function mountJoinCodes(
  write: MountFileWrite,
  routes: JoinRoutes,
  { codes, worlds }: Pick<WorldRoutesOptions, 'worlds'> & Pick<Joined, 'codes'>,
): void {
  write(createJoinCode, ({ body, token }) => {
    const world = checkedKey(body?.World);
    const known = world === undefined ? undefined : findWorld(worlds, token, world);
    // With a tag a world comes into reach of tokens, and of writes to many worlds.
    if ((known === undefined || body?.Tags !== undefined) && !scopeOf(token).isWhole) {
      const message = `the token ${token.name} counts for some worlds, so it lets no new world in, and gives no tags`;
      throw new Refusal('MISSING_PERMISSION', message);
    }
    const { Tags = [...(known?.tags ?? [])], Lists = DEFAULT_LISTS } = body ?? {};
    const { line: Line, until } = newJoinLine(routes, codes, { tags: Tags, lists: Lists, world });
    const Until = new Date(until).toISOString();
    const summary = world === undefined ? 'a join code' : `a join code for the world ${world}`;
    return { reply: { Line, Tags, Lists, ...(world !== undefined && { World: world }), Until }, summary };
  });
}

/** A join line with a new code; a secret. Throws RATE_LIMITED when there are too many. */
export function newJoinLine({ address, broker }: JoinRoutes, codes: JoinCodes, grant: JoinGrant) {
  const { code, until } = codes.create(grant);
  const fingerprint = fingerprintOf(broker.certificates.cert);
  return { line: joinLineText({ ...address, code, fingerprint }), until };
}

/** Mounts the joining itself, which takes a code in place of a token. */
export function mountJoin(
  app: FastifyInstance,
  options: JoinRoutes & Joined & { clock: Clock; log: Logger },
): void {
  const check = bodyValidator(join);
  const limit = new RateLimit(() => TRIES_PER_SECOND, options.clock.elapsed);
  app.route({
    method: join.method,
    url: pathOf(join),
    async handler(request, reply) {
      if (!limit.allows(ANYBODY))
        throw new Refusal('RATE_LIMITED', 'too many worlds try to join at once', { RetryAfter: 1 });
      const body = check(parseBody(await readBytes(request.raw, BODY_BYTES))) as RouteBody<typeof join>; // checked by its shape
      const answer = await joinWorld(options, body);
      options.log.info({ world: answer.World, name: body.Name }, 'a world has joined the fleet');
      return reply.header('cache-control', 'no-store').send(answer);
    },
  });
}

/** Lets a world in, and uses its code up. Throws JOIN_REFUSED and VALIDATION_FAILED. */
async function joinWorld(
  { codes, address, broker, worlds }: JoinRoutes & Joined,
  { Code, World, Name, PublicKey }: RouteBody<typeof join>,
): Promise<JoinReply> {
  const { keys } = broker;
  const asked = checkedKey(World);
  if (!isUserKey(PublicKey)) throw wrongField('/PublicKey', 'must be the public key of a user of NATS');
  const { tags, lists, world: granted } = codes.take(Code, (found) => assertGrants(found, asked, keys));
  const world = asked ?? granted ?? randomUUID().replaceAll('-', '');
  keys.admitWorld(world, PublicKey);
  await broker.reload();
  worlds.admit(world, Name, tags);
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const servers = [`tls://${host}:${broker.port}`];
  return { World: world, Servers: servers, CA: broker.certificates.ca, Lists: [...lists] };
}

/** Only a code that names a world gives out its key again: else whoever has any code could take its place. */
function assertGrants({ world }: JoinGrant, asked: WorldKey | undefined, keys: BrokerKeys): void {
  if (world !== undefined && asked !== undefined && asked !== world) throw joinRefusal('OtherWorld');
  if (world !== undefined || asked === undefined) return;
  if (keys.hasJoined(asked)) throw joinRefusal('WorldTaken');
}

function checkedKey(text: string | undefined): WorldKey | undefined {
  if (text === undefined) return undefined;
  const key = parseWorldKey(text);
  if (key === undefined) throw wrongField('/World', 'must be a GUID');
  return key;
}

function wrongField(Path: string, Message: string) {
  return problemsRefusal('VALIDATION_FAILED', [{ Path, Message }]);
}

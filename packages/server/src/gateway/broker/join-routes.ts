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
import { joinLineText, parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Token } from '../../data-folder/tokens.ts';
import { TokenBuckets } from '../../http/authorize.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import { bodyValidator, readBody } from '../../http/read-input.ts';
import type { BrokerKeys } from './broker-keys.ts';
import { isUserKey } from './claims.ts';
import { type JoinCodes, type JoinGrant, joinRefusal } from './join-codes.ts';
import type { Broker } from './start-broker.ts';

export interface JoinRoutes extends Joining {
  /** Where worlds reach this gateway over HTTPS. */
  address: { host: string; port: number };
  /** The SHA-256 fingerprint of the certificate that it serves now. */
  fingerprint: () => string;
  log: Logger;
  /** A steady clock in ms. */
  elapsed?: () => number;
}

const BODY_BYTES = 4096;
/** Of all callers together: nobody guesses a code at any pace, but each try costs a comparison with every code. */
const TRIES = { perSecond: 5, burst: 10 };
const ANYBODY: Token = { id: 'join', name: 'join', permissions: [], answerForm: undefined };
const DEFAULT_LISTS = ['main'];

/** Mounts the making of join codes, for tokens. */
export function mountJoinCodes(write: MountOwnWrite, { address, fingerprint, codes }: JoinRoutes): void {
  write(createJoinCode, ({ body }) => {
    const { Tags = [], Lists = DEFAULT_LISTS } = body ?? {};
    const world = checkedKey(body?.World);
    const { code, until } = codes.create({ tags: Tags, lists: Lists, world });
    const Line = joinLineText({ ...address, code, fingerprint: fingerprint() });
    const Until = new Date(until).toISOString();
    const summary = world === undefined ? 'a join code' : `a join code for the world ${world}`;
    return { reply: { Line, Tags, Lists, ...(world !== undefined && { World: world }), Until }, summary };
  });
}

/** Mounts the joining itself, which takes a code in place of a token. */
export function mountJoin(app: FastifyInstance, options: JoinRoutes): void {
  const { log, elapsed = () => performance.now() } = options;
  const check = bodyValidator(join);
  const buckets = new TokenBuckets(elapsed);
  app.route({
    method: join.method,
    url: pathOf(join),
    async handler(request, reply) {
      assertMayTry(buckets);
      const body = check(await readBody(request.raw, BODY_BYTES)) as RouteBody<typeof join>; // checked by its shape
      const answer = await joinWorld(options, body);
      log.info({ world: answer.World, name: body.Name, tags: answer.Tags }, 'a world has joined the fleet');
      return reply
        .header('cache-control', 'no-store')
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(answer));
    },
  });
}

function assertMayTry(buckets: TokenBuckets): void {
  const waitSeconds = buckets.take(ANYBODY, TRIES);
  if (waitSeconds === 0) return;
  throw new Refusal('RATE_LIMITED', 'too many worlds try to join at once', {
    RetryAfter: Math.max(1, Math.ceil(waitSeconds)),
  });
}

interface Joining {
  codes: JoinCodes;
  broker: Pick<Broker, 'keys' | 'ca' | 'pushAccounts'>;
  /** Where worlds reach the broker. */
  servers: readonly string[];
}

/** Lets a world in, and uses its code up. Throws JOIN_REFUSED and VALIDATION_FAILED. */
async function joinWorld(
  { codes, broker, servers }: Joining,
  { Code, World, PublicKey }: RouteBody<typeof join>,
): Promise<JoinReply> {
  const { keys } = broker;
  const asked = checkedKey(World);
  if (!isUserKey(PublicKey)) throw wrongField('/PublicKey', 'must be the public key of a user of NATS');
  const { tags, lists, world: granted } = codes.take(Code, (found) => assertGrants(found, asked, keys));
  const world = asked ?? granted ?? freshKey();
  const again = keys.hasJoined(world);
  const Credentials = await keys.worldCredentials(world, PublicKey);
  if (again) await broker.pushAccounts(); // its former user is revoked by this
  return {
    World: world,
    Servers: [...servers],
    CA: broker.ca,
    Credentials,
    Lists: [...lists],
    Tags: [...tags],
  };
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

function freshKey(): WorldKey {
  return randomUUID().replaceAll('-', '');
}

function wrongField(Path: string, Message: string) {
  return problemsRefusal('VALIDATION_FAILED', [{ Path, Message }]);
}

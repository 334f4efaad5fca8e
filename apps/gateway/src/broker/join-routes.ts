import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  createJoinCode,
  type JoinRefusal,
  type JoinReply,
  join,
  problemsRefusal,
  Refusal,
  type RouteBody,
} from '@palatine/contract';
import { joinLineText } from '@palatine/fleet/connection';
import { parseWorldKey, type WorldKey } from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import { mountCodeRoute } from '@palatine/web/code-route';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { findWorld, type WorldRoutesOptions } from '../worlds/world-routes.ts';
import { scopeOf, type Worlds } from '../worlds/worlds.ts';
import { type BrokerKeys, isUserKey } from './broker-keys.ts';
import { fingerprintOf } from './certificates.ts';
import type { Broker } from './start-broker.ts';

/** Options for joining a gateway that runs its own broker. */
export interface JoinRoutes {
  /** HTTPS address for worlds. It serves the certificate of the broker. */
  readonly address: { readonly host: string; port: number };
  /** The address on which it listens for them. */
  readonly listensAt: string;
  readonly broker: Broker;
}

interface JoinStores {
  readonly codes: JoinCodes;
  readonly worlds: Pick<Worlds, 'admit'>;
}

const DEFAULT_LISTS = ['main'];

export function mountJoinCodes(
  write: MountFileWrite,
  routes: JoinRoutes,
  { codes, worlds }: Pick<WorldRoutesOptions, 'worlds'> & Pick<JoinStores, 'codes'>,
): void {
  write(createJoinCode, ({ body, token }) => {
    const world = checkedKey(body?.World);
    const member = world === undefined ? undefined : findWorld(worlds, token, world);
    // A tag brings a world into the scope of tokens, and of writes to many worlds.
    if ((member === undefined || body?.Tags !== undefined) && !scopeOf(token).isWhole) {
      const message = `the token ${token.name} is valid for some worlds only, so it cannot admit a new world or set tags`;
      throw new Refusal('MISSING_PERMISSION', message);
    }
    const { Tags = [...(member?.tags ?? [])], Lists = DEFAULT_LISTS } = body ?? {};
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

/** Mounts the route with which worlds join; it takes a code instead of a token. */
export function mountJoin(
  app: FastifyInstance,
  options: JoinRoutes & JoinStores & { clock: Clock; log: Logger },
): void {
  mountCodeRoute(app, join, { clock: options.clock, refusal: 'JOIN_REFUSED' }, async (body) => {
    const answer = await joinWorld(options, body);
    options.log.info({ world: answer.World, name: body.Name }, 'a world has joined the fleet');
    return answer;
  });
}

/** Admits a world, and uses its code up. Throws JOIN_REFUSED and VALIDATION_FAILED. */
async function joinWorld(
  { codes, address, broker, worlds }: JoinRoutes & JoinStores,
  { Code, World, Name, PublicKey }: RouteBody<typeof join>,
): Promise<JoinReply> {
  const { keys } = broker;
  const requested = checkedKey(World);
  if (!isUserKey(PublicKey)) throw wrongField('/PublicKey', 'must be the public key of a NATS user');
  const { tags, lists, world: granted } = codes.take(Code, (grant) => assertGrants(grant, requested, keys));
  const world = requested ?? granted ?? randomUUID().replaceAll('-', '');
  keys.admitWorld(world, PublicKey);
  await broker.reload();
  worlds.admit(world, Name, tags);
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const servers = [`tls://${host}:${broker.port}`];
  return { World: world, Servers: servers, CA: broker.certificates.ca, Lists: [...lists] };
}

/** Only a code for a given world reuses its key: otherwise anybody with any code could replace it. */
function assertGrants({ world }: JoinGrant, requested: WorldKey | undefined, keys: BrokerKeys): void {
  if (world !== undefined && requested !== undefined && requested !== world) throw joinRefusal('OtherWorld');
  if (world !== undefined || requested === undefined) return;
  if (keys.hasJoined(requested)) throw joinRefusal('WorldTaken');
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

export const JOIN_CODE_MS = 15 * 60_000;
/** Ended codes are kept this much longer, for a precise refusal. */
const RETENTION_MS = 24 * 3_600_000;
const CODE_BYTES = 20;
const MAX_CODES = 10_000;

export interface JoinGrant {
  readonly tags: readonly string[];
  readonly lists: readonly string[];
  /** The only world that may join with it, even again. */
  readonly world?: WorldKey | undefined;
}

const MESSAGES: Record<JoinRefusal, string> = {
  Unknown: 'unknown join code; copy the whole line, or create a new one',
  Used: 'a world has already joined with this join code; each world needs its own',
  Expired: 'the join code has expired after 15 minutes; create a new one',
  WorldTaken: 'this world has joined before; create a join code for it',
  OtherWorld: 'the join code is for another world',
};

function joinRefusal(reason: JoinRefusal): Refusal {
  return new Refusal('JOIN_REFUSED', MESSAGES[reason], { Reason: reason });
}

export type JoinCodes = ReturnType<typeof joinCodes>;

/** The join codes in gateway.db, under their hashes, so that timing reveals nothing. `now`: ms since 1970. */
export function joinCodes(database: DatabaseSync, now: () => number) {
  const count = database.prepare('select count(*) as count from joinCodes');
  const add = database.prepare('insert into joinCodes values (?, ?, ?, 0)');
  const find = database.prepare('select grants, untilMs, used from joinCodes where hash = ?');
  const use = database.prepare('update joinCodes set used = 1 where hash = ?');
  const deleteOld = database.prepare('delete from joinCodes where untilMs < ?');

  return {
    /** Creates a code. Throws RATE_LIMITED when there are too many. */
    create(grant: JoinGrant): { code: string; until: number } {
      deleteOld.run(now() - RETENTION_MS);
      if ((count.get() as { count: number }).count >= MAX_CODES) {
        const message = `${MAX_CODES} join codes were created within a day`;
        throw new Refusal('RATE_LIMITED', message, { RetryAfter: 3600 });
      }
      const code = randomBytes(CODE_BYTES).toString('base64url');
      const until = now() + JOIN_CODE_MS;
      add.run(hashOf(code), JSON.stringify(grant), until);
      return { code, until };
    },
    /** Uses a code up, durably. Throws JOIN_REFUSED for an invalid one, and any error of `accept`. */
    take(code: string, accept: (grant: JoinGrant) => void): JoinGrant {
      const digest = hashOf(code);
      const row = find.get(digest) as { grants: string; untilMs: number; used: number } | undefined; // its columns
      if (row === undefined) throw joinRefusal('Unknown');
      if (row.used === 1) throw joinRefusal('Used');
      if (row.untilMs <= now()) throw joinRefusal('Expired');
      const grant = JSON.parse(row.grants) as JoinGrant; // written by `create`
      accept(grant);
      use.run(digest);
      return grant;
    },
  };
}

const hashOf = (code: string) => hash('sha256', code, 'buffer');

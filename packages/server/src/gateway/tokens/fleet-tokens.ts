import type { DatabaseSync } from 'node:sqlite';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  createFleetToken,
  type FleetTokenEntry,
  getFleetTokens,
  holds,
  Refusal,
  revokeFleetToken,
} from '@palatine/contract';
import {
  BUCKETS,
  compareStamps,
  countsAt,
  type FleetToken,
  fleetToken,
  type HybridClock,
} from '@palatine/fleet';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { newSecret, sha256, type Token, tokenId } from '../../data-folder/tokens.ts';
import { asToken, FollowedTokens } from '../../fleet/tokens/token-copy.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/responses.ts';
import type { RequestPolicy } from '../../http/authorize.ts';
import { mountRead } from '../../http/mount.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';

export interface FleetTokensOptions {
  /** To the account of the gateways. */
  readonly control: NatsConnection;
  /** For the copy, in tables of its own. */
  readonly database: DatabaseSync;
  readonly stamps: HybridClock;
  readonly clock: Clock;
  readonly log: Logger;
}

export type NewFleetToken = Pick<FleetToken, 'Name' | 'Permissions' | 'Worlds' | 'AnswerForm' | 'Until'>;

const TRIES = 3;

/** The tokens of a fleet at a gateway: it writes them into the broker, and checks requests by its copy. */
export class FleetTokens extends FollowedTokens {
  readonly #options: FleetTokensOptions;
  #filling = false;

  constructor(options: FleetTokensOptions) {
    super(options.database, options.log);
    this.#options = options;
  }

  /** Follows the broker. The bucket is there. */
  start(): void {
    const { control, log } = this.#options;
    this.followBucket({
      connection: control,
      onNewBucket: () => {
        log.warn(
          'the broker has lost the tokens of the fleet; they are filled again from the copy of this gateway',
        );
        this.copy.forgetSequences();
      },
      onWhole: () => void this.#fill(),
    });
  }

  /** Keys and tags of the worlds for which a token counts; undefined for one that is none of the fleet. */
  worldsOf({ id }: Token): readonly string[] | undefined {
    const digest = this.digestOf(id);
    return digest === undefined ? undefined : this.copy.get(digest)?.Worlds;
  }

  /** Newest first. */
  list(): Omit<FleetTokenEntry, 'LastUsed'>[] {
    const all = this.copy.all().sort(([, one], [, other]) => compareStamps(other.t, one.t));
    return all.map(([digest, token]) => entryOf(digest, token));
  }

  /** Makes a token. Resolves with its secret once the broker has it. Rejects with SERVER_BUSY. */
  async create(
    wanted: NewFleetToken,
    by: string,
  ): Promise<{ secret: string; entry: ReturnType<typeof entryOf> }> {
    const { clock, stamps } = this.#options;
    const secret = newSecret();
    const digest = sha256(secret);
    const CreatedAt = new Date(clock.now()).toISOString();
    const token: FleetToken = { ...wanted, Revoked: false, CreatedBy: by, CreatedAt, t: stamps.next() };
    const kv = await this.#bucket();
    const sequence = await busyUnless(kv.create(digest, fleetToken.pack(token)));
    this.copy.put(digest, token, sequence);
    return { secret, entry: entryOf(digest, token) };
  }

  /** Revokes a token. Resolves once the broker has it. Rejects with TOKEN_NOT_FOUND and SERVER_BUSY. */
  async revoke(id: string): Promise<ReturnType<typeof entryOf>> {
    const known = this.copy.all().find(([digest]) => tokenId(digest) === id);
    if (known === undefined) throw new Refusal('TOKEN_NOT_FOUND');
    const [digest, before] = known;
    const token: FleetToken = { ...before, Revoked: true, t: this.#options.stamps.next(before.t) };
    this.copy.put(digest, token, 0); // here it counts no more, whatever becomes of the broker
    this.changed();
    this.copy.put(digest, token, await busyUnless(this.#put(digest, token)));
    return entryOf(digest, token);
  }

  protected override counted(digest: string, token: FleetToken): Token | undefined {
    if (!countsAt(token, this.#options.clock.now())) return undefined;
    return asToken(digest, token, token.Permissions);
  }

  /** Puts a token into the bucket, unless a newer one is there. @returns its sequence. */
  async #put(digest: string, token: FleetToken): Promise<number> {
    const kv = await this.#bucket();
    for (let tries = 1; ; tries++) {
      const stored = await kv.get(digest);
      const isThere = stored !== null && stored.operation === 'PUT';
      if (isThere && compareStamps(fleetToken.unpack(stored.string()).t, token.t) >= 0)
        return stored.revision;
      try {
        return await kv.put(digest, fleetToken.pack(token), { previousSeq: stored?.revision ?? 0 });
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  }

  /** Puts into the bucket what it lacks. What fails is put after the next comparison. */
  async #fill(): Promise<void> {
    if (this.#filling) return;
    this.#filling = true;
    try {
      for (const digest of this.copy.missingInBucket()) {
        const token = this.copy.get(digest);
        if (token !== undefined) this.copy.put(digest, token, await this.#put(digest, token));
      }
    } catch (error) {
      this.#options.log.warn(
        { err: error },
        'the bucket of the tokens could not be filled; it is tried again',
      );
    } finally {
      this.#filling = false;
    }
  }

  #bucket(): Promise<KV> {
    return new Kvm(this.#options.control).open(BUCKETS.tokens.name);
  }
}

function entryOf(digest: string, { v: _v, t: _t, ...token }: FleetToken & { v?: unknown }) {
  return { Id: tokenId(digest), ...token };
}

async function busyUnless<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Refusal('SERVER_BUSY', 'the broker does not take it at the moment; try again', {}, { cause });
  }
}

/** Mounts the routes of the tokens of a fleet. */
export function mountFleetTokens(
  app: FastifyInstance,
  policy: RequestPolicy,
  tokens: FleetTokens,
  write: MountOwnWrite,
): void {
  mountRead(app, policy, getFleetTokens, () => {
    const Tokens = tokens.list().map((entry) => {
      const use = policy.use.of(entry.Id);
      return use === undefined ? entry : { ...entry, LastUsed: new Date(use.lastMs).toISOString() };
    });
    return serialize({ Tokens });
  });

  write(createFleetToken, async ({ body, token }) => {
    assertMayGive(token, tokens.worldsOf(token), body);
    const { Name, Permissions, Worlds, AnswerForm, Until } = body;
    const wanted = { Name, Permissions, Worlds, ...(AnswerForm && { AnswerForm }), ...(Until && { Until }) };
    const { secret, entry } = await tokens.create(wanted, token.name);
    const summary = `${Permissions.join(' ')} for ${Worlds.join(' ')}`;
    return { reply: { Secret: secret, Token: entry }, summary };
  });

  write(revokeFleetToken, async ({ params }) => {
    const Token = await tokens.revoke(params.id);
    return { reply: { Token }, summary: Token.Name };
  });
}

/** Nobody gives what the own token lacks. `own`: its worlds; undefined for one that counts for all. */
function assertMayGive(
  { permissions }: Token,
  own: readonly string[] | undefined,
  { Permissions, Worlds }: { Permissions: readonly string[]; Worlds: readonly string[] },
): void {
  const permission = Permissions.find((wanted) => !holds(permissions, wanted));
  if (permission !== undefined) {
    throw new Refusal('MISSING_PERMISSION', `the own token lacks the permission ${permission}`);
  }
  if (own === undefined || own.includes('*')) return;
  const world = Worlds.find((wanted) => !own.includes(wanted));
  if (world !== undefined)
    throw new Refusal('MISSING_PERMISSION', `the own token does not count for ${world}`);
}

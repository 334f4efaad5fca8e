import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  createFleetToken,
  type FleetTokenEntry,
  getFleetTokens,
  holds,
  Refusal,
  revokeFleetToken,
} from '@palatine/contract';
import { BUCKETS, compareStamps, countsAt, type FleetToken, type HybridClock } from '@palatine/fleet';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { newSecret, sha256, type Token, tokenId } from '../../data-folder/tokens.ts';
import { asToken, FollowedTokens } from '../../fleet/tokens/token-copy.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/responses.ts';
import type { RequestPolicy } from '../../http/authorize.ts';
import { mountRead } from '../../http/mount.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import { ReplicatedBucket } from '../replicated-bucket.ts';

export interface FleetTokensOptions {
  /** To the account of the gateways. */
  readonly control: NatsConnection;
  /** For the copy, in tables of its own. */
  readonly database: DatabaseSync;
  readonly stamps: HybridClock;
  /** How many nodes keep the bucket: 1, or 3 in a cluster. */
  readonly replicas: number;
  readonly clock: Clock;
  readonly log: Logger;
}

export type NewFleetToken = Pick<FleetToken, 'Name' | 'Permissions' | 'Worlds' | 'AnswerForm' | 'Until'>;

/** The tokens of a fleet at a gateway: it writes them into the broker, and checks requests by its copy. */
export class FleetTokens extends FollowedTokens {
  readonly #options: FleetTokensOptions;
  readonly #bucket: ReplicatedBucket<FleetToken>;

  constructor(options: FleetTokensOptions) {
    const { control, database, replicas, clock, log } = options;
    super(database, clock, log);
    this.#options = options;
    this.#bucket = new ReplicatedBucket<FleetToken>({
      connection: control,
      bucket: BUCKETS.tokens,
      table: this.copy,
      replicas,
      log,
      onNews: () => this.changed(),
    });
  }

  /** Follows the broker. */
  start(): void {
    this.#bucket.start();
  }

  stop(): Promise<void> {
    return this.#bucket.stop();
  }

  /** Keys and tags of the worlds for which a token counts; undefined for one that is none of the fleet. */
  worldsOf({ id }: Token): readonly string[] | undefined {
    const digest = this.digestOf(id);
    return digest === undefined ? undefined : this.copy.get(digest)?.Worlds;
  }

  /** Newest first. */
  list(): Omit<FleetTokenEntry, 'LastUsed'>[] {
    const all = [...this.copy.entries()].sort(([, one], [, other]) => compareStamps(other.t, one.t));
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
    await this.#bucket.write(digest, () => token);
    return { secret, entry: entryOf(digest, token) };
  }

  /** Revokes a token. Resolves once the broker has it. Rejects with TOKEN_NOT_FOUND and SERVER_BUSY. */
  async revoke(id: string): Promise<ReturnType<typeof entryOf>> {
    const known = this.copy.entries().find(([digest]) => tokenId(digest) === id);
    if (known === undefined) throw new Refusal('TOKEN_NOT_FOUND');
    const [digest, before] = known;
    const token: FleetToken = { ...before, Revoked: true, t: this.#options.stamps.next(before.t) };
    this.copy.put(digest, token, 0); // here it counts no more, whatever becomes of the broker
    this.changed();
    await this.#bucket.write(digest, (stored) => stored);
    return entryOf(digest, token);
  }

  protected override counted(digest: string, token: FleetToken): Token | undefined {
    if (!countsAt(token, this.#options.clock.now())) return undefined;
    return asToken(digest, token, token.Permissions);
  }
}

function entryOf(digest: string, { v: _v, t: _t, ...token }: FleetToken & { v?: unknown }) {
  return { Id: tokenId(digest), ...token };
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

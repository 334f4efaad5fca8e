import {
  createFleetToken,
  type FleetTokenEntry,
  getFleetTokens,
  holds,
  Refusal,
  revokeFleetToken,
} from '@palatine/contract';
import { countsAt, type FleetToken, tokenCodec } from '@palatine/fleet';
import { newSecret, sha256, type Token, tokenId } from '../../data-folder/tokens.ts';
import { asToken, FleetTokenSource } from '../../fleet/fleet-token-source.ts';
import { ReplicatedTable } from '../../fleet/replicated-table.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/responses.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import type { Routes } from '../../http/routes.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { SharedBucket } from '../shared-bucket.ts';
import { scopeFrom, WHOLE_FLEET, type WorldScope } from '../worlds.ts';

export type NewFleetToken = Pick<FleetToken, 'Name' | 'Permissions' | 'Worlds' | 'AnswerForm' | 'Until'>;

/** The tokens of a fleet at its gateway. What is written is on disk on return. */
export class FleetTokens {
  readonly source: FleetTokenSource;
  readonly #clock: Clock;
  readonly #table: ReplicatedTable<FleetToken>;
  readonly #bucket: SharedBucket<FleetToken>;

  constructor(options: GatewayContext) {
    const { database, clock, log } = options;
    this.#clock = clock;
    this.#table = new ReplicatedTable<FleetToken>({
      database,
      name: 'tokens',
      codecOf: tokenCodec,
      report: (problem) => log.warn({ problem }, 'a token of the fleet does not count'),
    });
    this.source = new FleetTokenSource(this.#table, (digest, token) =>
      countsAt(token, clock.now()) ? asToken(digest, token, token.Permissions) : undefined,
    );
    this.#bucket = new SharedBucket<FleetToken>({
      ...options,
      bucket: 'tokens',
      table: this.#table,
      onNews: () => this.source.changed(),
    });
  }

  start(): void {
    this.#bucket.start();
  }

  stop(): Promise<void> {
    return this.#bucket.stop();
  }

  /** Changes for worlds. */
  get table(): Pick<ReplicatedTable<FleetToken>, 'newest' | 'after'> {
    return this.#table;
  }

  /** Keys and tags of the worlds for which a token counts; undefined for one of a file, which counts for all. */
  worldsOf({ id }: Token): readonly string[] | undefined {
    return this.source.stored(id)?.Worlds;
  }

  /** The worlds that a token may see. */
  scopeOf(token: Token): WorldScope {
    const worlds = this.worldsOf(token);
    return worlds === undefined ? WHOLE_FLEET : scopeFrom(worlds);
  }

  /** Newest first, as far as a token may see them: those whose worlds are all within its own. */
  list(seenBy: Token): Omit<FleetTokenEntry, 'LastUsed'>[] {
    return [...this.#table.entries()]
      .filter(([, { Worlds }]) => this.#lacks(seenBy, Worlds) === undefined)
      .sort(([, one], [, other]) => other.t - one.t)
      .map(([digest, token]) => entryOf(digest, token));
  }

  /** Makes a token, whose secret is shown this once. Throws MISSING_PERMISSION: nobody gives what the own token lacks. */
  create(wanted: NewFleetToken, by: Token): { secret: string; entry: ReturnType<typeof entryOf> } {
    const permission = wanted.Permissions.find((one) => !holds(by.permissions, one));
    if (permission !== undefined) {
      throw new Refusal('MISSING_PERMISSION', `the own token lacks the permission ${permission}`);
    }
    const world = this.#lacks(by, wanted.Worlds);
    if (world !== undefined) {
      throw new Refusal('MISSING_PERMISSION', `the own token does not count for ${world}`);
    }
    const secret = newSecret();
    const digest = sha256(secret);
    const CreatedAt = new Date(this.#clock.now()).toISOString();
    const made = { ...wanted, Revoked: false, CreatedBy: by.name, CreatedAt };
    const token = this.#bucket.write(digest, () => made);
    return { secret, entry: entryOf(digest, token) };
  }

  /** Makes a token count nowhere any more. Throws TOKEN_NOT_FOUND, also for one that the own token may not see. */
  revoke(id: string, by: Token): ReturnType<typeof entryOf> {
    const known = this.#table.entries().find(([digest]) => tokenId(digest) === id);
    if (known === undefined || this.#lacks(by, known[1].Worlds) !== undefined) {
      throw new Refusal('TOKEN_NOT_FOUND');
    }
    const [digest, before] = known;
    const token = this.#bucket.write(digest, () => ({ ...before, Revoked: true }));
    this.source.changed();
    return entryOf(digest, token);
  }

  /** The first of some keys and tags that is not among the worlds of a token. */
  #lacks(token: Token, worlds: readonly string[]): string | undefined {
    const own = this.worldsOf(token);
    return own === undefined || own.includes('*') ? undefined : worlds.find((world) => !own.includes(world));
  }
}

function entryOf(digest: string, token: FleetToken) {
  const { Name, Permissions, Worlds, AnswerForm, Until, Revoked, CreatedBy, CreatedAt } = token;
  return {
    Id: tokenId(digest),
    Name,
    Permissions,
    Worlds,
    ...(AnswerForm && { AnswerForm }),
    ...(Until && { Until }),
    Revoked,
    CreatedBy,
    CreatedAt,
  };
}

/** Mounts the routes of the tokens of a fleet. */
export function mountFleetTokens(routes: Routes, tokens: FleetTokens, write: MountOwnWrite): void {
  routes.read(getFleetTokens, ({ token }) => {
    const Tokens = tokens.list(token).map((entry) => {
      const use = routes.policy.use.of(entry.Id);
      return use === undefined ? entry : { ...entry, LastUsed: new Date(use.lastMs).toISOString() };
    });
    return serialize({ Tokens });
  });

  write(createFleetToken, ({ body, token }) => {
    const { Name, Permissions, Worlds, AnswerForm, Until } = body;
    const wanted = { Name, Permissions, Worlds, ...(AnswerForm && { AnswerForm }), ...(Until && { Until }) };
    const { secret, entry } = tokens.create(wanted, token);
    const summary = `${Permissions.join(' ')} for ${Worlds.join(' ')}`;
    return { reply: { Secret: secret, Token: entry }, summary };
  });

  write(revokeFleetToken, ({ params, token }) => {
    const Token = tokens.revoke(params.id, token);
    return { reply: { Token }, summary: Token.Name };
  });
}

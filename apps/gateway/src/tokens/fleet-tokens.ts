import {
  createFleetToken,
  FleetTokenEntry,
  getFleetTokens,
  holds,
  pick,
  Refusal,
  type RouteBody,
  revokeFleetToken,
} from '@palatine/contract';
import { newSecret, sha256, type Token, tokenId } from '@palatine/data-dir/tokens';
import { serialize } from '@palatine/engine/responses';
import { type FleetToken, isValidAt } from '@palatine/fleet';
import { asToken, FleetTokenSource } from '@palatine/fleet/fleet-token-source';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import { type GatewayContext, SharedBucket } from '../worlds/shared-bucket.ts';

/** The tokens of a fleet at its gateway. Writes are on disk on return. */
export class FleetTokens {
  readonly source: FleetTokenSource;
  readonly bucket: SharedBucket<FleetToken>;
  readonly #context: GatewayContext;

  constructor(context: GatewayContext) {
    const { database, clock, log } = context;
    this.#context = context;
    this.source = new FleetTokenSource(database, log, (digest, token) =>
      isValidAt(token, clock.now()) ? asToken(digest, token, token.Permissions) : undefined,
    );
    this.bucket = new SharedBucket(context, 'tokens', this.source.table, () => this.source.changed());
  }

  /** Newest first; only tokens whose worlds are all within the scope of `seenBy`. */
  list(seenBy: Token): FleetTokenEntry[] {
    return this.source.table
      .entries()
      .filter(([, { Worlds }]) => worldBeyond(seenBy, Worlds) === undefined)
      .sort(([, one], [, other]) => other.t - one.t)
      .map(([digest, token]) => entryOf(digest, token));
  }

  /** Creates a token; its secret is shown only now. Throws MISSING_PERMISSION for more than `by` has itself. */
  create(body: RouteBody<typeof createFleetToken>, by: Token): { Secret: string; Token: FleetTokenEntry } {
    const permission = body.Permissions.find((one) => !holds(by.permissions, one));
    if (permission !== undefined) {
      throw new Refusal('MISSING_PERMISSION', `your token lacks the permission ${permission}`);
    }
    const world = worldBeyond(by, body.Worlds);
    if (world !== undefined) {
      throw new Refusal('MISSING_PERMISSION', `your token is not valid for ${world}`);
    }
    const Secret = newSecret();
    const digest = sha256(Secret);
    const CreatedAt = new Date(this.#context.clock.now()).toISOString();
    const grant = pick(createFleetToken.body, body);
    const token = { ...grant, Revoked: false, CreatedBy: by.name, CreatedAt };
    return { Secret, Token: entryOf(digest, this.bucket.write(digest, token)) };
  }

  /** Revokes a token. Throws TOKEN_NOT_FOUND, also for one that `by` may not see. */
  revoke(id: string, by: Token): FleetTokenEntry {
    const row = this.source.table.entries().find(([digest]) => tokenId(digest) === id);
    if (row === undefined || worldBeyond(by, row[1].Worlds) !== undefined) {
      throw new Refusal('TOKEN_NOT_FOUND');
    }
    const [digest, before] = row;
    const token = this.bucket.write(digest, { ...before, Revoked: true });
    this.source.changed();
    return entryOf(digest, token);
  }
}

/** The first of some keys and tags outside the scope of a token; a token file has no restriction. */
function worldBeyond({ worlds: scope = ['*'] }: Token, worlds: readonly string[]): string | undefined {
  return scope.includes('*') ? undefined : worlds.find((world) => !scope.includes(world));
}

function entryOf(digest: string, token: FleetToken): FleetTokenEntry {
  return pick(FleetTokenEntry, { ...token, Id: tokenId(digest) });
}

export function mountFleetTokens(routes: Routes, tokens: FleetTokens, write: MountFileWrite): void {
  routes.read(getFleetTokens, ({ token }) => {
    const Tokens = tokens.list(token).map((entry) => {
      const use = routes.policy.use.of(entry.Id);
      return use === undefined ? entry : { ...entry, LastUsed: new Date(use.lastMs).toISOString() };
    });
    return serialize({ Tokens });
  });
  write(createFleetToken, ({ body, token }) => {
    const reply = tokens.create(body, token);
    return { reply, summary: `${body.Permissions.join(' ')} for ${body.Worlds.join(' ')}` };
  });
  write(revokeFleetToken, ({ params, token }) => {
    const Token = tokens.revoke(params.id, token);
    return { reply: { Token }, summary: Token.Name };
  });
}

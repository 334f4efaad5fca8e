import {
  assertHolds,
  changeFleetToken,
  createFleetToken,
  FleetTokenEntry,
  getFleetTokens,
  pick,
  Refusal,
  type RouteBody,
  revokeFleetToken,
} from '@palatine/contract';
import type { Token } from '@palatine/contract/tokens';
import { newSecret, tokenId } from '@palatine/data-dir/token-files';
import { asToken, fleetTokenSource } from '@palatine/fleet/fleet-token-source';
import { type FleetToken, isValidAt } from '@palatine/fleet/messages';
import { sha256Of } from '@palatine/platform/read-file';
import { serialize } from '@palatine/platform/response-bytes';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import { type GatewayContext, sharedBucket } from '../worlds/shared-bucket.ts';

export type FleetTokens = ReturnType<typeof fleetTokens>;

/** The tokens of a fleet at its gateway. Writes are on disk on return. */
export function fleetTokens(context: GatewayContext) {
  const { database, clock, log } = context;
  const source = fleetTokenSource(database, log, (digest, token) =>
    isValidAt(token, clock.now()) ? asToken(digest, token, token.Permissions) : undefined,
  );
  const bucket = sharedBucket(context, 'tokens', source.table, source.changed);

  return {
    source,
    bucket,

    /** Newest first; only tokens whose worlds are all within the scope of `seenBy`. */
    list(seenBy: Token): FleetTokenEntry[] {
      return source.table
        .entries()
        .filter(([, { Worlds }]) => worldBeyond(seenBy, Worlds) === undefined)
        .sort(([, a], [, b]) => b.t - a.t)
        .map(([digest, token]) => entryOf(digest, token));
    },

    /** Creates a token; its secret is shown only now. Throws MISSING_PERMISSION for more than `by` has itself. */
    create(body: RouteBody<typeof createFleetToken>, by: Token): { Secret: string; Token: FleetTokenEntry } {
      assertHeld(by, body);
      const Secret = newSecret();
      const digest = sha256Of(Secret);
      const CreatedAt = new Date(clock.now()).toISOString();
      const grant = pick(createFleetToken.body, body);
      const token = { ...grant, Revoked: false, CreatedBy: by.name, CreatedAt };
      return { Secret, Token: entryOf(digest, bucket.write(digest, token)) };
    },

    /** Changes or revokes a token. Throws TOKEN_NOT_FOUND, also for one that `by` may not see. */
    change(id: string, by: Token, { Until, ...change }: Partial<FleetToken>): FleetTokenEntry {
      const row = source.table.entries().find(([digest]) => tokenId(digest) === id);
      if (row === undefined || worldBeyond(by, row[1].Worlds) !== undefined) {
        throw new Refusal('TOKEN_NOT_FOUND');
      }
      const [digest, { Until: before, ...rest }] = row;
      if (id === by.id) throw new Refusal('VALIDATION_FAILED', 'a token cannot change or revoke itself');
      assertHeld(by, rest);
      const changed = { ...rest, ...change };
      if (rest.Revoked && change.Revoked !== true)
        throw new Refusal('VALIDATION_FAILED', 'the token is revoked');
      assertHeld(by, changed);
      const end = change.Revoked ? before : Until;
      const token = bucket.write(digest, { ...changed, ...(end !== undefined && { Until: end }) });
      source.changed();
      return entryOf(digest, token);
    },
  };
}

/** Throws MISSING_PERMISSION for permissions or worlds that a token has not itself. */
function assertHeld(by: Token, { Permissions, Worlds }: Pick<FleetToken, 'Permissions' | 'Worlds'>): void {
  assertHolds(by.permissions, Permissions);
  const world = worldBeyond(by, Worlds);
  if (world !== undefined) throw new Refusal('MISSING_PERMISSION', `your token is not valid for ${world}`);
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
    const { Secret, Token } = tokens.create(body, token);
    return {
      reply: { Secret: '', Token },
      once: { Secret },
      summary: `${body.Permissions.join(' ')} for ${body.Worlds.join(' ')}`,
    };
  });
  write(changeFleetToken, ({ params, body, token }) => {
    const Token = tokens.change(params.id, token, pick(changeFleetToken.body, body));
    return {
      reply: { Token },
      summary: `${Token.Name}: ${body.Permissions.join(' ')} for ${body.Worlds.join(' ')}`,
    };
  });
  write(revokeFleetToken, ({ params, token }) => {
    const Token = tokens.change(params.id, token, { Revoked: true });
    return { reply: { Token }, summary: Token.Name };
  });
}

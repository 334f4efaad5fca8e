import { createFleetToken, getFleetTokens, holds, Refusal, revokeFleetToken } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../../data-folder/tokens.ts';
import { serialize } from '../../game/response-format.ts';
import { mountRead } from '../../http/mount.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import type { FleetTokens } from './fleet-tokens.ts';

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

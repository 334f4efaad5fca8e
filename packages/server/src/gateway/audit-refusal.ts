import { Refusal, type RouteShape, writes } from '@palatine/contract';
import type { FastifyRequest } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { auditSubject } from '../http/audit-entry.ts';
import { callerAddress } from '../http/caller-address.ts';
import type { RequestPolicy } from '../http/request-policy.ts';

/** The parameters of a path that say which worlds are meant; the rest are those of the route at the world. */
export const WORLD_PARAM = 'fleet_world';
export const SELECTOR_PARAM = 'fleet_selector';

/**
 * Audits a write that the gateway has refused: its world may never have heard of it. `where`: the worlds it was meant
 * for, as the caller named them.
 */
export function auditRefusal(
  policy: RequestPolicy,
  route: RouteShape,
  { request, token }: { request: FastifyRequest; token: Token },
  error: unknown,
  where: string,
): void {
  if (!writes(route) || !(error instanceof Refusal)) return;
  const caller = { token: token.name, ip: callerAddress(policy, request) };
  const {
    [WORLD_PARAM]: _world,
    [SELECTOR_PARAM]: _selector,
    ...params
  } = request.params as Record<string, string>;
  const { id, headers } = request;
  const subject = auditSubject(route, caller, { id, headers, params }, undefined);
  policy.refusals.add(token, subject, error, () => where);
}

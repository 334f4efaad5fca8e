import type { FastifyInstance } from 'fastify';
import type { RequestPolicy } from '../../http/request-policy.ts';
import { mountFleetAudit } from './audit-route.ts';
import { mountFleetEvents } from './event-routes.ts';
import { mountPlayers } from './player-routes.ts';
import type { Projected } from './projected.ts';
import type { Projection } from './projection.ts';

/** Mounts the routes that the projection answers: players, audit and events of all worlds that a token may see. */
export function mountProjection(
  app: FastifyInstance,
  policy: RequestPolicy,
  projection: Projection,
  options: Omit<Projected, 'projection'>,
): void {
  const projected = { projection, ...options };
  mountPlayers(app, policy, projected);
  mountFleetAudit(app, policy, projected);
  mountFleetEvents(app, policy, projected);
}

import { getFleetFindings } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { PALATINE_VERSION } from '../../data-folder/version.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/response-format.ts';
import { mountRead } from '../../http/mount.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import type { BrokerState } from '../broker-state.ts';
import type { FleetLists } from '../lists/fleet-lists.ts';
import type { WorldRoutes } from '../mount-worlds.ts';
import type { Projection } from '../projection/projection.ts';
import { inScope } from '../world-scope.ts';
import { fleetFindings } from './fleet-findings.ts';

export interface FindingSources extends Pick<WorldRoutes, 'directory' | 'scopeOf'> {
  broker: BrokerState;
  lists: FleetLists;
  projection: Projection;
  clock: Clock;
}

/** Mounts what a gateway finds of its fleet. */
export function mountFleetFindings(
  app: FastifyInstance,
  policy: RequestPolicy,
  { broker, directory, scopeOf, lists, projection, clock }: FindingSources,
): void {
  mountRead(app, policy, getFleetFindings, ({ token }) => {
    const nowMs = clock.now();
    const Findings = fleetFindings({
      nowMs,
      broker,
      streams: projection.state().streams,
      listsWhole: lists.whole,
      listsSeen: lists.seen,
      listCount: lists.lists().length,
      worlds: inScope(scopeOf(token), directory.all()),
      version: PALATINE_VERSION,
    });
    return serialize({ Findings, CheckedAt: new Date(nowMs).toISOString() });
  });
}

import { getAudit, getEvents } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../game/response-format.ts';
import { auditFiltersOf } from './audit-query.ts';
import { eventStreams } from './event-stream.ts';
import { mountRead, mountStream } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

/** Mounts the routes of our own beside the service document: the audit and the events. */
export function mountOwnRoutes(app: FastifyInstance, policy: RequestPolicy, service: Service): void {
  mountRead(app, policy, getAudit, async ({ query }) =>
    serialize(await service.game.call('audit', auditFiltersOf(query))),
  );

  const streams = eventStreams(service);
  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  mountStream(app, policy, getEvents, ({ request, reply }) => streams.open(request, reply));
}

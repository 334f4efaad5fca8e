import { getCatalogue, getEvents } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { mountArchives } from './archives-route.ts';
import { mountAudit } from './audit-route.ts';
import { catalogueResponse } from './catalogue-response.ts';
import { mountDeliveries } from './deliveries-route.ts';
import type { EventStreams } from './event-streams.ts';
import { mountRead, mountStream } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import { mountServerRoutes } from './server-routes.ts';
import type { Service } from './service.ts';
import { mountSession } from './session-route.ts';

/** Mounts the routes of our own beside the service document: the catalogue, the list of archives, the audit and the events. */
export function mountOwnRoutes(
  app: FastifyInstance,
  policy: RequestPolicy,
  service: Service,
  streams: EventStreams,
): void {
  const respond = catalogueResponse(service.catalogue);
  mountRead(app, policy, getCatalogue, ({ query }) => respond(query.Language));
  mountSession(app, policy, service);
  mountArchives(app, policy, service);
  mountDeliveries(app, policy, service);
  mountServerRoutes(app, policy, service);
  mountAudit(app, policy, service);

  app.addHook('preClose', (done) => {
    streams.close();
    done();
  });
  mountStream(app, policy, getEvents, ({ request, reply }) => streams.open(request, reply));
}

import { getCatalogue } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { mountArchives } from './archives-route.ts';
import { mountAudit } from './audit-route.ts';
import type { RequestPolicy } from './authorize.ts';
import { mountBackups } from './backups-route.ts';
import { catalogueResponse } from './catalogue-response.ts';
import { mountOperatorPictures } from './console/mount-operator-pictures.ts';
import { OperatorPictures } from './console/operator-pictures.ts';
import { mountDeliveries } from './deliveries-route.ts';
import { mountDoctor } from './doctor-route.ts';
import { mountHistory } from './history-routes.ts';
import { mountImportRules } from './import-rules-route.ts';
import { mountMapPictures } from './map-picture-route.ts';
import { mountRead } from './mount.ts';
import { gameRecorder, ownWrites } from './own-writes.ts';
import { mountServerRoutes } from './server-routes.ts';
import type { Service } from './service.ts';
import { mountSession } from './session-route.ts';
import { mountSettings } from './settings-route.ts';
import { mountStreams, type Streams } from './stream-routes.ts';
import { mountTemplates } from './templates-route.ts';
import { mountTokens } from './tokens-route.ts';
import type { WorldBackups } from './world-backups.ts';
import { mountWorld } from './world-route.ts';

/** Mounts the routes of our own beside the service document: the catalogue, the list of archives, the audit, the history and the streams. */
export function mountOwnRoutes(
  app: FastifyInstance,
  policy: RequestPolicy,
  service: Service,
  streams: Streams,
  backups: WorldBackups,
): void {
  const respond = catalogueResponse(service.catalogue);
  mountRead(app, policy, getCatalogue, ({ query }) => respond(query.Language));
  mountSession(app, policy, service);
  mountWorld(app, policy, service);
  const write = ownWrites(app, policy, gameRecorder(service.game), service.clock);
  mountTemplates(app, policy, service, write);
  mountImportRules(app, policy, service, write);
  mountSettings(app, policy, service, write);
  mountTokens(app, policy, service);
  mountBackups(app, policy, backups, write);
  mountDoctor(app, policy, service);
  const pictures = new OperatorPictures(service.data.console, service.clock.elapsed);
  mountOperatorPictures(app, pictures);
  mountMapPictures(app, policy, service, pictures, write);
  mountArchives(app, policy, service);
  mountDeliveries(app, policy, service);
  mountServerRoutes(app, policy, service);
  mountAudit(app, policy, service);
  mountHistory(app, policy, service);
  mountStreams(app, policy, streams);
}

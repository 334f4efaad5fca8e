import type { Logger } from 'pino';
import type { RestConfig } from '../data-folder/rest-config.ts';
import { makeApp } from '../http/app.ts';
import { listen, stopListening } from '../http/listen.ts';
import { OpenConnections } from '../http/open-connections.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
import { Traffic } from '../telemetry/traffic.ts';
import { mountJoin } from './broker/join-routes.ts';
import type { OpenBroker } from './open-broker.ts';

const CONNECTIONS = 64;

/**
 * Serves the joining of worlds over HTTPS on a port of its own, with the certificate that join lines name: the API may
 * listen on this machine only, or behind a proxy with a certificate of its own. @returns how to stop it.
 */
export async function serveJoining(
  joining: NonNullable<OpenBroker['joining']>,
  policy: RequestPolicy,
  { host, cors, log }: { host: string; cors: RestConfig['Cors']; log: Logger },
): Promise<() => Promise<void>> {
  const connections = new OpenConnections();
  const app = makeApp({
    policy,
    cors,
    log,
    traffic: new Traffic(),
    connections: { open: connections, tls: joining.tls, maxConnections: CONNECTIONS },
  });
  mountJoin(app, joining);
  await listen(app, { address: host, port: joining.address.port, scheme: 'https' });
  return () => stopListening({ app, connections });
}

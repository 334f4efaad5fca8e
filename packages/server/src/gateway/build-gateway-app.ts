import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RestConfig } from '../data-folder/rest-config.ts';
import type { Tls } from '../data-folder/tls.ts';
import type { Token, Tokens } from '../data-folder/tokens.ts';
import type { Clock } from '../game/clock.ts';
import { makeApp } from '../http/app.ts';
import { RateLimit, type RequestPolicy, TokenUse } from '../http/authorize.ts';
import { OpenConnections } from '../http/connections.ts';
import { BuiltConsole } from '../http/console/built-console.ts';
import { mountConsole } from '../http/console/mount-console.ts';
import { mountFirstPage } from '../http/first-page.ts';
import { mountProbes, mountScrape } from '../http/observability/mount-metrics.ts';
import { mountApiDocument } from '../http/openapi/mount-api-document.ts';
import { ownWrites, type WriteRecorder } from '../http/own-writes.ts';
import { RefusalAudit } from '../http/refusal-audit.ts';
import { Traffic } from '../telemetry/traffic.ts';
import { mountJoinCodes } from './broker/join-routes.ts';
import { mountFleetFindings } from './doctor/fleet-findings.ts';
import {
  mountFleetSession,
  mountFleetWorlds,
  mountRemoveWorld,
  mountTakeOver,
} from './fleet-worlds-routes.ts';
import { type GatewayParts, gatewayTokens, scopeOf } from './gateway-parts.ts';
import { mountFleetLists } from './lists/mount-fleet-lists.ts';
import { mountManyWorlds } from './many-worlds.ts';
import { mountWorlds } from './mount-worlds.ts';
import { gatewayReadiness } from './observability/gateway-registry.ts';
import type { BrokerState, OwnBrokerRoutes } from './open-broker.ts';
import { mountProjection } from './projection/projection-routes.ts';
import { mountFleetTokens } from './tokens/fleet-tokens.ts';
import { onlineWorlds, visibleWorlds } from './world-scope.ts';

export interface GatewayAppOptions {
  parts: GatewayParts;
  rest: RestConfig;
  tls: Tls | undefined;
  files: Tokens;
  broker: BrokerState;
  /** How worlds join; undefined where somebody else runs the broker. */
  joining: OwnBrokerRoutes | undefined;
  clock: Clock;
  log: Logger;
}

export interface BuiltGatewayApp {
  app: FastifyInstance;
  connections: OpenConnections;
  policy: RequestPolicy;
}

/** Of the built console: it finds the routes of the fleet, and those of each world below `/worlds`. */
export const GATEWAY_PAGE = 'gateway.html';

/** The HTTP server of a gateway with every route on it, not listening yet. */
export function buildGatewayApp(options: GatewayAppOptions): BuiltGatewayApp {
  const { parts, rest, tls, files, broker, joining, clock, log } = options;
  const { directory, desk, client, lists, tokens, projection, rosters, audit } = parts;
  const policy: RequestPolicy = {
    tokens: gatewayTokens(files, tokens),
    settings: { current: { rest } },
    limit: new RateLimit(() => rest.Limits['Requests-Per-Second'], clock.elapsed),
    use: new TokenUse(clock.now),
    refusals: new RefusalAudit((entry) => audit.add(entry), clock),
  };
  const traffic = new Traffic();
  const connections = new OpenConnections();
  const app = makeApp({
    policy,
    cors: rest.Cors,
    log,
    traffic,
    connections: { open: connections, tls, maxConnections: rest.Limits['Max-Connections'] },
  });
  const recorder: WriteRecorder = {
    record: (entry) => Promise.resolve(audit.add(entry)),
    audit: (entry) => audit.add(entry),
  };
  const write = ownWrites(app, policy, recorder, clock);
  const scope = (token: Token) => scopeOf(tokens, token);
  const worlds = { client, directory, scopeOf: scope };

  mountFleetSession(app, policy, (token) => tokens.worldsOf(token));
  mountWorlds(app, policy, worlds);
  mountFleetWorlds(app, policy, { ...worlds, lists });
  mountTakeOver(write, worlds);
  mountFleetFindings(app, policy, { ...worlds, broker, lists, projection, clock });
  mountManyWorlds(app, policy, worlds, clock);
  mountProjection(app, policy, projection, {
    clock,
    worldsOf: (token) => visibleWorlds(scope(token), directory.all()),
    refresh: (token, world) => rosters.refresh(onlineWorlds(scope(token), directory.all(), world)),
    nameOf: (world) => (world === parts.key ? 'Gateway' : (directory.get(world)?.name ?? '')),
  });
  mountFleetLists(app, policy, lists, write);
  mountFleetTokens(app, policy, tokens, write);
  if (joining !== undefined) {
    mountJoinCodes(write, joining);
    mountRemoveWorld(write, worlds, joining.broker);
  }
  const { refusals } = policy;
  const sources = { traffic, connections, refusals, broker, directory, desk, lists, projection };
  mountScrape(app, policy, async () =>
    (await import('./observability/gateway-registry.ts')).makeGatewayRegistry(sources),
  );
  mountProbes(app, () => gatewayReadiness(broker, projection.state().streams, clock.now()));
  mountApiDocument(app, async () => (await import('./openapi/gateway-document.ts')).gatewayDocument());
  mountConsole(app, new BuiltConsole({ page: GATEWAY_PAGE }));
  mountFirstPage(app);
  app.addHook('onClose', (_app, done) => {
    policy.refusals.close();
    done();
  });
  return { app, connections, policy };
}

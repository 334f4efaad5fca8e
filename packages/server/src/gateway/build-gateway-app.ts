import {
  type FleetSession,
  type FleetWorld,
  getFleetSession,
  getFleetWorlds,
  Refusal,
  removeWorld,
  takeOverWorld,
} from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { RestConfig } from '../data-folder/rest-config.ts';
import type { Tls } from '../data-folder/tls.ts';
import type { Token, Tokens } from '../data-folder/tokens.ts';
import { PALATINE_VERSION } from '../data-folder/version.ts';
import { joinedTokens } from '../fleet/joined-tokens.ts';
import type { Clock } from '../game/clock.ts';
import { serialize } from '../game/responses.ts';
import { makeApp } from '../http/app.ts';
import { RateLimit, type RequestPolicy, TokenUse } from '../http/authorize.ts';
import { OpenConnections } from '../http/connections.ts';
import { BuiltConsole } from '../http/console/built-console.ts';
import { mountConsole } from '../http/console/mount-console.ts';
import { mountFirstPage } from '../http/first-page.ts';
import { mountRead } from '../http/mount.ts';
import { mountProbes, mountScrape } from '../http/observability/mount-metrics.ts';
import { mountApiDocument } from '../http/openapi/mount-api-document.ts';
import { type MountOwnWrite, ownWrites, type WriteRecorder } from '../http/own-writes.ts';
import { RefusalAudit } from '../http/refusal-audit.ts';
import { Traffic } from '../telemetry/traffic.ts';
import { mountJoinCodes } from './broker/join-routes.ts';
import type { Broker } from './broker/start-broker.ts';
import { mountFleetFindings } from './doctor/fleet-findings.ts';
import { type GatewayParts, scopeOf } from './gateway-parts.ts';
import type { FleetLists } from './lists/fleet-lists.ts';
import { mountFleetLists } from './lists/mount-fleet-lists.ts';
import { mountManyWorlds } from './many-worlds.ts';
import { findWorld, mountWorlds, type WorldRoutes } from './mount-worlds.ts';
import { gatewayReadiness } from './observability/gateway-registry.ts';
import type { BrokerState, OwnBrokerRoutes } from './open-broker.ts';
import { mountProjection } from './projection/projection-routes.ts';
import { mountFleetTokens } from './tokens/fleet-tokens.ts';
import { inScope, type KnownWorld, listsBehind, onlineWorlds, visibleWorlds } from './world-scope.ts';

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

/** Of the built console: it finds the routes of the fleet, and those of each world below `/worlds`. */
export const GATEWAY_PAGE = 'gateway.html';

/** The HTTP server of a gateway with every route on it, not listening yet. */
export function buildGatewayApp(options: GatewayAppOptions) {
  const { parts, rest, tls, files, broker, joining, clock, log } = options;
  const { directory, desk, client, lists, tokens, projection, rosters, audit } = parts;
  const policy: RequestPolicy = {
    tokens: joinedTokens(files, tokens),
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

/** Mounts the list of worlds. */
function mountFleetWorlds(
  app: FastifyInstance,
  policy: RequestPolicy,
  {
    directory,
    scopeOf,
    lists,
  }: Pick<WorldRoutes, 'directory' | 'scopeOf'> & { lists: Pick<FleetLists, 'seen'> },
): void {
  mountRead(app, policy, getFleetWorlds, ({ token }) => {
    const worlds = inScope(scopeOf(token), directory.all());
    return serialize({ Worlds: worlds.map((world) => rowOf(world, lists.seen.sequence)) });
  });
}

function rowOf(known: KnownWorld, newestChange: number): FleetWorld {
  const { world, name, tags, state, lastSeenMs, clockAheadMs, heartbeat } = known;
  const behind = listsBehind(known, newestChange);
  return {
    World: world,
    Name: name,
    Tags: [...tags],
    State: state,
    ...(lastSeenMs !== undefined && { LastSeen: new Date(lastSeenMs).toISOString() }),
    Version: heartbeat?.version ?? '',
    Attached: heartbeat?.attached ?? false,
    PlayersOnline: state === 'Online' ? (heartbeat?.players ?? 0) : 0,
    Queue: heartbeat?.queue ?? 0,
    EventsBehind: heartbeat?.lag.events ?? 0,
    AuditBehind: heartbeat?.lag.audit ?? 0,
    ...(behind !== undefined && { ListsBehind: behind }),
    ...(clockAheadMs !== undefined && { ClockAheadMs: clockAheadMs }),
    Lists: heartbeat?.lists ?? [],
    Allow: heartbeat?.allow ?? [],
  };
}

/** Mounts the decision of an operator for the process of a world that is fenced. */
function mountTakeOver(write: MountOwnWrite, worlds: Pick<WorldRoutes, 'directory' | 'scopeOf'>): void {
  const { directory } = worlds;
  write(takeOverWorld, async ({ params, token }) => {
    const world = findWorld(worlds, token, params.world);
    const instance = directory.fencedInstance(world);
    if (instance === undefined) throw new Refusal('NOT_FENCED');
    try {
      await directory.takeOver(world, instance);
    } catch (cause) {
      const message = 'the broker did not store the decision; nothing has changed';
      throw new Refusal('SERVER_BUSY', message, { Reason: 'BROKER' }, { cause });
    }
    const Name = directory.get(world)?.name ?? '';
    return { reply: { World: world, Name, Instance: instance }, summary: `${Name} goes on as ${instance}` };
  });
}

/** Mounts the removal of a world: its credentials end at once, and the fleet forgets that it was there. */
function mountRemoveWorld(
  write: MountOwnWrite,
  worlds: Pick<WorldRoutes, 'directory' | 'scopeOf'>,
  broker: Pick<Broker, 'keys' | 'pushAccounts'>,
): void {
  write(removeWorld, async ({ params, token }) => {
    const world = findWorld(worlds, token, params.world);
    const Name = worlds.directory.get(world)?.name ?? '';
    broker.keys.revokeWorld(world);
    await broker.pushAccounts();
    try {
      await worlds.directory.forget(world);
    } catch (cause) {
      const message = 'the world is cut off, but the broker did not take it from the list; try again';
      throw new Refusal('SERVER_BUSY', message, { Reason: 'BROKER' }, { cause });
    }
    return { reply: { World: world, Name }, summary: Name };
  });
}

/**
 * Mounts what a token is told of itself at a gateway.
 * @param worldsOf the worlds that a token of the fleet names; undefined for one that counts for all
 */
function mountFleetSession(
  app: FastifyInstance,
  policy: RequestPolicy,
  worldsOf: (token: Token) => readonly string[] | undefined,
): void {
  mountRead(app, policy, getFleetSession, ({ token }) => {
    const session: FleetSession = {
      Name: token.name,
      Permissions: [...token.permissions],
      Worlds: [...(worldsOf(token) ?? ['*'])],
      Version: PALATINE_VERSION,
    };
    return serialize(session);
  });
}

import {
  type FleetSession,
  type FleetWorld,
  getFleetSession,
  getFleetWorlds,
  putFleetWorld,
  Refusal,
  type RouteShape,
  removeWorld,
} from '@palatine/contract';
import type { RefusedEntry } from '@palatine/contract/audit-records';
import { requestSummary } from '@palatine/contract/audit-summary';
import type { Token } from '@palatine/contract/tokens';
import { joinedTokens, type Tokens } from '@palatine/data-dir/token-files';
import type { Clock } from '@palatine/platform/clock';
import { serialize } from '@palatine/platform/response-bytes';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { type HttpSettings, makeBaseApp } from '@palatine/web/base-app';
import { fileWrites, type MountFileWrite } from '@palatine/web/file-writes';
import { mountProbes, mountScrape } from '@palatine/web/metric-registry';
import { mountApiDocument } from '@palatine/web/mount-api-document';
import { BuiltConsole, mountConsole } from '@palatine/web/mount-console';
import type { Logger } from 'pino';
import { type JoinRoutes, mountJoinCodes } from './broker/join-routes.ts';
import { addGatewayMetrics } from './gateway-metrics.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { mountFleetLists } from './lists/mount-fleet-lists.ts';
import { type BrokerState, gatewayReadiness } from './open-broker.ts';
import { mountProjection } from './projection/projection-routes.ts';
import { mountFleetTokens } from './tokens/fleet-tokens.ts';
import { findWorld, mountWorldRoutes } from './worlds/world-routes.ts';
import { type FleetMember, scopeOf, type WorldScope } from './worlds/worlds.ts';

export interface GatewayAppOptions {
  parts: GatewayParts;
  settings: HttpSettings;
  files: Tokens;
  broker: BrokerState;
  /** Undefined with an external broker. */
  joining: JoinRoutes | undefined;
  clock: Clock;
  log: Logger;
  openFiles: number;
}

export const GATEWAY_PAGE = 'gateway.html';

/** The HTTP server of a gateway with every route on it, not listening yet. */
export function buildGatewayApp(options: GatewayAppOptions) {
  const { parts, files, broker, joining, clock } = options;
  const { worlds, client, lists, tokens, projection, audit, codes } = parts;
  const visible = (token: Token) => worlds.all().filter((world) => scopeOf(token).includes(world));
  const { app, policy, routes, refusals, traffic, connections } = makeBaseApp({
    ...options,
    tokens: joinedTokens(files, tokens.source),
    assertScope: (token, route) => assertScope(scopeOf(token), token, route),
    audit: audit.add,
  });
  const recorder = { record: (entry: RefusedEntry) => Promise.resolve(audit.add(entry)), audit: audit.add };
  const write = committedWrites(fileWrites(routes, recorder, clock), parts);

  routes.read(getFleetSession, ({ token }) => serialize(sessionOf(token)));
  mountWorldRoutes(routes, { client, worlds, clock });
  routes.read(getFleetWorlds, ({ token }) =>
    serialize({ Worlds: visible(token).map((world) => rowOf(world, lists.table.newest)) }),
  );
  mountWorldDecisions(write, { worlds, lists, joining });
  mountProjection(routes, {
    projection,
    clock,
    worldsOf: (token) => (scopeOf(token).isWhole ? 'all' : new Set(visible(token).map(({ world }) => world))),
    nameOf: (world) => (world === parts.key ? 'Gateway' : (worlds.get(world)?.name ?? '')),
  });
  mountFleetLists(routes, lists, write);
  mountFleetTokens(routes, tokens, write);
  if (joining !== undefined) mountJoinCodes(write, joining, { codes, worlds });
  const sources = { traffic, connections, refusals, broker, worlds, lists, projection };
  mountScrape(routes, (metrics) => addGatewayMetrics(metrics, sources));
  mountProbes(app, () => gatewayReadiness(broker, projection.state()));
  mountApiDocument(app, async () => (await import('./gateway-document.ts')).gatewayDocument());
  mountConsole(app, new BuiltConsole({ page: GATEWAY_PAGE }));
  return { app, connections, policy };
}

/** Commits a write together with its audit entry: a full disk refuses both. Asynchronous writes are audited afterwards. */
function committedWrites(write: MountFileWrite, { audit, worlds, lists }: GatewayParts): MountFileWrite {
  return (route, work) =>
    write(route, (call) => {
      try {
        const done = audit.commit(
          () => work(call),
          (result) => {
            if (result instanceof Promise) return undefined;
            const { summary = requestSummary(route, call.body) } = result;
            return { ...call.audit, summary, Outcome: 'OK', Status: 200 };
          },
        );
        return done instanceof Promise ? done : { ...done, withoutEntry: true };
      } catch (error) {
        worlds.reread();
        lists.table.reread();
        throw error;
      }
    });
}

/** Throws MISSING_PERMISSION where a token for some worlds calls a route of the whole fleet. */
function assertScope(scope: WorldScope, { name }: Token, route: RouteShape): void {
  if (scope.isWhole || route.concerns !== 'WholeFleet') return;
  const message = `the token ${name} is valid for some worlds only, and this route concerns the whole fleet`;
  throw new Refusal('MISSING_PERMISSION', message);
}

function rowOf(record: FleetMember, newestChange: number): FleetWorld {
  const { world, name, tags, status, report } = record;
  const state = report?.state;
  return {
    World: world,
    Name: name,
    Tags: [...tags],
    State: status,
    ...(report && { LastSeen: new Date(report.atMs).toISOString() }),
    Version: state?.version ?? '',
    Attached: state?.attached ?? false,
    PlayersOnline: status === 'Online' ? (state?.players ?? 0) : 0,
    Queue: state?.queue ?? 0,
    EventsBehind: state?.lag.events ?? 0,
    AuditBehind: state?.lag.audit ?? 0,
    ListsBehind: state !== undefined && state.listsRead < newestChange,
    ...(report && { ClockAheadMs: Math.round(report.state.nowMs - report.atMs) }),
    Lists: state?.lists ?? [],
    Allow: state?.allow ?? [],
  };
}

type DecisionOptions = Pick<GatewayParts, 'worlds' | 'lists'> & Pick<GatewayAppOptions, 'joining'>;

/** Mounts the routes that tag a world and remove it from the fleet. */
function mountWorldDecisions(write: MountFileWrite, { worlds, lists, joining }: DecisionOptions): void {
  write(putFleetWorld, ({ params, body, token }) => {
    const { world, name } = findWorld(worlds, token, params.world);
    worlds.admit(world, name, body.Tags);
    return {
      reply: { World: world, Name: name, Tags: body.Tags },
      summary: `${name} has the tags ${body.Tags.join(' ')}`,
    };
  });
  write(removeWorld, async ({ params, token }) => {
    const { world, name } = findWorld(worlds, token, params.world);
    await joining?.broker.revoke(world);
    worlds.forget(world);
    lists.forgetWorld(world);
    return { reply: { World: world, Name: name }, summary: name };
  });
}

function sessionOf({ name, permissions, worlds }: Token): FleetSession {
  return {
    Name: name,
    Permissions: [...permissions],
    Worlds: [...(worlds ?? ['*'])],
    Version: PALATINE_VERSION,
  };
}

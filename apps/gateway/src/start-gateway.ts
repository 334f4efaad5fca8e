import { recordAddress } from '@palatine/data-dir/data-folder';
import { readTls, restConfigFile } from '@palatine/data-dir/rest-config';
import {
  openTokenFiles,
  removeAdminToken,
  writeMissing,
  writeMissingAdminToken,
} from '@palatine/data-dir/token-files';
import { connectBroker } from '@palatine/fleet/connection';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { formatJson } from '@palatine/platform/json';
import {
  type HttpSettings,
  listen,
  makeApp,
  type RequestPolicy,
  stopListening,
} from '@palatine/web/base-app';
import { connectionsWithin, maxOpenFiles, OpenConnections } from '@palatine/web/connections';
import { Traffic } from '@palatine/web/respond';
import type { Logger } from 'pino';
import { type JoinRoutes, mountJoin, newJoinLine } from './broker/join-routes.ts';
import { buildGatewayApp } from './build-gateway-app.ts';
import { openGatewayFolder } from './gateway-folder.ts';
import { type GatewayParts, openParts } from './gateway-parts.ts';
import { type ForeignBroker, type OwnBroker, openBroker, watchBroker } from './open-broker.ts';
import type { WorldClientOptions } from './worlds/world-client.ts';

/** Limits of the port where worlds join, which is open to anybody. */
const MAX_JOINING = 512;
/** Share of the files that the gateway may open; the rest are for its API. */
const JOIN_FILES = 0.25;
const JOIN_CONNECTIONS = {
  maxPerAddress: 8,
  timeouts: { headMs: 2000, requestMs: 5000, keepAliveMs: 2000, silenceMs: 10_000 },
};

export interface GatewayOptions extends Pick<WorldClientOptions, 'deadlineMs' | 'noCancel'> {
  /** The folder of the gateway; created when it is missing. */
  folder: string;
  broker: ForeignBroker | OwnBroker;
  port?: number | undefined;
  address?: string | undefined;
  log: Logger;
  clock?: Clock;
}

export interface RunningGateway extends Pick<GatewayParts, 'key' | 'worlds' | 'lists' | 'projection'> {
  /** Without a slash at the end. */
  url: string;
  /** The secret of the administrator token, when this start created it. */
  newAdminToken: string | undefined;
  /** For the first world of a new fleet; a secret. */
  firstJoinLine: string | undefined;
  /** Finishes the requests under way, leaves the broker and unlocks the folder. */
  stop(): Promise<void>;
}

/** A gateway: open folder, broker and files, build app, listen; stop in reverse. Throws a ConfigError and a BrokerError. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { log, clock = systemClock, deadlineMs, noCancel } = options;
  await using undo = new AsyncDisposableStack();

  const folder = undo.use(openGatewayFolder(options.folder));
  writeMissing(folder.restConfig, formatJson({ ...restConfigFile.defaults, Port: GATEWAY_PORT }));
  const newAdminToken = writeMissingAdminToken(folder);
  using undoToken = new DisposableStack();
  if (newAdminToken !== undefined) undoToken.defer(() => removeAdminToken(folder));
  const rest = restConfigFile.read(folder.restConfig);
  const tls = readTls(rest.TLS, folder.path);
  const settings = { current: { rest, tls }, onChange() {} }; // until the next start
  const files = await openTokenFiles(folder.tokens, { settings, clock, log });
  undo.defer(() => files.close());

  const { address, joining } = undo.use(await openBroker(options.broker, folder.broker, log));
  const { controlCredentials, ...worldsAddress } = address;
  const connection = await connectBroker({ ...worldsAddress, name: 'gateway' });
  undo.defer(() => connection.close());
  const control = await connectBroker({ ...worldsAddress, credentials: controlCredentials, name: 'gateway' });
  undo.defer(() => control.close());
  const replicas = address.servers.length >= CLUSTER ? 3 : 1;

  const shared = { folder, connection, control, replicas, clock, log, deadlineMs, noCancel } as const;
  const parts = undo.use(await openParts({ ...shared, broker: joining?.broker }));
  const broker = watchBroker(connection, control);
  const { policy, ...built } = buildGatewayApp({
    ...{ parts, settings, files, broker, joining, clock, log },
    openFiles: maxOpenFiles() * (joining === undefined ? 1 : 1 - JOIN_FILES),
  });
  if (joining !== undefined) {
    undo.defer(await serveJoining({ ...joining, ...parts, clock, log }, policy, settings));
  }
  const { url } = await listen(built.app, {
    address: options.address ?? rest.Address,
    port: options.port ?? rest.Port,
    scheme: tls ? 'https' : 'http',
  });
  undo.defer(() => stopListening(built));
  undo.defer(recordAddress(folder.path, url, settings, log));

  const { key, worlds, lists, projection, codes } = parts;
  const isNew = worlds.all().length === 0;
  undoToken.move(); // the caller prints it
  const running = undo.move();
  return {
    ...{ url, newAdminToken, key, worlds, lists, projection },
    firstJoinLine: isNew && joining ? newJoinLine(joining, codes, FIRST_WORLD).line : undefined,
    stop: () => running.disposeAsync(),
  };
}

/** Minimum nodes of a broker with three replicas. */
const CLUSTER = 3;
/** Differs from the port of a world, so that one machine can run both. */
const GATEWAY_PORT = 17990;
const FIRST_WORLD = { tags: [], lists: ['main'] };

/** Serves the joining of worlds on its own port, with the certificate of the join lines. @returns how to stop it. */
async function serveJoining(
  joining: JoinRoutes & Pick<GatewayParts, 'codes' | 'worlds'> & { clock: Clock; log: Logger },
  policy: RequestPolicy,
  { current }: HttpSettings,
): Promise<() => Promise<void>> {
  const { address, listensAt, broker, log } = joining;
  const fitting = connectionsWithin(maxOpenFiles() * JOIN_FILES);
  const connections = new OpenConnections(Math.min(MAX_JOINING, fitting));
  const app = makeApp({
    policy,
    cors: current.rest.Cors,
    log,
    traffic: new Traffic(),
    connections: { open: connections, tls: broker.certificates, ...JOIN_CONNECTIONS },
  });
  mountJoin(app, joining);
  const { url } = await listen(app, { address: listensAt, port: address.port, scheme: 'https' });
  address.port ||= Number(new URL(url).port);
  return () => stopListening({ app, connections });
}

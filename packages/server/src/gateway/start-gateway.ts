import { existsSync } from 'node:fs';
import { connectBroker } from '@palatine/fleet';
import type { Logger } from 'pino';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { removeAdminToken, writeMissingAdminToken } from '../data-folder/default-files.ts';
import { formatJson } from '../data-folder/read-json.ts';
import { type RestConfig, restConfigFile } from '../data-folder/rest-config.ts';
import { removeRunningServer, writeRunningServer } from '../data-folder/running-server-file.ts';
import { readTls, type Tls } from '../data-folder/tls.ts';
import { Tokens } from '../data-folder/tokens.ts';
import { type Clock, systemClock } from '../game/clock.ts';
import { makeApp } from '../http/app.ts';
import type { RequestPolicy } from '../http/authorize.ts';
import { OpenConnections } from '../http/connections.ts';
import { listen, stopListening } from '../http/listen.ts';
import { Traffic } from '../telemetry/traffic.ts';
import { fingerprintOf } from './broker/certificates.ts';
import { mountJoin, newJoinLine } from './broker/join-routes.ts';
import { buildGatewayApp } from './build-gateway-app.ts';
import { type GatewayFolder, openGatewayFolder } from './gateway-folder.ts';
import { type GatewayParts, openParts } from './gateway-parts.ts';
import {
  type ForeignBroker,
  type OpenBroker,
  type OwnBroker,
  type OwnBrokerRoutes,
  openOwnBroker,
  watchBroker,
} from './open-broker.ts';
import { prepareStream } from './prepare-broker.ts';

/** On the port where worlds join, which is open to anybody. */
const JOIN_CONNECTIONS = {
  maxConnections: 512,
  maxPerAddress: 8,
  timeouts: { headMs: 2000, requestMs: 5000, keepAliveMs: 2000, silenceMs: 10_000 },
};

export interface GatewayOptions {
  /** The folder of the gateway; made when it is missing. */
  folder: string;
  /** One that runs already, or where to start one. */
  broker: ForeignBroker | OwnBroker;
  port?: number | undefined;
  address?: string | undefined;
  log: Logger;
  clock?: Clock;
  /** For tests: how long a request may wait to be begun by its world. */
  deadlineMs?: number | undefined;
  /** For the chaos test: a request that times out counts as not applied, without asking the world. */
  noCancel?: boolean | undefined;
}

export interface RunningGateway extends Pick<GatewayParts, 'key' | 'worlds' | 'lists' | 'projection'> {
  /** Without a slash at the end. */
  url: string;
  /** The secret of the administrator token, when this start created it. */
  newAdminToken: string | undefined;
  /** With which the first world of a new fleet joins; a secret. */
  firstJoinLine: string | undefined;
  /** Finishes the requests under way, leaves the broker and unlocks the folder. */
  stop(): Promise<void>;
}

/** A gateway: open folder, broker and files, build app, listen; stop in reverse. Throws a ConfigError and a BrokerError. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { log, clock = systemClock, deadlineMs, noCancel } = options;
  await using undo = new AsyncDisposableStack();

  const folder = openGatewayFolder(options.folder);
  undo.defer(folder.unlock);
  writeMissingRestConfig(folder);
  const newAdminToken = writeMissingAdminToken(folder);
  using unshown = new DisposableStack();
  if (newAdminToken !== undefined) unshown.defer(() => removeAdminToken(folder));
  const rest = restConfigFile.read(folder.restConfig);
  const tls = readTls(rest.TLS, folder.path);
  const files = await openTokenFiles(folder.tokens, rest.DefaultPermissions, log, clock);
  undo.defer(() => files.close());

  const broker = undo.use(await openBroker(options.broker, folder, log));
  const { controlCredentials, ...address } = broker.address;
  const connection = await connectBroker({ ...address, name: 'gateway' });
  undo.defer(() => connection.close());
  const control = await connectBroker({ ...address, credentials: controlCredentials, name: 'gateway' });
  undo.defer(() => control.close());
  const replicas = address.servers.length >= CLUSTER ? 3 : 1;
  await prepareStream(connection, { replicas });

  const shared = { folder, connection, control, replicas, clock, log, deadlineMs, noCancel } as const;
  const parts = undo.use(await openParts(shared));
  const { joining } = broker;
  const { app, connections, policy } = buildGatewayApp({
    parts,
    rest,
    tls,
    files,
    broker: watchBroker(connection, control),
    joining,
    clock,
    log,
  });
  const host = 'host' in options.broker ? options.broker.host : '';
  if (joining !== undefined)
    undo.defer(await serveJoining({ ...joining, ...parts, clock, log }, policy, { host, cors: rest.Cors }));
  const { url } = await listen(app, {
    address: options.address ?? rest.Address,
    port: options.port ?? rest.Port,
    scheme: tls ? 'https' : 'http',
  });
  undo.defer(() => stopListening({ app, connections }));
  undo.defer(recordAddress(folder, url, tls));

  const isNew = parts.worlds.all().length === 0;
  unshown.move(); // the caller prints it
  const running = undo.move();
  const { key, worlds, lists, projection } = parts;
  return {
    url,
    newAdminToken,
    firstJoinLine: isNew && joining ? newJoinLine(joining, parts.codes, FIRST_WORLD).line : undefined,
    ...{ key, worlds, lists, projection },
    stop: () => running.disposeAsync(),
  };
}

/** Nodes of a broker that keeps every stream three times. */
const CLUSTER = 3;
/** Beside the port of a world, so that one machine can have both. */
const GATEWAY_PORT = 17990;
const FIRST_WORLD = { tags: [], lists: ['main'] };

function openBroker(
  broker: ForeignBroker | OwnBroker,
  folder: GatewayFolder,
  log: Logger,
): Promise<OpenBroker> | OpenBroker {
  if ('joinPort' in broker) return openOwnBroker(folder.broker, broker, log);
  return { address: broker, joining: undefined, [Symbol.asyncDispose]: () => Promise.resolve() };
}

function writeMissingRestConfig({ restConfig }: GatewayFolder): void {
  if (existsSync(restConfig)) return;
  writeFileAtomically(restConfig, formatJson({ ...restConfigFile.defaults, Port: GATEWAY_PORT }));
}

/** Commands on this machine find the gateway by it. @returns what removes the record. */
function recordAddress({ path }: GatewayFolder, url: string, tls: Tls | undefined): () => void {
  writeRunningServer(path, { url, certificate: tls && fingerprintOf(tls.cert) });
  return () => removeRunningServer(path, { url });
}

/**
 * Serves the joining of worlds over HTTPS on a port of its own, with the certificate that join lines name: the API may
 * listen on this machine only, or behind a proxy with a certificate of its own. @returns how to stop it.
 */
async function serveJoining(
  joining: OwnBrokerRoutes & Pick<GatewayParts, 'codes' | 'worlds'> & { clock: Clock; log: Logger },
  policy: RequestPolicy,
  { host, cors }: { host: string; cors: RestConfig['Cors'] },
): Promise<() => Promise<void>> {
  const connections = new OpenConnections();
  const app = makeApp({
    policy,
    cors,
    log: joining.log,
    traffic: new Traffic(),
    connections: { open: connections, tls: joining.tls, ...JOIN_CONNECTIONS },
  });
  mountJoin(app, joining);
  const { port } = joining.address;
  const { url } = await listen(app, { address: host, port, scheme: 'https' });
  joining.address.port = port || Number(new URL(url).port);
  return () => stopListening({ app, connections });
}

/** Reads the token files of a gateway, and keeps watching them. They count at this gateway alone, for every world. */
async function openTokenFiles(
  folder: string,
  defaultPermissions: readonly string[],
  log: Logger,
  clock: Clock,
): Promise<Tokens> {
  const reports = {
    skipped: (reason: string) => log.warn({ reason }, 'a token file is skipped'),
    doubtful: (reason: string) => log.warn({ reason }, 'token files are not as they should be'),
  };
  const tokens = new Tokens(folder, reports, clock, () => defaultPermissions);
  await tokens.watch();
  return tokens;
}

import { connectBroker } from '@palatine/fleet';
import type { Logger } from 'pino';
import { removeAdminToken, writeMissingAdminToken } from '../data-folder/default-files.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { readTls } from '../data-folder/tls.ts';
import { Tokens } from '../data-folder/tokens.ts';
import { type Clock, systemClock } from '../game/clock.ts';
import { makeApp } from '../http/app.ts';
import { listen, stopListening } from '../http/listen.ts';
import { OpenConnections } from '../http/open-connections.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { RefusalAudit } from '../http/refusal-audit.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
import { TokenUse } from '../http/token-use.ts';
import { Traffic } from '../telemetry/traffic.ts';
import { mountFleetWorlds } from './fleet-worlds-route.ts';
import { type GatewayFolder, openGatewayFolder } from './gateway-folder.ts';
import { LeaveDesk } from './leave-desk.ts';
import { mountManyWorlds } from './many-worlds.ts';
import { mountWorlds } from './mount-worlds.ts';
import { type ForeignBroker, type OpenBroker, type OwnBroker, openOwnBroker } from './open-broker.ts';
import { Replies } from './replies.ts';
import { serveJoining } from './serve-joining.ts';
import { WorldClient } from './world-client.ts';
import { WorldDirectory } from './world-directory.ts';
import { ALL_WORLDS_SCOPE } from './world-scope.ts';

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
  /** For tests: how long the end of a write that was begun is waited for. */
  endMs?: number | undefined;
}

export interface RunningGateway {
  /** Without a slash at the end. */
  url: string;
  /** The secret of the administrator token, when this start created it. */
  newAdminToken: string | undefined;
  directory: WorldDirectory;
  desk: LeaveDesk;
  /** Finishes the requests under way, leaves the broker and unlocks the folder. */
  stop(): Promise<void>;
}

/** A gateway: open folder, connect broker, build app, listen; stop in reverse. Throws a ConfigError and a BrokerError. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { log, clock = systemClock, deadlineMs, endMs } = options;
  await using undo = new AsyncDisposableStack();

  const folder = openGatewayFolder(options.folder);
  undo.defer(folder.unlock);
  const newAdminToken = writeMissingAdminToken(folder);
  using unshown = new DisposableStack();
  if (newAdminToken !== undefined) unshown.defer(() => removeAdminToken(folder));
  const rest = restConfigFile.read(folder.restConfig);
  const tls = readTls(rest.TLS, folder.path);
  const tokens = await openTokens(folder.tokens, log, clock);
  undo.defer(() => tokens.close());

  const broker = undo.use(await openBroker(options.broker, folder, log));
  const { controlCredentials, ...address } = broker.address;
  const connection = await connectBroker({ ...address, name: 'gateway' });
  undo.defer(() => connection.close());
  const control = await connectBroker({ ...address, credentials: controlCredentials, name: 'gateway' });
  undo.defer(() => control.close());
  const directory = await WorldDirectory.open({ connection, control, clock, log });
  undo.defer(() => directory.close());
  const desk = new LeaveDesk({
    connection,
    clock,
    log,
    admit: (world, instance) => directory.admit(world, instance),
  });
  undo.defer(() => desk.close());
  const replies = new Replies(connection);
  undo.defer(() => replies.close());
  const client = new WorldClient({ connection, replies, desk, clock, deadlineMs, endMs });

  const policy: RequestPolicy = {
    tokens,
    settings: { current: { rest } },
    limit: new RateLimit(() => rest.Limits['Requests-Per-Second'], clock.elapsed),
    use: new TokenUse(clock.now),
    refusals: new RefusalAudit(() => {}, clock),
  };
  const { joining } = broker;
  if (joining !== undefined) {
    const host = 'host' in options.broker ? options.broker.host : '';
    undo.defer(await serveJoining(joining, policy, { host, cors: rest.Cors, log }));
  }
  const connections = new OpenConnections();
  const app = makeApp({
    policy,
    cors: rest.Cors,
    log,
    traffic: new Traffic(),
    connections: { open: connections, tls, maxConnections: rest.Limits['Max-Connections'] },
  });
  const worlds = { client, directory, scopeOf: () => ALL_WORLDS_SCOPE };
  mountWorlds(app, policy, worlds);
  mountFleetWorlds(app, policy, worlds);
  mountManyWorlds(app, policy, worlds, clock);
  const { url } = await listen(app, {
    address: options.address ?? rest.Address,
    port: options.port ?? rest.Port,
    scheme: tls ? 'https' : 'http',
  });
  undo.defer(() => stopListening({ app, connections }));

  unshown.move(); // the caller prints it
  const running = undo.move();
  return { url, newAdminToken, directory, desk, stop: () => running.disposeAsync() };
}

function openBroker(
  broker: ForeignBroker | OwnBroker,
  folder: GatewayFolder,
  log: Logger,
): Promise<OpenBroker> | OpenBroker {
  if ('joinPort' in broker) return openOwnBroker(folder.broker, broker, log);
  return { address: broker, joining: undefined, [Symbol.asyncDispose]: () => Promise.resolve() };
}

async function openTokens(folder: string, log: Logger, clock: Clock): Promise<Tokens> {
  const tokens = new Tokens(
    folder,
    {
      skipped: (reason) => log.warn({ reason }, 'a token file is skipped'),
      doubtful: (reason) => log.warn({ reason }, 'token files are not as they should be'),
    },
    clock,
  );
  await tokens.watch();
  return tokens;
}

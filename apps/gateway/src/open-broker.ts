import { networkInterfaces } from 'node:os';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Readiness } from '@palatine/web/probes';
import type { Logger } from 'pino';
import type { JoinRoutes } from './broker/join-routes.ts';
import { startBroker } from './broker/start-broker.ts';
import type { ReadingState } from './projection/stream-reader.ts';

/** A broker that somebody else runs. */
export interface ForeignBroker {
  readonly servers: readonly string[];
  readonly ca?: string | undefined;
  /** The credentials of both accounts: that of the worlds, and that of the gateways alone. */
  readonly credentials?: string | undefined;
  readonly controlCredentials?: string | undefined;
}

/** A broker that the gateway starts itself. */
export interface OwnBroker {
  /** The address on which it listens. Port 0: one that is free. */
  readonly host: string;
  readonly port: number;
  /** Where worlds join, over HTTPS; 0: one that is free. */
  readonly joinPort: number;
  /** The name or address by which other machines reach this one; found out unless given. */
  readonly advertise?: string | undefined;
}

/** A broker, and how worlds join it, where the gateway decides that. */
export interface OpenBroker extends AsyncDisposable {
  readonly address: ForeignBroker;
  readonly joining: JoinRoutes | undefined;
}

/** Starts a broker of the gateway's own in a private folder, unless somebody else runs one. Throws a ConfigError. */
export async function openBroker(
  broker: ForeignBroker | OwnBroker,
  folder: string,
  log: Logger,
): Promise<OpenBroker> {
  if ('servers' in broker) {
    return { address: broker, joining: undefined, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const { host, port, joinPort, advertise = reachableAddress() } = broker;
  const own = await startBroker({ folder, listen: { host, port }, log, addresses: [advertise] });
  const { url, certificates, keys } = own;
  const { worlds: credentials, control: controlCredentials } = keys.seeds;
  return {
    address: { servers: [url], ca: certificates.ca, credentials, controlCredentials },
    joining: { address: { host: advertise, port: joinPort }, listensAt: host, broker: own },
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
}

/** An address of this machine that others may reach; loopback on one without a network. */
function reachableAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** Whether the gateway reaches its broker. */
export interface BrokerState {
  readonly connected: boolean;
}

/** Whether all connections are up at the moment, until they are closed. */
export function watchBroker(...connections: readonly NatsConnection[]): BrokerState {
  const lost = new Set<NatsConnection>();
  async function follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') lost.add(connection);
      if (type === 'reconnect') lost.delete(connection);
    }
  }
  for (const connection of connections) void follow(connection);
  return {
    get connected(): boolean {
      return lost.size === 0 && !connections.some((connection) => connection.isClosed());
    },
  };
}

/** A stream stands still for 8 s when its leader changes, which makes no gateway unfit. */
const UNREAD_MS = 30_000;

/** Whether a gateway can answer for its fleet: it reaches the broker, and reads what worlds say. `nowMs`: ms since 1970. */
export function gatewayReadiness(
  broker: Pick<BrokerState, 'connected'>,
  { caughtUp, readAt, error = 'nothing comes' }: Pick<ReadingState, 'caughtUp' | 'readAt' | 'error'>,
  nowMs: number,
): Readiness {
  const Missing = broker.connected ? [] : ['the broker cannot be reached'];
  if (!caughtUp) Missing.push('the stream is still being read for the first time');
  else if (readAt === undefined || nowMs - readAt >= UNREAD_MS)
    Missing.push(`the stream is not being read: ${error}`);
  return { Ready: Missing.length === 0, Missing };
}

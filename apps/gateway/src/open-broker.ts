import { networkInterfaces } from 'node:os';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Readiness } from '@palatine/web/metric-registry';
import type { Logger } from 'pino';
import type { JoinRoutes } from './broker/join-routes.ts';
import { startBroker } from './broker/start-broker.ts';
import type { Projection } from './projection/projection.ts';

/** A broker that is not started by the gateway. */
export interface ForeignBroker {
  readonly servers: readonly string[];
  readonly ca?: string | undefined;
  /** The credentials of the accounts of the worlds, and of the gateways alone. */
  readonly credentials?: string | undefined;
  readonly controlCredentials?: string | undefined;
}

/** A broker that the gateway starts itself. */
export interface OwnBroker {
  /** The address on which it listens. Port 0: any free one. */
  readonly host: string;
  readonly port: number;
  /** HTTPS port where worlds join; 0: any free one. */
  readonly joinPort: number;
  /** The name or address of this machine for other machines; detected by default. */
  readonly advertise?: string | undefined;
}

/** Starts a broker in a private folder, unless an external one is given; then `joining` is undefined. Throws a ConfigError. */
export async function openBroker(
  broker: ForeignBroker | OwnBroker,
  folder: string,
  log: Logger,
): Promise<{ address: ForeignBroker; joining: JoinRoutes | undefined } & AsyncDisposable> {
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

export interface BrokerState {
  readonly connected: boolean;
}

/** Tracks whether all connections are up, until they are closed. */
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

/** Whether the gateway reaches the broker and stores what worlds send. */
export function gatewayReadiness(
  { connected }: Pick<BrokerState, 'connected'>,
  { error }: Pick<ReturnType<Projection['state']>, 'error'>,
): Readiness {
  const Missing = connected ? [] : ['the broker is not reachable'];
  if (error !== undefined) Missing.push(`what worlds send is not being stored: ${error}`);
  return { Ready: Missing.length === 0, Missing };
}

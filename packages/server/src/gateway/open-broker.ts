import { networkInterfaces } from 'node:os';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Tls } from '../data-folder/tls.ts';
import { fingerprintOf } from './broker/certificates.ts';
import type { JoinRoutes } from './broker/join-routes.ts';
import { startBroker } from './broker/start-broker.ts';

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

/** How worlds join a gateway that runs its broker itself, and with which certificate it serves that. */
export interface OwnBrokerRoutes extends JoinRoutes {
  readonly tls: Tls;
}

/** A broker, and how worlds join it, where the gateway decides that. */
export interface OpenBroker extends AsyncDisposable {
  readonly address: ForeignBroker;
  readonly joining: OwnBrokerRoutes | undefined;
}

/** Starts a broker of the gateway's own in a private folder. Throws a ConfigError. */
export async function openOwnBroker(folder: string, own: OwnBroker, log: Logger): Promise<OpenBroker> {
  const advertise = own.advertise ?? reachableAddress();
  const listen = { host: own.host, port: own.port };
  const broker = await startBroker({ folder, listen, log, addresses: [advertise] });
  const { worlds, control } = await broker.keys.gatewayCredentials();
  const host = advertise.includes(':') ? `[${advertise}]` : advertise;
  return {
    address: { servers: [broker.url], ca: broker.ca, credentials: worlds, controlCredentials: control },
    joining: {
      address: { host: advertise, port: own.joinPort },
      fingerprint: fingerprintOf(broker.certificates.cert),
      broker,
      servers: [`tls://${host}:${broker.port}`],
      tls: broker.certificates,
    },
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  };
}

/** An address of this machine that others may reach; loopback on one without a network. */
function reachableAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** Whether both connections of a gateway are up at the moment, until they are closed. */
export function watchBroker(worlds: NatsConnection, control: NatsConnection) {
  const [first, second] = [watchConnection(worlds), watchConnection(control)];
  return {
    get connected(): boolean {
      return first() && second();
    },
  };
}

export type BrokerState = ReturnType<typeof watchBroker>;

function watchConnection(connection: NatsConnection): () => boolean {
  let connected = true;
  async function follow(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') connected = false;
      if (type === 'reconnect') connected = true;
    }
  }
  void follow();
  return () => connected && !connection.isClosed();
}

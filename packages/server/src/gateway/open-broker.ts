import { networkInterfaces } from 'node:os';
import type { NatsConnection } from '@nats-io/transport-node';
import { joinLineText } from '@palatine/fleet';
import type { Logger } from 'pino';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { fingerprintOf } from './broker/certificates.ts';
import { joinCodes } from './broker/join-codes.ts';
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
  /** The address on which it listens. */
  readonly host: string;
  readonly port: number;
  /** Where worlds join, over HTTPS. */
  readonly joinPort: number;
  /** The name or address by which other machines reach this one; found out unless given. */
  readonly advertise?: string | undefined;
}

/** Decisions of a gateway that runs its broker itself: who joins, and who is removed. */
export interface OwnBrokerRoutes extends JoinRoutes {
  readonly tls: { cert: string; key: string };
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
  const tls = {
    cert: readTextFile(broker.certificates.cert, FILE_BYTES.pem) ?? '',
    key: readTextFile(broker.certificates.key, FILE_BYTES.pem) ?? '',
  };
  const host = advertise.includes(':') ? `[${advertise}]` : advertise;
  return {
    address: { servers: [broker.url], ca: broker.ca, credentials: worlds, controlCredentials: control },
    joining: {
      address: { host: advertise, port: own.joinPort },
      fingerprint: () => fingerprintOf(tls.cert),
      codes: joinCodes(folder),
      broker,
      servers: [`tls://${host}:${own.port}`],
      log,
      tls,
    },
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  };
}

/** A join line for the first world of a fleet; a secret. */
export function firstJoinLine({ codes, address, fingerprint }: JoinRoutes): string {
  const { code } = codes.create({ tags: [], lists: ['main'], world: undefined });
  return joinLineText({ ...address, code, fingerprint: fingerprint() });
}

/** An address of this machine that others may reach; loopback on one without a network. */
function reachableAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

interface BrokerStateOptions {
  connection: NatsConnection;
  control: NatsConnection;
  /** Whether the gateway has started it, with a configuration of its own. */
  own: boolean;
  replicas: 1 | 3;
}

/** Follows the connections of a gateway until they are closed. */
export function watchBroker({ connection, control, own, replicas }: BrokerStateOptions) {
  const [worlds, gateways] = [watchConnection(connection), watchConnection(control)];
  return {
    /** Of nats-server, such as `2.10.27`; undefined before it has said so. */
    get version(): string | undefined {
      return connection.info?.version;
    },
    /** Whether the gateway is connected to it at the moment, in the account of the worlds and in its own. */
    get connected(): boolean {
      return worlds() && gateways();
    },
    /** Whether it flushes what it confirms: true for the one that the gateway starts, else unknown. */
    flushes: own ? true : undefined,
    /** Copies of each stream. */
    replicas,
  };
}

export type BrokerState = ReturnType<typeof watchBroker>;

/** @returns whether it is connected at the moment. */
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

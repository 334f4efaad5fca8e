import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { NatsConnection } from '@nats-io/transport-node';
import type { BrokerAddress } from '@palatine/fleet';
import type { Logger } from 'pino';
import { ConfigError } from '../data-folder/config-error.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { readTls } from '../data-folder/tls.ts';
import { fingerprintOf } from './broker/certificates.ts';
import type { JoinRoutes } from './broker/join-routes.ts';
import { startBroker } from './broker/start-broker.ts';

/** A broker that somebody else runs. */
export interface ForeignBroker extends Pick<BrokerAddress, 'servers' | 'ca' | 'certificate'> {
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
  /** The files of a certificate that Node trusts at the worlds; one of our own authority unless given. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
}

/** How worlds join a gateway that runs its broker itself, and with which certificate it serves that. */
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
  const certificates = own.certificate && { ...checkedCertificate(own.certificate, advertise), ca: '' };
  const broker = await startBroker({ folder, listen, log, addresses: [advertise], certificates });
  const { worlds, control } = await broker.keys.gatewayCredentials();
  const tls = {
    cert: readTextFile(broker.certificates.cert, FILE_BYTES.pem) ?? '',
    key: readTextFile(broker.certificates.key, FILE_BYTES.pem) ?? '',
  };
  const host = advertise.includes(':') ? `[${advertise}]` : advertise;
  return {
    address: { servers: [broker.url], ...broker.trust, credentials: worlds, controlCredentials: control },
    joining: {
      address: { host: advertise, port: own.joinPort },
      fingerprint: fingerprintOf(tls.cert),
      broker,
      servers: [`tls://${host}:${broker.port}`],
      tls,
    },
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  };
}

/** Throws a ConfigError for files that are no certificate and its key, and for one without the name that worlds use. */
function checkedCertificate<Files extends { cert: string; key: string }>(files: Files, host: string): Files {
  const names = { Certificate: '--broker-cert', Key: '--broker-key' };
  const { cert = '' } = readTls({ Certificate: files.cert, Key: files.key }, '', names) ?? {};
  const leaf = new X509Certificate(cert);
  if ((isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined) return files;
  throw new ConfigError(
    `${files.cert} is not a certificate for ${host}; --advertise says by which name worlds reach this machine`,
  );
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

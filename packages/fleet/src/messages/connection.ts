import { setTimeout as delay } from 'node:timers/promises';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  nkeyAuthenticator,
} from '@nats-io/transport-node';

/** Minimum version of nats-server: before it a cluster could take messages out of order. */
export const MIN_BROKER_VERSION = '2.10.27';

/** Thrown for a broker that cannot be used. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

export interface BrokerAddress {
  /** Such as `tls://10.0.0.5:4222`; several of one cluster. */
  servers: readonly string[];
  /** The seed of a user's key, or the text of a .creds file; absent for a broker without accounts, as in tests. */
  credentials?: string | undefined;
  /** The certificate authority in PEM; absent to trust those that Node trusts. */
  ca?: string | undefined;
  name: string;
  /** The prefix of reply subjects, when the credentials allow no other. */
  inboxPrefix?: string | undefined;
}

/** As the broker is configured: a dead connection is noticed within 15 s. */
const PING_MS = 5000;
const PINGS_OUT = 2;
const RECONNECT_MS = 250;

const FIRST_TRIES_MS = 1000;

/** Connects once the broker is there. `onFailure` gets each new reason. Rejects when aborted. */
export async function connectEventually(
  address: BrokerAddress,
  signal: AbortSignal,
  onFailure: (error: Error) => void,
): Promise<NatsConnection> {
  let reason = '';
  for (;;) {
    signal.throwIfAborted();
    try {
      const connection = await connectBroker(address);
      if (!signal.aborted) return connection;
      await connection.close();
    } catch (error) {
      if ((error as Error).message !== reason) onFailure(error as Error);
      reason = (error as Error).message;
      await delay(FIRST_TRIES_MS, undefined, { signal });
    }
  }
}

/** Connects; a connection that is lost later is re-established for ever. Throws a BrokerError for a server that is too old. */
export async function connectBroker(address: BrokerAddress): Promise<NatsConnection> {
  const { servers, credentials, ca, name, inboxPrefix } = address;
  const connection = await connect({
    servers: [...servers],
    name,
    pingInterval: PING_MS,
    maxPingOut: PINGS_OUT,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    ignoreAuthErrorAbort: true, // credentials that were revoked may be given back
    ...(credentials !== undefined && { authenticator: authenticatorOf(credentials) }),
    // With `tls`, even an empty one, a broker without TLS is refused: somebody on the way could say that it has none.
    ...(servers.some((server) => server.startsWith('tls:')) && { tls: {} }),
    ...(ca !== undefined && { tls: { ca } }),
    ...(inboxPrefix !== undefined && { inboxPrefix }),
  });
  const version = connection.info?.version ?? '';
  if (isTooOldBroker(version)) {
    await connection.close();
    throw new BrokerError(`nats-server ${version} is too old; ${MIN_BROKER_VERSION} or newer is needed`);
  }
  return connection;
}

function authenticatorOf(credentials: string): Authenticator {
  const bytes = new TextEncoder().encode(credentials);
  return credentials.startsWith('S') ? nkeyAuthenticator(bytes) : credsAuthenticator(bytes);
}

/** Longer than a broker takes to answer; one that hangs is not waited for. */
const DRAIN_MS = 2000;

/** Ends a connection after what was sent has arrived; at once where the broker is away. Never rejects. */
export async function endConnection(connection: NatsConnection): Promise<void> {
  const waiting = new AbortController();
  const limit = delay(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([connection.drain().catch(() => {}), limit]);
  waiting.abort();
  await connection.close(); // one that is not connected would keep trying
}

/** Calls back whenever a lost connection is re-established. @returns how to stop it. */
export function followReconnects(connection: NatsConnection, onReconnect: () => void): () => void {
  let stopped = false;
  const follow = async () => {
    for await (const { type } of connection.status()) {
      if (stopped) return;
      if (type === 'reconnect') onReconnect();
    }
  };
  follow().catch(() => {}); // the connection is closed for good
  return () => {
    stopped = true;
  };
}

export function isTooOldBroker(version: string): boolean {
  return MIN_BROKER_VERSION.localeCompare(version, 'en', { numeric: true }) > 0;
}

/** An invitation to a fleet: the address of the gateway, its certificate, and a code that is valid once. */
export interface JoinLine {
  host: string;
  port: number;
  code: string;
  /** The SHA-256 fingerprint of the certificate that the gateway serves, as Node writes it: `AB:CD:…`. */
  fingerprint: string;
}

const CODE = /^([A-Za-z0-9_-]{22,64})\.([A-Za-z0-9_-]{43})$/;
const FINGERPRINT_BYTES = 32;

/** Such as `palatine://10.0.0.5:17993/#<code>.<fingerprint>`. Browsers and proxies never send what follows the `#`. */
export function joinLineText({ host, port, code, fingerprint }: JoinLine): string {
  const bytes = Buffer.from(fingerprint.replaceAll(':', ''), 'hex');
  const name = host.includes(':') ? `[${host}]` : host;
  return `palatine://${name}:${port}/#${code}.${bytes.toString('base64url')}`;
}

export function parseJoinLine(text: string): JoinLine | undefined {
  const [, host, port, rest = ''] =
    /^palatine:\/\/(\[[0-9A-Fa-f:.]+\]|[^[\]:/#?@\s]+):(\d{1,5})\/?#(.+)$/.exec(text.trim()) ?? [];
  const [, code, print = ''] = CODE.exec(rest) ?? [];
  const bytes = Buffer.from(print, 'base64url');
  if (host === undefined || code === undefined || bytes.byteLength !== FINGERPRINT_BYTES) return undefined;
  if (Number(port) < 1 || Number(port) > 65_535) return undefined;
  const fingerprint = bytes
    .toString('hex')
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), code, fingerprint };
}

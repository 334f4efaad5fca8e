import { X509Certificate } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hostToBind, isReachable, restConfigFile } from '@palatine/data-dir/rest-config';
import { removeRunningServer, writeRunningServer } from '@palatine/data-dir/running-server-file';
import { ConfigError } from '@palatine/platform/config-error';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { HttpSettings } from './base-app.ts';
import type { OpenConnections } from './connections.ts';

/** Grace period for requests under way when the service stops. */
const DRAIN_MS = 3000;

export interface Listening {
  /** Without a slash at the end. */
  url: string;
  /** Whether other machines can connect. */
  public: boolean;
}

/** Accepts connections. Throws a ConfigError when the address or the port is not available. */
export async function listen(
  app: FastifyInstance,
  { address, port, scheme }: { address: string; port: number; scheme: 'http' | 'https' },
): Promise<Listening> {
  try {
    await app.listen({ host: hostToBind(address), port });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException);
  }
  // It listens on a port, never on a pipe.
  const {
    address: bound = '127.0.0.1',
    port: boundPort = 0,
    family,
  } = (app.addresses()[0] ?? {}) as Partial<AddressInfo>;
  return {
    url: `${scheme}://${hostOf(bound, family)}:${boundPort}`,
    public: isReachable(bound),
  };
}

/** Stops accepting connections, and waits for the requests under way; closes what is open after DRAIN_MS. */
export async function stopListening({
  app,
  connections,
}: {
  app: FastifyInstance;
  connections: OpenConnections;
}): Promise<void> {
  const timer = setTimeout(() => connections.closeAll(), DRAIN_MS);
  const closed = app.close();
  connections.closeSilent();
  await closed;
  clearTimeout(timer);
}

function listenError(error: NodeJS.ErrnoException & { port?: number; address?: string }): Error {
  const { code = '', message, port, address } = error;
  if (code === 'EADDRINUSE') {
    const todo = `choose another with --port or in ${restConfigFile.name}`;
    return new ConfigError(`port ${port} of ${address} is taken; ${todo}`);
  }
  if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
    return new ConfigError(`cannot listen: ${message}`, { cause: error });
  }
  return error;
}

/** A host that a client on this machine can connect to. */
function hostOf(bound: string, family: string | undefined): string {
  if (bound === '0.0.0.0') return '127.0.0.1';
  if (bound === '::') return '[::1]';
  return family === 'IPv6' ? `[${bound}]` : bound;
}

/**
 * Records the address of the server in the data folder for commands, again whenever the certificate changes. A full disk
 * does not stop the server. @returns how to remove the record.
 */
export function recordAddress(folder: string, url: string, settings: HttpSettings, log: Logger): () => void {
  let certificate: string | undefined;
  let stopped = false;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.warn(
        { err: error },
        'could not record the address of the server; commands on this machine may not find it',
      );
    }
  };
  const record = () => {
    const { tls } = settings.current;
    certificate = tls && new X509Certificate(tls.cert).fingerprint256;
    attempt(() => writeRunningServer(folder, { url, certificate }));
  };
  record();
  settings.onChange(({ tls }) => {
    const changed = tls && new X509Certificate(tls.cert).fingerprint256;
    if (!stopped && certificate !== undefined && changed !== undefined && changed !== certificate) record();
  });
  return () => {
    stopped = true;
    attempt(() => removeRunningServer(folder, { url }));
  };
}

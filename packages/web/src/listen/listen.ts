import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '@palatine/platform/config-error';
import { hostToBind, isReachable } from '@palatine/data-dir/listen-address';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import type { OpenConnections } from './connections.ts';

/** How long callers may take to finish what they are sending when the service stops. */
const DRAIN_MS = 3000;

export interface Listening {
  /** Without a slash at the end. */
  url: string;
  /** Whether other machines can connect. */
  public: boolean;
}

/** Accepts connections. Throws a ConfigError when the address or the port cannot be had. */
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

/** Stops accepting connections, and waits for the requests under way; what is open after DRAIN_MS is cut off. */
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

import type { AddressInfo } from 'node:net';
import { REST_CONFIG_FILE } from '@palatine/contract';
import type { RefusedEntry } from '@palatine/contract/audit-records';
import { hostToBind, isReachable } from '@palatine/platform/address';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type RequestPolicy, type RestSettings, rateLimit, tokenUse } from '../request/authorize.ts';
import { refusalAudit } from '../request/refusal-audit.ts';
import { Traffic } from '../response/respond.ts';
import { Routes } from '../routes/routes.ts';
import { makeApp } from './app.ts';
import { connectionsWithin, maxOpenFiles, OpenConnections, type Timeouts, type Tls } from './connections.ts';

export { type RequestPolicy, rateLimit, type TokenUse, tokenUse } from '../request/authorize.ts';
export { makeApp } from './app.ts';

export interface HttpSettings {
  readonly current: { readonly rest: RestSettings; readonly tls: Tls | undefined };
  onChange(listener: (settings: HttpSettings['current']) => void): void;
}

interface BaseAppOptions extends Pick<RequestPolicy, 'tokens' | 'assertScope'> {
  settings: HttpSettings;
  audit(entry: RefusedEntry): void;
  clock: Clock;
  log: Logger;
  timeouts?: Partial<Timeouts> | undefined;
  /** The files that this server may open. */
  openFiles?: number;
}

const FEW_FILES =
  'this process may open few files (ulimit -n), so it accepts fewer connections than Max-Connections says';

/** The HTTP server of a service or a gateway without routes, with limits and counters. */
export function makeBaseApp({
  tokens,
  assertScope,
  settings,
  audit,
  clock,
  log,
  timeouts,
  openFiles = maxOpenFiles(),
}: BaseAppOptions) {
  const { rest, tls } = settings.current;
  const refusals = refusalAudit(audit, clock);
  const policy: RequestPolicy = {
    tokens,
    settings,
    limit: rateLimit(settings, clock.elapsed),
    use: tokenUse(clock.now),
    ...(assertScope && { assertScope }),
  };
  const traffic = new Traffic();
  const wanted = rest.Limits['Max-Connections'];
  const maxConnections = Math.min(wanted, connectionsWithin(openFiles));
  if (maxConnections < wanted) log.warn({ maxConnections, wanted, openFiles }, FEW_FILES);
  const connections = new OpenConnections(maxConnections);
  const app = makeApp({
    policy,
    cors: rest.Cors,
    log,
    traffic,
    connections: { open: connections, tls, timeouts },
  });
  app.addHook('onClose', async () => refusals.close());
  return { app, policy, refusals, traffic, connections, routes: new Routes(app, policy, refusals) };
}

type BaseApp = ReturnType<typeof makeBaseApp>;

/** Grace period for requests under way when the service stops. */
const DRAIN_MS = 3000;

/** Accepts connections. `public`: whether other machines can connect. Throws a ConfigError for an address or port. */
export async function listen(
  app: FastifyInstance,
  { address, port, scheme }: { address: string; port: number; scheme: 'http' | 'https' },
) {
  try {
    await app.listen({ host: hostToBind(address), port });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException);
  }
  const bound = app.addresses()[0] as AddressInfo; // it listens on a port, never on a pipe
  return { url: `${scheme}://${hostOf(bound)}:${bound.port}`, public: isReachable(bound.address) };
}

/** Stops accepting connections, and waits for the requests under way; closes what is open after DRAIN_MS. */
export async function stopListening({
  app,
  connections,
}: Pick<BaseApp, 'app' | 'connections'>): Promise<void> {
  const timer = setTimeout(() => connections.closeAll(), DRAIN_MS);
  const closed = app.close();
  connections.closeSilent();
  await closed;
  clearTimeout(timer);
}

function listenError(error: NodeJS.ErrnoException & { port?: number; address?: string }): Error {
  const { code = '', message, port, address } = error;
  if (code === 'EADDRINUSE') {
    const todo = `choose another with --port or in ${REST_CONFIG_FILE}`;
    return new ConfigError(`port ${port} of ${address} is taken; ${todo}`);
  }
  if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
    return new ConfigError(`cannot listen: ${message}`, { cause: error });
  }
  return error;
}

/** A host that a client on this machine can connect to. */
function hostOf({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return family === 'IPv6' ? `[${address}]` : address;
}

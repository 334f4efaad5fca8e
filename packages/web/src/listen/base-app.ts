import type { LiveSettings, Settings } from '@palatine/data-dir/live-settings';
import { Tokens } from '@palatine/data-dir/tokens';
import type { RefusedEntry } from '@palatine/engine/calls';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import { RateLimit, type RequestPolicy, TokenUse } from '../request/authorize.ts';
import { RefusalAudit } from '../request/refusal-audit.ts';
import { Traffic } from '../response/traffic.ts';
import { Routes } from '../routes/routes.ts';
import { makeApp } from './app.ts';
import { connectionsWithin, maxOpenFiles, OpenConnections, type Timeouts } from './connections.ts';

export interface HttpSettings extends Pick<LiveSettings, 'onChange'> {
  readonly current: Pick<Settings, 'rest' | 'tls'>;
}

export interface BaseAppOptions extends Pick<RequestPolicy, 'tokens' | 'assertScope'> {
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
  const refusals = new RefusalAudit(audit, clock);
  const policy: RequestPolicy = {
    tokens,
    settings,
    limit: new RateLimit(settings, clock.elapsed),
    use: new TokenUse(clock.now),
    refusals,
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
  return { app, policy, refusals, traffic, connections, routes: new Routes(app, policy) };
}

/** Reads the token files of a folder and watches them until they are closed. Invalid ones are logged once each. */
export async function openTokenFiles(
  folder: string,
  { settings, clock, log }: { settings: HttpSettings; clock: Clock; log: Logger },
): Promise<Tokens> {
  const reports = {
    skipped: (reason: string) => log.warn({ reason }, 'a token file is skipped'),
    doubtful: (reason: string) => log.warn({ reason }, 'token file permissions or contents are suspicious'),
  };
  const tokens = new Tokens(folder, reports, clock, () => settings.current.rest.DefaultPermissions);
  settings.onChange(() => tokens.rebuild());
  await tokens.watch();
  return tokens;
}

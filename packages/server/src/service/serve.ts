import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { readBanlist } from '../data-folder/banlist-file.ts';
import { configFile, rulesOf } from '../data-folder/config.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { openDataFolder } from '../data-folder/data-folder.ts';
import { writeMissingFiles } from '../data-folder/first-files.ts';
import { reloadSettings, type Settings } from '../data-folder/reload-settings.ts';
import { type RestConfig, restConfigFile } from '../data-folder/rest-config.ts';
import { readTls } from '../data-folder/tls.ts';
import { Tokens } from '../data-folder/tokens.ts';
import { GameClient } from '../game/game-client.ts';
import type { SimulateChoice, WorldFigures } from '../game/protocol.ts';
import { makeApp } from '../http/app.ts';
import type { Timeouts } from '../http/connections.ts';
import { mountMetrics } from '../http/observability/mount-metrics.ts';
import { mountApiDocument } from '../http/openapi/mount-api-document.ts';
import { mountOwnRoutes } from '../http/own-routes.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { mountReadRoutes } from '../http/read-routes.ts';
import type { RequestPolicy } from '../http/request-policy.ts';
import type { Service } from '../http/service.ts';
import { mountWriteRoutes } from '../http/write-routes.ts';
import { writeFirstBanlist } from '../maintenance/first-banlist.ts';
import { type MadeWorld, makeWorld, type Origin } from '../maintenance/make-world.ts';
import { startSweeping } from '../maintenance/retention.ts';
import { Traffic } from '../telemetry/traffic.ts';

export interface ServeOptions {
  /** The data folder; made where it is missing. */
  data: string;
  /** Over the port of RESTConfig.json; 0 for any free one. */
  port?: number | undefined;
  /** Over the address of RESTConfig.json. */
  address?: string | undefined;
  /** Makes a new world before serving. Without it, a folder without a world gets a demo world. */
  origin?: Origin | undefined;
  replace?: boolean;
  simulate?: SimulateChoice;
  log: Logger;
  /** Opens the route that makes faults on demand. */
  faults?: boolean;
  /** For tests: how long a request may wait for the game thread. */
  deadlineMs?: number;
  /** For tests: how long a caller may take. */
  patience?: Partial<Timeouts>;
}

export interface RunningService {
  /** Without a slash at the end. */
  url: string;
  /** Whether tokens come over the network without TLS. */
  inClear: boolean;
  data: string;
  /** The secret of the administrator token, when it was made by this start. */
  newAdminToken: string | undefined;
  /** Set when this start made the world. */
  made: MadeWorld | undefined;
  figures: WorldFigures;
  game: GameClient;
  /** Answers what is under way, closes the store, lets the data folder go. */
  stop(): Promise<void>;
}

/** The whole service: operator files, store, game thread, app, listen; stop in reverse. Throws OperatorFault. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { log } = options;
  await using undo = new AsyncDisposableStack();
  const data = openDataFolder(options.data);
  undo.defer(data.unlock);

  const newAdminToken = writeMissingFiles(data);
  const rest = restConfigFile.read(data.restConfig);
  const config = configFile.read(data.config);
  const tls = readTls(rest.TLS, data.path);
  if (!rest.Enabled)
    throw new ConfigError(`${restConfigFile.name}: Enabled is false, so there is nothing to serve`);

  const origin = options.origin ?? (existsSync(data.world) ? undefined : DEMO);
  const made = origin && (await makeWorld(data, origin, options.replace ?? false));
  if (made) writeFirstBanlist(data, made, config.bannedMessage);
  readBanlist(data.banlist, config.bannedMessage); // told of here, before anything is started

  const sweeping = startSweeping(
    data,
    () => configFile.read(data.config),
    (outcome) => log.info(outcome, 'old archives and backups are swept'),
  );
  undo.use(sweeping);

  const tokens = new Tokens(data.tokens, (fault) => log.warn({ fault }, 'a token file is skipped'));
  await tokens.watch();
  undo.defer(() => tokens.close());

  const game = await GameClient.start({
    files: {
      worldFile: data.world,
      dataFolder: data.path,
      banlistFile: data.banlist,
      templatesFolder: data.templates,
      importRulesFolder: data.importRules,
    },
    rules: rulesOf(config),
    simulate: options.simulate ?? 'Demo',
    auditKeptMs: config.audit.keepDays * DAY_MS,
    log,
    queueLimit: rest.Limits['Max-Queue'],
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
  });
  undo.defer(() => game.stop());

  const policy: RequestPolicy = {
    tokens,
    limit: new RateLimit(rest.Limits['Requests-Per-Second']),
    maxBodyBytes: rest.Limits['Max-Body-Bytes'],
    audit: (entry) => game.audit(entry),
  };
  let settings: Settings = { rules: rulesOf(config), rest };
  const service: Service = {
    game,
    answerForm: rest.AnswerForm,
    faults: options.faults ?? false,
    /** What needs no new socket counts at once; address, port, origins and whether there is TLS at the next start. */
    async reloadConfig() {
      settings = await reloadSettings(data, settings, tokens, log);
      service.answerForm = settings.rest.AnswerForm;
      policy.maxBodyBytes = settings.rest.Limits['Max-Body-Bytes'];
      policy.limit.perSecond = settings.rest.Limits['Requests-Per-Second'];
      if (app.server instanceof TlsServer) renewTls(app.server, settings.rest.TLS, data.path, log);
      game.rememberRules(settings.rules);
      return { rules: settings.rules, rejected: [] };
    },
  };
  const traffic = new Traffic();
  const app = makeApp(policy, rest.Cors, log, traffic, {
    tls,
    maxConnections: rest.Limits['Max-Connections'],
    patience: options.patience,
  });
  mountReadRoutes(app, policy, service);
  mountWriteRoutes(app, policy, service);
  mountOwnRoutes(app, policy, service);
  mountMetrics(app, policy, { traffic, game });
  mountApiDocument(app);
  const host = options.address ?? rest.Address;
  const { url, reach } = await listen(
    // Who connects to localhost tries 127.0.0.1 as well.
    () => app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port: options.port ?? rest.Port }),
    app.addresses.bind(app),
    tls ? 'https' : 'http',
  );
  const inClear = reach === 'network' && tls === undefined;
  if (inClear) log.warn({ url }, 'other machines reach the service without TLS: tokens travel in clear text');
  undo.defer(async () => {
    const patience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await app.close();
    clearTimeout(patience);
  });

  const running = undo.move();
  return {
    url,
    inClear,
    data: data.path,
    newAdminToken,
    made,
    figures: game.figures as WorldFigures, // the thread has just reported it
    game,
    stop: () => running.disposeAsync(),
  };
}

/** How long callers may take to finish what they are sending when the service stops. */
const DRAIN_MS = 3000;

const DAY_MS = 24 * 3_600_000;

/** What an empty folder gets. */
const DEMO: Origin = { from: 'demo', seed: 1, sizes: {} };

async function listen(
  start: () => Promise<string>,
  addresses: () => (AddressInfo | string)[],
  scheme: string,
): Promise<{ url: string; reach: 'machine' | 'network' }> {
  try {
    await start();
  } catch (error) {
    const { code, message, port, address } = error as NodeJS.ErrnoException & {
      port?: number;
      address?: string;
    };
    if (code === 'EADDRINUSE') {
      throw new ConfigError(
        `port ${port} of ${address} is taken; choose another with --port or in ${restConfigFile.name}`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new ConfigError(`cannot listen: ${message}`, { cause: error });
    }
    throw error;
  }
  const { address = '127.0.0.1', port = 0, family } = (addresses()[0] ?? {}) as Partial<AddressInfo>; // we listen on a port, never on a pipe
  const host =
    address === '0.0.0.0'
      ? '127.0.0.1'
      : address === '::'
        ? '[::1]'
        : family === 'IPv6'
          ? `[${address}]`
          : address;
  const reach = /^(127\.|::1$|::ffff:127\.)/.test(address) ? 'machine' : 'network';
  return { url: `${scheme}://${host}:${port}`, reach };
}

/** A certificate that was renewed counts for connections from now on; one that is wrong leaves the last in force. */
function renewTls(server: TlsServer, files: RestConfig['TLS'], dataFolder: string, log: Logger): void {
  try {
    const tls = readTls(files, dataFolder);
    if (tls) server.setSecureContext(tls);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.warn({ fault: error.message }, 'the certificate is wrong; the last one stays in force');
  }
}

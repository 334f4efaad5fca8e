import { openCatalogue } from '@palatine/data-dir/catalogue';
import type { DataFolder } from '@palatine/data-dir/data-folder';
import { readFleetFile } from '@palatine/data-dir/fleet-file';
import { IN_CLEAR } from '@palatine/data-dir/rest-config';
import { joinedTokens, type TokenSource } from '@palatine/data-dir/tokens';
import type { SimulateChoice } from '@palatine/engine/calls';
import { Game } from '@palatine/engine/game';
import type { GameEnvironment } from '@palatine/engine/game-options';
import { HistoryClient } from '@palatine/engine/history-client';
import type { Origin } from '@palatine/save-tools/make-world';
import { startRetention } from '@palatine/save-tools/retention';
import type { Attachment } from '@palatine/sidecar/attachment';
import type { Timeouts } from '@palatine/web/connections';
import { listen, recordAddress, stopListening } from '@palatine/web/listen';
import type { Logger } from 'pino';
import type { BuiltApp } from './build-app.ts';
import type { Service } from './service/service.ts';

/** Clock, random source and ids default to the system's. */
export interface ServeOptions extends Partial<GameEnvironment> {
  /** The data folder; created if missing. */
  data: string;
  /** Overrides the port of RESTConfig.json; 0 for any free one. */
  port?: number | undefined;
  /** Overrides the address of RESTConfig.json. */
  address?: string | undefined;
  /** Creates this world before serving. By default a folder without a world gets a demo world. */
  origin?: Origin | undefined;
  replace?: boolean;
  simulate?: SimulateChoice;
  log: Logger;
  droppedLogLines?: () => number;
  /** Mounts the route that injects faults. */
  faults?: boolean;
  /** May hold the password of the game server; defaults to the environment of the process. */
  env?: NodeJS.ProcessEnv;
  /** For tests of the outbox: keeps events and audit entries until the streams of a fleet have them, without fleet.json. */
  keepsForFleet?: boolean | undefined;
  /** For tests: how long a request may wait for the game. */
  deadlineMs?: number;
  /** For tests: maximum Idempotency-Keys of a token within a day. */
  keysPerToken?: number;
  /** For tests: how long a caller may take. */
  timeouts?: Partial<Timeouts>;
}

/** The state that the parts of a service share. Each part sets what later ones use. */
export interface ServiceContext extends Service {
  readonly options: ServeOptions;
  readonly data: DataFolder;
  /** The game server beside which the service runs; undefined without one. */
  readonly attachment: Attachment | undefined;
  readonly log: Logger;
  tokens: TokenSource;
  /** Joins the fleet once the service listens. */
  follow: (() => AsyncDisposable) | undefined;
  built: BuiltApp;
  /** Without a slash at the end. */
  url: string;
  /** Whether tokens travel over the network without TLS. */
  inClear: boolean;
}

/** Starts a part; disposing of the result stops it. Throws a ConfigError. */
type Part = (context: ServiceContext) => AsyncDisposable | Promise<AsyncDisposable>;

/** The parts of a service, started in this order and stopped in reverse. */
export const PARTS: readonly Part[] = [
  watchTokens,
  startGame,
  startBesideGameServer,
  joinFleet,
  openHistory,
  startListening,
  ({ follow }) => follow?.() ?? NOTHING,
  removeOldFiles,
];

function stoppedBy(stop: () => void | Promise<void>): AsyncDisposable {
  return { [Symbol.asyncDispose]: async () => stop() };
}

const NOTHING: AsyncDisposable = stoppedBy(() => {});

async function watchTokens(context: ServiceContext): Promise<AsyncDisposable> {
  const { openTokenFiles } = await import('@palatine/web/base-app');
  const tokens = await openTokenFiles(context.data.tokens, context);
  context.tokens = tokens;
  return stoppedBy(() => tokens.close());
}

const DAY_MS = 24 * 3_600_000;

function startGame(context: ServiceContext): AsyncDisposable {
  const { options, data, settings, attachment, log } = context;
  const { config, rest } = settings.current;
  const { simulate = 'Demo', deadlineMs, keysPerToken, keepsForFleet, clock, random, newId } = options;
  const catalogue = openCatalogue(data);
  for (const problem of catalogue.problems) {
    log.warn({ problem }, 'ignoring an invalid part of a catalogue file');
  }
  const game = new Game({
    data,
    catalogue,
    settings,
    simulate: attachment === undefined ? simulate : 'Never',
    attached: attachment && {
      deliveries: attachment.settings.Deliveries,
      alertAs: attachment.settings.AlertAs,
    },
    auditKept: { keptMs: config.audit.keepDays * DAY_MS, keptEntries: config.audit.keepEntries },
    log,
    queueLimit: rest.Limits['Max-Queue'],
    deadlineMs,
    keysPerToken,
    fleet: keepsForFleet ?? readFleetFile(data) !== undefined,
    environment: { clock, random, newId },
  });
  context.catalogue = catalogue;
  context.game = game;
  return stoppedBy(() => game.stop());
}

async function startBesideGameServer(context: ServiceContext): Promise<AsyncDisposable> {
  const { attachment, data, game, log, clock, settings } = context;
  if (attachment === undefined) return NOTHING;
  const { startAttached } = await import('@palatine/sidecar/attached-service');
  const attached = await startAttached({
    attachment,
    data,
    game,
    log,
    clock,
    random: Math.random,
    announcePunishments: () => settings.current.config.announcePunishments,
    originalWhitelist: () => {
      const { useWhitelist, whitelistMessage } = settings.current.config;
      return { inForce: useWhitelist, message: whitelistMessage };
    },
  });
  context.attached = attached;
  return stoppedBy(() => attached.stop());
}

/** Takes the tokens of a fleet; its broker is followed once the service listens. */
async function joinFleet(context: ServiceContext): Promise<AsyncDisposable> {
  const { data, clock, log, game, attached } = context;
  const settings = readFleetFile(data);
  if (settings === undefined) return NOTHING;
  attached?.allow('Unknown'); // until the link has read the lists of the fleet
  const { openFleetParts, startLink } = await import('@palatine/fleet/start-link');
  const parts = openFleetParts(settings, data, clock, log);
  context.tokens = joinedTokens(context.tokens, parts.tokens.source);
  context.follow = () => {
    const { routes } = context.built;
    const following = startLink({ ...parts, settings, routes, data, game, attached, clock, log });
    return stoppedBy(() => following.stop());
  };
  return stoppedBy(() => parts.database.close());
}

function openHistory(context: ServiceContext): AsyncDisposable {
  const { data, clock, log } = context;
  const history = new HistoryClient({ file: data.history, clock, log });
  context.history = history;
  return stoppedBy(() => history.stop());
}

async function startListening(context: ServiceContext): Promise<AsyncDisposable> {
  const { options, data, settings, log } = context;
  const { buildApp } = await import('./build-app.ts'); // not for a command that only prints the version
  const built = buildApp({
    ...context,
    droppedLogLines: options.droppedLogLines ?? (() => 0),
    timeouts: options.timeouts,
  });
  const { rest, tls } = settings.current;
  const scheme = tls === undefined ? 'http' : 'https';
  const [address, port] = [options.address ?? rest.Address, options.port ?? rest.Port];
  const { url, public: reachable } = await listen(built.app, { address, port, scheme });
  const forget = recordAddress(data.path, url, settings, log);
  context.built = built;
  context.url = url;
  context.inClear = reachable && scheme === 'http';
  if (context.inClear) log.warn({ url }, IN_CLEAR.found);
  return stoppedBy(async () => {
    forget();
    await stopListening(built);
  });
}

/** Removes archives and backups that the settings do not keep. */
function removeOldFiles({ data, settings, log, clock }: ServiceContext): AsyncDisposable {
  const retention = startRetention(data, settings, log, clock);
  return stoppedBy(() => retention[Symbol.dispose]());
}

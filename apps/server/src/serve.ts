import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signInPath } from '@palatine/contract';
import { activeBans, banlistFault, examineBanlist } from '@palatine/data-dir/banlist-file';
import {
  type DataFolder,
  type DataPaths,
  holdsWorld,
  openDataFolder,
  recordAddress,
} from '@palatine/data-dir/data-folder';
import { IN_CLEAR, restConfigFile } from '@palatine/data-dir/rest-config';
import { type FleetFile, readFleetFile, serverFile } from '@palatine/data-dir/server-file';
import { joinedTokens, openTokenFiles, removeAdminToken } from '@palatine/data-dir/token-files';
import { startRetention } from '@palatine/engine/backup-files';
import type { SimulateChoice } from '@palatine/engine/calls';
import {
  type LiveSettings,
  liveSettings,
  type Settings,
  settingsWarnings,
  writeMissingFiles,
} from '@palatine/engine/config';
import { Game, type GameEnvironment, type ServedFigures } from '@palatine/engine/game';
import { HistoryClient } from '@palatine/engine/history-client';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { CreatedWorld, Origin } from '@palatine/save-tools/make-world';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { Attachment } from '@palatine/sidecar/attachment';
import { listen, stopListening } from '@palatine/web/base-app';
import type { Timeouts } from '@palatine/web/connections';
import { type Catalogue, loadCatalogue } from '@palatine/world/catalogue';
import type { Logger } from 'pino';

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

export interface RunningService {
  /** Without a slash at the end. */
  url: string;
  /** Whether tokens travel over the network without TLS. */
  inClear: boolean;
  /** Whether the route that injects faults is open. */
  faults: boolean;
  data: string;
  /** The secret of the administrator token, when this start created it. */
  newAdminToken: string | undefined;
  /** A new link that signs a browser in once, within 15 minutes; a secret. It replaces the last one. */
  newSignInLink(): string;
  /** Set when this start created the world. */
  created: CreatedWorld | undefined;
  /** Lines for an operator about that world. */
  createdLines: readonly string[];
  figures: ServedFigures;
  /** The game server beside which the service runs; undefined without one. */
  attached: AttachedService | undefined;
  game: Game;
  /** Finishes the requests under way, closes the store, unlocks the data folder. */
  stop(): Promise<void>;
}

/** The whole service: open folder, make world, start its parts; stop in reverse. Throws a ConfigError. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { log, faults = false, clock = systemClock, droppedLogLines = () => 0 } = options;
  await using undo = new AsyncDisposableStack();
  const data = openDataFolder(options.data);
  undo.defer(data.unlock);
  const newAdminToken = writeMissingFiles(data);
  using undoToken = new DisposableStack();
  if (newAdminToken !== undefined) undoToken.defer(() => removeAdminToken(data));
  const settings = liveSettings(data);
  for (const warning of settingsWarnings(data)) {
    log.warn({ warning }, 'a settings file needs attention');
  }
  const { rest, tls } = settings.current;
  if (!rest.Enabled) throw new ConfigError(`${restConfigFile.name}: Enabled is false, so nothing is served`);
  const attachment = await attachmentOf(data, options.env ?? process.env);
  if (attachment !== undefined) await assertServable(options, attachment);
  const { created, createdLines } = await createMissingWorld(data, settings.current, attachment, options);

  const files = await openTokenFiles(data.tokens, { settings, clock, log });
  undo.defer(() => files.close());
  const catalogue = loadCatalogue({ overlay: data.catalogue });
  const fleetFile = readFleetFile(data);
  const game = makeGame(options, data, settings, catalogue, attachment, fleetFile !== undefined);
  undo.defer(() => game.stop());
  const attached = attachment && (await startBesideGameServer(attachment, game, data, settings, options));
  if (attached !== undefined) undo.defer(() => attached.stop());
  if (fleetFile !== undefined) attached?.allow('Unknown'); // no kick before the lists of the fleet are read
  const fleet = fleetFile && (await openFleet(fleetFile, data, clock, log));
  if (fleet !== undefined) undo.defer(() => fleet.database.close());
  const tokens = fleet === undefined ? files : joinedTokens(files, fleet.tokens.source);
  const history = new HistoryClient({ file: data.history, clock, log });
  undo.defer(() => history.stop());

  const { buildApp } = await import('./build-app.ts');
  const service = { game, history, clock, settings, catalogue, data, attached, faults };
  const built = buildApp({ ...service, tokens, log, droppedLogLines, timeouts: options.timeouts });
  const scheme = tls === undefined ? 'http' : 'https';
  const [address, port] = [options.address ?? rest.Address, options.port ?? rest.Port];
  const { url, public: reachable } = await listen(built.app, { address, port, scheme });
  undo.defer(() => stopListening(built));
  undo.defer(recordAddress(data.path, url, settings, log));
  const inClear = reachable && scheme === 'http';
  if (inClear) log.warn({ url }, IN_CLEAR.found.Message);
  if (fleet !== undefined) {
    const link = fleet.startLink({ ...fleet, routes: built.routes, data, game, attached, clock, log });
    undo.defer(() => link.stop());
  }
  game.fillIndexes();
  undo.defer(startRetention(data, settings, log, clock));
  if (faults) log.warn('POST /v1/palatine/simulation is open and injects faults: for tests of clients only');

  undoToken.move(); // the caller prints it
  const running = undo.move();
  return {
    url,
    inClear,
    faults,
    data: data.path,
    newAdminToken,
    newSignInLink: () => url + signInPath(built.signIn.create()),
    created,
    attached,
    game,
    createdLines,
    figures: game.reads.figures,
    stop: () => running.disposeAsync(),
  };
}

const DAY_MS = 24 * 3_600_000;

function makeGame(
  options: ServeOptions,
  data: DataPaths,
  settings: LiveSettings,
  catalogue: Catalogue,
  attachment: Attachment | undefined,
  inFleet: boolean,
): Game {
  const { simulate = 'Demo', deadlineMs, keysPerToken, keepsForFleet, clock, random, newId, log } = options;
  const { config, rest } = settings.current;
  for (const problem of catalogue.problems) {
    log.warn({ problem }, 'ignoring an invalid part of a catalogue file');
  }
  return new Game({
    data,
    catalogue,
    settings,
    log,
    deadlineMs,
    keysPerToken,
    simulate: attachment === undefined ? simulate : 'Never',
    attached: attachment && {
      deliveries: attachment.settings.Deliveries,
      alertAs: attachment.settings.AlertAs,
    },
    auditKept: { keptMs: config.audit.keepDays * DAY_MS, keptEntries: config.audit.keepEntries },
    queueLimit: rest.Limits['Max-Queue'],
    fleet: keepsForFleet ?? inFleet,
    clock,
    random,
    newId,
  });
}

async function startBesideGameServer(
  attachment: Attachment,
  game: Game,
  data: DataPaths,
  settings: LiveSettings,
  { log, clock = systemClock }: ServeOptions,
): Promise<AttachedService> {
  const { startAttached } = await import('@palatine/sidecar/attached-service');
  return startAttached({
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
}

/** Opens what a world keeps of its fleet, whose broker is followed once the service listens. */
async function openFleet(settings: FleetFile, data: DataPaths, clock: Clock, log: Logger) {
  const { openFleetParts, startLink } = await import('./agent/start-link.ts');
  return { ...openFleetParts(settings, data, clock, log), settings, startLink };
}

/** Loads the code for a game server only where there is one. */
async function attachmentOf(data: DataFolder, env: NodeJS.ProcessEnv): Promise<Attachment | undefined> {
  if (!existsSync(data.serverFile)) return undefined;
  const { readAttachment } = await import('@palatine/sidecar/attachment');
  return readAttachment(data, env);
}

/** Creates the requested world, or a demo world in a folder without a world. */
async function createMissingWorld(
  data: DataFolder,
  { config }: Settings,
  attachment: Attachment | undefined,
  { origin, replace = false, log }: ServeOptions,
): Promise<Pick<RunningService, 'created' | 'createdLines'>> {
  const saved: Origin | undefined = attachment && { from: 'save', folder: attachment.folder, seed: 1 };
  const source = origin ?? (holdsWorld(data) ? undefined : (saved ?? DEMO));
  const created = source && (await makeWorldAtRest(data, source, replace, attachment, config.bannedMessage));
  const { banlist, problems } = examineBanlist(data.banlist, config.bannedMessage); // an invalid file fails the start here, before any thread runs
  if (problems.length > 0) {
    log.warn({ reason: banlistFault(problems) }, 'ignoring invalid entries of Banlist.json');
  }
  if (created === undefined) return { created, createdLines: [] };
  const { createdText } = await import('@palatine/save-tools/make-world');
  return { created, createdLines: createdText(created, activeBans(banlist)) };
}

/** Retries: a running game server may write its save while it is read. */
async function makeWorldAtRest(
  data: DataFolder,
  source: Origin,
  replace: boolean,
  attachment: Attachment | undefined,
  bannedMessage: string,
): Promise<CreatedWorld> {
  const { makeWorld, writeDemoFiles } = await import('@palatine/save-tools/make-world');
  for (let tries = 1; ; tries++) {
    try {
      const created = await makeWorld(data, source, replace);
      writeDemoFiles(data, created, bannedMessage);
      return created;
    } catch (error) {
      if (attachment === undefined || tries === READ_TRIES || !(error instanceof ConfigError)) throw error;
      await delay(RETRY_MS);
    }
  }
}

const READ_TRIES = 4;
const RETRY_MS = 2000;

/** Throws a ConfigError for options that would change a world owned by the game server. */
async function assertServable(
  { origin, simulate = 'Demo', faults = false }: ServeOptions,
  attachment: Attachment,
): Promise<void> {
  const { locateSave } = await import('@palatine/save-tools/save-folder');
  if (origin?.from === 'save' && (await locateSave(origin.folder)) !== attachment.folder) {
    throw new ConfigError(
      `${serverFile.name}: this folder is attached to the world ${attachment.folder}, so no other can be imported`,
    );
  }
  const wrong =
    origin?.from === 'demo' ? '--demo' : simulate === 'Always' ? '--simulate' : faults ? '--faults' : '';
  if (wrong === '') return;
  throw new ConfigError(
    `${wrong} cannot be combined with ${serverFile.name}: this folder is attached to a game server, which owns the world`,
  );
}

const DEMO: Origin = { from: 'demo', seed: 1, sizes: {} };

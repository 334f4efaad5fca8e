import { setTimeout as delay } from 'node:timers/promises';
import type { Banlist } from '@palatine/contract';
import type { Logger } from 'pino';
import type { AttachedService } from '../attached/attached-service.ts';
import { type Attachment, readAttachment } from '../attached/attachment.ts';
import { banlistFault, bansInForce, examineBanlist } from '../data-folder/banlist-file.ts';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataFolder, holdsWorld, openDataFolder } from '../data-folder/data-folder.ts';
import { removeAdminToken, writeMissingFiles } from '../data-folder/default-files.ts';
import { type FleetFile, readFleetFile } from '../data-folder/fleet-file.ts';
import { IN_CLEAR } from '../data-folder/listen-address.ts';
import {
  type LiveSettings,
  liveSettings,
  type Settings,
  settingsWarnings,
} from '../data-folder/live-settings.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { serverFile } from '../data-folder/server-file.ts';
import { type TokenReports, Tokens } from '../data-folder/tokens.ts';
import { joinedTokens } from '../fleet/joined-tokens.ts';
import type { SimulateChoice } from '../game/calls.ts';
import { systemClock } from '../game/clock.ts';
import { Game, type GameEnvironment, type ServedFigures } from '../game/game.ts';
import { HistoryClient } from '../history/history-client.ts';
import type { Timeouts } from '../http/connections.ts';
import { listen, stopListening } from '../http/listen.ts';
import { answerLocally } from '../http/local-request.ts';
import { locateSave } from '../maintenance/locate-save.ts';
import { type CreatedWorld, makeWorld, type Origin, writeFirstBanlist } from '../maintenance/make-world.ts';
import { startRetention } from '../maintenance/retention.ts';
import { recordAddress } from './record-address.ts';

/** With the time, the chance and the ids of a test; the system's unless given. */
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
  /** How many lines of the log could not be written. */
  droppedLogLines?: () => number;
  /** Mounts the route that injects faults. */
  faults?: boolean;
  /** Where the password of the game server may stand; the environment of the process unless given. */
  env?: NodeJS.ProcessEnv;
  /** For tests of the outbox: keeps events and audit entries until the streams of a fleet have them, without fleet.json. */
  keepsForFleet?: boolean | undefined;
  /** For tests: how long a request may wait for the game thread. */
  deadlineMs?: number;
  /** For tests: most Idempotency-Keys of a token within a day. */
  keysPerToken?: number;
  /** For tests: how long a caller may take. */
  timeouts?: Partial<Timeouts>;
}

export interface RunningService {
  /** Without a slash at the end. */
  url: string;
  /** Whether tokens travel over the network without TLS. */
  inClear: boolean;
  /** Whether anybody with the permission may inject faults. */
  faults: boolean;
  data: string;
  /** The secret of the administrator token, when this start created it. */
  newAdminToken: string | undefined;
  /** Set when this start created the world. */
  created: CreatedWorld | undefined;
  /** Of Banlist.json at the start. */
  bansInForce: number;
  figures: ServedFigures;
  /** The game server beside which the service runs; undefined for a world of its own. */
  attached: AttachedService | undefined;
  game: Game;
  /** Finishes the requests under way, closes the store, unlocks the data folder. */
  stop(): Promise<void>;
}

/** The whole service: open folder, make world, start game, build app, listen; stop in reverse. Throws a ConfigError. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { log, faults = false, timeouts, clock = systemClock, droppedLogLines = () => 0 } = options;
  await using undo = new AsyncDisposableStack();

  const data = openDataFolder(options.data);
  undo.defer(data.unlock);
  const newAdminToken = writeMissingFiles(data);
  using unshown = new DisposableStack();
  if (newAdminToken !== undefined) unshown.defer(() => removeAdminToken(data));
  const settings = liveSettings(data);
  for (const warning of settingsWarnings(data)) {
    log.warn({ warning }, 'a settings file is not as it should be');
  }
  const { rest } = settings.current;
  if (!rest.Enabled) throw new ConfigError(`${restConfigFile.name}: Enabled is false, so nothing is served`);

  const catalogue = openCatalogue(data);
  for (const problem of catalogue.problems) {
    log.warn({ problem }, 'a catalogue file is wrong: this part of it is left out');
  }
  const attachment = await readAttachment(data, options.env ?? process.env);
  if (attachment !== undefined) await assertServable(options, attachment);
  const { created, banlist } = await createMissingWorld(data, settings.current, attachment, options);
  undo.use(startRetention(data, settings, log, clock));

  const tokenReports: TokenReports = {
    skipped: (reason) => log.warn({ reason }, 'a token file is skipped'),
    doubtful: (reason) => log.warn({ reason }, 'token files are not as they should be'),
  };
  const tokens = new Tokens(data.tokens, tokenReports, clock, () => settings.current.rest.DefaultPermissions);
  settings.onChange(() => tokens.rebuild());
  await tokens.watch();
  undo.defer(() => tokens.close());

  const fleet = readFleetFile(data);
  const game = startGame(data, settings, attachment, fleet, options);
  undo.defer(() => game.stop());
  const { buildApp } = await import('../http/build-app.ts');
  const attached =
    attachment &&
    (await (
      await import('../attached/start-attached.ts')
    ).startAttached({
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
    }));
  if (attached !== undefined) undo.defer(() => attached.stop());
  if (fleet !== undefined) attached?.allow('Unknown'); // until the link says whom the lists of the fleet allow

  const fleetLink = fleet && (await import('../fleet/start-link.ts'));
  const link = fleet && fleetLink?.linkTokens(fleet, data, clock, log);
  if (link !== undefined) undo.defer(() => link.tokens.stop());
  const history = new HistoryClient({ file: data.history, clock, log });
  undo.defer(() => history.stop());
  const built = buildApp({
    game,
    history,
    settings,
    catalogue,
    archives: data.archives,
    worldFile: data.world,
    data,
    attached,
    tokens: link === undefined ? tokens : joinedTokens(tokens, link.calls, link.tokens),
    leaveOf: link && ((authorization) => link.calls.leaveOf(authorization)),
    clock,
    faults,
    log,
    droppedLogLines,
    timeouts,
  });
  const scheme = settings.current.tls ? 'https' : 'http';
  const [address, port] = [options.address ?? rest.Address, options.port ?? rest.Port];
  const { url, public: reachable } = await listen(built.app, { address, port, scheme });
  undo.defer(() => stopListening(built));
  undo.defer(recordAddress(data.path, url, settings, log));
  if (fleet !== undefined && fleetLink !== undefined && link !== undefined) {
    const parts = { ...link, data, game, attached, clock, log };
    const started = fleetLink.startLink({ ...parts, settings: fleet, answer: answerLocally(built.app) });
    undo.defer(() => started.stop());
  }
  const inClear = reachable && scheme === 'http';
  if (inClear) log.warn({ url }, IN_CLEAR.found);
  if (faults) log.warn('POST /v1/palatine/simulation is open and injects faults: for tests of clients only');

  unshown.move(); // the caller prints it
  const running = undo.move();
  const { figures } = game;
  return {
    url,
    inClear,
    faults,
    data: data.path,
    newAdminToken,
    created,
    bansInForce: bansInForce(banlist),
    figures,
    attached,
    game,
    stop: () => running.disposeAsync(),
  };
}

/** Creates the requested world, or a demo world in a folder without a world. */
async function createMissingWorld(
  data: DataFolder,
  { config }: Settings,
  attachment: Attachment | undefined,
  { origin, replace = false, log }: ServeOptions,
): Promise<{ created: CreatedWorld | undefined; banlist: Banlist }> {
  const source = origin ?? (holdsWorld(data) ? undefined : ((attachment && savedWorld(attachment)) ?? DEMO));
  const created = source && (await makeWorldAtRest(data, source, replace, attachment));
  if (created) writeFirstBanlist(data, created, config.bannedMessage);
  const { banlist, problems } = examineBanlist(data.banlist, config.bannedMessage); // a wrong file ends the start here, before any thread runs
  if (problems.length > 0) {
    log.warn(
      { reason: banlistFault(problems) },
      'entries of Banlist.json ban nobody; the others are in force',
    );
  }
  return { created, banlist };
}

/** A running game server may write its save at the moment that it is read: then it is read again. */
async function makeWorldAtRest(
  data: DataFolder,
  source: Origin,
  replace: boolean,
  attachment: Attachment | undefined,
): Promise<CreatedWorld> {
  for (let tries = 1; ; tries++) {
    try {
      return await makeWorld(data, source, replace);
    } catch (error) {
      if (attachment === undefined || tries === READ_TRIES || !(error instanceof ConfigError)) throw error;
      await delay(READ_AGAIN_MS);
    }
  }
}

const READ_TRIES = 4;
const READ_AGAIN_MS = 2000;

function savedWorld({ folder }: Attachment): Origin {
  return { from: 'save', folder, seed: 1 };
}

/** Throws a ConfigError for options that would change a world of which the game server is the authority. */
async function assertServable(
  { origin, simulate = 'Demo', faults = false }: ServeOptions,
  attachment: Attachment,
): Promise<void> {
  if (origin?.from === 'save' && (await locateSave(origin.folder)) !== attachment.folder) {
    throw new ConfigError(
      `${serverFile.name}: this folder is attached to the world ${attachment.folder}, so no other can be imported`,
    );
  }
  const wrong =
    origin?.from === 'demo' ? '--demo' : simulate === 'Always' ? '--simulate' : faults ? '--faults' : '';
  if (wrong === '') return;
  throw new ConfigError(
    `${wrong} cannot go with ${serverFile.name}: this folder is attached to a game server, which decides what happens in the world`,
  );
}

const DEMO: Origin = { from: 'demo', seed: 1, sizes: {} };

const DAY_MS = 24 * 3_600_000;

function startGame(
  data: DataFolder,
  settings: LiveSettings,
  attachment: Attachment | undefined,
  fleet: FleetFile | undefined,
  { simulate = 'Demo', log, deadlineMs, keysPerToken, keepsForFleet, ...environment }: ServeOptions,
): Game {
  const { config, rest } = settings.current;
  return new Game({
    files: {
      worldFile: data.world,
      dataFolder: data.path,
      banlistFile: data.banlist,
      templatesFolder: data.templates,
      importRulesFolder: data.importRules,
    },
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
    fleet: keepsForFleet ?? fleet !== undefined,
    environment,
  });
}

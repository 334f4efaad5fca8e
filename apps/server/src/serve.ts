import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Banlist } from '@palatine/contract';
import { activeBans, banlistFault, examineBanlist } from '@palatine/data-dir/banlist-file';
import { type DataFolder, holdsWorld, openDataFolder } from '@palatine/data-dir/data-folder';
import { removeAdminToken, writeMissingFiles } from '@palatine/data-dir/default-files';
import { liveSettings, type Settings, settingsWarnings } from '@palatine/data-dir/live-settings';
import { restConfigFile } from '@palatine/data-dir/rest-config';
import { serverFile } from '@palatine/data-dir/server-file';
import type { Game, ServedFigures } from '@palatine/engine/game';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { locateSave } from '@palatine/save-tools/locate-save';
import type { CreatedWorld, Origin } from '@palatine/save-tools/make-world';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { Attachment } from '@palatine/sidecar/attachment';
import { PARTS, type ServeOptions, type ServiceContext } from './parts.ts';

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
  /** Set when this start created the world. */
  created: CreatedWorld | undefined;
  /** Active bans of Banlist.json at the start. */
  bansInForce: number;
  figures: ServedFigures;
  /** The game server beside which the service runs; undefined without one. */
  attached: AttachedService | undefined;
  game: Game;
  /** Finishes the requests under way, closes the store, unlocks the data folder. */
  stop(): Promise<void>;
}

/** The whole service: open folder, make world, start its parts; stop in reverse. Throws a ConfigError. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { log, faults = false, clock = systemClock } = options;
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
  const { rest } = settings.current;
  if (!rest.Enabled) throw new ConfigError(`${restConfigFile.name}: Enabled is false, so nothing is served`);
  const attachment = await attachmentOf(data, options.env ?? process.env);
  if (attachment !== undefined) await assertServable(options, attachment);
  const { created, banlist } = await createMissingWorld(data, settings.current, attachment, options);

  // The order of the parts vouches for the rest: each sets what later ones use.
  const context = { options, data, settings, attachment, clock, log, faults } as ServiceContext;
  for (const part of PARTS) undo.use(await part(context));

  if (faults) log.warn('POST /v1/palatine/simulation is open and injects faults: for tests of clients only');
  undoToken.move(); // the caller prints it
  const running = undo.move();
  const { game, attached, url, inClear } = context;
  return {
    url,
    inClear,
    faults,
    data: data.path,
    newAdminToken,
    created,
    bansInForce: activeBans(banlist),
    figures: game.figures,
    attached,
    game,
    stop: () => running.disposeAsync(),
  };
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
): Promise<{ created: CreatedWorld | undefined; banlist: Banlist }> {
  const saved: Origin | undefined = attachment && { from: 'save', folder: attachment.folder, seed: 1 };
  const source = origin ?? (holdsWorld(data) ? undefined : (saved ?? DEMO));
  const created = source && (await makeWorldAtRest(data, source, replace, attachment, config.bannedMessage));
  const { banlist, problems } = examineBanlist(data.banlist, config.bannedMessage); // an invalid file fails the start here, before any thread runs
  if (problems.length > 0) {
    log.warn({ reason: banlistFault(problems) }, 'ignoring invalid entries of Banlist.json');
  }
  return { created, banlist };
}

/** Retries: a running game server may write its save while it is read. */
async function makeWorldAtRest(
  data: DataFolder,
  source: Origin,
  replace: boolean,
  attachment: Attachment | undefined,
  bannedMessage: string,
): Promise<CreatedWorld> {
  const { makeWorld, writeFirstBanlist } = await import('@palatine/save-tools/make-world');
  for (let tries = 1; ; tries++) {
    try {
      const created = await makeWorld(data, source, replace);
      writeFirstBanlist(data, created, bannedMessage);
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

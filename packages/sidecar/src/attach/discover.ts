import { readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LEVEL } from '@palatine/save/folder-files';
import { serverProcesses } from '@palatine/save-tools/running-server';
import {
  dedicatedServerName,
  type IniSettings,
  iniBoolean,
  iniRestPort,
  parseSettingsIni,
  settingsFiles,
} from '@palatine/save-tools/settings-ini';
import { worldGuidIn } from '../rest/read-responses.ts';

/** What was found of a game server before it is asked. */
export interface FoundServer extends Discovery {
  /** Of the installation in which the worlds lie; undefined where it is not to be seen. */
  readonly settings: GameSettings | undefined;
  /** The world that GameUserSettings.ini names, 32 upper hex digits. */
  readonly dedicatedName: string | undefined;
}

/**
 * Finds the worlds of a server and its settings: at the path that was given, else where servers run or are usually
 * installed. Worlds of several installations are found without their settings: somebody has to say which it is.
 */
export function discoverServer(
  path: string | undefined,
  environment: NodeJS.ProcessEnv,
  places?: readonly string[],
): FoundServer {
  const found = path === undefined ? searchPlaces(environment, places) : worldsAt(path);
  const installations = new Set(found.worlds.map(({ saved }) => saved));
  const [saved] = installations;
  if (saved === undefined || installations.size > 1) {
    return { ...found, settings: undefined, dedicatedName: undefined };
  }
  return { ...found, settings: readGameSettings(saved), dedicatedName: namedWorld(saved) };
}

function searchPlaces(environment: NodeJS.ProcessEnv, places: readonly string[] | undefined): Discovery {
  const running = places === undefined ? runningInstallations() : [];
  const worlds = worldsAmong(places ?? [...running, ...wellKnownRoots(environment)]);
  if (worlds.length > 0) return { worlds, problems: [] };
  if (running.length === 0)
    return { worlds, problems: ['no dedicated server was found where they usually are'] };
  const problem =
    `a game server runs from ${running.join(' and ')}, and its worlds cannot be seen there: ` +
    'it may run in a container, or as another user';
  return { worlds, problems: [problem] };
}

/**
 * The world that the server plays: by what it says itself, else by GameUserSettings.ini. Never the newest: a server
 * that has lost the name of its world makes an empty one, which is the newest then. Undefined when neither decides.
 */
export function chooseWorld(
  { worlds, dedicatedName }: FoundServer,
  playedGuid: string | undefined,
): FoundWorld | undefined {
  if (worlds.length === 1) return worlds[0];
  const named = playedGuid ?? dedicatedName;
  const matching = worlds.filter(({ guid }) => guid !== undefined && guid === named);
  return matching.length === 1 ? matching[0] : undefined;
}

/**
 * Where a dedicated server may be installed: the roots of the images of thijsvanloef, jammsen and ripps818, of ich777
 * and of Pocketpair, and where Steam and SteamCMD put it.
 */
function wellKnownRoots(env: NodeJS.ProcessEnv): string[] {
  const steam = ['Steam', '.steam/steam', '.local/share/Steam'].map((path) =>
    join(homedir(), path, 'steamapps/common/PalServer'),
  );
  const roots = ['/palworld', '/serverdata/serverfiles', '/pal/Package', ...steam];
  if (process.platform !== 'win32') return [...roots, '/home/steam/Steam/steamapps/common/PalServer'];
  const programs = env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)';
  return [join(programs, 'Steam/steamapps/common/PalServer'), 'C:\\steamcmd\\steamapps\\common\\PalServer'];
}

/** The installations of servers that run, as this process sees them. Only Linux tells; none elsewhere. */
function runningInstallations(): string[] {
  return [...new Set(serverProcesses().map(({ installation }) => installation))];
}

/** What the files of a dedicated server say; the running one may have been told otherwise by its arguments. */
export interface GameSettings {
  readonly file: string;
  /** Whether it holds settings: a first run leaves it empty, and a server then has its defaults. */
  readonly filled: boolean;
  readonly restEnabled: boolean | undefined;
  readonly restPort: number | undefined;
  /** Whether AdminPassword is there and empty; undefined where the file does not say. */
  readonly adminPasswordEmpty: boolean | undefined;
  readonly autoSaveSeconds: number | undefined;
  readonly keepsGenerations: boolean | undefined;
}

/** The settings below `Pal/Saved`, those with content first. Undefined where there are none that can be read. */
function readGameSettings(saved: string): GameSettings | undefined {
  const found = settingsFiles(saved, 'PalWorldSettings.ini').map(({ file, text }) =>
    settingsOf(file, parseSettingsIni(text)),
  );
  return found.find(({ filled }) => filled) ?? found[0];
}

function namedWorld(saved: string): string | undefined {
  const names = settingsFiles(saved, 'GameUserSettings.ini').map(({ text }) =>
    worldGuidIn(dedicatedServerName(text)),
  );
  return names.find((name) => name !== undefined);
}

function settingsOf(file: string, settings: IniSettings): GameSettings {
  const span = settings.get('autosavespan');
  return {
    file,
    filled: settings.size > 0,
    restEnabled: iniBoolean(settings, 'RESTAPIEnabled'),
    restPort: iniRestPort(settings),
    adminPasswordEmpty: settings.has('adminpassword') ? settings.get('adminpassword') === '' : undefined,
    autoSaveSeconds: span === undefined || Number.isNaN(Number(span)) ? undefined : Number(span),
    keepsGenerations: iniBoolean(settings, 'bIsUseBackupSaveData'),
  };
}

export interface FoundWorld {
  /** The folder with Level.sav, without links. */
  readonly folder: string;
  /** The name that the game gave it, 32 upper hex digits; undefined for a folder under another name. */
  readonly guid: string | undefined;
  /** `Pal/Saved` above it; undefined where the folder lies somewhere else, such as alone in a container. */
  readonly saved: string | undefined;
}

export interface Discovery {
  readonly worlds: readonly FoundWorld[];
  /** Why nothing was found, or not everything; a sentence each. */
  readonly problems: readonly string[];
}

/** Where the world folders are, from each place that an operator may name. */
const BELOW = ['', '0', 'SaveGames/0', 'Saved/SaveGames/0', 'Pal/Saved/SaveGames/0'] as const;
const WORLD_NAME = /^[0-9A-Fa-f]{32}$/;

/** The worlds of a path: a world, its Level.sav, `SaveGames/0`, any folder above. Never throws. */
export function worldsAt(path: string): Discovery {
  const kind = kindOf(path);
  if (kind === 'missing') return { worlds: [], problems: [`there is no ${path}`] };
  if (kind === 'closed') return { worlds: [], problems: [`${path} cannot be read by this user`] };
  if (kind === 'file') {
    if (basename(path) === LEVEL) return worldsAt(dirname(path));
    return { worlds: [], problems: [`${path} is a file: name the folder with ${LEVEL}`] };
  }
  if (isFile(join(path, LEVEL))) return { worlds: [foundWorld(path)], problems: [] };
  const problems: string[] = [];
  for (const below of BELOW) {
    const { worlds, problem } = worldsIn(join(path, below));
    if (worlds.length > 0) return { worlds, problems: [] };
    if (problem !== undefined) problems.push(problem);
  }
  if (problems.length === 0) {
    problems.push(`${path} holds no ${LEVEL}, and no world folder: a world is a folder in SaveGames/0`);
  }
  return { worlds: [], problems };
}

/** The worlds of several places, each once; places that hold none are passed over. */
export function worldsAmong(places: readonly string[]): FoundWorld[] {
  const found = new Map<string, FoundWorld>();
  for (const place of places) for (const world of worldsAt(place).worlds) found.set(world.folder, world);
  return [...found.values()];
}

function worldsIn(folder: string): { worlds: FoundWorld[]; problem?: string } {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { worlds: [] };
    return { worlds: [], problem: `${folder} cannot be read by this user (${code})` };
  }
  const worlds = names
    .filter((name) => WORLD_NAME.test(name) && isFile(join(folder, name, LEVEL)))
    .map((name) => foundWorld(join(folder, name)));
  return { worlds };
}

function foundWorld(path: string): FoundWorld {
  const folder = withoutLinks(path);
  const name = basename(folder);
  const saved = resolve(folder, '../../..');
  const inSaved = basename(dirname(dirname(folder))) === 'SaveGames';
  return {
    folder,
    guid: WORLD_NAME.test(name) ? name.toUpperCase() : undefined,
    saved: inSaved ? saved : undefined,
  };
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function kindOf(path: string): 'folder' | 'file' | 'missing' | 'closed' {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'missing';
    return stats.isDirectory() ? 'folder' : 'file';
  } catch {
    return 'closed';
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

import { homedir } from 'node:os';
import { join } from 'node:path';
import { worldGuidIn } from '../link/read-responses.ts';
import {
  dedicatedServerName,
  type IniSettings,
  iniBoolean,
  iniRestPort,
  parseSettingsIni,
  settingsFiles,
} from '../link/settings-ini.ts';
import { serverProcesses } from '../maintenance/save-folder/running-server.ts';
import { type Discovery, type FoundWorld, worldsAmong, worldsAt } from './discover-worlds.ts';

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
  /** PalWorldSettings.ini, as it is there. */
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

/** The world that GameUserSettings.ini names, 32 upper hex digits. */
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

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Sentence, sentence } from '@palatine/contract';
import { LEVEL } from '@palatine/save/folder-files';
import { serverProcesses } from '@palatine/save-tools/at-rest';
import {
  dedicatedServerName,
  iniBoolean,
  iniRestPort,
  type SettingsOfGame,
  settingsAsGameReads,
  settingsFiles,
} from '@palatine/save-tools/settings-ini';
import { worldGuidIn } from '../rest/read-responses.ts';

export interface FoundServer extends Discovery {
  /** Settings of the installation of the worlds; undefined if it cannot be seen. */
  readonly settings: GameSettings | undefined;
  /** The world named in GameUserSettings.ini, 32 upper hex digits. */
  readonly dedicatedName: string | undefined;
}

/** Finds worlds and settings at a path, or where servers run or are installed. No settings of several installations. */
export function discoverServer(path: string | undefined, environment: NodeJS.ProcessEnv): FoundServer {
  const discovery = path === undefined ? searchPlaces(environment) : worldsAt(path);
  const installations = new Set(discovery.worlds.map(({ saved }) => saved));
  const [saved] = installations;
  if (saved === undefined || installations.size > 1) {
    return { ...discovery, settings: undefined, dedicatedName: undefined };
  }
  const dedicatedName = startedNames(saved)
    .map(worldGuidIn)
    .find((name) => name !== undefined);
  return { ...discovery, settings: readGameSettings(saved), dedicatedName };
}

function searchPlaces(environment: NodeJS.ProcessEnv): Discovery {
  const running = [...new Set(serverProcesses().map(({ installation }) => installation))];
  const worlds = worldsAmong([...running, ...wellKnownRoots(environment)]);
  if (worlds.length > 0) return { worlds, problems: [] };
  if (running.length === 0)
    return { worlds, problems: ['no dedicated server was found in the usual places'] };
  const problem =
    `a game server runs from ${running.join(' and ')}, and its worlds cannot be seen there: ` +
    'it may run in a container, or as another user';
  return { worlds, problems: [problem] };
}

/** The world that the server plays, by itself or GameUserSettings.ini. Never the newest: it may be an accident. */
export function chooseWorld({ worlds, dedicatedName }: FoundServer, playedGuid: string | undefined) {
  if (worlds.length === 1) return worlds[0];
  const playedName = playedGuid ?? dedicatedName;
  const matching = worlds.filter(({ guid }) => guid !== undefined && guid === playedName);
  return matching.length === 1 ? matching[0] : undefined;
}

/** Usual places: of the images of thijsvanloef, jammsen, ripps818, ich777 and Pocketpair, of Steam and SteamCMD. */
function wellKnownRoots(env: NodeJS.ProcessEnv): string[] {
  const steam = ['Steam', '.steam/steam', '.local/share/Steam'].map((path) =>
    join(homedir(), path, 'steamapps/common/PalServer'),
  );
  const roots = ['/palworld', '/serverdata/serverfiles', '/pal/Package', ...steam];
  if (process.platform !== 'win32') return [...roots, '/home/steam/Steam/steamapps/common/PalServer'];
  const programs = env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)';
  return [join(programs, 'Steam/steamapps/common/PalServer'), 'C:\\steamcmd\\steamapps\\common\\PalServer'];
}

/** Settings of a dedicated server on disk; its arguments may override them. */
type GameSettings = ReturnType<typeof settingsOf>;

/** The file and the parts of the settings above a world folder that the game does not read; '' if it reads all. */
export function unreadSettings(path: string): string {
  const { saved } = foundWorld(path);
  const settings = saved === undefined ? undefined : readGameSettings(saved);
  return settings === undefined || settings.unread.length === 0
    ? ''
    : `${settings.file}: ${settings.unread.join('; ')}`;
}

export const WRITE_SO = sentence('todo.writeSettings');

/** Settings below `Pal/Saved`, non-empty ones first. Undefined if none can be read. */
function readGameSettings(saved: string): GameSettings | undefined {
  const candidates = settingsFiles(saved, 'PalWorldSettings.ini').map(({ file, text }) =>
    settingsOf(file, settingsAsGameReads(text)),
  );
  return candidates.find(({ filled }) => filled) ?? candidates[0];
}

function startedNames(saved: string): string[] {
  return settingsFiles(saved, 'GameUserSettings.ini').flatMap(({ text }) => dedicatedServerName(text) ?? []);
}

/** The reason why the server will start another world than that of the folder; undefined if none is known. */
export function whyNotStarted(path: string): Sentence | undefined {
  const { folder, saved } = foundWorld(path);
  const names = saved === undefined ? [] : startedNames(saved);
  const name = basename(folder);
  if (names.length === 0 || names.some((world) => world.toUpperCase() === name.toUpperCase()))
    return undefined;
  const named = names.find((world) => world !== '');
  return named === undefined
    ? sentence('world.notNamed', { name })
    : sentence('world.otherNamed', { named, name });
}

export const START_IT = sentence('todo.startIt');

function settingsOf(file: string, { settings, noEffect, doubts }: SettingsOfGame) {
  const span = settings.get('autosavespan');
  return {
    file,
    /** Whether it has settings: empty after a first run, when the server uses its defaults. */
    filled: settings.size > 0 || noEffect !== '',
    /** Parts that the game does not read, a sentence each; it ignores the whole file if that has no effect. */
    unread: noEffect === '' ? doubts : [noEffect],
    restEnabled: iniBoolean(settings, 'RESTAPIEnabled'),
    restPort: iniRestPort(settings),
    adminPasswordEmpty: settings.has('adminpassword') ? settings.get('adminpassword') === '' : undefined,
    autoSaveSeconds: span === undefined || Number.isNaN(Number(span)) ? undefined : Number(span),
    keepsGenerations: iniBoolean(settings, 'bIsUseBackupSaveData'),
  };
}

export type FoundWorld = ReturnType<typeof foundWorld>;

export interface Discovery {
  readonly worlds: readonly FoundWorld[];
  /** Why nothing was found, or not everything; a sentence each. */
  readonly problems: readonly string[];
}

/** Paths of world folders below each folder that an operator may name. */
const BELOW = ['', '0', 'SaveGames/0', 'Saved/SaveGames/0', 'Pal/Saved/SaveGames/0'] as const;
const WORLD_NAME = /^[0-9A-Fa-f]{32}$/;

/** Worlds of a path: a world, its Level.sav, `SaveGames/0`, or any parent. Never throws. */
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

/** Worlds of several places, each once; places without worlds are skipped. */
function worldsAmong(places: readonly string[]): FoundWorld[] {
  const worlds = new Map<string, FoundWorld>();
  for (const place of places) for (const world of worldsAt(place).worlds) worlds.set(world.folder, world);
  return [...worlds.values()];
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

function foundWorld(path: string) {
  const folder = withoutLinks(path);
  const name = basename(folder);
  return {
    folder,
    /** Name given by the game, 32 upper hex digits; undefined for a renamed folder. */
    guid: WORLD_NAME.test(name) ? name.toUpperCase() : undefined,
    /** `Pal/Saved` above it; undefined for a folder elsewhere, such as alone in a container. */
    saved: basename(dirname(dirname(folder))) === 'SaveGames' ? resolve(folder, '../../..') : undefined,
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

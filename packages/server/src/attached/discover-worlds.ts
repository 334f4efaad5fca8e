import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { LEVEL } from '@palatine/save/folder-files';

/** A world folder of the game, and what lies around it. */
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

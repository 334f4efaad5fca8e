import { statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { bytesText } from '@palatine/platform/format';
import { EXTRACTED_LEVELS, findSaveFolders, LEVEL } from '@palatine/save/folder-files';

const LISTED = 20;
const ARCHIVE = /\.(zip|7z|rar|tar|tgz|gz|bz2|xz|zst)$/i;

/** Save folder of a path, or of its Level.sav. Otherwise throws a ConfigError that lists the save folders below. */
export async function locateSave(path: string): Promise<string> {
  const stats = statsOf(path);
  if (stats === undefined) throw new ConfigError(`there is no folder ${path}`);
  if (stats.isFile() && basename(path) === LEVEL) return dirname(path);
  const extracted = EXTRACTED_LEVELS.find((name) => path.endsWith(join(sep, name)));
  if (stats.isFile() && extracted !== undefined)
    throw extractedError(path.slice(0, -extracted.length - 1), extracted);
  if (!stats.isDirectory()) {
    const unpack = ARCHIVE.test(path) ? 'unpack it, and ' : '';
    throw new ConfigError(`${path} is not a folder: ${unpack}name the one with ${LEVEL}`);
  }
  if (statsOf(join(path, LEVEL)) !== undefined) return path;
  const saves = await findSaveFolders(path);
  if (saves.length === 0) {
    for (const name of EXTRACTED_LEVELS) {
      const [world] = await findSaveFolders(path, name);
      if (world !== undefined) throw extractedError(join(path, world.path), name);
    }
    throw new ConfigError(`${path} holds no ${LEVEL}, ${await insteadOf(path)}`);
  }
  const listed = saves.slice(0, LISTED).map(({ path: below, bytes, changedAtMs }) => {
    const changed = new Date(changedAtMs).toISOString().slice(0, 16).replace('T', ' ');
    return `${join(path, below)} (${LEVEL} of ${changed} UTC, ${bytesText(bytes)})`;
  });
  if (saves.length > LISTED) listed.push(`and ${saves.length - LISTED} more`);
  throw new ConfigError(`${path} holds no ${LEVEL}; name one of the worlds below it: ${listed.join(', ')}`);
}

function extractedError(folder: string, name: string): ConfigError {
  return new ConfigError(
    `${folder} holds no ${LEVEL}, but ${name}, as extractors of Game Pass saves name it; ` +
      `copy ${join(folder, name)} to ${join(folder, LEVEL)}, and run the command again`,
  );
}

/** Describes a folder without a world, and the next step. */
async function insteadOf(path: string): Promise<string> {
  const [gamePass] = await findSaveFolders(path, 'containers.index');
  if (gamePass !== undefined || statsOf(join(path, '..', 'containers.index')) !== undefined) {
    return (
      'but containers of the Xbox app (Game Pass), which hold its files under other names: convert them to a save of ' +
      'Steam with an extractor of Game Pass saves, and name the folder that it makes'
    );
  }
  const isPlayers = basename(path) === 'Players';
  if (isPlayers && statsOf(join(path, '..', LEVEL)) !== undefined) {
    return `but the folder above does: name ${dirname(path)}`;
  }
  if (isPlayers || statsOf(join(path, 'Players')) !== undefined) {
    return `but files of players, which are no world without it: copy ${LEVEL} of the same world beside Players`;
  }
  return 'and no folder below it does: a world of the game is a folder in SaveGames/0';
}

function statsOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return undefined;
    throw new ConfigError(`${path} cannot be read (${code})`, { cause: error });
  }
}

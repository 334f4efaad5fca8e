import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SaveContainer } from '../format/container.ts';
import { guidFromDigits, ZERO_GUID } from '../format/guid.ts';
import { quoted, SaveError } from '../format/save-error.ts';
import type { SaveCharacter, SavePlayer, SaveWorld } from '../format/save-types.ts';
import { WarningLog } from '../format/warning-log.ts';
import { readLevel } from './level.ts';
import { NO_LEVEL_META, readLevelMeta, type SaveLevelMeta } from './level-meta.ts';
import { readPlayerFile } from './player-file.ts';
import { DEFAULT_RETRY, isFileMissing, type RetryPolicy, readSaveFile } from './read-file.ts';

const LEVEL = 'Level.sav';
const LEVEL_META = 'LevelMeta.sav';
const PLAYERS = 'Players';
const PLAYER_FILE = /^[0-9A-Fa-f]{32}\.sav$/;
/** Damaged player files that get a warning of their own; the rest is counted. */
const LISTED_DAMAGED_FILES = 20;

/** Retries of a file that does not parse: the game rewrites its files while it runs. */
export interface ReadSaveOptions {
  /** Attempts per file; default 4. */
  tries?: number;
  /** Pause between two attempts; default 150. */
  retryDelayMs?: number;
}

/**
 * Reads a Palworld world folder, the one that holds Level.sav, of any version since January 2024.
 *
 * Damaged records, damaged player files and unknown data become warnings. Throws `SaveError`, and nothing else,
 * when Level.sav is absent or its structure is damaged.
 */
export async function readSaveFolder(folder: string, options: ReadSaveOptions = {}): Promise<SaveWorld> {
  const retry = { ...DEFAULT_RETRY, ...options };
  const warnings = new WarningLog();
  const { value: level } = await readSaveFile(join(folder, LEVEL), LEVEL, warnings, retry, readLevel);
  const meta = await readMeta(folder, warnings, retry);
  const files = await readPlayers(folder, warnings, retry);
  const players = onePerCharacter(files, level.characters, warnings);
  warnOfAbsentFiles(players, level.characters, warnings);
  return { ...meta, ...level, players, warnings: warnings.list() };
}

/** Unpacks one .sav file without parsing it; `fileBytes` is its packed size. Throws `SaveError`. */
export async function readGvas(
  path: string,
  options: ReadSaveOptions = {},
): Promise<{ container: SaveContainer; gvas: Buffer; fileBytes: number }> {
  const retry = { ...DEFAULT_RETRY, ...options };
  const { container, fileBytes, value } = await readSaveFile(path, path, new WarningLog(), retry, (reader) =>
    Buffer.from(reader.bytes),
  );
  return { container, gvas: value, fileBytes };
}

async function readMeta(folder: string, warnings: WarningLog, retry: RetryPolicy): Promise<SaveLevelMeta> {
  try {
    const path = join(folder, LEVEL_META);
    return (await readSaveFile(path, LEVEL_META, warnings, retry, readLevelMeta)).value;
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    if (!isFileMissing(error)) warnFileLeftOut(error, warnings);
    return NO_LEVEL_META;
  }
}

function warnFileLeftOut(error: SaveError, warnings: WarningLog): void {
  warnings.add(
    'file',
    error.file,
    () => error.place,
    `${error.reason}; the file was left out`,
    LISTED_DAMAGED_FILES,
  );
}

async function readPlayers(folder: string, warnings: WarningLog, retry: RetryPolicy): Promise<SavePlayer[]> {
  const players: SavePlayer[] = [];
  for (const name of await playerFiles(folder, warnings)) {
    try {
      const path = join(folder, PLAYERS, name);
      const read = await readSaveFile(path, `${PLAYERS}/${name}`, warnings, retry, readPlayerFile);
      players.push(withUid(read.value, name, warnings));
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      warnFileLeftOut(error, warnings);
    }
  }
  return players;
}

/** Names of the player files in Players/, without copies and dimension storages. */
async function playerFiles(folder: string, warnings: WarningLog): Promise<string[]> {
  try {
    const names = await readdir(join(folder, PLAYERS));
    return names.filter((name) => PLAYER_FILE.test(name)).sort();
  } catch (error) {
    warnings.add('players', PLAYERS, () => '', `the folder cannot be read (${String(error)})`);
    return [];
  }
}

function withUid(player: SavePlayer, name: string, warnings: WarningLog): SavePlayer {
  const uid = guidFromDigits(name.slice(0, 32));
  if (player.uid === ZERO_GUID) player.uid = uid;
  if (player.uid === uid) return player;
  const message = `the file belongs to player ${player.uid} by its contents, which count`;
  warnings.add('file name', player.file, () => 'SaveData.PlayerUId', message, LISTED_DAMAGED_FILES);
  return player;
}

/** Of two files that name one character, keeps the one with the character's uid. */
function onePerCharacter(
  players: SavePlayer[],
  characters: SaveCharacter[],
  warnings: WarningLog,
): SavePlayer[] {
  const uids = new Map<string, string>();
  for (const character of characters) {
    if (character.isPlayer) uids.set(character.instanceId, character.playerUid);
  }
  const kept = new Map<string, SavePlayer>();
  for (const player of players) {
    const other = kept.get(player.instanceId);
    const isBetter = !other || (player.uid === uids.get(player.instanceId) && other.uid !== player.uid);
    if (isBetter) kept.set(player.instanceId, player);
    const left = isBetter ? other : player;
    if (!left) continue;
    const message = `names the same character as ${(isBetter ? player : other)?.file}; the file was left out`;
    warnings.add('twice', left.file, () => 'SaveData.IndividualId', message, LISTED_DAMAGED_FILES);
  }
  return players.filter((player) => kept.get(player.instanceId) === player);
}

function warnOfAbsentFiles(players: SavePlayer[], characters: SaveCharacter[], warnings: WarningLog): void {
  const withFile = new Set(players.map((player) => player.uid));
  for (const character of characters) {
    if (!character.isPlayer || withFile.has(character.playerUid)) continue;
    const file = `${PLAYERS}/${character.playerUid.replaceAll('-', '')}.sav`;
    const message = `no usable file: place, inventory and records of ${quoted(character.nickname)} are unknown`;
    warnings.add('absent', file, () => '', message);
  }
}

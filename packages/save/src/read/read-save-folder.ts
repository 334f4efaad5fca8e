import { join } from 'node:path';
import { unpack } from '../format/container.ts';
import { guidFromDigits, ZERO_GUID } from '../format/guid.ts';
import { quoted, SaveError, withSaveErrors } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { SaveCharacter, SaveItemContainer, SavePlayer, SaveWorld } from '../format/save-types.ts';
import { sharedBytes } from '../format/shared-bytes.ts';
import type { WarningLog } from '../format/warning-log.ts';
import { LEVEL, LEVEL_META, PLAYERS, playerFiles, saveFolderBytes } from './folder-files.ts';
import { readLevel } from './level.ts';
import { NO_LEVEL_META, readLevelMeta, type SaveLevelMeta } from './level-meta.ts';
import { type OpenSave, type OpenSaveFile, ReadJob, type RetryPolicy } from './open-save.ts';
import { readPlayerFile } from './player-file.ts';
import { fileMissing, isFileMissing, parseOpenFile, type ReadFile, readSaveFile } from './read-file.ts';
import type { SaveReader } from './save-reader.ts';

/** Damaged player files that get their own warning; the rest is counted. */
const LISTED_DAMAGED_FILES = 20;

export interface ReadSaveOptions extends Partial<RetryPolicy> {
  /** Lists each warning, up to 1,000 of a kind, instead of the first of each kind with a count. */
  allWarnings?: boolean;
  /** Receives the bytes on disk of each unpacked file, by path; again when a file is read again. */
  onFile?: (path: string, packed: Buffer) => void;
}

/**
 * Reads a Palworld world folder, the one that holds Level.sav, of any version since January 2024.
 *
 * Damaged records, damaged player files and unknown data become warnings. Throws `SaveError`, and nothing else,
 * when Level.sav is absent or its structure is damaged, or when the folder exceeds SAVE_LIMITS. Memory and time
 * are bounded by the size of the files.
 */
export async function readSaveFolder(folder: string, options: ReadSaveOptions = {}): Promise<SaveWorld> {
  await assertFolderIsBounded(folder);
  const job = new ReadJob(options);
  const { onFile } = options;
  if (onFile !== undefined) job.onFile = ({ path, packed }) => onFile(path, packed);
  return readSave(job, folderSource(job, folder));
}

/**
 * Reads a save folder like `readSaveFolder`, and keeps the bytes of its files for `readOpenSave` and for edits. Threads
 * can share their GVAS bytes. `leftOut` says of each file that could not be read why. Throws `SaveError`.
 */
export async function openSave(
  folder: string,
  options: ReadSaveOptions = {},
): Promise<{
  readonly files: OpenSave;
  readonly save: SaveWorld;
  readonly leftOut: readonly SaveError[];
}> {
  await assertFolderIsBounded(folder);
  const job = new ReadJob(options);
  const files = new Map<string, OpenSaveFile>();
  // A copy: the next Oodle file is unpacked into the same memory.
  job.onFile = (file) => files.set(file.path, { ...file, gvas: sharedBytes(file.gvas) });
  const save = await readSave(job, folderSource(job, folder));
  return { files, save, leftOut: job.leftOut };
}

/** Reads the records of opened files. Throws `SaveError`. */
export function readOpenSave(files: OpenSave, options: ReadSaveOptions = {}): Promise<SaveWorld> {
  const job = new ReadJob(options);
  return readSave(job, openSource(job, files));
}

/** Unpacks the files of a save that are held in memory, by path. Throws `SaveError`. */
export function unpackSave(packed: ReadonlyMap<string, Buffer>): OpenSave {
  const files = new Map<string, OpenSaveFile>();
  for (const [path, bytes] of packed) {
    const { container, gvas } = withSaveErrors(() => unpack(bytes), path);
    files.set(path, { path, container, packed: bytes, gvas: Buffer.from(gvas) });
  }
  return files;
}

/** Where the files of a save come from. `name` is the path inside the save folder. */
interface SaveSource {
  read<T>(name: string, parse: (reader: SaveReader) => T): Promise<ReadFile<T>>;
  playerFiles(): ReturnType<typeof playerFiles>;
}

function folderSource(job: ReadJob, folder: string): SaveSource {
  return {
    read: (name, parse) => readSaveFile(job, join(folder, name), name, parse),
    playerFiles: () => playerFiles(folder),
  };
}

function openSource(job: ReadJob, files: OpenSave): SaveSource {
  const prefix = `${PLAYERS}/`;
  const names = [...files.keys()].filter((path) => path.startsWith(prefix));
  return {
    async read(name, parse) {
      const file = files.get(name);
      if (file !== undefined) return parseOpenFile(job, file, parse);
      throw new SaveError(name, '', 'the file does not exist', { cause: fileMissing(name) });
    },
    playerFiles: async () => ({ names: names.map((path) => path.slice(prefix.length)).sort() }),
  };
}

async function readSave(job: ReadJob, source: SaveSource): Promise<SaveWorld> {
  const { warnings } = job;
  const { value: level, container } = await source.read(LEVEL, readLevel);
  const meta = await readMeta(job, source);
  warnOfRepeatedIds(level.characters, warnings);
  warnOfSharedSlots(level.itemContainers, warnings);
  const { names, unread } = await source.playerFiles();
  if (unread !== undefined) job.leftOut.push(unread);
  const files = await readPlayers(job, source, names);
  const players = onePerCharacter(files, level.characters, warnings);
  const noFiles = names.length > 0 ? undefined : (unread?.reason ?? 'no usable file');
  warnOfAbsentFiles(players, level.characters, warnings, noFiles);
  return { ...meta, ...level, container, players, warnings: warnings.list() };
}

async function assertFolderIsBounded(folder: string): Promise<void> {
  if ((await saveFolderBytes(folder)) <= SAVE_LIMITS.folderBytes) return;
  throw new SaveError(PLAYERS, '', `the save files have more than ${SAVE_LIMITS.folderBytes} bytes together`);
}

async function readMeta(job: ReadJob, source: SaveSource): Promise<SaveLevelMeta> {
  try {
    return (await source.read(LEVEL_META, readLevelMeta)).value;
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    if (!isFileMissing(error)) leaveOut(error, job);
    return NO_LEVEL_META;
  }
}

function leaveOut(error: SaveError, { leftOut, warnings }: ReadJob): void {
  leftOut.push(error);
  warn(warnings, 'file', error.file, error.place, `${error.reason}; the file was left out`);
}

function warn(warnings: WarningLog, kind: string, file: string, place: string, message: string): void {
  warnings.add(kind, file, () => place, message, LISTED_DAMAGED_FILES);
}

/** Reads files named after their player first: the game ignores copies under other names. */
async function readPlayers(job: ReadJob, source: SaveSource, names: string[]): Promise<SavePlayer[]> {
  const players: SavePlayer[] = [];
  const strays: SavePlayer[] = [];
  for (const name of names) {
    try {
      const { value: player } = await source.read(`${PLAYERS}/${name}`, readPlayerFile);
      const uid = guidFromDigits(name.slice(0, 32));
      if (player.uid === ZERO_GUID) player.uid = uid;
      if (player.uid === uid) players.push(player);
      else {
        const message = `the file belongs to player ${player.uid} by its contents, which count`;
        warn(job.warnings, 'file name', player.file, 'SaveData.PlayerUId', message);
        strays.push(player);
      }
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      leaveOut(error, job);
    }
  }
  return [...players, ...strays];
}

/** Keeps one of two files that name one character: the one with the character's uid, otherwise the first. */
function onePerCharacter(
  players: SavePlayer[],
  characters: SaveCharacter[],
  warnings: WarningLog,
): SavePlayer[] {
  const uids = new Map<string, string>();
  for (const character of characters) {
    if (character.isPlayer) uids.set(character.instanceId, character.playerUid);
  }
  const byCharacter = new Map<string, SavePlayer>();
  for (const player of players) {
    const other = byCharacter.get(player.instanceId);
    const isBetter = !other || (player.uid === uids.get(player.instanceId) && other.uid !== player.uid);
    if (isBetter) byCharacter.set(player.instanceId, player);
    const duplicate = isBetter ? other : player;
    if (!duplicate) continue;
    const message = `names the same character as ${(isBetter ? player : other)?.file}; the file was left out`;
    warn(warnings, 'twice', duplicate.file, 'SaveData.IndividualId', message);
  }
  return players.filter((player) => byCharacter.get(player.instanceId) === player);
}

/** `noFiles`: why no player has a file, which is one warning. */
function warnOfAbsentFiles(
  players: SavePlayer[],
  characters: SaveCharacter[],
  warnings: WarningLog,
  noFiles: string | undefined,
): void {
  let absent = 0;
  const withFile = new Set(players.map((player) => player.uid));
  const fileOf = new Map(players.map((player) => [player.instanceId, player.file]));
  for (const { isPlayer, playerUid, instanceId, nickname } of characters) {
    if (!isPlayer || withFile.has(playerUid)) continue;
    const other = fileOf.get(instanceId);
    if (playerUid === ZERO_GUID || other !== undefined) {
      const reason = other === undefined ? '' : `, and ${other} claims it`;
      const name = nickname === '' ? instanceId : quoted(nickname);
      const message = `the player ${name} has the uid ${playerUid}${reason}`;
      warn(warnings, 'player uid', LEVEL, '', message);
      continue;
    }
    absent += 1;
    if (noFiles !== undefined) continue;
    const file = `${PLAYERS}/${playerUid.replaceAll('-', '')}.sav`;
    const message = `no usable file: place, inventory and records of ${quoted(nickname)} are unknown`;
    warnings.add('absent', file, () => '', message);
  }
  if (noFiles === undefined || absent === 0) return;
  const message = `${noFiles}: place, inventory and records of all ${absent} players are unknown`;
  warn(warnings, 'absent', PLAYERS, '', message);
}

/** Warns of two characters with one id: a world takes one of them. */
function warnOfRepeatedIds(characters: readonly SaveCharacter[], warnings: WarningLog): void {
  const byId = new Map<string, SaveCharacter>();
  for (const character of characters) {
    const { instanceId } = character;
    const other = byId.get(instanceId);
    byId.set(instanceId, character);
    if (other === undefined || instanceId === ZERO_GUID) continue;
    const names = [other, character].map(({ nickname, characterId }) => quoted(nickname || characterId));
    const message = `two characters have the id ${instanceId}: ${names.join(' and ')}; one of them is left out`;
    warn(warnings, 'same id', LEVEL, 'worldSaveData.CharacterSaveParameterMap', message);
  }
}

/** Warns of two stacks in one slot: a world takes the first. */
function warnOfSharedSlots(containers: readonly SaveItemContainer[], warnings: WarningLog): void {
  for (const { id, slots } of containers) {
    for (const [at, { index, itemId, count }] of slots.entries()) {
      const other = slots[at - 1]; // they are sorted
      if (other?.index !== index) continue;
      const message =
        `two stacks stand in slot ${index} of the container ${id}: ${other.count} ${quoted(other.itemId)} and ` +
        `${count} ${quoted(itemId)}; the second is left out`;
      warn(warnings, 'same slot', LEVEL, 'worldSaveData.ItemContainerSaveData', message);
    }
  }
}

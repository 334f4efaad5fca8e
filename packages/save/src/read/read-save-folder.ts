import { join } from 'node:path';
import { unpack } from '../format/container.ts';
import { guidFromDigits, ZERO_GUID } from '../format/guid.ts';
import { quoted, SaveError, withSaveErrors } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type {
  SaveCharacter,
  SaveItemContainer,
  SavePlayer,
  SaveWarning,
  SaveWorld,
} from '../format/save-types.ts';
import { sharedBytes } from '../format/shared-bytes.ts';
import type { WarningLog } from '../format/warning-log.ts';
import { LEVEL, LEVEL_META, PLAYERS, playerFiles, saveFolderBytes } from './folder-files.ts';
import { NO_LEVEL_META, readLevel, readLevelMeta, type SaveLevelMeta } from './level.ts';
import { type OpenSave, type OpenSaveFile, ReadJob, type RetryPolicy } from './open-save.ts';
import { readPlayerFile } from './player-file.ts';
import { fileMissing, isFileMissing, parseFile, type ReadFile, readSaveFile } from './read-file.ts';
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
 * Reads the world folder that holds Level.sav, of any version since January 2024. Damaged records and player files become
 * warnings. Throws `SaveError`, and nothing else, when Level.sav is absent or its structure is damaged, or when the
 * folder exceeds SAVE_LIMITS. Memory and time are bounded by the size of the files.
 */
export async function readSaveFolder(folder: string, options: ReadSaveOptions = {}): Promise<SaveWorld> {
  await assertFolderIsBounded(folder);
  const job = new ReadJob(options);
  const { onFile } = options;
  if (onFile !== undefined) job.onFile = ({ path, packed }) => onFile(path, packed);
  return readSave(job, folderSource(job, folder));
}

/** Reads like `readSaveFolder` and keeps the files, whose bytes threads can share. `leftOut`: why files were not read. */
export async function openSave(
  folder: string,
  options: ReadSaveOptions = {},
): Promise<Readonly<{ files: OpenSave; save: SaveWorld; leftOut: readonly SaveError[] }>> {
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
  const names = [...files.keys()].flatMap((path) =>
    path.startsWith(prefix) ? path.slice(prefix.length) : [],
  );
  return {
    async read(name, parse) {
      const file = files.get(name);
      if (file !== undefined) return parseFile(job, name, file.packed.length, () => file, parse);
      throw new SaveError(name, '', 'the file does not exist', { cause: fileMissing(name) });
    },
    playerFiles: async () => ({ names: names.sort() }),
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
  const noUsable: NoFiles = { kind: 'NoPlayerFile', reason: 'no usable file' };
  const noFolder: NoFiles | undefined = unread && { kind: 'UnreadableFolder', reason: unread.reason };
  const noFiles = names.length > 0 ? undefined : (noFolder ?? noUsable);
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
    if (!isFileMissing(error)) leaveOut(error, job);
    return NO_LEVEL_META;
  }
}

/** Throws any other error. */
function leaveOut(error: unknown, { leftOut, warnings }: ReadJob): void {
  if (!(error instanceof SaveError)) throw error;
  leftOut.push(error);
  const { file, place, reason } = error;
  warn(warnings, { kind: 'UnreadableFile', file, place, message: `${reason}; the file was left out` });
}

function warn(warnings: WarningLog, { place, ...warning }: SaveWarning): void {
  warnings.add({ ...warning, place: () => place }, { maxListed: LISTED_DAMAGED_FILES });
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
        const { file } = player;
        warn(job.warnings, { kind: 'OtherPlayersFile', file, place: 'SaveData.PlayerUId', message });
        strays.push(player);
      }
    } catch (error) {
      leaveOut(error, job);
    }
  }
  return [...players, ...strays];
}

/** Keeps one of two files that name one character: the one with the character's uid, otherwise the first. */
function onePerCharacter(players: SavePlayer[], characters: SaveCharacter[], warnings: WarningLog) {
  const bodies = characters.filter(({ isPlayer }) => isPlayer);
  const uids = new Map(bodies.map(({ instanceId, playerUid }) => [instanceId, playerUid]));
  const byCharacter = new Map<string, SavePlayer>();
  for (const player of players) {
    const rival = byCharacter.get(player.instanceId);
    const isBetter = !rival || (player.uid === uids.get(player.instanceId) && rival.uid !== player.uid);
    if (isBetter) byCharacter.set(player.instanceId, player);
    const duplicate = isBetter ? rival : player;
    if (!duplicate) continue;
    const { file } = duplicate;
    const keptFile = (isBetter ? player : rival).file;
    const message = `names the same character as ${keptFile}; the file was left out`;
    warn(warnings, { kind: 'SecondFile', file, place: 'SaveData.IndividualId', message, keptFile });
  }
  return players.filter((player) => byCharacter.get(player.instanceId) === player);
}

/** Why no player has a file, which is one warning. */
type NoFiles = Pick<SaveWarning, 'kind'> & { readonly reason: string };

function warnOfAbsentFiles(
  players: SavePlayer[],
  characters: SaveCharacter[],
  warnings: WarningLog,
  noFiles: NoFiles | undefined,
): void {
  let absent = 0;
  const withFile = new Set(players.map((player) => player.uid));
  const fileOf = new Map(players.map((player) => [player.instanceId, player.file]));
  for (const { isPlayer, playerUid, instanceId, nickname } of characters) {
    if (!isPlayer || withFile.has(playerUid)) continue;
    const rival = fileOf.get(instanceId);
    if (playerUid === ZERO_GUID || rival !== undefined) {
      const reason = rival === undefined ? '' : `, and ${rival} claims it`;
      const name = nickname === '' ? instanceId : quoted(nickname);
      const message = `the player ${name} has the uid ${playerUid}${reason}`;
      warn(warnings, { kind: 'PlayerUid', file: LEVEL, place: '', message });
      continue;
    }
    absent += 1;
    if (noFiles !== undefined) continue;
    const file = `${PLAYERS}/${playerUid.replaceAll('-', '')}.sav`;
    const message = `no usable file: place, inventory and records of ${quoted(nickname)} are unknown`;
    warnings.add({ kind: 'NoPlayerFile', file, place: () => '', message });
  }
  if (noFiles === undefined || absent === 0) return;
  const { kind, reason } = noFiles;
  const message = `${reason}: place, inventory and records of all ${absent} players are unknown`;
  warn(warnings, { kind, file: PLAYERS, place: '', message });
}

/** Warns of two characters with one id: a world takes one of them. */
function warnOfRepeatedIds(characters: readonly SaveCharacter[], warnings: WarningLog): void {
  const byId = new Map<string, SaveCharacter>();
  for (const character of characters) {
    const { instanceId } = character;
    const former = byId.get(instanceId);
    byId.set(instanceId, character);
    if (former === undefined || instanceId === ZERO_GUID) continue;
    const names = [former, character].map(({ nickname, characterId }) => quoted(nickname || characterId));
    const message = `two characters have the id ${instanceId}: ${names.join(' and ')}; one of them is left out`;
    const place = 'worldSaveData.CharacterSaveParameterMap';
    warn(warnings, { kind: 'RepeatedId', file: LEVEL, place, message });
  }
}

/** Warns of two stacks in one slot: a world takes the first. */
function warnOfSharedSlots(containers: readonly SaveItemContainer[], warnings: WarningLog): void {
  for (const { id, slots } of containers) {
    for (const [at, { index, itemId, count }] of slots.entries()) {
      const former = slots[at - 1]; // they are sorted
      if (former?.index !== index) continue;
      const message =
        `two stacks stand in slot ${index} of the container ${id}: ${former.count} ${quoted(former.itemId)} and ` +
        `${count} ${quoted(itemId)}; the second is left out`;
      const place = 'worldSaveData.ItemContainerSaveData';
      warn(warnings, { kind: 'SharedSlot', file: LEVEL, place, message });
    }
  }
}

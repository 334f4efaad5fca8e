import { accessSync, constants, existsSync, lstatSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesText, shellWord, timeText } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { readFileBeginning } from '@palatine/platform/read-file';
import { gitLfsProblem } from '@palatine/save/container';
import { coopWarnings, LEVEL, PLAYERS, SAVE_BACKUPS } from '@palatine/save/folder-files';
import { JOURNAL } from '@palatine/save-tools/save-files';
import { type AttachCheck, missing, ok, warning } from './attachment.ts';
import type { FoundWorld } from './discover.ts';

/** Time that a file may be ahead of this machine's clock before the ages of saves are wrong. */
const CLOCK_SPARE_MS = 5000;

/** Checks of the world folder; keeps nothing open. `isAttached`: already, so leftovers of a maintenance are its own. */
export function folderChecks(
  { folder, saved }: FoundWorld,
  {
    nowMs,
    isAttached,
    refusesDeliveries,
  }: { nowMs: number; isAttached: boolean; refusesDeliveries: boolean },
): AttachCheck[] {
  const unreadable = unreadableIn(folder);
  if (unreadable !== undefined) return [unreadable];
  const level = statSync(join(folder, LEVEL));
  return [
    levelCheck(folder, level, nowMs),
    ...interruptedCheck(folder, isAttached),
    ...playerFilesCheck(folder),
    ...coopCheck(folder),
    ...shareCheck(folder),
    writeCheck(folder, level, refusesDeliveries),
    banlistCheck(saved),
  ];
}

const FOLDER = 'save folder';

function unreadableIn(folder: string): AttachCheck | undefined {
  for (const [path, mode] of [
    [folder, constants.R_OK | constants.X_OK],
    [join(folder, LEVEL), constants.R_OK],
    [join(folder, PLAYERS), constants.R_OK | constants.X_OK],
  ] as const) {
    const code = accessError(path, mode);
    if (code === undefined || (code === 'ENOENT' && path.endsWith(PLAYERS))) continue;
    const todo = `run Palatine as the user of the game server${ownerText(folder)}, or as a member of its group, and mount the folder where it can see it`;
    return missing(FOLDER, `${path} cannot be read by this user (${code})`, todo);
  }
  return undefined;
}

function levelCheck(folder: string, level: Stats, nowMs: number): AttachCheck {
  const found = `${folder} (${LEVEL} has ${bytesText(level.size)}, written ${timeText(level.mtimeMs)})`;
  if (level.size === 0) {
    const todo =
      'the disk was full when the game wrote it, or it is a copy that failed: restore a backup before anything else';
    return missing(FOLDER, `${join(folder, LEVEL)} is empty`, todo);
  }
  const pointer = gitLfsProblem(readFileBeginning(join(folder, LEVEL), 64, level.size) ?? Buffer.of());
  if (pointer !== null)
    return missing(FOLDER, `${join(folder, LEVEL)} is ${pointer}`, 'run it in its repository');
  if (level.mtimeMs > nowMs + CLOCK_SPARE_MS) {
    const ahead = `which is ${Math.round((level.mtimeMs - nowMs) / 1000)} s ahead of this machine's clock`;
    const todo = 'synchronize the clocks of both machines (NTP): until then the ages of saves are wrong';
    return warning(FOLDER, `${found}, ${ahead}`, todo);
  }
  return ok(FOLDER, found);
}

function interruptedCheck(folder: string, isAttached: boolean): AttachCheck[] {
  if (!existsSync(join(folder, JOURNAL))) return [];
  const found = `an edit of the save was interrupted (${JOURNAL} is in it)`;
  const check = 'interrupted edit';
  const byService = 'the next start of the service settles it while the server is down';
  if (isAttached) return [warning(check, found, byService)];
  const undo = `palatine save undo ${shellWord(folder)}, which finishes or undoes that edit`;
  return [missing(check, found, `stop the game server and run ${undo}`)];
}

function playerFilesCheck(folder: string): AttachCheck[] {
  if (existsSync(join(folder, PLAYERS))) return lowerCaseCheck(folder);
  const found = `there is no folder ${PLAYERS}, as in a backup without it: every player would start over`;
  const todo = `stop the game server and restore ${PLAYERS} with its upper-case P; a new world gets it with its first player`;
  return [warning('player files', found, todo)];
}

function coopCheck(folder: string): AttachCheck[] {
  const todo = 'nothing, unless the host wants the character back: see docs/editing-saves.md';
  return coopWarnings(folder).map(({ file, message }) => {
    return file.startsWith(PLAYERS) ? warning(file, message, todo) : ok(file, message);
  });
}

/** On Linux the game does not find a player file whose name is not upper case: the player starts from scratch. */
function lowerCaseCheck(folder: string): AttachCheck[] {
  if (process.platform === 'win32') return [];
  const lower = namesInFolder(join(folder, PLAYERS)).filter(
    (name) => /^[0-9a-f]{32}\.sav$/i.test(name) && /[a-f]/.test(name.slice(0, 32)),
  );
  const [first] = lower;
  if (first === undefined) return [];
  const [files, are] = lower.length === 1 ? ['the file', 'is'] : [`${lower.length} files`, 'are'];
  const found = `${files} of a player, such as ${first}, ${are} in lower case, and the game on Linux does not read such files`;
  return [warning('player files', found, 'stop the game server and rename them to upper case')];
}

/** Network file systems by their Linux numbers; 9p is used by WSL and virtual machines. */
const SHARES: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9p',
};

function shareCheck(folder: string): AttachCheck[] {
  const share = shareOf(folder);
  if (share === undefined) return [];
  const found = `the save is on a network share (${share}), which may show a file half written while it is replaced`;
  const todo =
    'run Palatine on the machine of the game server; else only the finished generations in backup/world are safe, so leave bIsUseBackupSaveData on';
  return [warning('file system', found, todo)];
}

function shareOf(folder: string): string | undefined {
  if (process.platform === 'win32') return folder.startsWith('\\\\') ? 'SMB' : undefined;
  try {
    return SHARES[statfsSync(folder).type >>> 0];
  } catch {
    return undefined; // unknown on this system
  }
}

const DELIVERIES = 'deliveries';

/** A delivery replaces files, and the new ones must keep the owner. */
function writeCheck(folder: string, level: Stats, refusesDeliveries: boolean): AttachCheck {
  if (refusesDeliveries) return ok(DELIVERIES, 'Server.json refuses them, so the save is never written');
  const link = [LEVEL, PLAYERS].find((name) =>
    lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
  if (link !== undefined) {
    const found = `${join(folder, link)} is a link, and no edit follows one: reads and moderation work, grants would stay pending for ever`;
    const todo = `put the files themselves there, or set "Deliveries": "Refuse" in Server.json`;
    return warning(DELIVERIES, found, todo);
  }
  const unwritable = unwritableIn(folder);
  if (unwritable !== undefined) {
    const found = `${unwritable.path} cannot be written by this user (${unwritable.code}): reads and moderation work, grants would stay pending for ever`;
    const todo = `mount it writable and run Palatine as the user of the save${ownerText(folder)}, or set "Deliveries": "Refuse" in Server.json`;
    return warning(DELIVERIES, found, todo);
  }
  const user = process.geteuid?.();
  if (user !== undefined && user !== 0 && user !== level.uid) {
    const found = `the save belongs to another user (${level.uid}), and files written by this one (${user}) could not be given to it`;
    const todo = `run Palatine as user ${level.uid}, or set "Deliveries": "Refuse" in Server.json`;
    return warning(DELIVERIES, found, todo);
  }
  return ok(DELIVERIES, 'the save can be written once the game server is stopped');
}

/** The first unwritable one of: the world folder, its players, and the folder of backups beside it. */
function unwritableIn(folder: string): { path: string; code: string } | undefined {
  const backups = join(dirname(folder), SAVE_BACKUPS);
  const paths = [folder, join(folder, PLAYERS), existsSync(backups) ? backups : dirname(folder)];
  for (const path of paths) {
    const code = accessError(path, constants.W_OK | constants.X_OK);
    if (code !== undefined && code !== 'ENOENT') return { path, code };
  }
  return undefined;
}

function banlistCheck(saved: string | undefined): AttachCheck {
  const check = 'ban list';
  if (saved === undefined) {
    const found = 'banlist.txt is two folders above the world folder, which cannot be seen from here';
    const todo =
      'mount the whole Pal/Saved folder, or name the file by BanlistFile in Server.json: bans that others give are not read until then';
    return warning(check, found, todo);
  }
  const file = join(saved, 'SaveGames', 'banlist.txt');
  return ok(
    check,
    existsSync(file) ? file : `${file} is not there yet: the game creates it at its first ban`,
  );
}

function accessError(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'EIO';
  }
}

function ownerText(folder: string): string {
  const uid = process.platform === 'win32' ? undefined : statSync(folder, { throwIfNoEntry: false })?.uid;
  return uid === undefined ? '' : ` (${uid})`;
}

import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import { readTextFile } from '@palatine/platform/read-file';
import { answerOnPort, restPorts } from './rest-port.ts';
import {
  assertUnchanged,
  type DigestsByPath,
  digestSave,
  isSameSave,
  pathsIn,
  type SaveDigests,
} from './save-files.ts';
import { backupsOf } from './save-folder.ts';
import { lastBackup, stateAfter } from './undo-log.ts';

/** The game may still be writing other files if one has changed within this time. */
export const RECENT_MS = 60_000;
/** The game writes a file under this name before renaming it. */
const GAME_TEMPORARY = /\.sav\.tmp$/i;

export interface AtRestOptions extends RunningOptions {
  nowMs: number;
  /** The files as read or imported; any by default. */
  expected?: DigestsByPath | undefined;
  /** Time without changes; a minute by default. Less only if the server was proved down in another way. */
  settledMs?: number | undefined;
}

/**
 * Throws a ConfigError with the next step unless nobody else uses a world folder. Files of Palatine's last edit are at
 * rest at once. There is no bypass: a change under a running server would be lost at best. @returns the present files.
 */
export async function assertSaveAtRest(folder: string, options: AtRestOptions): Promise<SaveDigests> {
  const actual = digestSave(folder);
  if (options.expected !== undefined) assertUnchanged(folder, options.expected, actual);
  assertSettled(folder, actual, options);
  await assertNotRunning(folder, actual.keys(), options);
  return actual;
}

function assertSettled(
  folder: string,
  actual: SaveDigests,
  { nowMs, settledMs = RECENT_MS }: AtRestOptions,
): void {
  const changed = [...actual.values()].find(({ changedAtMs }) => changedAtMs > nowMs - settledMs);
  if (changed !== undefined && !isOurLastState(folder, actual)) {
    throw recentError(join(folder, changed.path), changed.changedAtMs, nowMs);
  }
  for (const path of pathsIn(folder).filter((path) => GAME_TEMPORARY.test(path))) {
    const stats = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs > nowMs - settledMs) {
      throw recentError(join(folder, path), stats.mtimeMs, nowMs);
    }
  }
}

/** Whether the files are byte for byte the result of our last edit or undo of this world. A damaged backup proves nothing. */
export function isOurLastState(folder: string, actual: SaveDigests): boolean {
  return orElse(false, () => {
    const real = realpathSync(folder);
    const backup = lastBackup({ folder: real, backups: backupsOf(real) });
    return backup !== undefined && isSameSave(stateAfter(backup.manifest), actual);
  });
}

function recentError(file: string, changedAtMs: number, nowMs: number): ConfigError {
  const seconds = Math.round((nowMs - changedAtMs) / 1000);
  if (seconds < -RECENT_MS / 1000) {
    return new ConfigError(
      `${file} has changed in the future, by the clock of this machine; set the clock right, or, once no game ` +
        'server runs, give the file the present time (touch), and run the command again in a minute',
    );
  }
  return new ConfigError(
    `${file} changed ${counted(Math.max(0, seconds), 'second')} ago, so the game may be writing the save; ` +
      'stop the server, wait a minute, and run the command again',
  );
}

export interface RunningOptions {
  /** Port to check for a game server; by default that of its settings. */
  restPort?: number | undefined;
  answerMs?: number | undefined;
}

/** Throws a ConfigError if a server may use the world: by open files, installation, or the port of its REST interface. */
export async function assertNotRunning(
  folder: string,
  files: Iterable<string>,
  { restPort, answerMs }: RunningOptions = {},
): Promise<void> {
  const open = openElsewhere([...files].map((path) => join(folder, path)));
  if (open !== undefined) {
    const program = open.program === '' ? 'a program' : open.program;
    throw new ConfigError(
      `${open.file} is open in ${program} (process ${open.pid}); stop it and run the command again`,
    );
  }
  const server = runningServer(folder);
  if (server !== undefined) {
    throw new ConfigError(
      `the game server of ${folder} is running (process ${server}), and would write its memory over a change; ` +
        'let it save, stop it, and run the command again',
    );
  }
  const ports = restPort === undefined ? restPorts(folder) : [restPort];
  for (const port of ports) await assertNoServer(folder, port, answerMs);
}

async function assertNoServer(folder: string, port: number, answerMs?: number): Promise<void> {
  const answer = await answerOnPort(port, answerMs);
  if (answer === 'game server') {
    throw new ConfigError(
      `a game server is running: it answers on port ${port} of this machine, and would write its memory over a ` +
        `change of ${folder}; let it save, stop it, and run the command again`,
    );
  }
  if (answer === 'silence') {
    throw new ConfigError(
      `port ${port} of this machine takes connections and does not answer, like a paused game server; ` +
        'stop it, and run the command again',
    );
  }
}

/** Maximum open files to check. A busy machine has some 10,000. */
const MAX_OPEN_FILES = 500_000;

/**
 * Another process with one of the files open, also under another path, on Linux; '' for a hidden program. A process may
 * have exited meanwhile, or belong to another user.
 */
function openElsewhere(files: readonly string[]) {
  const fileOf = new Map(files.map((file) => [idOf(file), file]));
  const names = new Set(files.map((file) => basename(file)));
  let remaining = MAX_OPEN_FILES;
  for (const pid of processIds()) {
    if (Number(pid) === process.pid) continue;
    const folder = join(PROC, pid, 'fd');
    for (const handle of orElse([], () => readdirSync(folder))) {
      if (remaining-- <= 0) return undefined;
      const link = join(folder, handle);
      if (!names.has(basename(target(link)))) continue;
      const file = fileOf.get(idOf(link) ?? ''); // no id is empty
      if (file === undefined) continue;
      const program = orElse('', () => (readTextFile(join(PROC, pid, 'comm')) ?? '').trim());
      return { file, pid: Number(pid), program };
    }
  }
  return undefined;
}

/** Target of a link to an open file, '' if hidden. */
const target = (link: string) => orElse('', () => readlinkSync(link));

const PROC = '/proc';
/** Program of a dedicated server in its installation, whose worlds are in `Pal/Saved`. */
const SERVER_PROGRAM = /^(.*)\/Pal\/Binaries\/[^/]+\/PalServer-[^/]+$/;

/** Pid of the server whose installation has this world (Linux, also in containers), even without a REST interface. */
function runningServer(folder: string): number | undefined {
  const world = idOf(folder);
  if (world === undefined) return undefined;
  for (const { pid, installation } of serverProcesses()) {
    const saves = join(PROC, `${pid}`, 'root', installation, 'Pal', 'Saved', 'SaveGames', '0');
    if (idOf(join(saves, basename(folder))) === world) return pid;
  }
  return undefined;
}

/** Processes of dedicated servers, each with its installation as seen by the process, which may be in a container. */
export function serverProcesses(): { pid: number; installation: string }[] {
  return processIds().flatMap((pid) => {
    const program = target(join(PROC, pid, 'exe')).replace(/ \(deleted\)$/, ''); // an update replaces it
    const installation = SERVER_PROGRAM.exec(program)?.[1];
    return installation === undefined ? [] : [{ pid: Number(pid), installation }];
  });
}

/** None where the system is not Linux. */
const processIds = () => orElse([], () => readdirSync(PROC).filter((name) => /^\d+$/.test(name)));

/** Identity of a file or folder under any path; undefined for a missing one. */
function idOf(path: string): string | undefined {
  return orElse(undefined, () => {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  });
}

import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import { HttpClient, type HttpResponse, NoResponseError } from '@palatine/platform/http-client';
import { fieldsOf } from '@palatine/platform/json';
import { readTextFile } from '@palatine/platform/read-file';
import {
  assertUnchanged,
  type DigestsByPath,
  digestSave,
  isSameSave,
  pathsIn,
  type SaveDigests,
} from './save-files.ts';
import { backupsOf } from './save-folder.ts';
import { iniRestPort, parseSettingsIni, settingsFiles } from './settings-ini.ts';
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

async function assertNoServer(folder: string, port: number, answerMs = ANSWER_MS): Promise<void> {
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

const DEFAULT_REST_PORT = 8212;
/** From `Pal/Saved/SaveGames/0/<world>`. */
const SAVED = '../../..';

/** REST ports of the game server by the settings above the world, or its default. */
function restPorts(folder: string): number[] {
  const files = settingsFiles(join(folder, SAVED), 'PalWorldSettings.ini');
  const ports = new Set(files.flatMap(({ text }) => iniRestPort(parseSettingsIni(text)) ?? []));
  return ports.size === 0 ? [DEFAULT_REST_PORT] : [...ports];
}

const MAX_BODY_BYTES = 64 * 1024;
const ANSWER_MS = 1500;

/** Who answers on a port of this machine. `silence`: nobody, though it takes connections, as a paused server does. */
type PortAnswer = 'game server' | 'silence' | undefined;

/** Requests the server's info without a password, within a time limit. */
async function answerOnPort(port: number, timeoutMs: number): Promise<PortAnswer> {
  const http = new HttpClient({ origin: `http://127.0.0.1:${port}`, clock: systemClock });
  try {
    const limits = { timeoutMs, maxBodyBytes: MAX_BODY_BYTES };
    return classify(await http.send({ method: 'GET', path: '/v1/api/info', ...limits }));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.partial !== undefined) return classify(error.partial); // the beginning is enough
    // Anything but HTTP, or a connection closed without a response, is not the game.
    return error.sent && error.code === 'TIMEOUT' ? 'silence' : undefined;
  }
}

/** Whether a response to GET /v1/api/info is the game's. The content type is unreliable: JSON comes as text at times. */
function classify({ status, body }: HttpResponse): PortAnswer {
  const text = new TextDecoder().decode(body); // without a byte order mark
  const isOfGame =
    text.includes('errors.com.epicgames.httpserver') ||
    ((status === 401 || status === 200) && text.trimStart().startsWith('Unauthorized')) ||
    (status === 200 && hasWorld(text));
  return isOfGame ? 'game server' : undefined;
}

function hasWorld(body: string): boolean {
  const fields = orElse(undefined, () => fieldsOf(JSON.parse(body)));
  return fields?.has('version') === true && fields.has('servername');
}

/** Maximum open files to check. A busy machine has some 10,000. */
const MAX_OPEN_FILES = 500_000;

/** Another process with one of the files open, also under another path, on Linux; '' for a hidden program. */
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

/** Reads what may be missing, hidden or damaged: a process may have exited, or belong to another user. */
function orElse<T>(fallback: T, read: () => T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
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

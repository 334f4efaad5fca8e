import { readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { HttpClient, type HttpResponse, NoResponseError } from '@palatine/platform/http-client';
import { fieldsOf, parseJson } from '@palatine/platform/json';
import { readTextFile } from '@palatine/platform/read-file';
import { idOf, PROC, processesIn, runningServer } from './running-server.ts';
import { iniRestPort, parseSettingsIni, settingsFiles } from './settings-ini.ts';

export interface RunningOptions {
  /** Where a game server would answer; by default as its settings say. */
  restPort?: number | undefined;
  answerMs?: number | undefined;
}

/**
 * Throws a ConfigError when a game server may be using the world: another process has one of the files open, runs the
 * server of its installation, or answers on the port of its REST interface. A running server would write its own memory over every change.
 */
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

async function assertNoServer(folder: string, port: number, answerMs: number | undefined): Promise<void> {
  const answer = await answerOnPort(port, answerMs);
  if (answer === 'game server') {
    throw new ConfigError(
      `a game server is running: it answers on port ${port} of this machine, and would write its memory over a ` +
        `change of ${folder}; let it save, stop it, and run the command again`,
    );
  }
  if (answer === 'silence') {
    throw new ConfigError(
      `port ${port} of this machine takes connections and does not answer, as a game server does that is paused; ` +
        'stop it, and run the command again',
    );
  }
}

const DEFAULT_REST_PORT = 8212;
/** From `Pal/Saved/SaveGames/0/<world>`. */
const SAVED = '../../..';

/** REST ports of the game server by the settings above the world, else its default. */
function restPorts(folder: string): number[] {
  const ports = settingsFiles(join(folder, SAVED), 'PalWorldSettings.ini').flatMap(
    ({ text }) => iniRestPort(parseSettingsIni(text)) ?? [],
  );
  return ports.length === 0 ? [DEFAULT_REST_PORT] : [...new Set(ports)];
}

const MAX_BODY_BYTES = 64 * 1024;
const ANSWER_MS = 1500;

/**
 * What answers on a port of this machine: the REST interface of a game server; something that takes the connection
 * and then says nothing, as a game server does that its image has paused; another program; or nobody.
 */
type PortAnswer = 'game server' | 'silence' | 'another program' | 'nobody';

/** Asks for the facts of the server, without a password, and waits so long at most. */
async function answerOnPort(port: number, answerMs = ANSWER_MS): Promise<PortAnswer> {
  const http = new HttpClient({ origin: `http://127.0.0.1:${port}`, clock: systemClock });
  try {
    const limits = { timeoutMs: answerMs, maxBodyBytes: MAX_BODY_BYTES };
    return judge(await http.send({ method: 'GET', path: '/v1/api/info', ...limits }));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.partial !== undefined) return judge(error.partial); // the beginning says enough
    if (!error.sent) return 'nobody';
    // What is no HTTP, or closes the connection without a word, is not the game.
    return error.code === 'TIMEOUT' ? 'silence' : 'another program';
  }
}

/**
 * Whether an answer to GET /v1/api/info is the game's: its facts, its refusal of a call without a password, or an
 * error of the engine's own web server. The content type says nothing: the game sends JSON as text at times.
 */
function judge({ status, body }: HttpResponse): PortAnswer {
  const text = body.toString();
  const isOfGame =
    text.includes('errors.com.epicgames.httpserver') ||
    (status === 401 && text.trimStart().startsWith('Unauthorized')) ||
    (status === 200 && hasWorld(text));
  return isOfGame ? 'game server' : 'another program';
}

function hasWorld(body: string): boolean {
  try {
    const fields = fieldsOf(parseJson(body));
    return fields?.has('version') === true && fields.has('servername');
  } catch {
    return false;
  }
}

/** Open files that are looked at. A busy machine has some 10,000. */
const MAX_OPEN_FILES = 500_000;

/** Another process with one of the files open, where Linux tells, also under another path; '' for a hidden program. */
function openElsewhere(files: readonly string[]) {
  const wanted = new Map(files.map((file) => [idOf(file), file]));
  const names = new Set(files.map((file) => basename(file)));
  let left = MAX_OPEN_FILES;
  for (const pid of processesIn(PROC)) {
    if (Number(pid) === process.pid) continue;
    const folder = join(PROC, pid, 'fd');
    for (const handle of listed(folder)) {
      if (left-- <= 0) return undefined;
      const link = join(folder, handle);
      if (!names.has(basename(target(link)))) continue;
      const file = wanted.get(idOf(link) ?? ''); // no id is empty
      if (file !== undefined) return { file, pid: Number(pid), program: programOf(join(PROC, pid)) };
    }
  }
  return undefined;
}

/** Nothing for a process that has ended meanwhile, or is another user's. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path that an open file was opened by, '' when it is hidden. */
function target(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

function programOf(process: string): string {
  try {
    return (readTextFile(join(process, 'comm')) ?? '').trim();
  } catch {
    return '';
  }
}

import { readdirSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { HttpClient, type HttpResponse, NoResponseError } from '@palatine/platform/http-client';
import { fieldsOf } from '@palatine/platform/json';
import { readTextFile } from '@palatine/platform/read-file';
import { idOf, PROC, processesIn, runningServer } from './running-server.ts';
import { iniRestPort, parseSettingsIni, settingsFiles } from './settings-ini.ts';

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
  const ports = settingsFiles(join(folder, SAVED), 'PalWorldSettings.ini').flatMap(
    ({ text }) => iniRestPort(parseSettingsIni(text)) ?? [],
  );
  return ports.length === 0 ? [DEFAULT_REST_PORT] : [...new Set(ports)];
}

const MAX_BODY_BYTES = 64 * 1024;
const ANSWER_MS = 1500;

/** The program that answers on a port of this machine. Silence: a connection without a response, as from a paused server. */
type PortAnswer = 'game server' | 'silence' | 'another program' | 'nobody';

/** Requests the server's info without a password, within a time limit. */
async function answerOnPort(port: number, answerMs = ANSWER_MS): Promise<PortAnswer> {
  const http = new HttpClient({ origin: `http://127.0.0.1:${port}`, clock: systemClock });
  try {
    const limits = { timeoutMs: answerMs, maxBodyBytes: MAX_BODY_BYTES };
    return classify(await http.send({ method: 'GET', path: '/v1/api/info', ...limits }));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    if (error.partial !== undefined) return classify(error.partial); // the beginning is enough
    if (!error.sent) return 'nobody';
    // Anything but HTTP, or a connection closed without a response, is not the game.
    return error.code === 'TIMEOUT' ? 'silence' : 'another program';
  }
}

/** Whether a response to GET /v1/api/info is the game's. The content type is unreliable: JSON comes as text at times. */
function classify({ status, body }: HttpResponse): PortAnswer {
  const text = new TextDecoder().decode(body); // without a byte order mark
  const isOfGame =
    text.includes('errors.com.epicgames.httpserver') ||
    ((status === 401 || status === 200) && text.trimStart().startsWith('Unauthorized')) ||
    (status === 200 && hasWorld(text));
  return isOfGame ? 'game server' : 'another program';
}

function hasWorld(body: string): boolean {
  try {
    const fields = fieldsOf(JSON.parse(body));
    return fields?.has('version') === true && fields.has('servername');
  } catch {
    return false;
  }
}

/** Maximum open files to check. A busy machine has some 10,000. */
const MAX_OPEN_FILES = 500_000;

/** Another process with one of the files open, also under another path, on Linux; '' for a hidden program. */
function openElsewhere(files: readonly string[]) {
  const fileOf = new Map(files.map((file) => [idOf(file), file]));
  const names = new Set(files.map((file) => basename(file)));
  let remaining = MAX_OPEN_FILES;
  for (const pid of processesIn(PROC)) {
    if (Number(pid) === process.pid) continue;
    const folder = join(PROC, pid, 'fd');
    for (const handle of listed(folder)) {
      if (remaining-- <= 0) return undefined;
      const link = join(folder, handle);
      if (!names.has(basename(target(link)))) continue;
      const file = fileOf.get(idOf(link) ?? ''); // no id is empty
      if (file !== undefined) return { file, pid: Number(pid), program: programOf(join(PROC, pid)) };
    }
  }
  return undefined;
}

/** Empty for a process that has exited, or of another user. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Target of a link to an open file, '' if hidden. */
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

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SOUND } from '@palatine/save/testing';
import { freePort } from '@palatine/stand-in/free-ports';
import { type GameServerProcess, startGameServer } from '@palatine/stand-in/start-game-server';
import { fillSaveFolder } from '@palatine/testing/sound-save-folders';
import { until } from '@palatine/testing/until';
import { projectCopy } from './project-copy.ts';

const WORLD_ID = '0123456789ABCDEF0123456789ABCDEF';
/** Timeout of one command. `npm start` builds the page and makes a world first. */
const HANG_MS = 120_000;

export interface Ran {
  code: number | null;
  output: string;
}

/** Types the commands of a document into a shell, in a copy of the project, and answers what the document leaves open. */
export interface Reader extends AsyncDisposable {
  /** The project. */
  folder: string;
  data: string;
  /** The administrator token, as the program printed it. */
  token(): string;
  /** Runs a command to its end. A command that starts a server runs until it serves. */
  type(command: string): Promise<Ran>;
  /** Whether the command is one that serves until it is stopped. */
  starts(command: string): boolean;
  /** Whether a server runs, and one of the demo world. */
  running(world?: 'demo'): boolean;
  writeFile(path: string, text: string): void;
  /** Waits until the path answers with 200: a token takes effect within a second. */
  answers(path: string, token: string): Promise<void>;
  /** Starts the demo in a new data folder. */
  startDemo(): Promise<void>;
  stopServer(): Promise<void>;
  /** Starts a stand-in of the game server, to which a new data folder is to be attached. */
  startGameServer(): Promise<void>;
  removeData(): Promise<void>;
}

export async function aReader(): Promise<Reader> {
  const project = projectCopy();
  const { folder } = project;
  const data = join(folder, 'data');
  const saves = join(folder, 'SaveGames', '0');
  fillSaveFolder(join(saves, WORLD_ID));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = environment(port);
  let server: Server | undefined;
  let token = '';
  let game: GameServerProcess | undefined;

  /** @throws AssertionError when a placeholder of the document has no value here. */
  function filled(command: string): string {
    const values: [placeholder: string | RegExp, value: () => string][] = [
      ['<world id>', () => WORLD_ID],
      ['<PlayerUID>', () => SOUND.zoe.replaceAll('-', '')],
      ['/path/to/PalDefender', () => palDefenderFolder()],
      ['/path/to/palworld', () => game?.root ?? assert.fail('no game server runs')],
      ['/path/to/admin-password', () => game?.passwordFile ?? assert.fail('no game server runs')],
      ['http://127.0.0.1:8212', () => game?.url ?? assert.fail('no game server runs')],
      [/\/path\/to\/SaveGames\/0/g, () => saves],
      [/\/path\/to\/SaveGames/g, () => dirname(saves)],
      [/\/path\/to\/(a-)?save\b/g, () => join(saves, WORLD_ID)],
      [/<(the )?token( it printed)?>/gi, () => token],
      ['<time>', () => lastOf(join(data, 'Backups'))],
      [/\b17993\b/g, () => `${port}`],
    ];
    const text = values.reduce((line, [from, to]) => line.replaceAll(from, to), command);
    const [open] = /<[a-z][^>]*>|\/path\/to\/\S*/.exec(text) ?? [];
    assert.equal(open, undefined, `nothing here stands for ${open}`);
    return text;
  }

  /** A folder of the original, with the token of a panel. */
  function palDefenderFolder(): string {
    const original = join(folder, 'PalDefender');
    const token = { Name: 'Panel', Token: 'secret-of-the-panel', Permissions: ['REST.Players.Read'] };
    reader.writeFile('PalDefender/RESTAPI/Tokens/Panel.json', JSON.stringify(token));
    return original;
  }

  const isAttached = () => existsSync(join(data, 'Server.json'));

  function shell(command: string): ChildProcess {
    const script = `set -o pipefail; palatine() { npx palatine "$@"; }\n${command}`;
    return spawn('bash', ['-c', script], {
      cwd: folder,
      env: { ...env, TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // its own process group, to which Ctrl-C goes
    });
  }

  async function run(command: string): Promise<Ran> {
    const child = shell(command);
    const output = collect(child);
    const limit = setTimeout(() => signal(child, 'SIGKILL'), HANG_MS);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(limit);
    return { code, output: output() };
  }

  async function start(command: string): Promise<Ran> {
    await stopServer();
    const child = shell(command);
    server = { child, output: collect(child), demo: command === 'npm start' && !isAttached() };
    const { output } = server;
    const serves = async () => {
      assert.ok(child.exitCode === null, `${command} ended`);
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
    };
    await until(`${command} serves`, serves, HANG_MS).catch((error: Error) =>
      assert.fail(`${error.message}. It printed:\n${output()}`),
    );
    // It is written as a whole, after the first request may be answered.
    await until(`${command} prints its welcome`, () => output().includes('Palatine serves "'));
    return { code: 0, output: output() };
  }

  async function stopServer(): Promise<void> {
    if (server === undefined) return;
    const { child, output } = server;
    server = undefined;
    const ended = once(child, 'close');
    signal(child, 'SIGINT');
    const limit = setTimeout(() => signal(child, 'SIGKILL'), HANG_MS);
    await ended;
    clearTimeout(limit);
    assert.doesNotMatch(output(), /"level":60/);
    await until('the port is free', async () => (await fetch(url).catch(() => undefined)) === undefined);
  }

  const reader: Reader = {
    folder,
    data,
    token: () => token,
    stopServer,
    starts,
    running: (world) => server !== undefined && (world === undefined || server.demo),
    async type(command) {
      const text = filled(command);
      const ran = await (starts(text) ? start : run)(text);
      token = /(?:Bearer +|^ {2})([\w-]{43})$/m.exec(ran.output)?.[1] ?? token;
      return ran;
    },
    writeFile(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    async answers(path, secret) {
      const headers = { authorization: `Bearer ${secret}` };
      await until(`${path} answers`, async () => (await fetch(url + path, { headers })).status === 200);
    },
    async startGameServer() {
      await reader.removeData();
      game ??= await startGameServer();
    },
    async startDemo() {
      await reader.removeData();
      await reader.type('npm start');
    },
    async removeData() {
      await stopServer();
      rmSync(data, { recursive: true, force: true });
    },
    async [Symbol.asyncDispose]() {
      await stopServer();
      await game?.[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
  return reader;
}

interface Server {
  child: ChildProcess;
  /** The demo world as its first start makes it. */
  demo: boolean;
  output: () => string;
}

function starts(command: string): boolean {
  return /^(npm start|(npx )?palatine serve)\b/.test(command);
}

/** The reader's shell: nothing of the npm or the test that runs this. */
function environment(port: number): NodeJS.ProcessEnv {
  const inherited = /^(npm_|PALATINE_|NODE_TEST_CONTEXT$|INIT_CWD$|NODE_COMPILE_CACHE$)/i;
  const entries = Object.entries(process.env).filter(([name]) => !inherited.test(name));
  return { ...Object.fromEntries(entries), PALATINE_PORT: `${port}`, npm_config_offline: 'true' };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

/** To the whole group, as a terminal sends it. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, name);
  } catch {} // it has ended
}

/** The newest of the names that begin with a time. */
function lastOf(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}/.test(name)) : [];
  return names.sort().at(-1) ?? assert.fail(`${folder} holds nothing`);
}

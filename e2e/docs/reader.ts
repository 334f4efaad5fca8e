import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SOUND } from '@palatine/save/testing';
import { freePort } from '@palatine/stand-in/free-ports';
import { openGameServer, type RunningGameServer } from '@palatine/stand-in/open-game-server';
import { fillSaveFolder } from '@palatine/testing/sound-save-folders';
import { until } from '@palatine/testing/until';
import { projectCopy } from './project-copy.ts';
import { HANG_MS, type Terminal, typeCommand } from './terminal.ts';

const WORLD_ID = '0123456789ABCDEF0123456789ABCDEF';

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
  let server: Server | undefined;
  let token = '';
  let game: RunningGameServer | undefined;

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

  /** A folder of PalDefender, with the token of a panel. */
  function palDefenderFolder(): string {
    const original = join(folder, 'PalDefender');
    const token = { Name: 'Panel', Token: 'secret-of-the-panel', Permissions: ['REST.Players.Read'] };
    reader.writeFile('PalDefender/RESTAPI/Tokens/Panel.json', JSON.stringify(token));
    return original;
  }

  const isAttached = () => existsSync(join(data, 'Server.json'));

  const shell = (command: string) =>
    typeCommand(`palatine() { npx palatine "$@"; }\n${command}`, folder, {
      PALATINE_PORT: `${port}`,
      TOKEN: token,
    });

  async function run(command: string): Promise<Ran> {
    const terminal = shell(command);
    return { code: await terminal.ended(), output: terminal.output() };
  }

  async function start(command: string): Promise<Ran> {
    await stopServer();
    const terminal = shell(command);
    server = { terminal, demo: command === 'npm start' && !isAttached() };
    const serves = async () => {
      assert.ok(!terminal.isEnded(), `${command} ended`);
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
    };
    await until(`${command} serves`, serves, HANG_MS).catch((error: Error) =>
      assert.fail(`${error.message}. It printed:\n${terminal.output()}`),
    );
    // It is written as a whole, after the first request may be answered.
    await until(`${command} prints its welcome`, () => terminal.output().includes('Palatine serves "'));
    return { code: 0, output: terminal.output() };
  }

  async function stopServer(): Promise<void> {
    if (server === undefined) return;
    const { terminal } = server;
    server = undefined;
    await terminal.interrupt();
    assert.doesNotMatch(terminal.output(), /"level":60/);
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
      game ??= await openGameServer();
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
  terminal: Terminal;
  /** The demo world as its first start makes it. */
  demo: boolean;
}

function starts(command: string): boolean {
  return /^(npm start|(npx )?palatine serve)\b/.test(command);
}

/** The newest of the names that begin with a time. */
function lastOf(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}/.test(name)) : [];
  return names.sort().at(-1) ?? assert.fail(`${folder} holds nothing`);
}

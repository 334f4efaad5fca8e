import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '@palatine/client';
import { DELIVERY_HEADER } from '@palatine/contract';
import { type GameServerProcess, startGameServer } from '../game-server/start-game-server.ts';
import { freePort } from '../harness/free-ports.ts';
import { serverFileFor } from '../harness/start-attached-service.ts';
import { type StartedProcess, startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { type Memory, measurable, measureMemory } from './memory.ts';

/** Who calls the service, and the secret of each. Everybody may do everything. */
export const CALLERS = {
  shop: 'soak-secret-of-the-shop',
  moderator: 'soak-secret-of-the-moderator',
  operator: 'soak-secret-of-the-operator',
  observer: 'soak-secret-of-the-observer',
};
export type CallerName = keyof typeof CALLERS;

/** The AdminPassword of the stand-in: no log of the program may hold it. */
const PASSWORD = 'soak-password-of-the-server';
/** Nothing that is secret may be seen in a log, the Basic credentials neither. */
export const SECRETS = [
  PASSWORD,
  Buffer.from(`admin:${PASSWORD}`).toString('base64'),
  ...Object.values(CALLERS),
];

export const PLAYERS = 10;
/** s between two polls of the players. */
export const PLAYERS_SECONDS = 2;
/** Longer than the 2 s for which files have to stand still before the server is stopped; 30 s in the game. */
export const AUTOSAVE_MS = 5000;
/** So long after an end the supervisor of the stand-in starts it again. */
const RESTART_MS = 500;
const CALL_MS = 15_000;

/** What a reply was, and the delivery it named; '' for none. */
export interface Replied<Reply> {
  readonly reply: Reply;
  readonly delivery: string;
  /** It repeats the answer to an earlier request with the same key. */
  readonly replayed: boolean;
}

/** The real program beside a stand-in, both processes of their own. */
export interface AttachedTarget extends AsyncDisposable {
  readonly gameServer: GameServerProcess;
  readonly pid: number;
  /** Starts of the program. */
  readonly starts: number;
  /** Calls the service once, wherever it runs by now. Rejects as our client does. */
  call<Reply>(caller: CallerName, send: (api: Client) => Promise<Reply>): Promise<Replied<Reply>>;
  /** SIGKILL, and a start of the program after so many ms. */
  killAndStart(afterMs: number): Promise<void>;
  memory(): Promise<Memory>;
  /** Standard output and error of all starts. */
  output(): string;
  /** SIGTERM. @returns the exit code, or the signal's name */
  end(): Promise<number | NodeJS.Signals | null>;
}

/** Starts the stand-in below a supervisor, and the program over a data folder that is attached to it. */
export async function startAttachedTarget(seed: number): Promise<AttachedTarget> {
  await using undo = new AsyncDisposableStack();
  const gameServer = undo.use(
    await startGameServer({
      seed,
      password: PASSWORD,
      world: { players: PLAYERS },
      supervised: { restartMs: RESTART_MS },
      // No file is missing while it is replaced: a game that is killed just then has lost it, whoever stands beside.
      variants: { autosaveMs: AUTOSAVE_MS, loadingMs: 1000, fileGapMs: 10, halfWrittenMs: 5 },
    }),
  );
  const folder = newFolder();
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const report = join(folder, 'memory.json');
  writeOperatorFiles(data, gameServer);
  const args = ['--data', data, '--port', String(await freePort())];
  const start = () => startProcess(args, measurable(report));
  const running = { process: await start(), starts: 1, outputBefore: '' };
  undo.defer(() => running.process[Symbol.asyncDispose]());
  const all = undo.move();
  return {
    gameServer,
    get pid() {
      return running.process.child.pid ?? 0;
    },
    get starts() {
      return running.starts;
    },
    call: (caller, send) => callOnce(running.process, CALLERS[caller], send),
    async killAndStart(afterMs) {
      await running.process.end('SIGKILL');
      running.outputBefore += running.process.output();
      await delay(afterMs);
      running.process = await start();
      running.starts += 1;
    },
    memory: () => measureMemory(running.process.child.pid ?? 0, report),
    output: () => running.outputBefore + running.process.output(),
    end: () => running.process.end('SIGTERM'),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function writeOperatorFiles(data: string, gameServer: GameServerProcess): void {
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  for (const [Name, Token] of Object.entries(CALLERS)) {
    writeFileSync(join(tokens, `${Name}.json`), JSON.stringify({ Name, Token, Permissions: '*' }));
  }
  writeFileSync(join(data, 'Config.json'), JSON.stringify({ playerResolution: 'Known' }));
  const settings = serverFileFor(gameServer, {
    Polls: { PlayersSeconds: PLAYERS_SECONDS, PlayersWhenEmptySeconds: PLAYERS_SECONDS },
    Backups: { KeepDays: 0, KeepAtLeast: 3 },
  });
  writeFileSync(join(data, 'Server.json'), JSON.stringify(settings));
}

async function callOnce<Reply>(
  { url }: StartedProcess,
  token: string,
  send: (api: Client) => Promise<Reply>,
): Promise<Replied<Reply>> {
  let headers = new Headers();
  const api = createClient({
    url,
    token,
    timeoutMs: CALL_MS,
    retry: false,
    cache: false,
    fetch: async (...request) => {
      const response = await fetch(...request);
      headers = response.headers;
      return response;
    },
  });
  const reply = await send(api);
  const delivery = /id=([0-9A-F-]{35})$/.exec(headers.get(DELIVERY_HEADER) ?? '')?.[1] ?? '';
  return { reply, delivery, replayed: headers.get('idempotent-replayed') === 'true' };
}

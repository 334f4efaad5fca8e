import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ended, newFolder, startNode } from './tidy.ts';

const PALATINE = join(import.meta.dirname, '../packages/server/src/main.ts');
export const TOKEN = 'bench-token';
const PLAYERS = '/v1/pdapi/players';
/** Making a world of 10,000 players is part of the first start. */
const START_MS = 120_000;
const STOP_MS = 10_000;
const ASK_MS = 30_000;

/** A server in a process of its own. It is sent SIGTERM when it is disposed of. */
export interface Server extends AsyncDisposable {
  pid: number;
  port: number;
  /** Takes the processor away from a server that is not being measured, where the system can do that. */
  pause(): void;
  resume(): void;
}

/** The request every server gets; the baselines read the token past as well. */
export function playersRequest(port: number, acceptEncoding?: string): string {
  const accept = acceptEncoding === undefined ? '' : `accept-encoding: ${acceptEncoding}\r\n`;
  return `GET ${PLAYERS} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${TOKEN}\r\n${accept}\r\n`;
}

/** A request with a JSON body. */
export function postRequest(port: number, path: string, body: unknown): string {
  const json = JSON.stringify(body);
  return [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${TOKEN}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(json)}`,
    '',
    json,
  ].join('\r\n');
}

export function startBare(bodyFile: string): Promise<Server> {
  return start('bare-server.ts', [bodyFile]);
}

export function startFastify(bodyFile: string): Promise<Server> {
  return start('fastify-server.ts', [bodyFile]);
}

/** Palatine as an operator starts it, with nobody moving. */
export function startPalatine(data: string, args: readonly string[] = []): Promise<Server> {
  return start(PALATINE, ['--port', '0', '--data', data, '--no-simulate', ...args]);
}

/** Palatine, committing every command by itself. */
export function startSinglePalatine(data: string): Promise<Server> {
  return start('single-palatine.ts', [data]);
}

/** The baseline of writes, on the world file of a folder that nobody uses. */
export function startBareWrites(data: string, playersFile: string): Promise<Server> {
  return start('bare-writes-server.ts', [join(data, 'world.db'), playersFile]);
}

export function startMovingPalatine(data: string): Promise<Server> {
  return start('moving-palatine.ts', [data]);
}

/** A data folder with a world and our token. `args` tell Palatine where the world comes from. */
export async function makeDataFolder(args: readonly string[]): Promise<string> {
  const data = newFolder();
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  const token = { Name: 'Bench', Token: TOKEN, Permissions: '*' };
  writeFileSync(join(tokens, 'Bench.json'), JSON.stringify(token));
  await using _making = await startPalatine(data, args);
  return data;
}

/** How long a request held the threads of a server, in ms. */
export interface Holds {
  /** The longest time in which the main thread did not get to anything else. */
  mainMs: number;
  /** The longest time that the game thread was held at once. */
  gameMs: number;
}

export interface MeasuredServer extends Server {
  /** The holds since the last call. */
  holds(): Promise<Holds>;
}

/** Palatine with nobody moving, which tells how long its threads are held. */
export async function startMeasuredPalatine(data: string): Promise<MeasuredServer> {
  const child = spawnServer('measured-palatine.ts', [data], ['ignore', 'pipe', 'pipe', 'ipc']);
  const server = await listening(child, 'measured-palatine.ts');
  async function holds(): Promise<Holds> {
    const reply = once(child, 'message', { signal: AbortSignal.timeout(ASK_MS) });
    child.send('holds');
    const [found] = (await reply) as [Holds]; // measured-palatine.ts sends nothing else
    return found;
  }
  return { ...server, holds };
}

/** A second folder with the same world, for a second server. No server may be using the first. */
export function copyDataFolder(data: string): string {
  const copy = newFolder();
  cpSync(data, copy, { recursive: true });
  rmSync(join(copy, 'palatine.lock'), { force: true });
  return copy;
}

/** One GET on a connection of its own. @returns the body. Throws when it is not a 200. */
export function get(port: number, path = PLAYERS): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const headers = { authorization: `Bearer ${TOKEN}` };
  const asked = request(
    { host: '127.0.0.1', port, path, headers, agent: false, timeout: ASK_MS },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const body = Buffer.concat(chunks);
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`GET ${path}: ${answer.statusCode} ${body.toString().slice(0, 200)}`));
      });
    },
  );
  asked.once('timeout', () => asked.destroy(new Error(`GET ${path}: no answer within ${ASK_MS} ms`)));
  asked.once('error', reject);
  asked.end();
  return promise;
}

/** Starts a script and waits for the line that tells where it listens. */
function start(script: string, args: readonly string[]): Promise<Server> {
  return listening(spawnServer(script, args, ['ignore', 'pipe', 'pipe']), script);
}

function spawnServer(script: string, args: readonly string[], stdio: StdioOptions): ChildProcess {
  return startNode(resolve(import.meta.dirname, script), args, { stdio });
}

async function listening(child: ChildProcess, script: string): Promise<Server> {
  try {
    const port = await portOf(child, script);
    return running(child, port);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function running(child: ChildProcess, port: number): Server {
  const canPause = process.platform !== 'win32';
  return {
    pid: child.pid as number, // it has just talked to us
    port,
    pause: () => void (canPause && child.kill('SIGSTOP')),
    resume: () => void (canPause && child.kill('SIGCONT')),
    async [Symbol.asyncDispose]() {
      if (canPause) child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended(child, STOP_MS);
    },
  };
}

async function portOf(child: ChildProcess, script: string): Promise<number> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the server was started without pipes');
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000);
  });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const failed = (why: string) => reject(new Error(`${script} ${why}\n${complaint}`));
  const limit = setTimeout(() => failed(`did not listen within ${START_MS / 1000} s`), START_MS);
  child.once('error', reject);
  child.once('close', (code) => failed(`ended with code ${code}`));
  createInterface(stdout).on('line', (line) => {
    const port = /\bat\s+http:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  return promise.finally(() => clearTimeout(limit));
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, type Socket } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { pathToFileURL } from 'node:url';
import type { RunningGameServer } from '@palatine/stand-in/open-game-server';
import { type RawResponse, rawRequest } from '@palatine/testing/raw-request';
import { startProcess } from '@palatine/testing/start-process';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

// What both soaks share: the program, its memory, and ways to call it.

/** The memory after a soak may be this much of the memory before it. RSS is printed only: it counts free pages too. */
const MEMORY_SHARE = 1.2;
const SHOWN_ERRORS = 30;
/** A request without an answer for so long counts as a hang. The game's deadline is 5 s. */
const HANG_MS = 30_000;
/** While the program is down, or has too much to do. */
const AGAIN_MS = 500;
const ATTEMPTS = 200;

/** The memory of the program after its garbage is collected. */
export interface Memory {
  /** Heap in use and external memory, of all threads. */
  heldBytes: number;
  rssBytes: number;
}

/** The report of a soak. `unfilledBytes`: what caches may still take in a soak too short to fill them. */
export function reportOf(
  { errors, counts }: Findings,
  before: Memory,
  after: Memory,
  unfilledBytes: number,
): SoakReport {
  if (after.heldBytes > before.heldBytes * MEMORY_SHARE + unfilledBytes) {
    errors.push(`memory in use grew from ${megabytes(before.heldBytes)} to ${megabytes(after.heldBytes)} MB`);
  }
  return { before, after, errors: errors.slice(0, SHOWN_ERRORS), counts };
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

/** The findings of a soak so far. */
export class Findings {
  /** One sentence for each thing that was not as it must be. */
  readonly errors: string[] = [];
  /** How often each thing happened. */
  readonly counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.counts.set(what, this.countOf(what) + times);
  }

  countOf(what: string): number {
    return this.counts.get(what) ?? 0;
  }
}

/** The result of a soak. */
export interface SoakReport extends Pick<Findings, 'errors' | 'counts'> {
  /** The memory before the soak and after it. */
  before: Memory;
  after: Memory;
}

/** The real program with its own data folder. */
export interface Program extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly starts: number;
  memory(): Promise<Memory>;
  /** SIGKILL, and a start over the same folder after so long. */
  killAndStart(afterMs: number): Promise<void>;
  /** SIGTERM. @returns an error unless it ends by itself */
  end(): Promise<string[]>;
  /** Standard output and error of all starts. */
  output(): string;
}

/** Starts the program over a new data folder with these tokens, which may do everything, and with further files. */
export async function startProgram(
  tokens: Readonly<Record<string, string>>,
  files: Readonly<Record<string, unknown>>,
  args: readonly string[],
): Promise<Program> {
  await using undo = new AsyncDisposableStack();
  const folder = newFolder();
  undo.defer(() => rm(folder, { recursive: true, force: true }));
  const [data, report] = [join(folder, 'data'), join(folder, 'memory.json')];
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const [Name, Token] of Object.entries(tokens)) {
    write(`RESTAPI/Tokens/${Name}.json`, { Name, Token, Permissions: '*' });
  }
  for (const [path, content] of Object.entries(files)) write(path, content);
  const preload = pathToFileURL(resolve(import.meta.dirname, 'report-memory.ts')).href;
  const env = { SOAK_MEMORY: report, NODE_OPTIONS: `--import=${preload}` };
  const start = () => startProcess(['--data', data, ...args], env);
  let [running, starts, outputBefore] = [await start(), 1, ''];
  undo.defer(() => running[Symbol.asyncDispose]());
  const all = undo.move();
  const pid = () => running.child.pid ?? 0;
  const output = () => outputBefore + running.output();
  return {
    url: running.url, // also after another start, where the port is among the arguments
    get pid() {
      return pid();
    },
    get starts() {
      return starts;
    },
    memory: () => measureMemory(pid(), report),
    async killAndStart(afterMs) {
      await running.end('SIGKILL');
      outputBefore = output();
      await delay(afterMs);
      running = await start();
      starts += 1;
    },
    async end() {
      const code = await running.end('SIGTERM');
      return code === 0 ? [] : [`SIGTERM ended the program with ${code}:\n${running.output().slice(-2000)}`];
    },
    output,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Lets the program collect its garbage, and reads what is left. */
async function measureMemory(pid: number, file: string): Promise<Memory> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  let memory: Memory | undefined;
  await until('the program reports its memory', () => {
    try {
      memory = JSON.parse(readFileSync(file, 'utf8')) as Memory;
    } catch {
      return false; // not written yet
    }
    return true;
  });
  return memory as Memory; // until() has just seen it
}

export interface Caller extends Disposable {
  /** Rejects when the connection ends before the answer, or after `HANG_MS`. */
  request(method: 'GET' | 'POST', path: string, body?: unknown, key?: string): Promise<RawResponse>;
  /** The reply of a 200. Rejects with a RefusedError for any other answer. */
  read<Reply>(path: string): Promise<Reply>;
}

/** A caller with its own persistent connections. */
export function callerOf({ url }: Program, token: string): Caller {
  const secure = url.startsWith('https:');
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: false })
    : new HttpAgent({ keepAlive: true });
  const request: Caller['request'] = (method, path, body, key) =>
    rawRequest(`${url}${path}`, {
      method,
      agent,
      headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
      hangMs: HANG_MS,
    });
  return {
    request,
    read: async <Reply>(path: string) => replyOf<Reply>(await request('GET', path)),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** The service has answered, and has done nothing. */
export class RefusedError extends Error {
  readonly code: string;
  constructor({ status, text }: RawResponse) {
    super(`${status} ${text.slice(0, 300)}`);
    this.code = /"Code":"(\w+)"/.exec(text)?.[1] ?? '';
  }

  /** Whether the answer says to ask again later. */
  get isBusy(): boolean {
    return this.code === 'SERVER_BUSY' || this.code === 'REQUEST_TIMEOUT';
  }
}

/** The reply of a 200. Throws a RefusedError for any other answer. */
export function replyOf<Reply>(answer: RawResponse): Reply {
  if (answer.status !== 200) throw new RefusedError(answer);
  return JSON.parse(answer.text) as Reply;
}

/** Repeats a call until it has an answer that is not busy. `onLost` runs after each that did not come. */
export async function untilAnswered(
  call: () => Promise<RawResponse>,
  onLost: () => Promise<void> | void = () => {},
): Promise<RawResponse> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await call().catch(() => undefined); // the program is down
    if (answer !== undefined && (answer.status === 200 || !new RefusedError(answer).isBusy)) return answer;
    await delay(AGAIN_MS);
    await onLost();
  }
  throw new Error('a request was never answered');
}

/** Does something over and over, with pauses; what it throws is an error. @returns how to stop it, once it has ended what it is at. */
export function repeatedly(
  { errors }: Pick<Findings, 'errors'>,
  pauseMs: () => number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  let stopped = false;
  async function run(): Promise<void> {
    while (!stopped) {
      await work().catch((error: unknown) => errors.push(String(error)));
      await delay(pauseMs());
    }
  }
  const running = run();
  return () => {
    stopped = true;
    return running;
  };
}

/** The program beside a stand-in of the game server. */
export interface AttachedTarget {
  readonly program: Program;
  readonly gameServer: RunningGameServer;
  readonly caller: Caller;
}

/** A connection, and what carries it: the same without TLS. Node resets only the latter. */
export interface Wire {
  socket: Socket;
  tcp: Socket;
}

/** Opens a connection without a byte on it, which the service may reset at any time. */
export function openTcp({ url }: Program): Wire {
  const { hostname, port } = new URL(url);
  const tcp = connect({ host: hostname, port: Number(port) }).on('error', () => {});
  return { socket: tcp, tcp };
}

/** Opens a connection on which HTTP can be written. */
export function openRaw(program: Program): Wire {
  const { tcp } = openTcp(program);
  if (program.url.startsWith('http:')) return { socket: tcp, tcp };
  return { socket: tlsConnect({ socket: tcp, rejectUnauthorized: false }).on('error', () => {}), tcp };
}

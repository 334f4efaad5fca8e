import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { selfSigned } from '../harness/self-signed.ts';
import { type StartedProcess, startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { type Memory, measurable, measureMemory } from './memory.ts';

/** A request without an answer for so long counts as a hang. The game thread's deadline is 5 s. */
const HANG_MS = 30_000;

/** The secrets of the tokens, by what they may do: everything, for the two kinds of callers, and nothing. */
export const TOKENS = { ordinary: 'soak-ordinary', hostile: 'soak-hostile', powerless: 'soak-powerless' };

export interface Answer {
  status: number;
  body: string;
}

export interface RequestOptions {
  body?: unknown;
  /** A token of TOKENS; '' sends none. */
  token?: string;
  key?: string;
}

/** The real program that is soaked, and ways to call it. */
export interface Target extends AsyncDisposable {
  scheme: 'http' | 'https';
  process: StartedProcess;
  pid: number;
  /** A caller with connections of its own, which it keeps. */
  caller(): Caller;
  /** A TCP connection without a byte on it. */
  openTcp(): Wire;
  /** A connection on which HTTP can be written, with TLS where the target has it. */
  openRaw(): Wire;
  memory(): Promise<Memory>;
}

/** A connection, and what carries it: the same without TLS. Node resets only the latter. */
export interface Wire {
  socket: Socket;
  tcp: Socket;
}

export interface Caller extends Disposable {
  /** Rejects when the connection ends before the answer, or after `HANG_MS`. */
  request(method: 'GET' | 'POST', path: string, options?: RequestOptions): Promise<Answer>;
}

/** Starts the program over a demo world in a new folder. */
export async function startTarget(scheme: 'http' | 'https', players: number): Promise<Target> {
  const folder = newFolder();
  const data = join(folder, 'data');
  const report = join(folder, 'memory.json');
  writeOperatorFiles(data, scheme);
  const sizes = `players=${players},online=${players},palsPerPlayer=4`;
  const args = ['--data', data, '--demo', sizes, '--no-simulate'];
  const program = await startProcess(args, measurable(report));
  const { hostname, port } = new URL(program.url);
  const address = { host: hostname, port: Number(port) };
  const pid = program.child.pid ?? 0;
  return {
    scheme,
    process: program,
    pid,
    caller: () => callerTo(program.url),
    openTcp: () => openTcp(address),
    openRaw: () => (scheme === 'http' ? openTcp(address) : withTls(openTcp(address))),
    memory: () => measureMemory(pid, report),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function writeOperatorFiles(data: string, scheme: string): void {
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  for (const [Name, Token] of Object.entries(TOKENS)) {
    const Permissions = Token === TOKENS.powerless ? [] : '*';
    writeFileSync(join(tokens, `${Name}.json`), JSON.stringify({ Name, Token, Permissions }));
  }
  if (scheme === 'http') return;
  const { cert, key } = selfSigned({ validTo: new Date(Date.now() + 86_400_000) });
  writeFileSync(join(data, 'cert.pem'), cert);
  writeFileSync(join(data, 'key.pem'), key);
  const rest = { TLS: { Certificate: 'cert.pem', Key: 'key.pem' } };
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), JSON.stringify(rest));
}

function openTcp(address: { host: string; port: number }): Wire {
  const tcp = quiet(connect(address));
  return { socket: tcp, tcp };
}

function withTls({ tcp }: Wire): Wire {
  return { socket: quiet(tlsConnect({ socket: tcp, rejectUnauthorized: false })), tcp };
}

/** The service may reset a hostile connection at any time. */
function quiet(socket: Socket): Socket {
  return socket.on('error', () => {});
}

function callerTo(url: string): Caller {
  const secure = url.startsWith('https:');
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, rejectUnauthorized: false })
    : new HttpAgent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  return {
    request: (method, path, { body, token = TOKENS.hostile, key } = {}) =>
      new Promise((resolve, reject) => {
        const headers = {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        };
        const outgoing = send(`${url}${path}`, { method, agent, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            clearTimeout(hang);
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
          });
        });
        const hang = setTimeout(
          () => outgoing.destroy(new Error(`${method} ${path} was not answered within ${HANG_MS} ms`)),
          HANG_MS,
        );
        outgoing.on('error', (error) => {
          clearTimeout(hang);
          reject(error);
        });
        outgoing.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

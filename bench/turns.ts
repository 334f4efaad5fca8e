import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { until } from '@palatine/testing/until';
import { TOKEN } from './load.ts';
import { isReady, median, newFolder, printTable, type Server, startServer } from './shared.ts';

// CPU time of the main thread in single turns of its event loop, which other programs of the machine do not change.
// Run as a program, this file is the baseline: node turns.ts PORT.

/** The most CPU that one turn may take. */
const MAX_TURN_MS = 50;

/** Shorter turns are not noted. */
const MIN_TURN_MS = 0.2;

const READY_MS = 30_000;
const REST_MS = 60_000;

/** A server whose turns are measured. */
export interface MonitoredServer extends Server {
  /** The longest turn since this was called last. */
  longestTurnMs(): Promise<number>;
}

/** Like `startServer`; what Node takes goes before the script. */
export async function startMonitored(...command: readonly string[]): Promise<MonitoredServer> {
  const folder = newFolder();
  const file = join(folder, 'turns');
  writeFileSync(file, '');
  const monitor = join(folder, 'monitor.mjs');
  writeFileSync(monitor, monitorOf(file));
  const server = await startServer('--import', monitor, ...command);
  return {
    ...server,
    async longestTurnMs() {
      // A turn is noted when it has ended: the second of two answers was made in a later one. A flood may cut a
      // gateway off from its broker for a moment.
      for (let answer = 0; answer < 2; answer++)
        await until('the server is ready', () => isReady(server.port), READY_MS);
      const turns = readFileSync(file, 'utf8').trim().split('\n').map(Number);
      writeFileSync(file, ''); // appended to at its end, wherever that is
      return Math.max(MIN_TURN_MS, ...turns);
    },
  };
}

/** A module that appends the milliseconds of each longer turn of the main thread to a file. */
function monitorOf(file: string): string {
  return `
    import { appendFileSync } from 'node:fs';
    import { isMainThread } from 'node:worker_threads';
    const cpuMicros = () => { const { user, system } = process.threadCpuUsage(); return user + system; };
    let before = cpuMicros();
    function turn() {
      const ms = (cpuMicros() - before) / 1000;
      if (ms > ${MIN_TURN_MS}) appendFileSync(${JSON.stringify(file)}, ms + '\\n');
      before = cpuMicros();
      setImmediate(turn).unref(); // without a reference the loop still waits for events, and calls this once a turn
    }
    if (isMainThread) turn();`;
}

export interface Call {
  method?: string;
  path: string;
  /** As it is sent; JSON unless the headers say otherwise. */
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Sent without a token. */
  anonymous?: boolean;
}

/** Makes a call on a new connection. Throws for a status from 500. @returns the bytes of the answer. */
export async function call(
  port: number,
  { method = 'GET', path, body, headers, anonymous = false }: Call,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const all = {
    ...(!anonymous && { authorization: `Bearer ${TOKEN}` }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
    ...headers,
  };
  const sent = request({ host: '127.0.0.1', port, agent: false, method, path, headers: all }, (response) => {
    const chunks: Buffer[] = [];
    const end = () => {
      const bytes = Buffer.concat(chunks);
      const { statusCode = 0 } = response;
      if (statusCode < 500) resolve(bytes);
      else reject(new Error(`${method} ${path}: ${statusCode} ${bytes.toString().slice(0, 300)}`));
    };
    const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isStream && /\n(id|data): /.test(String(Buffer.concat(chunks)))) response.destroy();
    });
    response.once('error', reject).once('end', end);
    if (isStream) response.once('close', end);
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

/** The longest turns of a server and of a bare one, each time that something was done. */
interface Turns {
  readonly ms: number;
  readonly bareMs: number;
}

/** Waits for what is left to do: a gateway reads for seconds what a flood has left with its broker. @returns the longest turn. */
async function untilAtRest(server: MonitoredServer): Promise<number> {
  let longestMs = 0;
  const isAtRest = async () => {
    const ms = await server.longestTurnMs();
    longestMs = Math.max(longestMs, ms);
    return ms < MAX_TURN_MS / 10;
  };
  await until('the server is at rest', isAtRest, REST_MS);
  return longestMs;
}

/** Rows of what a server was asked to do, measured several times, each beside a bare server that sends as much. */
export class TurnTable implements AsyncDisposable {
  readonly #bare: MonitoredServer;
  readonly #rows = new Map<string, Turns[]>();

  private constructor(bare: MonitoredServer) {
    this.#bare = bare;
  }

  static async start(): Promise<TurnTable> {
    return new TurnTable(await startMonitored(import.meta.filename));
  }

  /** @param act what is measured. Returns the answer, for the bare server to send one as long. */
  async measure(
    server: MonitoredServer,
    name: string,
    act: () => Promise<Uint8Array>,
    bareCall: Pick<Call, 'method' | 'body'> = {},
  ): Promise<Uint8Array> {
    await untilAtRest(server); // after what came before
    const answer = await act();
    const ms = await untilAtRest(server);
    await this.#bare.longestTurnMs();
    await call(this.#bare.port, { path: `/${answer.length}`, ...bareCall });
    const row = this.#rows.get(name) ?? [];
    this.#rows.set(name, [...row, { ms, bareMs: await this.#bare.longestTurnMs() }]);
    return answer;
  }

  /** As `measure`, for a single call. */
  call(server: MonitoredServer, name: string, request: Call): Promise<Uint8Array> {
    const { method, body } = request;
    const bareCall = { ...(method && { method }), ...(body && { body }) };
    return this.measure(server, name, () => call(server.port, request), bareCall);
  }

  /** Prints the rows from the longest turn down, and counts those below a tenth of what one may take. */
  print(title: string): void {
    const medianMs = (turns: readonly Turns[]) => median(turns.map(({ ms }) => ms));
    const rows = [...this.#rows].sort(([, left], [, right]) => medianMs(right) - medianMs(left));
    const shown = rows.filter(([, turns]) => medianMs(turns) > MAX_TURN_MS / 10);
    const over = rows.filter(([, turns]) => medianMs(turns) > MAX_TURN_MS);
    printTable<number>(
      `${title}, CPU of the longest turn`,
      [['ms', (ms) => ms]],
      shown.map(([name, turns]) => ({
        name: `${medianMs(turns) > MAX_TURN_MS ? 'MORE' : 'ok'}  ${name}`,
        measured: turns.map(({ ms }) => ms),
        baseline: turns.map(({ bareMs }) => bareMs),
      })),
    );
    process.stdout.write(
      `${rows.length - shown.length} more take at most ${MAX_TURN_MS / 10} ms. Above ${MAX_TURN_MS} ms: ${over.length} of ${rows.length}.\n`,
    );
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#bare[Symbol.asyncDispose]();
  }
}

function serveBare(port: number): void {
  createServer((incoming, response) => {
    incoming.resume().once('end', () => {
      const body = Buffer.alloc(Number(incoming.url?.slice(1)) || 2, 'x');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    });
  }).listen(port, '127.0.0.1');
}

if (import.meta.main) serveBare(Number(process.argv[2]));

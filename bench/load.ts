import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

// Load over HTTP. Run as a program, this file makes load: node load.ts JSON, of what `load` takes. It imports nothing
// large, because the garbage collection of a large heap takes longer than an answer.

export const TOKEN = 'bench-token';

export interface Request {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  /** As JSON. */
  body?: string;
}

const WARM_UP_MS = 1000;

interface DriveOptions {
  /** Calls under way at once. */
  connections: number;
  forMs: number;
  /** Ends it sooner. */
  stop?: AbortSignal;
  /** Calls at this rate. Unless given, each connection makes its next call when it has its answer. */
  perSecond?: number;
}

export interface LoadOptions extends DriveOptions {
  /** Sent one after another, over and over. */
  requests: readonly Request[];
  /** The processes whose CPU counts; that of the server unless given. */
  pids?: readonly number[];
}

export interface LoadFigures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server for one request. The load shares the machine, so this tells more than the rate. */
  cpuMicros: number;
}

/** Reads something on a new connection. Throws unless the answer is a 200. */
export function get(port: number, path: string): Promise<Buffer> {
  return send(port, { path });
}

/**
 * Sends one request on a new connection. Throws unless the answer is a 200. With an agent, its body is dropped:
 * the time to collect megabytes is not that of the server.
 */
export function send(
  port: number,
  { method = 'GET', path, body }: Request,
  agent: Agent | false = false,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }),
  };
  const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
    const chunks: Buffer[] = [];
    const drop = agent !== false && response.statusCode === 200;
    response.on('data', (chunk: Buffer) => drop || chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () => {
      const bytes = Buffer.concat(chunks);
      if (response.statusCode === 200) resolve(bytes);
      else reject(new Error(`${method} ${path}: ${response.statusCode} ${bytes.toString().slice(0, 300)}`));
    });
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}

/** Sends requests over connections that are kept alive. Throws when one is not answered with a 200. */
export async function load(
  { port, pid }: { port: number; pid: number },
  { requests, pids = [pid], ...options }: LoadOptions,
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  try {
    const requestAt = (number: number) => requests[number % requests.length] as Request; // there is at least one
    return await drive(pids, (number) => send(port, requestAt(number), agent), options);
  } finally {
    agent.destroy();
  }
}

/** Makes calls over and over. Throws when one rejects. `pids`: the processes that do the work. */
export async function drive(
  pids: readonly number[],
  call: (number: number) => Promise<unknown>,
  { connections, forMs, stop, perSecond }: DriveOptions,
): Promise<LoadFigures> {
  const latencies: number[] = [];
  let next = 0;
  async function timed(fromMs: number): Promise<void> {
    await call(next++);
    latencies.push(performance.now() - fromMs);
  }
  const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const cpuBefore = cpu();
  const startedAt = performance.now();
  async function repeat(): Promise<void> {
    do await timed(performance.now());
    while (performance.now() - startedAt < forMs && stop?.aborted !== true);
  }
  async function atRate(rate: number): Promise<void> {
    const calls: Promise<void>[] = [];
    for (let dueAt = startedAt; dueAt < startedAt + forMs; dueAt += 1000 / rate) {
      await delay(Math.max(0, dueAt - performance.now()));
      // A call that is made late has waited since it was due.
      calls.push(timed(Math.min(dueAt, performance.now())));
    }
    await Promise.all(calls);
  }
  await (perSecond === undefined
    ? Promise.all(Array.from({ length: connections }, repeat))
    : atRate(perSecond));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    cpuMicros: ((cpu() - cpuBefore) / latencies.length) * 1e6,
  };
}

/** CPU seconds of a process so far; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const TICKS_PER_SECOND = 100;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14); // a name may contain spaces
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** The least of the sorted values that so great a share of them does not exceed. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

async function main(): Promise<void> {
  const [server, options] = JSON.parse(process.argv[2] ?? '') as Parameters<typeof load>;
  await load(server, { ...options, forMs: WARM_UP_MS });
  process.stdout.write(JSON.stringify(await load(server, options)));
}

if (import.meta.main) await main();

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { BrokerError, connectBroker, isTooOldBroker, MIN_BROKER_VERSION } from '@palatine/fleet/connection';
import type { WorldKey } from '@palatine/fleet/messages';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { isRunning, makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import { type BrokerKeys, brokerConfigText, openBrokerKeys } from './broker-keys.ts';
import { type Certificates, ensureCertificates } from './certificates.ts';

export interface BrokerOptions {
  /** A private folder for keys, certificates and streams; created when it is missing. */
  folder: string;
  /** Port 0: any free one. */
  listen: { host: string; port: number };
  log: Logger;
  /** Further host names and addresses of it. */
  addresses?: readonly string[];
}

export interface Broker extends AsyncDisposable {
  /** For connections from this machine. */
  url: string;
  port: number;
  certificates: Certificates;
  keys: BrokerKeys;
  /** Undefined while its process restarts. */
  pid(): number | undefined;
  /** Makes the broker admit the worlds of its keys, and drop all other connections. Throws a ConfigError. */
  reload(): Promise<void>;
  /** Cuts a world off. Throws a ConfigError. */
  revoke(world: WorldKey): Promise<void>;
}

const ANSWER_MS = 5000;
/** A restarted broker accepts connections within this time. */
const RESTART_MS = 3000;

/** Starts a nats-server, restarts it whenever it ends, and waits until it accepts connections. Throws a ConfigError. */
export async function startBroker({ folder, listen, log, addresses = [] }: BrokerOptions): Promise<Broker> {
  const { program, version } = findNatsServer();
  const [pidFile, streams] = [join(folder, 'nats-server.pid'), join(folder, 'streams')];
  makePrivateFolder(streams);
  const keys = openBrokerKeys(folder);
  const certificates = ensureCertificates(folder, { addresses });
  const urlOf = (port: number) => `tls://127.0.0.1:${port}`;
  const connectTo = (port: number) => {
    const { ca } = certificates;
    return connectBroker({ servers: [urlOf(port)], credentials: keys.seeds.system, ca, name: 'system' });
  };
  const file = join(folder, 'nats-server.conf');
  await stopOrphanedBroker(file, connectTo, pidFile, log);

  let { host, port } = listen;
  const paths = { folder, streams, pidFile };
  const writeConfig = () => {
    const users = keys.users();
    writeFileAtomically(file, brokerConfigText({ ...paths, listen: { host, port }, certificates, users }));
  };
  writeConfig();
  const process = supervise(program, ['-c', file], log);
  let system: NatsConnection;
  try {
    system = await firstConnection(() => {
      port ||= chosenPort(folder, process.pid());
      return connectTo(port);
    }, process);
    if (listen.port === 0) writeConfig(); // it is restarted on the same port
  } catch (error) {
    await process.stop();
    throw error;
  }
  const url = urlOf(port);
  log.info({ url, version, pid: process.pid() }, 'the broker accepts connections');

  async function reload(): Promise<void> {
    writeConfig();
    const ask = () =>
      system.request(`$SYS.REQ.SERVER.${system.info?.server_id}.RELOAD`, '', { timeout: ANSWER_MS });
    const reply = await ask().catch(() => delay(RESTART_MS).then(ask)); // it may be restarting
    const { error } = reply.json<{ error?: { description?: string } }>(); // from our nats-server
    if (error) throw new ConfigError(`the broker refuses its configuration: ${error.description}`);
  }

  return {
    url,
    port,
    certificates,
    keys,
    pid: process.pid,
    reload,
    async revoke(world) {
      keys.revokeWorld(world);
      await reload();
    },
    async [Symbol.asyncDispose]() {
      await system.close();
      await process.stop();
    },
  };
}

const START_MS = 30_000;
const POLL_MS = 50;

/** The port that nats-server has chosen. Throws before it has. */
function chosenPort(folder: string, pid: number | undefined): number {
  const file = readdirSync(folder).find((name) => name.endsWith(`_${pid}.ports`));
  if (file === undefined) throw new BrokerError('nats-server does not listen yet');
  const [, port] = /:(\d+)"/.exec(readTextFile(join(folder, file), FILE_BYTES.settings) ?? '') ?? [];
  return Number(port);
}

/** Throws a ConfigError with its last lines when the broker ends instead of accepting connections. */
async function firstConnection(
  connect: () => Promise<NatsConnection>,
  process: ReturnType<typeof supervise>,
): Promise<NatsConnection> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    try {
      return await connect();
    } catch (cause) {
      const why =
        process.lastEnd() ?? (performance.now() > deadline ? 'it accepts no connection' : undefined);
      if (why !== undefined) throw new ConfigError(`nats-server does not start: ${why}`, { cause });
    }
    await delay(POLL_MS);
  }
}

const END_MS = 15_000;

/** Stops the nats-server of a killed gateway: it is ours by our credentials and certificate. Throws a ConfigError. */
async function stopOrphanedBroker(
  configFile: string,
  connectTo: (port: number) => Promise<NatsConnection>,
  pidFile: string,
  log: Logger,
): Promise<void> {
  const [, port] = /"listen": ".*:(\d+)"/.exec(readTextFile(configFile, FILE_BYTES.text) ?? '') ?? [];
  const former = port && (await connectTo(Number(port)).catch(() => undefined)); // nobody there, or somebody else
  if (!former) return;
  await former.close();
  const pid = Number(readTextFile(pidFile, FILE_BYTES.settings));
  if (!(pid > 1)) throw new ConfigError(`the nats-server on port ${port} is of this folder; stop it first`);
  log.warn({ pid }, 'stopping orphaned nats-server');
  try {
    process.kill(pid, 'SIGTERM');
  } catch (cause) {
    throw new ConfigError(`cannot stop the orphaned nats-server (process ${pid})`, { cause });
  }
  const deadline = performance.now() + END_MS;
  // It closes its port before its streams, which two processes must not have open.
  while (isRunning(pid)) {
    if (performance.now() > deadline) throw new ConfigError(`process ${pid} does not end; stop it first`);
    await delay(POLL_MS);
  }
}

const PAUSE_MS = 1000;
/** Time for a broker to flush its streams. */
const STOP_MS = 10_000;
const LAST_LINES = 5;

/** Starts a program, and starts it again a second after it ends, until it is stopped. */
export function supervise(program: string, args: readonly string[], log: Logger) {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let ended: string | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      ended = await endOf(child, log);
      child = undefined;
      if (stopping.signal.aborted) return;
      log.error({ reason: ended }, 'nats-server ended; restarting');
      await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {}); // stopped meanwhile
    }
  }
  const running = run();

  return {
    /** Why the last process ended, with its last lines; undefined while none has ended. */
    lastEnd: () => ended,
    /** Undefined between two processes. */
    pid: () => child?.pid,
    /** Asks it to end, and kills it after 10 s. */
    async stop(): Promise<void> {
      stopping.abort();
      const last = child;
      last?.kill('SIGTERM');
      const killer = setTimeout(() => last?.kill('SIGKILL'), STOP_MS);
      await running;
      clearTimeout(killer);
    },
  };
}

/** Logs the output of a process, and waits for its end. @returns why it ended. */
async function endOf(child: ChildProcess, log: Logger): Promise<string> {
  const last: string[] = [];
  const lines = child.stderr && createInterface({ input: child.stderr });
  lines?.on('line', (line) => {
    last.push(line);
    if (last.length > LAST_LINES) last.shift();
    logLine(line, log);
  });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return [`it ended with ${signal ?? code}`, ...last].join('; ');
  } catch (error) {
    return (error as Error).message; // it could not be started
  }
}

/** A line such as `[123] 2027/01/31 10:00:00.000000 [WRN] text`. */
function logLine(line: string, log: Logger): void {
  const [, level = 'INF', text = line] = /^\[\d+\] \S+ \S+ \[([A-Z]+)\] (.*)$/.exec(line) ?? [];
  if (level === 'ERR' || level === 'FTL') log.error({ broker: text }, 'nats-server reports an error');
  else if (level === 'WRN') log.warn({ broker: text }, 'nats-server warns');
  else log.debug({ broker: text }, 'nats-server says');
}

const HOW_TO_GET =
  'Debian 13: apt install nats-server; Windows: scoop install nats-server; macOS: brew install nats-server; containers: the image nats';
const MAX_MS = 10_000;

/** PALATINE_NATS_SERVER or that of the PATH, and its version. Throws a ConfigError that says how to install one. */
export function findNatsServer(env: NodeJS.ProcessEnv = process.env) {
  const configured = env.PALATINE_NATS_SERVER || undefined;
  const program = configured ?? 'nats-server';
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', env, timeout: MAX_MS });
  const version = /\bv(\d+\.\d+\.\d+\S*)/.exec(stdout ?? '')?.[1];
  if (version !== undefined && !isTooOldBroker(version)) return { program, version };
  const missing = configured
    ? `PALATINE_NATS_SERVER: ${configured} is not a nats-server`
    : 'there is no nats-server on the PATH';
  const why = version === undefined ? missing : `${program} ${version} is too old`;
  throw new ConfigError(`${why}; ${MIN_BROKER_VERSION} or newer is needed (${HOW_TO_GET})`, {
    cause: error,
  });
}

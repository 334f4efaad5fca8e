import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  BrokerError,
  connectBroker,
  isTooOldBroker,
  MIN_BROKER_VERSION,
  type WorldKey,
} from '@palatine/fleet';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import { brokerConfigText } from './broker-config.ts';
import { type BrokerKeys, openBrokerKeys } from './broker-keys.ts';
import { type Certificates, ensureCertificates } from './certificates.ts';
import { type Supervised, supervise } from './supervise.ts';

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

/**
 * Starts a nats-server with JetStream, TLS and accounts, restarts it whenever it ends, and waits until it accepts
 * connections. The first start creates keys and certificates. Throws a ConfigError when it cannot start.
 */
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
    ...{ url, port, certificates, keys, pid: process.pid, reload },
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
  process: Supervised,
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
  while (isAlive(pid)) {
    if (performance.now() > deadline) throw new ConfigError(`process ${pid} does not end; stop it first`);
    await delay(POLL_MS);
  }
}

/** Checked because it closes its port before its streams, which two processes must not have open. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
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

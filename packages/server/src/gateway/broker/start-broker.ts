import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { type BrokerAddress, BrokerError, connectBroker } from '@palatine/fleet';
import type { Logger } from 'pino';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';
import { type BrokerKeys, openBrokerKeys } from './broker-keys.ts';
import { type Certificates, ensureCertificates } from './certificates.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { type Supervised, supervise } from './supervise.ts';

const END_MS = 15_000;

export interface BrokerOptions {
  /** A private folder for keys, certificates and streams; made when it is missing. */
  folder: string;
  /** Port 0: one that is free. */
  listen: { host: string; port: number };
  log: Logger;
  /** Found on the PATH unless given. */
  natsServer?: NatsServer;
  /** Further host names and addresses by which worlds reach it. */
  addresses?: readonly string[];
}

export interface Broker extends AsyncDisposable {
  /** For connections from this machine. */
  url: string;
  port: number;
  /** The authority of its certificate, in PEM. */
  ca: string;
  certificates: Certificates;
  keys: BrokerKeys;
  /** Undefined while its process is being started again. */
  pid(): number | undefined;
  /** Pushes both accounts to the broker, which drops revoked connections. Throws a ConfigError. */
  pushAccounts(): Promise<void>;
}

/**
 * Starts a nats-server with JetStream, TLS and accounts, starts it again whenever it ends, and waits until it takes
 * connections. Its keys and certificates are made at the first start. Throws a ConfigError when there is no
 * nats-server, or it does not start.
 */
export async function startBroker({
  folder,
  listen,
  log,
  natsServer = findNatsServer(),
  addresses = [],
}: BrokerOptions): Promise<Broker> {
  makePrivateFolder(folder);
  const keys = openBrokerKeys(folder);
  const certificates = ensureCertificates(folder, { addresses });
  const { ca } = certificates;
  const credentials = await keys.systemCredentials();
  const urlOf = (port: number) => `tls://127.0.0.1:${port}`;
  const addressOf = (port: number) => ({ servers: [urlOf(port)], credentials, ca, name: 'system' });
  const config = { folder, listen, certificates, keys };
  const configFile = await writeBrokerConfig(config);

  let { port } = listen;
  if (port !== 0) await endFormerBroker(addressOf(port), pidFileIn(folder), log);
  const process = supervise(natsServer.program, ['-c', configFile], log);
  let system: NatsConnection;
  try {
    system = await firstConnection(() => {
      port ||= chosenPort(folder, process.pid());
      return connectBroker(addressOf(port));
    }, process);
    // One that ends is started again on the same port.
    if (listen.port === 0) await writeBrokerConfig({ ...config, listen: { ...listen, port } });
  } catch (error) {
    await process.stop();
    throw error;
  }
  const url = urlOf(port);
  log.info({ url, version: natsServer.version, pid: process.pid() }, 'the broker takes connections');

  return {
    url,
    port,
    ca,
    certificates,
    keys,
    pid: process.pid,
    async pushAccounts() {
      const [, ...accounts] = await keys.accounts();
      for (const { jwt } of accounts) await pushAccount(system, jwt);
    },
    async [Symbol.asyncDispose]() {
      await system.close();
      await process.stop();
    },
  };
}

const START_MS = 30_000;
const ASK_AGAIN_MS = 50;

/** The port that a process of nats-server has chosen. Throws before it has. */
function chosenPort(folder: string, pid: number | undefined): number {
  const file = readdirSync(folder).find((name) => name.endsWith(`_${pid}.ports`));
  if (file === undefined) throw new BrokerError('nats-server does not listen yet');
  const [, port] = /:(\d+)"/.exec(readTextFile(join(folder, file), FILE_BYTES.settings) ?? '') ?? [];
  return Number(port);
}

/** Throws a ConfigError with its last words when the broker ends instead of taking connections. */
async function firstConnection(
  connect: () => Promise<NatsConnection>,
  process: Supervised,
): Promise<NatsConnection> {
  const giveUpAt = performance.now() + START_MS;
  for (;;) {
    try {
      return await connect();
    } catch (cause) {
      const ended = process.lastEnd();
      if (ended !== undefined) throw new ConfigError(`nats-server does not start: ${ended}`, { cause });
      if (performance.now() > giveUpAt) throw new ConfigError('nats-server takes no connection', { cause });
    }
    await delay(ASK_AGAIN_MS);
  }
}

const UPDATE = '$SYS.REQ.CLAIMS.UPDATE';
const ANSWER_MS = 5000;

const Answer = Compile(
  Type.Object({
    data: Type.Optional(Type.Object({ code: Type.Integer() })),
    error: Type.Optional(Type.Object({ description: Type.Optional(Type.String()) })),
  }),
);

/** `system`: a connection of the system account. */
async function pushAccount(system: NatsConnection, jwt: string): Promise<void> {
  const reply = await system.request(UPDATE, jwt, { timeout: ANSWER_MS });
  const answer: unknown = reply.json();
  if (Answer.Check(answer) && answer.data?.code === 200) return;
  const why = Answer.Check(answer) ? answer.error?.description : undefined;
  throw new ConfigError(`the broker refuses an account: ${why ?? 'its answer cannot be read'}`);
}

interface BrokerConfig {
  /** A private folder, for the streams too. */
  folder: string;
  listen: { host: string; port: number };
  certificates: Certificates;
  keys: BrokerKeys;
}

/**
 * Writes the configuration of a nats-server. A dead connection is noticed within 15 s. `max_pending` holds a burst of
 * the largest responses of one world, of 8 MB a message; who reads nothing for 2 s is cut off long before it is full.
 * @returns the file
 */
async function writeBrokerConfig({
  folder,
  listen: { host, port },
  certificates,
  keys,
}: BrokerConfig): Promise<string> {
  const accounts = await keys.accounts(); // the broker must know them before anybody can push one
  const [resolver, store] = [join(folder, 'accounts'), join(folder, 'streams')];
  makePrivateFolder(resolver);
  makePrivateFolder(store);
  const file = join(folder, 'nats-server.conf');
  const config = `# Written by Palatine at every start.
server_name: "palatine"
listen: ${text(`${host.includes(':') ? `[${host}]` : host}:${port || -1}`)}
${port === 0 ? `ports_file_dir: ${text(folder)}` : ''}
pid_file: ${text(pidFileIn(folder))}
max_payload: 8MB
max_pending: 64MB
ping_interval: "5s"
ping_max: 2
write_deadline: "2s"
tls {
  cert_file: ${text(certificates.files.cert)}
  key_file: ${text(certificates.files.key)}
  min_version: "1.3"
}
jetstream {
  store_dir: ${text(store)}
  sync_interval: always
}
operator: ${await keys.operatorJwt()}
system_account: ${accounts[0]?.publicKey}
resolver {
  type: full
  dir: ${text(resolver)}
  allow_delete: false
  interval: "2m"
}
resolver_preload {
${accounts.map(({ publicKey, jwt }) => `  ${publicKey}: ${jwt}`).join('\n')}
}
`;
  writeFileAtomically(file, config);
  return file;
}

function pidFileIn(folder: string): string {
  return join(folder, 'nats-server.pid');
}

/** A text in quotes, in which nothing ends it early. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** Ends the nats-server of a killed gateway (our certificate and credentials). Throws a ConfigError. */
async function endFormerBroker(address: BrokerAddress, pidFile: string, log: Logger): Promise<void> {
  if (!(await answers(address))) return;
  const pid = Number(readTextFile(pidFile, FILE_BYTES.settings));
  if (!Number.isInteger(pid) || pid < 2) {
    throw new ConfigError(`${address.servers[0]}: a nats-server of this folder is running; stop it first`);
  }
  log.warn({ pid }, 'a nats-server that was left behind is ended');
  try {
    process.kill(pid, 'SIGTERM');
  } catch (cause) {
    throw new ConfigError(`the nats-server that was left behind (process ${pid}) cannot be ended`, { cause });
  }
  const giveUpAt = performance.now() + END_MS;
  while (isAlive(pid)) {
    if (performance.now() > giveUpAt) throw new ConfigError(`process ${pid} does not end; stop it first`);
    await delay(ASK_AGAIN_MS);
  }
}

/** It closes its port before its streams, which two processes must not hold at once. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answers(address: BrokerAddress): Promise<boolean> {
  try {
    const connection = await connectBroker(address);
    await connection.close();
    return true;
  } catch {
    return false; // nobody there, or somebody else
  }
}

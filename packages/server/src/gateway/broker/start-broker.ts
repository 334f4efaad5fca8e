import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBroker } from '@palatine/fleet';
import type { Logger } from 'pino';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';
import { brokerConfigText, type ClusterOptions } from './broker-config.ts';
import { type BrokerKeys, MAIN_TENANT, openBrokerKeys } from './broker-keys.ts';
import { type CertificateFiles, ensureCertificates } from './certificates.ts';
import { findNatsServer, type NatsServer } from './find-nats-server.ts';
import { endFormerBroker } from './former-broker.ts';
import type { Quota } from './keys-file.ts';
import { pushAccount } from './push-account.ts';
import { type Supervised, supervise } from './supervise.ts';

export interface BrokerOptions {
  /** A private folder for keys, certificates and streams; made when it is missing. */
  folder: string;
  listen: { host: string; port: number };
  log: Logger;
  /** Found on the PATH unless given. */
  natsServer?: NatsServer;
  /** Further host names and addresses by which worlds reach it. */
  addresses?: readonly string[];
  monitorPort?: number;
  cluster?: ClusterOptions;
}

export interface Broker extends AsyncDisposable {
  /** For connections from this machine. */
  url: string;
  /** The authority of its certificate, in PEM. */
  ca: string;
  certificates: CertificateFiles;
  keys: BrokerKeys;
  /** Undefined while its process is being started again. */
  pid(): number | undefined;
  /** Makes a tenant, which counts at once. Throws a ConfigError. */
  addTenant(name: string, quota?: Quota): Promise<void>;
  /** Cuts off a user, and keeps it out. Throws a ConfigError. */
  revoke(tenant: string, publicKey: string): Promise<void>;
  /** Gives the accounts of a tenant, as the keys have them now, to the broker. Throws a ConfigError. */
  pushTenant(tenant: string): Promise<void>;
}

/**
 * Starts a nats-server with JetStream, TLS and accounts, starts it again whenever it ends, and waits until it takes
 * connections. Its keys and certificates are made at the first start, with the tenant `main`. Throws a ConfigError
 * when there is no nats-server, or it does not start.
 */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { folder, listen, log, natsServer = findNatsServer(), addresses = [] } = options;
  makePrivateFolder(folder);
  const keys = openBrokerKeys(folder);
  if (!keys.tenants().includes(MAIN_TENANT)) keys.addTenant(MAIN_TENANT);
  const certificates = ensureCertificates(folder, { addresses });
  const ca = readTextFile(certificates.ca, FILE_BYTES.pem) ?? '';
  const url = `tls://127.0.0.1:${listen.port}`;
  const configFile = await writeConfig(options, keys, certificates);
  const address = { servers: [url], credentials: await keys.systemCredentials(), ca, name: 'system' };

  await endFormerBroker(address, pidFileIn(folder), log);
  const process = supervise(natsServer.program, ['-c', configFile], log);
  let system: NatsConnection;
  try {
    system = await firstConnection(() => connectBroker(address), process);
  } catch (error) {
    await process.stop();
    throw error;
  }
  log.info({ url, version: natsServer.version, pid: process.pid() }, 'the broker takes connections');

  async function pushTenant(tenant: string): Promise<void> {
    for (const { jwt } of await keys.tenantAccounts(tenant)) await pushAccount(system, jwt);
  }

  return {
    url,
    ca,
    certificates,
    keys,
    pid: process.pid,
    pushTenant,
    async addTenant(name, quota) {
      keys.addTenant(name, quota);
      await pushTenant(name);
    },
    async revoke(tenant, publicKey) {
      keys.revoke(tenant, publicKey);
      await pushTenant(tenant);
    },
    async [Symbol.asyncDispose]() {
      await system.close();
      await process.stop();
    },
  };
}

const START_MS = 30_000;
const ASK_AGAIN_MS = 50;

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

async function writeConfig(
  { folder, listen: { host, port }, monitorPort, cluster }: BrokerOptions,
  keys: BrokerKeys,
  certificates: CertificateFiles,
): Promise<string> {
  const system = await keys.systemAccount();
  const tenants = await Promise.all(keys.tenants().map((tenant) => keys.tenantAccounts(tenant)));
  const [resolver, store] = [join(folder, 'accounts'), join(folder, 'streams')];
  makePrivateFolder(resolver);
  makePrivateFolder(store);
  const file = join(folder, 'nats-server.conf');
  const text = brokerConfigText({
    listen: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    certificates,
    operatorJwt: await keys.operatorJwt(),
    systemAccount: system.publicKey,
    accounts: [system, ...tenants.flat()],
    resolver,
    store,
    pidFile: pidFileIn(folder),
    monitorPort,
    cluster,
  });
  writeFileAtomically(file, text);
  return file;
}

function pidFileIn(folder: string): string {
  return join(folder, 'nats-server.pid');
}

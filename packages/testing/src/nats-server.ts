import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { freePort, freePorts } from '@palatine/stand-in/free-ports';
import { outputOf } from './child-process.ts';
import { until } from './until.ts';

/** The nats-server of this machine: the one that PALATINE_NATS_SERVER names, else that of the PATH. */
export const NATS_SERVER = process.env.PALATINE_NATS_SERVER || 'nats-server';

const version = spawnSync(NATS_SERVER, ['--version'], { encoding: 'utf8' }).stdout ?? '';

/** The reason to skip a test that needs a nats-server; false where there is one. There is no mock of it. */
export const noNats: string | false =
  !/v2\.(1[0-9]|[2-9][0-9])\./.test(version) &&
  `no nats-server 2.10.27 or newer found (${version.trim() || NATS_SERVER}); the package of Debian 13 is called nats-server`;

export function natsTest(title: string, work: (context: TestContext) => Promise<void>): void {
  void test(title, { skip: noNats }, work);
}

export interface NatsAddress {
  servers: readonly string[];
  /** The text of a .creds file, and its path; without them for a broker that anybody may use. */
  credentials?: string;
  credentialsFile?: string;
}

/** Accounts that no test has had yet, on the nats-server that the tests of this process share. */
const accounts: NatsAddress[] = [];
const ACCOUNTS = 24;

/** An account of a nats-server that runs until this process ends. A test that has it to itself finds no streams in it. */
export async function natsAccount(): Promise<NatsAddress> {
  if (accounts.length === 0) accounts.push(...(await startSharedServer()));
  return accounts.pop() as NatsAddress;
}

/** Waits at a pipe from this process, which is closed when this process ends, also by SIGKILL. */
const UNTIL_PARENT_ENDS = '"$1" -c "$2/nats.conf" & read _; kill -9 $!; rm -rf "$2"';

async function startSharedServer(): Promise<NatsAddress[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-nats-'));
  const users = Array.from({ length: ACCOUNTS }, createUser);
  const more = users.map(
    (user, index) => `a${index} { jetstream: enabled, users: [{ nkey: ${user.getPublicKey()} }] }`,
  );
  writeConfig({ folder, name: 'shared', port: -1, more: `accounts {\n${more.join('\n')}\n}` });
  const shell = spawn('sh', ['-c', UNTIL_PARENT_ENDS, 'sh', NATS_SERVER, folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // Ctrl-C ends this process first
  });
  shell.unref();
  for (const pipe of [shell.stdin, shell.stderr]) (pipe as unknown as Socket).unref();
  const output = outputOf(shell.stderr);
  const url = () => /Listening for client connections on (\S+)[\s\S]*Server is ready/.exec(output())?.[1];
  await until('the nats-server of all tests', () => {
    assert.equal(shell.exitCode, null, output());
    return url() !== undefined;
  });
  return users.map((user, index) => {
    const credentials = credentialsText(user);
    const credentialsFile = join(folder, `a${index}.creds`);
    writeFileSync(credentialsFile, credentials);
    return { servers: [`nats://${url()}`], credentials, credentialsFile };
  });
}

/** A .creds file. The server knows its users by their keys: nobody reads the JWT that it begins with. */
function credentialsText(user: KeyPair): string {
  const parts = { 'NATS USER JWT': 'none', 'USER NKEY SEED': new TextDecoder().decode(user.getSeed()) };
  return Object.entries(parts)
    .map(([name, text]) => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n`)
    .join('\n');
}

export interface NatsNode extends NatsAddress, AsyncDisposable {
  name: string;
  url: string;
  port: number;
  folder: string;
  process(): ChildProcess;
  /** Ends it with a signal, and waits for its end unless the signal only stops it. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port. `wiped`: with an empty disk. */
  restart(options?: { wiped?: boolean }): Promise<void>;
}

export interface NatsOptions {
  config?: string;
}

/**
 * Starts a nats-server with JetStream for a test that breaks it or configures it; others have a `natsAccount`.
 * `await using` ends it and deletes its disk.
 */
export async function startNats({ config = '' }: NatsOptions = {}): Promise<NatsNode> {
  const port = await freePort();
  const node = natsNode({ port, name: 'one', more: config });
  await node.restart();
  return node;
}

export interface NatsCluster extends NatsAddress, AsyncDisposable {
  nodes: readonly NatsNode[];
}

const MAX_STARTS = 6;
const COPIES_MS = 20_000;

/** Whether a cluster accepts replicated streams within some time. */
async function supportsReplicas(node: NatsNode, count: number): Promise<boolean> {
  const connection = await natsClient(node);
  try {
    const streams = (await jetstreamManager(connection, { checkAPI: false })).streams;
    for (const endMs = performance.now() + COPIES_MS; performance.now() < endMs; await delay(100)) {
      const created = await streams
        .add({ name: 'PROBE', subjects: ['probe'], num_replicas: count })
        .catch(() => undefined);
      if (created !== undefined) return await streams.delete('PROBE');
    }
    return false;
  } finally {
    await connection.close();
  }
}

/**
 * Starts the nodes of a cluster with empty disks. A cluster of 2.10.27 that starts for the first time sometimes finds
 * "no suitable peers" until it is started again, which docs/fleet.md tells operators to do.
 */
export async function startForTheFirstTime(nodes: readonly NatsNode[]): Promise<void> {
  for (let starts = 1; ; starts++) {
    await Promise.all(nodes.map((node) => node.restart({ wiped: starts === 1 })));
    if (await supportsReplicas(nodes[0] as NatsNode, nodes.length)) return;
    if (starts === MAX_STARTS) throw new Error(`${nodes.length} nodes take no stream of as many copies`);
  }
}

/** Starts several nodes of one cluster, and waits until they have a leader. */
export async function startNatsCluster(count = 3): Promise<NatsCluster> {
  const ports = await freePorts(2 * count);
  const routes = ports.slice(count).map((port) => `nats://127.0.0.1:${port}`);
  const nodes = ports.slice(0, count).map((port, index) =>
    natsNode({
      port,
      name: `n${index + 1}`,
      more: `cluster { name: test-${ports[0]}, listen: "127.0.0.1:${ports[count + index]}", routes: [${routes.map((route) => `"${route}"`).join(', ')}] }`,
    }),
  );
  await using undo = new AsyncDisposableStack();
  for (const node of nodes) undo.use(node);
  await startForTheFirstTime(nodes);
  const running = undo.move();
  return {
    nodes,
    servers: nodes.map(({ url }) => url),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface NatsConfig {
  folder: string;
  name: string;
  port: number;
  more: string;
}

function writeConfig({ folder, name, port, more }: NatsConfig): string {
  const file = join(folder, 'nats.conf');
  writeFileSync(
    file,
    `server_name: ${name}
listen: "127.0.0.1:${port}"
max_payload: 8MB
max_pending: 64MB
ping_interval: "5s"
ping_max: 2
write_deadline: "2s"
jetstream { store_dir: "${join(folder, 'jetstream')}"${port === -1 ? '' : ', sync_interval: always'} }
${more}
`,
  );
  return file;
}

function natsNode(options: Omit<NatsConfig, 'folder'>): NatsNode {
  const { name, port } = options;
  const folder = mkdtempSync(join(tmpdir(), 'palatine-nats-'));
  const url = `nats://127.0.0.1:${port}`;
  const file = writeConfig({ folder, ...options });
  let child: ChildProcess | undefined;

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
    await ended;
  }

  return {
    name,
    url,
    servers: [url],
    port,
    folder,
    process: () => child as ChildProcess,
    kill,
    async restart({ wiped = false } = {}) {
      await kill();
      if (wiped) rmSync(join(folder, 'jetstream'), { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      child = spawn(NATS_SERVER, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
      const output = outputOf(child.stderr);
      await until(`nats-server on ${port}`, () => {
        if (child?.exitCode !== null) throw new Error(`nats-server ended:\n${output()}`);
        return output().includes('Server is ready');
      });
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const RECONNECT_MS = 20;

/** A connection with all rights, for looking into the broker. */
export function natsClient({ servers, credentials }: NatsAddress, options: { inboxPrefix?: string } = {}) {
  const authenticator = credentials && credsAuthenticator(new TextEncoder().encode(credentials));
  return connect({
    servers: [...servers],
    reconnectTimeWait: RECONNECT_MS,
    maxReconnectAttempts: -1,
    ...(authenticator && { authenticator }),
    ...options,
  });
}

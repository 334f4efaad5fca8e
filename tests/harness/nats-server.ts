import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort, freePorts } from './free-ports.ts';
import { until } from './until.ts';

/** The nats-server of this machine: the one that PALATINE_NATS_SERVER names, else that of the PATH. */
export const NATS_SERVER = process.env.PALATINE_NATS_SERVER || 'nats-server';

const version = spawnSync(NATS_SERVER, ['--version'], { encoding: 'utf8' }).stdout ?? '';

/** The reason to skip a test that needs a nats-server; false where there is one. There is no mock of it. */
export const noNats: string | false =
  !/v2\.(1[0-9]|[2-9][0-9])\./.test(version) &&
  `no nats-server 2.10.27 or newer found (${version.trim() || NATS_SERVER}); the package of Debian 13 is called nats-server`;

export interface NatsNode extends AsyncDisposable {
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
  /** Further lines of its configuration. */
  config?: string;
}

/** Starts one nats-server with JetStream on a free port. `await using` ends it and deletes its disk. */
export async function startNats({ config = '' }: NatsOptions = {}): Promise<NatsNode> {
  const port = await freePort();
  const node = natsNode({ port, name: 'one', more: config });
  await node.restart();
  return node;
}

export interface NatsCluster extends AsyncDisposable {
  nodes: readonly NatsNode[];
  urls: string[];
}

const MOST_STARTS = 4;
const COPIES_MS = 10_000;

/** Whether a cluster takes streams of so many copies within some time. */
async function takesCopies(url: string, count: number): Promise<boolean> {
  const connection = await connect({ servers: url });
  try {
    const streams = (await jetstreamManager(connection, { checkAPI: false })).streams;
    for (const endMs = performance.now() + COPIES_MS; performance.now() < endMs; await delay(100)) {
      const made = await streams
        .add({ name: 'PROBE', subjects: ['probe'], num_replicas: count })
        .catch(() => undefined);
      if (made !== undefined) return await streams.delete('PROBE');
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
    if (await takesCopies(nodes[0]?.url ?? '', nodes.length)) return;
    if (starts === MOST_STARTS) throw new Error(`${nodes.length} nodes take no stream of as many copies`);
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
  await startForTheFirstTime(nodes);
  return {
    nodes,
    urls: nodes.map(({ url }) => url),
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
    },
  };
}

function natsNode({ port, name, more }: { port: number; name: string; more: string }): NatsNode {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-nats-'));
  const url = `nats://127.0.0.1:${port}`;
  const file = join(folder, 'nats.conf');
  const store = join(folder, 'jetstream');
  writeFileSync(
    file,
    `server_name: ${name}
listen: "127.0.0.1:${port}"
max_payload: 8MB
max_pending: 64MB
ping_interval: "5s"
ping_max: 2
write_deadline: "2s"
jetstream { store_dir: "${store}", sync_interval: always }
${more}
`,
  );
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
    port,
    folder,
    process: () => child as ChildProcess,
    kill,
    async restart({ wiped = false } = {}) {
      await kill();
      if (wiped) rmSync(store, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      child = spawn(NATS_SERVER, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
      let output = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await until(`nats-server on ${port}`, async () => {
        if (child?.exitCode !== null) throw new Error(`nats-server ended:\n${output}`);
        return await accepts(port);
      });
    },
    async [Symbol.asyncDispose]() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const { connect: dial } = await import('node:net');
  return new Promise((resolve) => {
    const socket = dial({ port, host: '127.0.0.1' });
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A connection with all rights, for looking into the broker. */
export function natsClient(url: string | readonly string[]) {
  return connect({ servers: [url].flat() as string[] });
}

import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { FLEET_STREAM } from '@palatine/fleet';
import {
  type NatsCluster,
  type NatsNode,
  natsClient,
  startForTheFirstTime,
} from '@palatine/testing/nats-server';
import type { Program } from './program.ts';

/** What is there to be broken. */
export interface Breakable {
  cluster: NatsCluster;
  /** Processes with worlds. */
  hosts: readonly Program[];
  gateway: Program;
  /** Of the gateway; one that starts again has another. */
  address: { url: string };
  /** Resolves when a call has failed since. */
  felt(): Promise<void>;
}

const STOP_MS = 3500;

/** Each ends when what it has broken runs again. A cluster goes on without one node: nobody need feel that. */
export const BLOWS = {
  async 'the leader of the stream is killed'({ cluster }: Breakable) {
    const leader = await leaderOf(cluster);
    await leader.kill();
    await delay(2000);
    await leader.restart();
  },
  async 'a process with worlds stands still'({ hosts, felt }: Breakable) {
    const isFelt = felt();
    await hosts[0]?.signal('SIGSTOP');
    await isFelt;
    await hosts[0]?.signal('SIGCONT');
  },
  async 'a process with worlds is killed'({ hosts, felt }: Breakable) {
    const isFelt = felt();
    await hosts.at(-1)?.signal('SIGKILL');
    await isFelt;
    await hosts.at(-1)?.start();
  },
  async 'the gateway is killed'({ gateway, address, felt }: Breakable) {
    const isFelt = felt();
    await gateway.signal('SIGKILL');
    await isFelt;
    address.url = (await gateway.start())[0] ?? '';
  },
  async 'the leader of the stream stands still'({ cluster }: Breakable) {
    const leader = await leaderOf(cluster);
    await leader.kill('SIGSTOP');
    await delay(STOP_MS);
    await leader.kill('SIGCONT');
  },
  'all nodes of the broker are killed': (broken: Breakable) => killAll(broken, false),
  'all nodes of the broker are killed, and their disks wiped': (broken: Breakable) => killAll(broken, true),
} as const;
export type Blow = keyof typeof BLOWS;

const KILLED = 'all nodes of the broker are killed';
/** Every kind of them; of those that kill the whole broker the one that wipes it too. */
export const ALL_BLOWS = (Object.keys(BLOWS) as Blow[]).filter((blow) => blow !== KILLED);

async function killAll({ cluster: { nodes }, felt }: Breakable, wiped: boolean): Promise<void> {
  const isFelt = felt();
  await Promise.all(nodes.map((node) => node.kill()));
  await isFelt;
  if (wiped) await startForTheFirstTime(nodes);
  else await Promise.all(nodes.map((node) => node.restart()));
}

/** The node that leads the stream. */
async function leaderOf(cluster: NatsCluster): Promise<NatsNode> {
  const connection = await natsClient(cluster);
  try {
    const streams = (await jetstreamManager(connection)).streams;
    const name = (await streams.info(FLEET_STREAM.name)).cluster?.leader;
    const leader = cluster.nodes.find((node) => node.name === name);
    if (leader === undefined) throw new Error(`no node is called ${name}`);
    return leader;
  } finally {
    await connection.close();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { SHARED_BUCKETS } from '@palatine/fleet/messages';
import {
  type NatsCluster,
  type NatsNode,
  natsClient,
  startForTheFirstTime,
} from '@palatine/testing/nats-server';
import type { Program } from './program.ts';

/** Targets of faults. */
export interface FaultTargets {
  cluster: NatsCluster;
  /** Processes with worlds. */
  hosts: readonly Program[];
  gateway: Program;
  /** The address of the gateway, which changes with a restart. */
  address: { url: string };
  /** Resolves when the next call fails. */
  nextFailure(): Promise<void>;
}

const STOP_MS = 3500;

/** Each ends when its target runs again. Calls need not fail when a cluster loses one node. */
export const FAULTS = {
  async 'the leader of the lists is killed'({ cluster }: FaultTargets) {
    const leader = await leaderOf(cluster);
    await leader.kill();
    await delay(2000);
    await leader.restart();
  },
  async 'a process with worlds is suspended'({ hosts, nextFailure }: FaultTargets) {
    const failed = nextFailure();
    await hosts[0]?.signal('SIGSTOP');
    await failed;
    await hosts[0]?.signal('SIGCONT');
  },
  async 'a process with worlds is killed'({ hosts, nextFailure }: FaultTargets) {
    const failed = nextFailure();
    await hosts.at(-1)?.signal('SIGKILL');
    await failed;
    await hosts.at(-1)?.start();
  },
  async 'the gateway is killed'({ gateway, address, nextFailure }: FaultTargets) {
    const failed = nextFailure();
    await gateway.signal('SIGKILL');
    await failed;
    address.url = (await gateway.start())[0] ?? '';
  },
  async 'the leader of the lists is suspended'({ cluster }: FaultTargets) {
    const leader = await leaderOf(cluster);
    await leader.kill('SIGSTOP');
    await delay(STOP_MS);
    await leader.kill('SIGCONT');
  },
  'all nodes of the broker are killed': (broken: FaultTargets) => killAll(broken, false),
  'all nodes of the broker are killed, and their disks wiped': (broken: FaultTargets) =>
    killAll(broken, true),
} as const;
export type Fault = keyof typeof FAULTS;

const KILLED = 'all nodes of the broker are killed';
/** All faults; of the two that kill the whole broker the one that also wipes it. */
export const ALL_FAULTS = (Object.keys(FAULTS) as Fault[]).filter((fault) => fault !== KILLED);

async function killAll({ cluster: { nodes }, nextFailure }: FaultTargets, wiped: boolean): Promise<void> {
  const failed = nextFailure();
  await Promise.all(nodes.map((node) => node.kill()));
  await failed;
  if (wiped) await startForTheFirstTime(nodes);
  else await Promise.all(nodes.map((node) => node.restart()));
}

/** The node that leads the bucket of the lists. */
async function leaderOf(cluster: NatsCluster): Promise<NatsNode> {
  const connection = await natsClient(cluster);
  try {
    const streams = (await jetstreamManager(connection)).streams;
    const name = (await streams.info(`KV_${SHARED_BUCKETS.lists.name}`)).cluster?.leader;
    const leader = cluster.nodes.find((node) => node.name === name);
    if (leader === undefined) throw new Error(`no node is called ${name}`);
    return leader;
  } finally {
    await connection.close();
  }
}

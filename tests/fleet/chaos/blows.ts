import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { STREAMS } from '@palatine/fleet';
import {
  type NatsCluster,
  type NatsNode,
  natsClient,
  startForTheFirstTime,
} from '../../harness/nats-server.ts';
import type { Program } from './program.ts';

/** What is there to be broken. */
export interface Breakable {
  cluster: NatsCluster;
  /** Processes with worlds. */
  hosts: readonly Program[];
  gateways: readonly Program[];
  /** Of the gateways; a gateway that starts again has another. */
  urls: string[];
}

const STOP_MS = 3500;

/** Each ends when what it has broken runs again. */
export const BLOWS = {
  async 'the leader of the streams is killed'({ cluster }: Breakable) {
    const leader = await leaderOf(cluster);
    await leader.kill();
    await delay(2000);
    await leader.restart();
  },
  async 'a process with worlds stands still'({ hosts }: Breakable) {
    await hosts[0]?.signal('SIGSTOP');
    await delay(STOP_MS);
    await hosts[0]?.signal('SIGCONT');
  },
  async 'a process with worlds is killed'({ hosts }: Breakable) {
    await hosts[1]?.signal('SIGKILL');
    await delay(1000);
    await hosts[1]?.start();
  },
  async 'a gateway is killed'({ gateways, urls }: Breakable) {
    await gateways[0]?.signal('SIGKILL');
    await delay(1000);
    urls[0] = (await gateways[0]?.start())?.[0] ?? '';
  },
  async 'the leader of the streams stands still'({ cluster }: Breakable) {
    const leader = await leaderOf(cluster);
    await leader.kill('SIGSTOP');
    await delay(STOP_MS);
    await leader.kill('SIGCONT');
  },
  'all nodes of the broker are killed': ({ cluster }: Breakable) => killAll(cluster, false),
  'all nodes of the broker are killed, and their disks wiped': ({ cluster }: Breakable) =>
    killAll(cluster, true),
} as const;
export type Blow = keyof typeof BLOWS;

const WIPED = 'all nodes of the broker are killed, and their disks wiped';
export const ALL_BLOWS = (Object.keys(BLOWS) as Blow[]).filter((blow) => blow !== WIPED);
export const ALL_BLOWS_WIPED: readonly Blow[] = [...ALL_BLOWS.slice(0, -1), WIPED];

async function killAll({ nodes }: NatsCluster, wiped: boolean): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  await delay(1500);
  if (wiped) await startForTheFirstTime(nodes);
  else await Promise.all(nodes.map((node) => node.restart()));
}

/** The node that leads the stream of events. */
async function leaderOf({ nodes, urls }: NatsCluster): Promise<NatsNode> {
  const connection = await natsClient(urls);
  try {
    const { cluster } = await (await jetstreamManager(connection)).streams.info(STREAMS.events.name);
    const leader = nodes.find(({ name }) => name === cluster?.leader);
    if (leader === undefined) throw new Error(`no node is called ${cluster?.leader}`);
    return leader;
  } finally {
    await connection.close();
  }
}

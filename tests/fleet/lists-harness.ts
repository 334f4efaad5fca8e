import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Banlist } from '@palatine/contract';
import { STREAMS } from '@palatine/fleet';
import type { FleetAllowed } from '@palatine/server/attached/whitelist.ts';
import { ListReplica, type ListReplicaOptions } from '@palatine/server/fleet/lists/list-replica.ts';
import { systemClock } from '@palatine/server/game/clock.ts';
import type { EventWatcher } from '@palatine/server/game/game.ts';
import { FleetLists, type FleetListsOptions } from '@palatine/server/gateway/lists/fleet-lists.ts';
import type { FleetBan, WorldEvent } from '@palatine/world';
import pino from 'pino';
import { type NatsAddress, natsClient } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';

// Gateways and worlds of the shared lists over a real nats-server. The game of a world only notes what it is given.

const log = pino({ level: 'silent' });

export async function aGateway(nats: NatsAddress, node: string, options: Partial<FleetListsOptions> = {}) {
  const connection = await natsClient(nats);
  const database = options.database ?? new DatabaseSync(':memory:');
  const usual = { connection, database, node, replicas: 1, clock: systemClock, log };
  const lists = new FleetLists({ ...usual, ...options });
  lists.start();
  await until(`${node} has read the lists`, () => lists.whole);
  return {
    lists,
    connection,
    /** The ids of the list that count. */
    ids: () => Array.from(lists.bans('main'), ({ Id }) => Id).sort(),
    async [Symbol.asyncDispose]() {
      await lists.stop();
      await connection.close();
      if (options.database === undefined) database.close();
    },
  };
}

interface TestWorldOptions extends Partial<ListReplicaOptions> {
  /** A data folder that stays. */
  folder?: string;
  /** Instead of a connection of its own. */
  connection?: NatsConnection;
}

export const WORLD = '0123456789abcdef0123456789abcdef';

/** What the game tells of when its ban list has changed. */
const A_BAN: WorldEvent = {
  id: 1,
  atMs: 0,
  type: 'punishment',
  data: { action: 'ban', userId: 'steam_1', ip: '', reason: '', issuer: 'Panel' },
};

export async function aWorldOf(nats: NatsAddress, more: TestWorldOptions = {}) {
  const { folder, connection: given, ...options } = more;
  const connection = given ?? (await natsClient(nats));
  const data = folder ?? mkdtempSync(join(tmpdir(), 'palatine-lists-'));
  const enforced: (readonly FleetBan[])[] = [];
  let banlist: Partial<Banlist> = {};
  let allowed: FleetAllowed | undefined;
  let onEvents: EventWatcher = () => {};
  const game = {
    async applyFleetLists(wanted: readonly FleetBan[]) {
      enforced.push(wanted);
      return { inForce: wanted.length, overridden: 0, local: 0, leftOut: 0 };
    },
    watch(watcher: EventWatcher) {
      onEvents = watcher;
      return () => {};
    },
    get world() {
      const { UserEntries = [], IPEntries = [] } = banlist;
      return { userBans: new Map(Object.entries(UserEntries)), ipBans: new Map(Object.entries(IPEntries)) };
    },
  };
  const replica = new ListReplica({
    world: WORLD,
    lists: ['main'],
    file: join(data, 'fleet-lists.db'),
    game: game as never, // a replica calls nothing else
    allow(now) {
      allowed = now;
    },
    clock: systemClock,
    log,
    ...options,
  });
  replica.start();
  replica.follow(connection);
  return {
    replica,
    /** What was enforced, one after another. */
    enforced,
    /** What the whitelist was told last. */
    allowed: () => allowed,
    /** The ids that were enforced last. */
    ids: () => (enforced.at(-1) ?? []).map(({ id }) => id).sort(),
    /** Sets what the game says that its own ban list is; it tells of the change. */
    setBanlist(now: Partial<Banlist>) {
      banlist = now;
      onEvents([A_BAN]);
    },
    async [Symbol.asyncDispose]() {
      await replica.stop();
      if (given === undefined) await connection.close();
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

/** Makes the stream in which worlds tell of their own bans, as a gateway does at its start. */
export async function makeProposals(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  const { name, subjects } = STREAMS.proposals;
  await manager.streams.add({ name, subjects: [...subjects], allow_direct: true, max_msgs_per_subject: 1 });
}

/** A data folder that goes with its scope. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'palatine-lists-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export function user(Id: string) {
  return { Kind: 'User', Id } as const;
}

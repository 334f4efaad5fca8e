import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '@nats-io/nkeys';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBroker } from '@palatine/fleet/connection';
import type { WorldKey } from '@palatine/fleet/messages';
import { type Broker, type BrokerOptions, startBroker } from '@palatine/gateway/start-broker';
import { pino } from 'pino';

export interface TestBroker extends Broker {
  folder: string;
  ca: string;
  /** Connects a world with its own credentials, as after a join. */
  world(world: WorldKey): Promise<TestWorld>;
  gateway(): Promise<{ worlds: NatsConnection; control: NatsConnection }>;
}

interface TestWorld {
  connection: NatsConnection;
  credentials: string;
}

/** Starts a broker with TLS and accounts in a folder that is deleted at the end, unless one is given. */
export async function aBroker(options: Partial<BrokerOptions> = {}): Promise<TestBroker> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'palatine-broker-'));
  const broker = await startBroker({
    folder,
    listen: { host: '127.0.0.1', port: 0 },
    log: pino({ level: 'silent' }),
    ...options,
  });
  const { ca } = broker.certificates;
  const open: NatsConnection[] = [];

  async function connectAs(name: string, credentials: string): Promise<NatsConnection> {
    const { url } = broker;
    const connection = await connectBroker({
      servers: [url],
      ca,
      credentials,
      name,
      inboxPrefix: `_INBOX_${name}`,
    });
    open.push(connection);
    return connection;
  }

  return {
    ...broker,
    folder,
    ca,
    async world(world) {
      const pair = createUser();
      broker.keys.admitWorld(world, pair.getPublicKey());
      await broker.reload();
      const credentials = new TextDecoder().decode(pair.getSeed());
      return { connection: await connectAs(world, credentials), credentials };
    },
    async gateway() {
      const { worlds, control } = broker.keys.seeds;
      return { worlds: await connectAs('gateway', worlds), control: await connectAs('gateway', control) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(open.map((connection) => connection.close()));
      await broker[Symbol.asyncDispose]();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fmtCreds } from '@nats-io/jwt';
import { createUser } from '@nats-io/nkeys';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBroker, type WorldKey } from '@palatine/fleet';
import {
  type Broker,
  type BrokerOptions,
  startBroker,
} from '@palatine/server/gateway/broker/start-broker.ts';
import { pino } from 'pino';

export interface TestBroker extends Broker {
  folder: string;
  /** Connects a world with credentials of its own, made as at a join. */
  world(world: WorldKey): Promise<TestWorld>;
  gateway(): Promise<{ worlds: NatsConnection; control: NatsConnection }>;
}

interface TestWorld {
  connection: NatsConnection;
  /** The text of its .creds file. */
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
  const open: NatsConnection[] = [];

  async function connectAs(name: string, credentials: string): Promise<NatsConnection> {
    const { url, ca } = broker;
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
    async world(world) {
      const pair = createUser();
      const jwt = await broker.keys.worldCredentials(world, pair.getPublicKey());
      const credentials = new TextDecoder().decode(fmtCreds(jwt, pair));
      return { connection: await connectAs(world, credentials), credentials };
    },
    async gateway() {
      const { worlds, control } = await broker.keys.gatewayCredentials();
      return { worlds: await connectAs('gateway', worlds), control: await connectAs('gateway', control) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(open.map((connection) => connection.close()));
      await broker[Symbol.asyncDispose]();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

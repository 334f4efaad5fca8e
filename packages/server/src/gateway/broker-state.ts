import type { NatsConnection } from '@nats-io/transport-node';

/** How a broker is, as a gateway sees it. */
export interface BrokerState {
  /** Of nats-server, such as `2.10.27`; undefined before it has said so. */
  readonly version: string | undefined;
  /** Whether the gateway is connected to it at the moment, in the account of the worlds and in its own. */
  readonly connected: boolean;
  /** Whether it flushes what it confirms: true for the one that the gateway starts, else unknown. */
  readonly flushes: boolean | undefined;
  /** Copies of each stream. */
  readonly replicas: 1 | 3;
}

export interface BrokerStateOptions {
  connection: NatsConnection;
  control: NatsConnection;
  /** Whether the gateway has started it, with a configuration of its own. */
  own: boolean;
  replicas: 1 | 3;
}

/** Follows the connections of a gateway until they are closed. */
export function watchBroker({ connection, control, own, replicas }: BrokerStateOptions): BrokerState {
  const [worlds, gateways] = [watchConnection(connection), watchConnection(control)];
  return {
    get version() {
      return connection.info?.version;
    },
    get connected() {
      return worlds() && gateways();
    },
    flushes: own ? true : undefined,
    replicas,
  };
}

/** @returns whether it is connected at the moment. */
function watchConnection(connection: NatsConnection): () => boolean {
  let connected = true;
  async function follow(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') connected = false;
      if (type === 'reconnect') connected = true;
    }
  }
  void follow();
  return () => connected && !connection.isClosed();
}

import type { NatsConnection } from '@nats-io/transport-node';

/** Calls back whenever a lost connection has been made again. @returns how to stop it. */
export function followReconnects(nc: NatsConnection, onReconnect: () => void): () => void {
  let stopped = false;
  const follow = async () => {
    for await (const { type } of nc.status()) {
      if (stopped) return;
      if (type === 'reconnect') onReconnect();
    }
  };
  follow().catch(() => {}); // the connection is closed for good
  return () => {
    stopped = true;
  };
}

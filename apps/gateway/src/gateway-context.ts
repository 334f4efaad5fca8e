import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Clock } from '@palatine/platform/clock';

/** What every part of a gateway stands on. */
export interface GatewayContext {
  readonly database: DatabaseSync;
  /** To the account of the worlds; to that of the gateway, for shared buckets. */
  readonly connection: NatsConnection;
  /** Copies of the stream and of each bucket: 1, or 3 in a cluster. */
  readonly replicas: 1 | 3;
  readonly clock: Clock;
  readonly log: Logger;
}

import type { NatsConnection } from '@nats-io/transport-node';
import { followReconnects, prepareStreams } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../game/clock.ts';

export interface KeepStreamsOptions {
  /** To the account of the worlds, and to that of the gateways. */
  connection: NatsConnection;
  control: NatsConnection;
  replicas: 1 | 3;
  clock: Clock;
  log: Logger;
}

const CHECK_MS = 30_000;
const PATIENCE_MS = 10_000;

/**
 * Makes the streams of the fleet again where a broker has lost its disk: worlds and gateways fill them again.
 * @returns how to end it.
 */
export function keepStreams({ connection, control, replicas, clock, log }: KeepStreamsOptions): () => void {
  let working = false;
  let ended = false;

  async function check(): Promise<void> {
    if (working || ended) return;
    working = true;
    try {
      await prepareStreams(connection, { replicas, control, patienceMs: PATIENCE_MS });
    } catch (error) {
      if (!ended)
        log.warn({ err: error }, 'the streams of the fleet could not be checked; it is tried again');
    } finally {
      working = false;
    }
  }

  const unfollow = followReconnects(connection, () => void check());
  const endChecks = clock.every(CHECK_MS, () => void check());
  return () => {
    ended = true;
    endChecks();
    unfollow();
  };
}

import type { NatsConnection } from '@nats-io/transport-node';
import { followReconnects, type Heartbeat, heartbeat, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { Clock } from '../game/clock.ts';

const EVERY_MS = 5000;

/** Says how the world is, at once and then every 5 s. @returns how to end it. */
export function sendHeartbeats(
  connection: NatsConnection,
  world: WorldKey,
  clock: Clock,
  read: () => Heartbeat,
): () => void {
  const send = () => connection.publish(SUBJECTS.heartbeat(world), heartbeat.pack(read()));
  send();
  const end = clock.every(EVERY_MS, send);
  const unfollow = followReconnects(connection, send); // gateways learn at once that the world is back
  return () => {
    end();
    unfollow();
  };
}

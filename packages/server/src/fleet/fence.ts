import { errors, type NatsConnection } from '@nats-io/transport-node';
import { BUCKETS, lastMessage, registration, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../game/clock.ts';

export interface FenceOptions {
  connection: NatsConnection;
  world: WorldKey;
  /** The name of this start of the world. */
  instance: string;
  clock: Clock;
  log: Logger;
  /** Called with every change, and once at the beginning: whether this process may act as the world. */
  onChange(may: boolean): void;
}

const CHECK_MS = 5000;
const PROBE_MS = 2000;

/**
 * Keeps a copy of a data folder that was started by mistake from acting as its world: as long as the registered instance
 * of the world lives, and is another one, this process takes no requests of the fleet and sends no events. Gateways give
 * it no leave either; this makes it visible at the copy. @returns how to end it.
 */
export function startFence({ connection, world, instance, clock, log, onChange }: FenceOptions): () => void {
  let may: boolean | undefined;
  let checking = false;
  let ended = false;

  async function check(): Promise<void> {
    if (checking || ended) return;
    checking = true;
    const mayNow = (await isOther()) === false;
    checking = false;
    if (ended || mayNow === may) return;
    may = mayNow;
    if (!may) {
      log.error(
        { world },
        'another process is registered as this world, and lives: this one takes no part in the fleet. A copied data folder?',
      );
    }
    onChange(may);
  }

  /** Whether another instance is registered and lives; false also where the broker cannot tell. */
  async function isOther(): Promise<boolean> {
    try {
      const stored = await lastMessage(
        connection,
        `KV_${BUCKETS.worlds.name}`,
        `$KV.${BUCKETS.worlds.name}.${world}`,
      );
      if (stored === undefined || stored.data.byteLength === 0) return false;
      const registered = registration.unpack(new TextDecoder().decode(stored.data)).instance;
      return registered !== instance && (await isAlive(connection, world, registered));
    } catch (error) {
      log.debug({ err: error, world }, 'the registration of the world could not be read');
      return may === false; // as it was
    }
  }

  void check();
  const endChecks = clock.every(CHECK_MS, () => void check());
  return () => {
    ended = true;
    endChecks();
  };
}

/** Asks an instance of a world whether it lives. Rejects when that cannot be told. */
export async function isAlive(
  connection: NatsConnection,
  world: WorldKey,
  instance: string,
): Promise<boolean> {
  try {
    await connection.request(SUBJECTS.probe(world, instance), '', { timeout: PROBE_MS });
    return true;
  } catch (error) {
    if (error instanceof errors.RequestError && error.isNoResponders()) return false;
    throw error;
  }
}

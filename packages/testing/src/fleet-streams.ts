import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { SUBJECTS, type WorldKey } from '@palatine/fleet';
import { prepareStream } from '@palatine/gateway/prepare-broker';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { aBatch, FLEET_START_MS } from './builders/fleet-messages.ts';
import { natsAccount, natsClient } from './nats-server.ts';

const DAY_MS = 86_400_000;

/** At which the rows of worlds are new; a projection deletes old ones. */
export const FLEET_CLOCK: Clock = { ...systemClock, now: () => FLEET_START_MS + DAY_MS };

/** An account of a nats-server that has the stream of a fleet, and a connection with all rights. */
export async function streamBroker() {
  const nats = await natsAccount();
  const connection = await natsClient(nats);
  await prepareStream(connection, { replicas: 1 });
  return { nats, connection, [Symbol.asyncDispose]: () => connection.close() };
}

/** A world that keeps its rows, and publishes them in their order. */
export class PublishingWorld {
  readonly key: WorldKey;
  readonly #subject: 'events' | 'audit';
  readonly #rows: { inc: string; record: { Id: number } }[] = [];
  #inc = 'one';
  #sent = 0;

  constructor(key: WorldKey, subject: 'events' | 'audit' = 'events') {
    this.key = key;
    this.#subject = subject;
  }

  /** The rows of this world that a projection finally has, as `inc id`. */
  get rows(): string[] {
    return this.#rows.map(({ inc, record }) => `${inc} ${record.Id}`);
  }

  /** Adds the next row of the present history. */
  add(record: { Id: number }): void {
    this.#rows.push({ inc: this.#inc, record });
  }

  /** Begins another history. */
  beginAnew(inc: string): void {
    this.#inc = inc;
  }

  /** Publishes unsent rows in batches of `size`; all of them again after the stream was lost. */
  async publish(connection: NatsConnection, { size = 3, again = false } = {}): Promise<void> {
    if (again) this.#sent = 0;
    while (this.#sent < this.#rows.length) {
      const inc = this.#rows[this.#sent]?.inc ?? '';
      const rows = this.#rows.slice(this.#sent, this.#sent + size).filter((row) => row.inc === inc);
      const text = aBatch({ inc, records: rows.map(({ record }) => record) });
      await jetstream(connection).publish(SUBJECTS[this.#subject](this.key), text);
      this.#sent += rows.length;
    }
  }
}

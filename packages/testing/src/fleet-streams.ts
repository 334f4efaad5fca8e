import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { batchReply, SUBJECTS, type WorldKey } from '@palatine/fleet/messages';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { aBatch, FLEET_START_MS } from './builders/fleet-messages.ts';
import { natsAccount, natsClient } from './nats-server.ts';
import { until } from './until.ts';

const DAY_MS = 86_400_000;

/** At which the rows of worlds are new; a projection deletes old ones. */
export const FLEET_CLOCK: Clock = { ...systemClock, now: () => FLEET_START_MS + DAY_MS };

/** An account of a nats-server, and a connection with all rights. */
export async function streamBroker() {
  const nats = await natsAccount();
  const connection = await natsClient(nats);
  return { nats, connection, [Symbol.asyncDispose]: () => connection.close() };
}

/** A world that keeps its rows, and publishes them in their order. */
export class PublishingWorld {
  readonly key: WorldKey;
  readonly #subject: 'events' | 'audit';
  readonly #rows: { Id: number }[] = [];
  #sent = 0;

  constructor(key: WorldKey, subject: 'events' | 'audit' = 'events') {
    this.key = key;
    this.#subject = subject;
  }

  /** The rows of this world that a projection finally has, as `inc id`. */
  get rows(): string[] {
    return this.#rows.map(({ Id }) => `one ${Id}`);
  }

  add(record: { Id: number }): void {
    this.#rows.push(record);
  }

  /** Sends unsent rows in batches of `size`, each until the gateway has it; `again`: from the first that it lacks. */
  async publish(connection: NatsConnection, { size = 3, again = false } = {}): Promise<void> {
    if (again) this.#sent = 0;
    while (this.#sent < this.#rows.length) {
      const records = this.#rows.slice(this.#sent, this.#sent + size);
      await this.#send(connection, aBatch({ records }));
      this.#sent += records.length;
    }
  }

  /** Sends a batch until the gateway, which may be away, has stored it. */
  async #send(connection: NatsConnection, text: string): Promise<void> {
    const subject = SUBJECTS[this.#subject](this.key);
    await until('the gateway has a batch', async () => {
      const reply = `_INBOX_${this.key}.${randomUUID()}`;
      const answer = await connection
        .request(subject, text, { timeout: 2000, noMux: true, reply })
        .catch(() => undefined);
      return answer !== undefined && batchReply.unpack(answer.string()).has !== undefined;
    });
  }
}

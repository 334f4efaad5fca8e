import { jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { headers, type NatsConnection, nanos } from '@nats-io/transport-node';
import { BATCH_HEADERS, type FleetStream, STREAMS, SUBJECTS, type WorldKey } from '@palatine/fleet';
import { type Clock, systemClock } from '@palatine/server/game/clock.ts';
import { aBatch, type BatchOfRecords, FLEET_START_MS } from '@palatine/server/testing/fleet-messages.ts';
import { type NatsAddress, natsAccount, natsClient } from './nats-server.ts';

const DAY_MS = 86_400_000;

/** At which the rows of worlds are new; a projection deletes old ones. */
export const FLEET_CLOCK: Clock = { ...systemClock, now: () => FLEET_START_MS + DAY_MS };

/** Makes the streams of a fleet as they are kept, with so many replicas. */
export async function makeStreams(nc: NatsConnection, replicas = 1): Promise<void> {
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  for (const stream of Object.values(STREAMS) as FleetStream[]) {
    await jsm.streams.add({
      name: stream.name,
      subjects: [...stream.subjects],
      max_age: nanos(stream.keptDays * DAY_MS),
      max_msgs_per_subject: stream.newestOnly ? 1 : -1,
      retention: RetentionPolicy.Limits,
      allow_direct: true,
      num_replicas: replicas,
    });
  }
}

export interface StreamBroker extends AsyncDisposable {
  nats: NatsAddress;
  /** A connection with all rights. */
  nc: NatsConnection;
}

/** An account of a nats-server that has the streams of a fleet. */
export async function streamBroker(): Promise<StreamBroker> {
  const nats = await natsAccount();
  const nc = await natsClient(nats);
  await makeStreams(nc);
  return { nats, nc, [Symbol.asyncDispose]: () => nc.close() };
}

/** A world that keeps its rows and publishes them by the rule of the outbox: it resumes from what the stream holds. */
export class PublishingWorld {
  readonly key: WorldKey;
  readonly #stream: 'events' | 'audit';
  readonly #rows: { inc: string; record: { Id: number } }[] = [];
  #inc = 'one';

  constructor(key: WorldKey, stream: 'events' | 'audit' = 'events') {
    this.key = key;
    this.#stream = stream;
  }

  /** What a projection has of this world in the end, as `inc id`. */
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

  /** Publishes what the stream lacks, in batches of so many rows. Throws when the broker does not take it. */
  async publish(nc: NatsConnection, size = 3): Promise<void> {
    const jsm = await jetstreamManager(nc, { checkAPI: false });
    const js = jsm.jetstream();
    const subject = SUBJECTS[this.#stream](this.key);
    const last = await jsm.streams.getMessage(STREAMS[this.#stream].name, { last_by_subj: subject });
    const inc = last?.header.get(BATCH_HEADERS.incarnation) ?? '';
    const to = Number(last?.header.get(BATCH_HEADERS.to) ?? 0);
    const own = this.#rows.filter((row) => row.inc === this.#inc);
    const lacking = inc === this.#inc ? own.filter(({ record }) => record.Id > to) : own;
    let expected = last?.seq ?? 0;
    for (let at = 0; at < lacking.length; at += size) {
      const records = lacking.slice(at, at + size).map(({ record }) => record);
      const { text, headers } = batchMessage({ inc: this.#inc, records });
      const ack = await js.publish(subject, text, { headers, expect: { lastSubjectSequence: expected } });
      expected = ack.seq;
    }
  }
}

/** A batch with its headers as nats.js takes them. */
export function batchMessage(batch: BatchOfRecords) {
  const { text, headers: given } = aBatch(batch);
  const made = headers();
  for (const [name, value] of Object.entries(given)) made.set(name, value);
  return { text, headers: made };
}

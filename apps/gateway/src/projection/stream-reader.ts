import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { AckPolicy, type Consumer, DeliverPolicy, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { FLEET_STREAM, followReconnects } from '@palatine/fleet';
import { type Clock, pause } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import { ensureStream, type StreamOptions } from '../broker/prepare-broker.ts';

/** A message of a world, as the stream keeps it. */
export interface StreamMessage {
  readonly subject: string;
  readonly text: string;
  /** ms since 1970, by the clock of the broker. */
  readonly atMs: number;
}

export interface StreamReaderOptions extends StreamOptions {
  readonly connection: NatsConnection;
  /** Start of the read: repeated messages change nothing. */
  readonly since: () => number;
  /** Applies messages in their order, all or none; throws to have them read again later. */
  readonly apply: (messages: readonly StreamMessage[]) => void;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

export interface ReadingState {
  /** Messages that wait in it. */
  behind: number;
  /** Whether everything was applied once since the start. */
  caughtUp: boolean;
  /** When it was last read without an error, in ms since 1970; undefined before that. */
  readAt: number | undefined;
  /** Why it is not being read; undefined when it is. */
  error: string | undefined;
}

const FETCH_MS = 2000;
const FETCH_MESSAGES = 100;
/** Bytes of messages that are applied together. */
const GROUP_BYTES = 256 * 1024;
const RETRY_MS = 1000;
/** The broker deletes a consumer that is inactive for this long. */
const INACTIVE_MS = 30_000;

/**
 * Reads the stream of the fleet for ever, message by message in order, and creates it where it is missing. An error, a
 * lost message or a new connection ends its consumer; a new one begins at the time of the last applied message.
 */
export class StreamReader {
  readonly state: ReadingState = { behind: 0, caughtUp: false, readAt: undefined, error: undefined };
  readonly #options: StreamReaderOptions;
  readonly #stop = new AbortController();
  readonly #unfollow: () => void;
  readonly #ended: Promise<void>;
  #endFetch = () => {};
  /** Messages of the consumer that is being read. */
  #delivered = 0;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
    this.#unfollow = followReconnects(options.connection, () => this.#endFetch());
    this.#ended = this.#run();
  }

  /** Ends the reading; nothing is applied afterwards. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#unfollow();
    this.#endFetch();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { connection, clock, log } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted && !connection.isClosed()) {
      try {
        await this.#read();
      } catch (error) {
        if (signal.aborted) return;
        if (this.state.error === undefined) log.warn({ err: error }, 'cannot read the stream; retrying');
        this.state.error = (error as Error).message;
      }
      await pause(clock, RETRY_MS, signal);
    }
  }

  async #read(): Promise<void> {
    const { connection, since } = this.#options;
    const { name } = FLEET_STREAM;
    await ensureStream(connection, this.#options);
    const jsm = await jetstreamManager(connection, { checkAPI: false });
    const consumerInfo = await jsm.consumers.add(name, {
      name: `projection-${randomUUID()}`,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(since()).toISOString(),
      ack_policy: AckPolicy.None,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(INACTIVE_MS),
    });
    try {
      const consumer = jsm.jetstream().consumers.getConsumerFromInfo(consumerInfo);
      this.#delivered = 0;
      while (!this.#stop.signal.aborted && (await this.#fetch(consumer)));
    } finally {
      jsm.consumers.delete(name, consumerInfo.name).catch(() => {}); // best effort: the broker forgets it by itself
    }
  }

  /** Fetches messages. @returns false after a reconnect. */
  async #fetch(consumer: Consumer): Promise<boolean> {
    const messages = await consumer.fetch({ max_messages: FETCH_MESSAGES, expires: FETCH_MS });
    let ended = false;
    this.#endFetch = () => {
      ended = true;
      messages.stop();
    };
    if (this.#stop.signal.aborted) messages.stop();
    let group: StreamMessage[] = [];
    let bytes = 0;
    let behind = 0;
    for await (const message of messages) {
      if (this.#stop.signal.aborted) return false;
      const { subject, data, timestampNanos, info } = message;
      this.#delivered += 1;
      if (info.deliverySequence !== this.#delivered) throw new Error('messages were lost in transit');
      group.push({
        subject,
        text: new TextDecoder().decode(data),
        atMs: Number(timestampNanos / 1_000_000n),
      });
      bytes += data.byteLength;
      behind = info.pending;
      if (bytes < GROUP_BYTES && messages.getPending() > 0) continue;
      this.#apply(group, behind);
      [group, bytes] = [[], 0];
      await turn(); // messages that have arrived would keep all others waiting
    }
    if (!this.#stop.signal.aborted) this.#apply(group, behind);
    return !ended;
  }

  #apply(messages: readonly StreamMessage[], behind: number): void {
    const { apply, clock } = this.#options;
    if (messages.length > 0) apply(messages);
    this.state.behind = behind;
    this.state.caughtUp ||= behind === 0;
    this.state.readAt = clock.now();
    this.state.error = undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
  ReplayPolicy,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { FleetStream } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../../game/clock.ts';
import { pause } from '../../game/pause.ts';
import type { Cursor } from './fleet-store.ts';
import { type StreamMessage, streamMessage } from './stream-message.ts';

/** What a stream is read into. */
export interface StreamSink {
  /** Messages that are applied together at most. */
  readonly atOnce: number;
  /** Where to go on; undefined to read from the start. */
  cursor(): Cursor | undefined;
  /** Applies messages in their order, all or none; throws to have them read again later. */
  apply(messages: readonly StreamMessage[]): void | Promise<void>;
}

export interface StreamReaderOptions {
  nc: NatsConnection;
  stream: FleetStream;
  sink: StreamSink;
  clock: Clock;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** How a stream is being read. */
export interface ReadingState {
  stream: string;
  /** The message that was applied last; undefined before the first. */
  seq: number | undefined;
  /** Messages that wait in the stream. */
  behind: number;
  /** Whether everything was applied once since the start. */
  caughtUp: boolean;
  /** When the stream was last read without an error, in ms since 1970; undefined before that. */
  readAt: number | undefined;
  /** Why it is not being read; undefined when it is. */
  error: string | undefined;
}

/** A read asks for messages this long, and is given up when nothing at all comes for the longer time. */
const FETCH_MS = 2000;
const STANDSTILL_MS = 6000;
const MESSAGES_AT_ONCE = 200;
/** Bytes of messages that are applied together. */
const GROUP_BYTES = 256 * 1024;
const RETRY_MS = 1000;
/** The broker forgets a reader that does not come back. */
const FORGOTTEN_MS = 30_000;

/** The message at the cursor is another one: the stream went back in time. */
class OtherMessageError extends Error {}

/**
 * Reads a stream from its cursor on, for ever, message by message in order. It begins with the message at the cursor:
 * where that is another one or gone, it reads from the start, and the sink knows what it has already. Any error, also a
 * message too few, ends the consumer; another one begins at the cursor after a pause.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #state: ReadingState;
  #endFetch = () => {};
  #fromStart = false;

  constructor(options: StreamReaderOptions) {
    this.#options = options;
    this.#state = {
      stream: options.stream.name,
      seq: undefined,
      behind: 0,
      caughtUp: false,
      readAt: undefined,
      error: undefined,
    };
    this.#ended = this.#run();
  }

  get state(): Readonly<ReadingState> {
    return this.#state;
  }

  /** Ends the reading; nothing is applied afterwards. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#endFetch();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { nc, clock } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted && !nc.isClosed()) {
      try {
        await this.#read();
      } catch (error) {
        if (!signal.aborted) this.#failed(error as Error);
      }
      await pause(clock, RETRY_MS, signal);
    }
    if (!signal.aborted) this.#state.error = 'the connection to the broker is closed';
  }

  #failed(error: Error): void {
    const { log, stream } = this.#options;
    if (error instanceof OtherMessageError) {
      this.#fromStart = true;
      log.info({ stream: stream.name }, 'a stream went back in time; it is read from the start');
    } else if (this.#state.error === undefined) {
      log.warn({ err: error, stream: stream.name }, 'a stream is not read; trying again');
    }
    this.#state.error = error.message;
  }

  async #read(): Promise<void> {
    const { nc, stream, sink } = this.#options;
    const jsm = await jetstreamManager(nc, { checkAPI: false });
    const cursor = await this.#cursorIn(jsm, sink.cursor());
    this.#state.seq = cursor?.seq;
    this.#fromStart = false;
    const made = await jsm.consumers.add(stream.name, {
      name: `projection-${randomUUID()}`,
      deliver_policy: cursor === undefined ? DeliverPolicy.All : DeliverPolicy.StartSequence,
      ...(cursor === undefined ? {} : { opt_start_seq: cursor.seq }),
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      mem_storage: true,
      num_replicas: 1,
      inactive_threshold: nanos(FORGOTTEN_MS),
    });
    try {
      await this.#consume(jsm.jetstream().consumers.getConsumerFromInfo(made), cursor);
    } finally {
      jsm.consumers.delete(stream.name, made.name).catch(() => {}); // best effort: the broker forgets it by itself
    }
  }

  /** The cursor, unless the stream lacks the message; which message it is, its first delivery says. */
  async #cursorIn(jsm: JetStreamManager, cursor: Cursor | undefined): Promise<Cursor | undefined> {
    if (cursor === undefined || this.#fromStart) return undefined;
    const found = await jsm.streams.getMessage(this.#options.stream.name, { seq: cursor.seq });
    return found === null ? undefined : cursor;
  }

  /** Reads until it is closed. Throws when messages are missing. */
  async #consume(consumer: Consumer, cursor: Cursor | undefined): Promise<void> {
    const order = new Order(cursor);
    while (!this.#stop.signal.aborted) await this.#fetch(consumer, order);
  }

  async #fetch(consumer: Consumer, order: Order): Promise<void> {
    const { clock, sink } = this.#options;
    const messages = await consumer.fetch({ max_messages: MESSAGES_AT_ONCE, expires: FETCH_MS });
    this.#endFetch = () => messages.stop();
    if (this.#stop.signal.aborted) return messages.stop();
    const giveUp = () =>
      clock.after(STANDSTILL_MS, () => messages.stop(new Error('the stream stands still')));
    let cancel = giveUp();
    const group: StreamMessage[] = [];
    let bytes = 0;
    let pending = 0;
    try {
      for await (const message of messages) {
        if (this.#stop.signal.aborted) return;
        const found = streamMessage(message);
        pending = message.info.pending;
        if (!order.isNew(found, message.info.deliverySequence)) continue;
        group.push(found);
        bytes += found.data.byteLength;
        const full = group.length >= sink.atOnce || bytes >= GROUP_BYTES;
        if (!full && messages.getPending() > 0) continue;
        await this.#apply(group.splice(0), pending);
        bytes = 0;
        await turn(); // messages that have arrived would keep all others waiting
        cancel();
        cancel = giveUp();
      }
      if (!this.#stop.signal.aborted) await this.#apply(group, pending);
    } finally {
      cancel();
    }
  }

  async #apply(messages: readonly StreamMessage[], behind: number): Promise<void> {
    const { sink, clock } = this.#options;
    const last = messages.at(-1);
    if (last !== undefined) {
      await sink.apply(messages);
      this.#state.seq = last.seq;
    }
    this.#state.behind = behind;
    this.#state.caughtUp ||= behind === 0;
    this.#state.readAt = clock.now();
    this.#state.error = undefined;
  }
}

/** Sees to it that no message is left out. */
class Order {
  #cursor: Cursor | undefined;
  #delivered = 0;

  constructor(cursor: Cursor | undefined) {
    this.#cursor = cursor;
  }

  /** False for the message at the cursor. Throws when messages are missing. */
  isNew({ seq, mark }: StreamMessage, delivery: number): boolean {
    this.#delivered += 1;
    if (delivery !== this.#delivered) throw new Error('messages were lost on their way');
    if (this.#cursor === undefined) return true;
    if (this.#cursor.seq !== seq || this.#cursor.mark !== mark) throw new OtherMessageError();
    this.#cursor = undefined;
    return false;
  }
}

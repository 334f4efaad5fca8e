import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { getDirect, type StoredMessage } from './direct-get.ts';

export interface Walk {
  readonly stream: string;
  /** With wildcards. */
  readonly subject: string;
  /** The sequence after which to read. */
  readonly after: number;
  /**
   * The sequence up to which to read: that of the newest message of the subject. The walk does not ask for it again,
   * since a replica that lags would name an older message.
   */
  readonly upTo: number;
  /** Called in no order, with every message that is there throughout the walk. */
  readonly onMessage: (message: StoredMessage) => void;
}

/** Requests under way at a time. */
const LANES = 16;
/** A range is shared out among lanes where it is longer than that. */
const SHORT = 64;
/** A replica that lags is asked again so often, with such pauses. */
const ATTEMPTS = 50;
const PAUSE_MS = 100;

/** Reads all messages of a subject by direct gets, without a consumer. Throws while the broker is away. */
export async function walkStream(
  connection: NatsConnection,
  { stream, subject, after, upTo, onMessage }: Walk,
): Promise<void> {
  const length = upTo - after;
  if (length <= 0) return;
  const lanes = length > SHORT ? LANES : 1;
  const perLane = Math.ceil(length / lanes);
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const first = after + 1 + lane * perLane;
      return walkLane(first, Math.min(first + perLane - 1, upTo));
    }),
  );

  async function walkLane(first: number, last: number): Promise<void> {
    for (let from = first; from <= last; ) {
      const message = await nextFrom(from);
      if (message.sequence > last) return;
      onMessage(message);
      from = message.sequence + 1;
    }
  }

  /** There is a message from there on, since the newest is. A replica that lags does not have it yet. */
  async function nextFrom(seq: number): Promise<StoredMessage> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const message = await getDirect(connection, stream, { seq, next_by_subj: subject });
      if (message !== undefined) return message;
      await delay(PAUSE_MS);
    }
    throw new Error(`${stream}: messages from ${seq} on are gone, or a replica lags`);
  }
}

import type { NatsConnection } from '@nats-io/transport-node';
import type { Game } from '@palatine/engine/game';
import {
  OUTBOX_SUBJECTS,
  type OutboxPage,
  type OutboxSubject,
  type StreamEnd,
} from '@palatine/engine/outbox-store';
import {
  BATCH_LIMITS,
  batch,
  batchReply,
  SUBJECTS,
  type Welcome,
  type WorldKey,
} from '@palatine/fleet/messages';
import { backOffMs, type Clock, pause } from '@palatine/platform/clock';
import type { Logger } from 'pino';

interface OutboxOptions {
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly reads: Pick<Game['reads'], 'outbox'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const LOOK_MS = 250;

/** Copies events and audit of a world to its gateway, in order and without a gap: the gateway says where to resume. */
export function startOutbox(options: OutboxOptions) {
  const senders = OUTBOX_SUBJECTS.map((subject) => outboxSender(options, subject));
  const end = options.clock.every(LOOK_MS, () => {
    for (const sender of senders) sender.look();
  });

  return {
    /** Rows that the gateway lacks. */
    get lag(): Record<OutboxSubject, number> {
      const [events = 0, audit = 0] = senders.map(({ lag }) => lag);
      return { events, audit };
    },
    /** Takes what the gateway has. Undefined after a reconnect: sending pauses until the next one. */
    onWelcome({ counts, has }: Partial<Welcome> = {}): void {
      for (const sender of senders) sender.onWelcome(counts ? has : undefined);
    },
    async stop(): Promise<void> {
      end();
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}

/** Bytes of the rows of a batch, without their gaps. */
const ROW_BYTES = BATCH_LIMITS.bytes / 2;
const ACK_MS = 5000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** Sends the rows of one subject, one message after another. */
function outboxSender({ connection, world, reads, clock, log }: OutboxOptions, subject: OutboxSubject) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The newest row that the gateway has; undefined while unknown. */
  let newest: StreamEnd | undefined;
  let lag = 0;
  let sending: Promise<void> | undefined;

  async function send(): Promise<void> {
    for (let failures = 0; newest !== undefined && !signal.aborted; ) {
      try {
        if (!(await sendPage(newest))) return;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1 && !signal.aborted)
          log.warn(
            { err: error, subject },
            'could not send rows to the gateway of the fleet; they are kept here until it takes them',
          );
        await pause(clock, backOffMs(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal);
      }
    }
  }

  /** @returns whether there was anything to send. */
  async function sendPage(end: StreamEnd): Promise<boolean> {
    const maxBytes = connection.info?.max_payload;
    if (maxBytes === undefined) throw new Error('the broker is away');
    const bounds = { rows: BATCH_LIMITS.rows, bytes: Math.min(ROW_BYTES, maxBytes / 2) };
    const page = reads.outbox({ subject, end, kept: end.id, bounds });
    lag = page.newestId - page.from + 1;
    if (page.to < page.from) return false;
    const text = textOf(page, Math.min(maxBytes, BATCH_LIMITS.bytes));
    const reply = await connection.request(SUBJECTS[subject](world), text, { timeout: ACK_MS });
    const { has, refused = 'it did not store them' } = batchReply.unpack(reply.string());
    if (has === undefined || has.id === page.from - 1) throw new Error(`the gateway: ${refused}`);
    if (newest !== undefined) newest = { incarnation: page.incarnation, ...has }; // unless it reconnected
    lag = page.newestId - has.id;
    return true;
  }

  return {
    get lag(): number {
      return lag;
    },
    /** `has`: undefined when nothing may be sent. */
    onWelcome(has: Welcome['has'] | undefined): void {
      newest = has && { incarnation: has.incarnation, ...has[subject] };
    },
    look(): void {
      if (newest === undefined || signal.aborted) return;
      sending ??= send().finally(() => {
        sending = undefined;
      });
    },
    async stop(): Promise<void> {
      stopping.abort();
      await sending;
    },
  };
}

/** A page as it travels. A row that no message takes becomes a gap. */
function textOf({ incarnation: inc, from, to, records, gaps }: OutboxPage, maxBytes: number): string {
  const text = batch.pack({ inc, from, to, records: [...records], gaps: [...gaps] });
  if (Buffer.byteLength(text) < maxBytes) return text;
  return batch.pack({ inc, from, to, records: [], gaps: [...gaps, { from, to }] });
}

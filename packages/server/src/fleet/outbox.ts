import type { NatsConnection } from '@nats-io/transport-node';
import { followReconnects, STREAMS, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import { SubjectOutbox, type SubjectOutboxOptions } from './subject-outbox.ts';

export interface OutboxOptions {
  /** A connection that is made again when it is lost. */
  readonly nc: NatsConnection;
  readonly world: WorldKey;
  /** Started with `fleet: true`. */
  readonly game: Pick<Game, 'outbox' | 'watch'>;
  readonly log: Logger;
  /** Sends nothing before `resume`. */
  readonly paused?: boolean;
  /** The system's unless given. */
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** The world says when there are events; this is only for what a broker without a connection has missed. */
const EVENTS_POLL_MS = 30_000;
/** The audit is asked instead: it grows with every write and every refusal. */
const AUDIT_POLL_MS = 1000;

/** Copies the events and the audit of a world to the streams of its fleet. Never rejects and never throws. */
export function startOutbox(options: OutboxOptions) {
  const { nc, world, game, log, paused = false, clock = systemClock, random = Math.random } = options;
  const start = (parts: Pick<SubjectOutboxOptions, 'kind' | 'stream' | 'subject' | 'pollMs'>) =>
    new SubjectOutbox({
      ...parts,
      nc,
      read: async (read) => game.outbox(read),
      clock,
      random,
      paused,
      onTrouble: (error) => report(log, parts.kind, error),
    });
  const events = start({
    kind: 'events',
    stream: STREAMS.events,
    subject: SUBJECTS.events(world),
    pollMs: EVENTS_POLL_MS,
  });
  const audit = start({
    kind: 'audit',
    stream: STREAMS.audit,
    subject: SUBJECTS.audit(world),
    pollMs: AUDIT_POLL_MS,
  });
  const both = [events, audit];
  const unwatch = game.watch(() => events.wake());
  const unfollow = followReconnects(nc, () => both.forEach((one) => void one.onReconnect()));
  return {
    status: () => ({
      /** Rows that the streams lack, when they were last asked. */
      lag: { events: events.lag, audit: audit.lag },
      /** The history whose rows are sent; '' before the world was asked. */
      incarnation: events.incarnation || audit.incarnation,
    }),
    /** Begins no further batch: this instance of the world is fenced. */
    pause: () => both.forEach((one) => void one.pause()),
    resume: () => both.forEach((one) => void one.resume()),
    /** Stops for good. What is under way ends by itself. */
    stop(): void {
      unfollow();
      unwatch();
      for (const one of both) one.stop();
    },
  };
}

export type Outbox = ReturnType<typeof startOutbox>;

function report(log: Logger, subject: string, error: Error | undefined): void {
  if (error === undefined) log.info({ subject }, 'the stream of the fleet takes rows of this world again');
  else
    log.warn(
      { subject, err: error },
      'the stream of the fleet takes no rows of this world for now; they are kept here until it does',
    );
}

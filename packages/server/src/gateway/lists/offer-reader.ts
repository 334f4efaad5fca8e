import type { NatsConnection } from '@nats-io/transport-node';
import { ALL_WORLDS, getDirect, isWiped, STREAMS, walkStream } from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../../game/clock.ts';
import type { offerCopy, WorldBan } from './offer-copy.ts';

export interface OfferReaderOptions {
  /** To the account in which worlds publish. */
  readonly connection: NatsConnection;
  readonly offers: ReturnType<typeof offerCopy>;
  /** Whether it is known which lists there are: before that nothing can be decided. */
  readonly ready: () => boolean;
  /** Called with each ban that is new or changed, before it counts as read. */
  readonly onBan: (ban: WorldBan) => Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

const READ_MS = 2000;
const { name: STREAM } = STREAMS.proposals;

/** Reads what worlds say of their own bans, and goes on where it was. */
export class OfferReader {
  readonly #options: OfferReaderOptions;
  #reading: Promise<void> | undefined;
  #endTimer: () => void = () => {};
  #problem = '';

  constructor(options: OfferReaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#endTimer = this.#options.clock.every(READ_MS, () => void this.read());
    void this.read();
  }

  async stop(): Promise<void> {
    this.#endTimer();
    await this.#reading;
  }

  /** Reads what is new. One at a time; never rejects. */
  read(): Promise<void> {
    this.#reading ??= this.#read().then(
      () => this.#onEnd(''),
      (error: unknown) => this.#onEnd((error as Error).message),
    );
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { connection, offers, ready, onBan } = this.#options;
    if (!ready()) return;
    const subject = ALL_WORLDS.proposals;
    const first = await getDirect(connection, STREAM, { seq: 1, next_by_subj: subject });
    if (first === undefined) return; // no offers, or a replica that has none yet
    const { sequence } = offers.mark;
    const isNew = isWiped(offers.mark, first);
    const bans: WorldBan[] = [];
    const newest = await getDirect(connection, STREAM, { last_by_subj: subject });
    await walkStream(connection, {
      stream: STREAM,
      subject,
      after: isNew ? 0 : sequence,
      upTo: newest?.sequence ?? 0,
      onMessage: (message) => {
        const ban = offers.take(message);
        if (ban !== undefined) bans.push(ban);
      },
    });
    for (const ban of bans) await onBan(ban);
    if (newest !== undefined && (isNew || newest.sequence > sequence)) offers.setMark(newest);
  }

  #onEnd(problem: string): void {
    this.#reading = undefined;
    if (problem !== '' && problem !== this.#problem) {
      this.#options.log.warn({ problem }, 'bans that worlds offer could not be read; it is tried again');
    }
    this.#problem = problem;
  }
}

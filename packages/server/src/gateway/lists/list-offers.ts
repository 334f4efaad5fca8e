import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import { type FleetBan, type FleetOffer, Refusal } from '@palatine/contract';
import {
  ALL_WORLDS,
  decisionKey,
  entryKey,
  getDirect,
  type HybridClock,
  isInForce,
  isWiped,
  type ListDecision,
  type ListEntry,
  type ListStamp,
  type ListSubject,
  STREAMS,
  walkStream,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { ListCopy, ListValue } from '../../fleet/lists/list-copy.ts';
import type { Clock } from '../../game/clock.ts';
import type { ReplicatedBucket } from '../replicated-bucket.ts';
import { adopted, adopts, worldIssuer } from './adopted.ts';
import { shownBan } from './list-pages.ts';
import { offerCopy, type WorldBan } from './offer-copy.ts';

const READ_MS = 2000;

export interface ListOffersOptions {
  readonly database: DatabaseSync;
  /** To the account in which worlds publish. */
  readonly connection: NatsConnection;
  readonly copy: ListCopy;
  readonly bucket: ReplicatedBucket<ListValue>;
  /** A stamp for what replaces an entry of a list: newer than it, and than the list itself. */
  readonly stamp: (list: string, stored: ListEntry | undefined) => ListStamp;
  readonly stamps: HybridClock;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Which ban of which world. */
export interface OfferName extends ListSubject {
  readonly World: string;
}

/** Bans that worlds have given by themselves: taken over by lists that adopt, kept for a decision by lists that ask. */
export class ListOffers {
  readonly #options: ListOffersOptions;
  readonly #offers: ReturnType<typeof offerCopy>;
  readonly #reader: OfferReader;

  constructor(options: ListOffersOptions) {
    this.#options = options;
    this.#offers = offerCopy(options.database);
    this.#reader = new OfferReader({
      ...options,
      offers: this.#offers,
      ready: () => options.copy.mark.whole,
      onBan: (ban) => this.#adopt(ban),
    });
  }

  start(): void {
    this.#reader.start();
  }

  stop(): Promise<void> {
    return this.#reader.stop();
  }

  /** Takes over what worlds have told before the list adopted their bans. */
  async adoptAll(list: string): Promise<void> {
    for (const offer of this.#offers.all()) {
      if (offer.ban.Active && offer.ban.Lists.includes(list)) await this.#adopt(offer);
    }
  }

  /** The bans on which somebody is to decide for a list. */
  pending(list: string): FleetOffer[] {
    const definition = this.#options.copy.definition(list);
    if (definition?.Active !== true || definition.Kind !== 'Ban' || definition.Adopt !== 'Offer') return [];
    return this.#offers
      .all()
      .filter((offer) => this.#isPending(list, offer))
      .map(({ world, ban: { Kind, Id, Reason, BannedBy, BannedAt, Expires } }) => ({
        World: world,
        Kind,
        Id,
        Reason,
        BannedBy,
        BannedAt,
        ...(Expires !== undefined && { Expires }),
      }));
  }

  /** Puts a ban of a world on a list. Throws OFFER_NOT_FOUND. */
  async accept(list: string, name: OfferName, by: string): Promise<FleetBan> {
    const { copy, bucket, clock, stamp } = this.#options;
    const { Lists: _, ...facts } = this.#pendingBan(list, name);
    const entry = await bucket.write<ListEntry>(entryKey(list, name), (stored) => ({
      ...facts,
      BannedBy: worldIssuer(name.World),
      t: stamp(list, stored),
    }));
    await this.#decide(list, name, { Accepted: true, By: by, BannedAt: facts.BannedAt });
    return shownBan((entry ?? copy.get(entryKey(list, name))) as ListEntry, clock.now()); // it was just put there
  }

  /** Leaves a ban of a world off a list. Throws OFFER_NOT_FOUND. */
  async decline(list: string, name: OfferName, by: string): Promise<void> {
    const { BannedAt } = this.#pendingBan(list, name);
    await this.#decide(list, name, { Accepted: false, By: by, BannedAt });
  }

  async #decide(list: string, name: OfferName, decision: Omit<ListDecision, 't'>): Promise<void> {
    const { bucket, stamps } = this.#options;
    await bucket.write<ListDecision>(decisionKey(list, name.World, name), (stored) => ({
      ...decision,
      t: stamps.next(stored?.t),
    }));
  }

  #pendingBan(list: string, name: OfferName) {
    const ban = this.#offers.get(name.World, name);
    if (ban !== undefined && this.#isPending(list, { world: name.World, ban })) return ban;
    throw new Refusal('OFFER_NOT_FOUND');
  }

  #isPending(list: string, { world, ban }: WorldBan): boolean {
    const { copy, clock } = this.#options;
    if (!ban.Lists.includes(list) || !isInForce(ban, clock.now())) return false;
    const decision = copy.get(decisionKey(list, world, ban)) as ListDecision | undefined; // as its key says
    if (decision?.BannedAt === ban.BannedAt) return false;
    const entry = copy.get(entryKey(list, ban)) as ListEntry | undefined; // as its key says
    return entry === undefined || !isInForce(entry, clock.now());
  }

  /** Takes a ban over into each list of its world that adopts. */
  async #adopt({ world, ban }: WorldBan): Promise<void> {
    const { copy, bucket, stamp, log } = this.#options;
    for (const list of ban.Lists) {
      const definition = copy.definition(list);
      if (definition === undefined || !adopts(definition)) continue;
      await bucket.write<ListEntry>(entryKey(list, ban), (stored) => {
        const entry = adopted(stored, ban, world);
        if (entry === undefined) return undefined;
        log.info({ list, world, id: ban.Id, active: entry.Active }, 'a ban of a world was taken over');
        return { ...entry, t: stamp(list, stored) };
      });
    }
  }
}

interface OfferReaderOptions {
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

const { name: STREAM } = STREAMS.proposals;

/** Reads what worlds say of their own bans, and goes on where it was. */
class OfferReader {
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

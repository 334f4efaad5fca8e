import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  type FleetBan,
  type FleetList,
  type getFleetBans,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import {
  BUCKETS,
  compareStamps,
  entryKey,
  type HybridClock,
  hybridClock,
  isInForce,
  type ListDefinition,
  type ListEntry,
  type ListStamp,
  type ListSubject,
  type SeenMark,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { eachAtOnce } from '../../fleet/each-at-once.ts';
import { ListCopy, type ListValue } from '../../fleet/lists/list-copy.ts';
import type { Clock } from '../../game/clock.ts';
import { ReplicatedBucket } from '../replicated-bucket.ts';
import { ListDefinitions, type ListSettings } from './list-definitions.ts';
import { ListOffers } from './list-offers.ts';
import { type BansPage, pageOfBans, shownBan } from './list-pages.ts';
import type { ImportedEntry } from './read-import.ts';

export interface FleetListsOptions {
  /** To the account of the gateways, where the bucket LISTS stands. */
  readonly connection: NatsConnection;
  /** To the account in which worlds publish; the same unless given. */
  readonly worlds?: NatsConnection;
  /** For the copy, in tables of its own. Nobody else may have a transaction open between two turns of the event loop. */
  readonly database: DatabaseSync;
  /** The name of this gateway in stamps: a subject token that no other gateway has. */
  readonly node: string;
  /** Of the bucket: 1, or 3 in a cluster. */
  readonly replicas: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** How often the copy is compared with the broker; 10 minutes unless given. */
  readonly compareMs?: number;
}

/** What an entry is to say, besides whom it is about. */
export interface BanWords {
  readonly reason: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly expires?: string | undefined;
}

/** Entries that are put into the bucket at a time. */
const MOST_UNDER_WAY = 16;
/** How often it looks whether an entry that was ahead of the clock counts by now. */
const CHECK_MS = 5000;

/**
 * The shared lists of a fleet at one gateway: it writes them into the broker, and answers from its copy. An answer to a
 * write means that the broker has it. Every write may throw LIST_NOT_FOUND and SERVER_BUSY.
 */
export class FleetLists {
  readonly offers: ListOffers;
  readonly #options: FleetListsOptions;
  readonly #copy: ListCopy;
  readonly #bucket: ReplicatedBucket<ListValue>;
  readonly #definitions: ListDefinitions;
  #endTimer: () => void = () => {};
  readonly #stamps: HybridClock;

  constructor(options: FleetListsOptions) {
    const { connection, worlds = connection, database, node, clock, log } = options;
    const now = () => clock.now();
    this.#options = options;
    this.#copy = new ListCopy({
      database,
      now,
      report: (problem, key) => log.warn({ key, problem }, 'an entry of a shared list does not count'),
    });
    this.#bucket = new ReplicatedBucket<ListValue>({ ...options, bucket: BUCKETS.lists, table: this.#copy });
    this.#stamps = hybridClock({ node, now });
    this.#definitions = new ListDefinitions({
      connection,
      copy: this.#copy,
      bucket: this.#bucket,
      stamps: this.#stamps,
      log,
    });
    this.offers = new ListOffers({
      database,
      connection: worlds,
      copy: this.#copy,
      bucket: this.#bucket,
      stamp: (list, stored) => this.#stamp(list, stored),
      stamps: this.#stamps,
      clock,
      log,
    });
  }

  /** Makes the bucket where it is missing, and follows it. Returns at once: until the broker is there, the copy answers. */
  start(): void {
    this.#endTimer = this.#options.clock.every(CHECK_MS, () => void this.#copy.takeEarly());
    this.#bucket.start();
    this.offers.start();
  }

  async stop(): Promise<void> {
    this.#endTimer();
    await Promise.all([this.#bucket.stop(), this.offers.stop()]);
  }

  /** Compares the copy with the broker now. */
  compare(): void {
    this.#bucket.compare();
  }

  /** Up to where the bucket was read. */
  get seen(): SeenMark {
    return this.#bucket.seen;
  }

  /** Whether everything that the broker holds was read once. */
  get whole(): boolean {
    return this.#copy.mark.whole;
  }

  lists(): FleetList[] {
    return this.#copy.lists().map(({ list, definition }) => this.#shown(list, definition));
  }

  /** What a list is. Throws LIST_NOT_FOUND. */
  definition(list: string): ListDefinition {
    return this.#definitions.get(list);
  }

  /** Makes a list, or changes what it is. Throws VALIDATION_FAILED for a name that is none, and for another kind. */
  async putList(list: string, settings: ListSettings, by: string): Promise<FleetList> {
    const definition = await this.#definitions.put(list, settings, by);
    await this.offers.adoptAll(list);
    return this.#shown(list, definition);
  }

  /** Deletes a list with its entries. */
  deleteList(list: string, by: string): Promise<void> {
    return this.#definitions.delete(list, by);
  }

  /** Puts somebody on a list, or says anew why and until when. Throws VALIDATION_FAILED. */
  async put(list: string, subject: ListSubject, words: BanWords, by: string): Promise<FleetBan> {
    this.#assertTakes(list, subject);
    const entry = await this.#bucket.write<ListEntry>(entryKey(list, subject), (stored) =>
      this.#entry(list, stored, subject, words, by),
    );
    return this.#shownEntry(entry as ListEntry); // it was just made
  }

  /** Lifts an entry. Throws BAN_NOT_FOUND where none is active. */
  async lift(list: string, subject: ListSubject, by: string): Promise<FleetBan> {
    this.definition(list);
    const entry = await this.#bucket.write<ListEntry>(entryKey(list, subject), (stored) => {
      if (stored?.Active !== true) {
        throw new Refusal('BAN_NOT_FOUND', `${subject.Id} is not on the list ${list}`);
      }
      const t = this.#stamp(list, stored);
      return { ...stored, Active: false, UnbannedBy: by, UnbannedAt: this.#now(), t };
    });
    return this.#shownEntry(entry as ListEntry); // it was just made
  }

  /** Puts many on a list; who is on it stays as they are. Throws VALIDATION_FAILED before anything is done. */
  async putAll(
    list: string,
    entries: readonly ImportedEntry[],
    by: string,
  ): Promise<{ Added: number; Unchanged: number }> {
    for (const { subject } of entries) this.#assertTakes(list, subject);
    let Added = 0;
    await eachAtOnce(entries, MOST_UNDER_WAY, async (entry) => {
      if (await this.#putNew(list, entry, by)) Added++;
    });
    return { Added, Unchanged: entries.length - Added };
  }

  page(list: string, query: RouteQuery<typeof getFleetBans>): BansPage {
    this.definition(list);
    return pageOfBans(this.#copy.entriesOf(list), query, this.#options.clock.now());
  }

  /** The entries that count. */
  bans(list: string): FleetBan[] {
    this.definition(list);
    const nowMs = this.#options.clock.now();
    return this.#copy.entriesInForce(list, nowMs).map((entry) => shownBan(entry, nowMs));
  }

  async #putNew(list: string, { subject, reason, expires }: ImportedEntry, by: string): Promise<boolean> {
    let added = false;
    await this.#bucket.write<ListEntry>(entryKey(list, subject), (stored) => {
      added = stored === undefined || shownBan(stored, this.#options.clock.now()).State !== 'Active';
      return added ? this.#entry(list, stored, subject, { reason, expires }, by) : undefined;
    });
    return added;
  }

  #entry(
    list: string,
    stored: ListEntry | undefined,
    subject: ListSubject,
    { reason, expires }: BanWords,
    by: string,
  ): ListEntry {
    return {
      ...subject,
      Active: true,
      Reason: reason,
      BannedBy: by,
      BannedAt: this.#now(),
      ...(expires !== undefined && { Expires: expires }),
      t: this.#stamp(list, stored),
    };
  }

  /** Newer than the entry, and than the list itself. */
  #stamp(list: string, stored: ListEntry | undefined): ListStamp {
    const { Since } = this.definition(list);
    const after = stored !== undefined && compareStamps(stored.t, Since) > 0 ? stored.t : Since;
    return this.#stamps.next(after);
  }

  #assertTakes(list: string, { Kind, Id }: ListSubject): void {
    if (this.definition(list).Kind === 'Ban' || Kind === 'User') return;
    throw new Refusal('VALIDATION_FAILED', `${Id}: a list of kind Allow takes users only`);
  }

  #shown(list: string, { Kind, Title, Adopt, LocalUnban, ChangedBy, t }: ListDefinition): FleetList {
    const entries = this.#copy.entriesOf(list);
    const nowMs = this.#options.clock.now();
    const Active = entries.filter((entry) => isInForce(entry, nowMs)).length;
    const ChangedAt = new Date(t[0]).toISOString();
    const Offers = this.offers.pending(list).length;
    return {
      List: list,
      Kind,
      Title,
      Adopt,
      LocalUnban,
      Active,
      Total: entries.length,
      Offers,
      ChangedBy,
      ChangedAt,
    };
  }

  #shownEntry(entry: ListEntry): FleetBan {
    return shownBan(entry, this.#options.clock.now());
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

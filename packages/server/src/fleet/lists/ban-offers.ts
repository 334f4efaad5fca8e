import type { DatabaseSync } from 'node:sqlite';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type IPBan, type Issuer, isUserId, LIMITS, type UserBan, type UserId } from '@palatine/contract';
import {
  type BanProposal,
  banProposal,
  type ListKind,
  type ListSubject,
  offerKey,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import { canonicalAddress, type FleetBan, type World } from '@palatine/world';
import type { Logger } from 'pino';
import type { Clock } from '../../game/clock.ts';
import type { Game } from '../../game/game.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { KnownList, ListCopy } from './list-copy.ts';

const NAME_CHARS = 256;
/** The latest time that an ISO text of four digits for the year can tell. */
const LAST_MS = Date.UTC(9999, 11, 31);

export interface BanOffersOptions {
  readonly database: DatabaseSync;
  readonly copy: ListCopy;
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly lists: readonly string[];
  readonly game: Pick<Game, 'world'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Publishes under way at a time. */
const MOST_UNDER_WAY = 16;
/** What was offered is offered again after that time: the broker may have lost it. */
const OFFERED_AGAIN_MS = 24 * 3_600_000;
/** Before what could not be offered is offered again. */
const AGAIN_MS = 30_000;

/** Offers the bans that this world gives itself to the lists that take them, and remembers what was offered. */
export class BanOffers {
  readonly #options: BanOffersOptions;
  readonly #stream: JetStreamClient;
  readonly #sql;
  #asked = false;
  #running: Promise<void> = Promise.resolve();
  #cancelAgain: () => void = () => {};
  #stopped = false;

  constructor(options: BanOffersOptions) {
    const { database, connection } = options;
    this.#options = options;
    this.#stream = jetstream(connection);
    database.exec(
      'create table if not exists fleetOffered (key text primary key, value text not null, atMs integer not null) strict',
    );
    this.#sql = {
      all: database.prepare('select key, value from fleetOffered where atMs > ?'),
      set: database.prepare('insert or replace into fleetOffered values (?, ?, ?)'),
      lost: database.prepare('select key, value from fleetOffered'),
    };
  }

  /** Offers what has changed. */
  request(): void {
    if (this.#asked || this.#stopped) return;
    this.#asked = true;
    this.#running = this.#running.then(() => this.#offer());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelAgain();
    await this.#running;
  }

  async #offer(): Promise<void> {
    const { clock, log } = this.#options;
    this.#asked = false;
    this.#cancelAgain();
    try {
      await eachAtOnce(await this.#changes(), MOST_UNDER_WAY, (change) => this.#publish(change));
    } catch (error) {
      if (this.#stopped) return;
      log.warn({ err: error }, 'bans of this world could not be offered to the fleet; it is tried again');
      this.#cancelAgain = clock.after(AGAIN_MS, () => this.request());
    }
  }

  /** What the broker does not have yet, as far as is known. */
  async #changes(): Promise<[key: string, value: string][]> {
    const { copy, lists, game, clock } = this.#options;
    const taking = ofKind(copy, lists, 'Ban').filter(({ definition }) => definition.Adopt !== 'Ignore');
    if (taking.length === 0) return [];
    const names = taking.map(({ list }) => list);
    const bans = ownBans(game.world, names);
    const known = this.#rows(this.#sql.all.all(clock.now() - OFFERED_AGAIN_MS));
    const ever = this.#rows(this.#sql.lost.all());
    const changed: [string, string][] = [];
    for (const [key, ban] of bans) {
      const value = banProposal.pack(ban);
      const isNews = ban.Active || ever.has(key); // one that was lifted before anybody heard of it is none
      if (isNews && known.get(key) !== value) changed.push([key, value]);
    }
    for (const [key, value] of ever) {
      const ban = banProposal.unpack(value);
      if (ban.Active && !bans.has(key)) changed.push([key, banProposal.pack({ ...ban, Active: false })]);
    }
    return changed;
  }

  async #publish([key, value]: [key: string, value: string]): Promise<void> {
    if (this.#stopped) return;
    const { world, clock } = this.#options;
    await this.#stream.publish(SUBJECTS.proposal(world, key), value);
    if (!this.#stopped) this.#sql.set.run(key, value, clock.now());
  }

  #rows(rows: unknown): Map<string, string> {
    return new Map((rows as { key: string; value: string }[]).map(({ key, value }) => [key, value]));
  }
}

/** What a world offers of its bans, by the key of each: those that it has given itself, in force or lifted. */
function ownBans({ userBans, ipBans }: World, lists: readonly string[]): Map<string, BanProposal> {
  const entries = [
    ...Array.from(userBans.values(), (entry) => ({ entry, subject: userOf(entry) })),
    ...Array.from(ipBans.values(), (entry) => ({ entry, subject: addressOf(entry) })),
  ];
  const offers = new Map<string, BanProposal>();
  for (const { entry, subject } of entries) {
    if (subject === undefined || entry.BannedBy.Type === 'fleet') continue;
    offers.set(offerKey(subject), { ...subject, ...factsOf(entry), Lists: [...lists] });
  }
  return offers;
}

function userOf({ UserId }: UserBan): ListSubject | undefined {
  return isUserId(UserId) ? { Kind: 'User', Id: UserId } : undefined;
}

function addressOf({ IP }: IPBan): ListSubject | undefined {
  const address = IP.includes('%') ? undefined : canonicalAddress(IP);
  return address === undefined ? undefined : { Kind: 'IP', Id: address };
}

function factsOf({
  Active,
  BannedBy,
  UnbannedBy,
}: UserBan | IPBan): Omit<BanProposal, 'Kind' | 'Id' | 'Lists'> {
  return {
    Active,
    Reason: BannedBy.Reason.slice(0, LIMITS.reasonChars),
    BannedBy: nameOf(BannedBy),
    BannedAt: timeOf(BannedBy),
    ...(!Active &&
      UnbannedBy !== undefined && { UnbannedBy: nameOf(UnbannedBy), UnbannedAt: timeOf(UnbannedBy) }),
  };
}

function nameOf({ NameValue, Type }: Issuer): string {
  return (NameValue || Type).slice(0, NAME_CHARS);
}

/** A hand-edited list may hold any number. */
function timeOf({ Timestamp: { UTC, Msec } }: Issuer): string {
  const ms = UTC * 1000 + Msec;
  return new Date(ms >= 0 && ms <= LAST_MS ? ms : 0).toISOString();
}

/** The bans that a world is to enforce, of all lists that it subscribes to, the first list first. */
export function wantedBans(copy: ListCopy, lists: readonly string[], nowMs: number): FleetBan[] {
  return ofKind(copy, lists, 'Ban').flatMap(({ list, definition }) =>
    copy.entriesInForce(list, nowMs).map(({ Kind, Id, Reason, BannedAt }) => ({
      list,
      kind: Kind,
      id: Id,
      reason: Reason,
      bannedAtMs: Date.parse(BannedAt),
      mayLift: definition.LocalUnban,
    })),
  );
}

/** The users whom the lists of kind `Allow` let play. */
export function allowedUsers(copy: ListCopy, lists: readonly string[], nowMs: number): UserId[] {
  const entries = ofKind(copy, lists, 'Allow').flatMap(({ list }) => copy.entriesInForce(list, nowMs));
  return [...new Set(entries.filter(({ Kind }) => Kind === 'User').map(({ Id }) => Id))];
}

/** The lists that a world subscribes to and that there are, in its own order. */
function ofKind(copy: ListCopy, lists: readonly string[], kind: ListKind): KnownList[] {
  const known = new Map(copy.lists().map((list) => [list.list, list]));
  return lists.flatMap((name) => {
    const list = known.get(name);
    return list?.definition.Kind === kind ? [list] : [];
  });
}

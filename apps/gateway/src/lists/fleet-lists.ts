import { setImmediate as turn } from 'node:timers/promises';
import {
  FLEET_LIST_ENTRIES,
  FleetBan,
  FleetList,
  type FleetListSettings,
  FleetOffer,
  type getFleetBans,
  type getFleetOffers,
  pick,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import {
  decisionKey,
  definitionKey,
  entryKey,
  isActiveAt,
  isListName,
  type ListDecision,
  type ListDefinition,
  type ListEntry,
  type ListSubject,
  ListTable,
  type ListValue,
  type WorldBan,
} from '@palatine/fleet/list-table';
import type { Snapshot, WorldKey } from '@palatine/fleet/messages';
import { pageOf } from '@palatine/platform/list-pages';
import { transaction } from '@palatine/platform/sqlite';
import { type GatewayContext, type SharedBucket, sharedBucket } from '../worlds/shared-bucket.ts';
import type { ImportedEntry } from './read-import.ts';

/** The fields of an entry besides its subject. */
type BanDetails = Pick<ImportedEntry, 'reason' | 'expires'>;

type OfferKey = Pick<FleetOffer, 'World' | 'Kind' | 'Id'>;

/** The local bans of a world, and the lists that it enforces. */
interface BansOfWorld {
  readonly world: WorldKey;
  readonly version: string;
  readonly lists: readonly string[];
  readonly bans: readonly WorldBan[];
}

/** Entries of an import per commit, of some 10 ms. */
const IMPORT_BATCH = 250;

/** Bans of a world that are compared with a list at once, each adopted one with a commit. */
const ADOPT_BATCH = 20;

const NEW_LIST = { Kind: 'Ban', Title: '', Adopt: 'Ignore', LocalUnban: true } as const;

/** The shared lists of a fleet. Every method may throw LIST_NOT_FOUND; what is written is on disk on return. */
export class FleetLists {
  readonly table: ListTable;
  readonly bucket: SharedBucket<ListValue>;
  readonly #context: GatewayContext;
  /** Since the gateway has started: each world sends its bans again. */
  readonly #reports = new Map<WorldKey, BansOfWorld>();

  constructor(context: GatewayContext) {
    this.#context = context;
    this.table = new ListTable(context.database, context.log);
    this.bucket = sharedBucket<ListValue>(context, 'lists', this.table);
  }

  lists(): FleetList[] {
    return this.table.names().map((list) => this.#listReply(list, this.definition(list)));
  }

  definition(list: string): ListDefinition {
    const definition = this.table.definition(list);
    if (definition !== undefined) return definition;
    throw new Refusal('LIST_NOT_FOUND', `the fleet has no shared list called ${list}`);
  }

  /** Creates or changes a list. Throws VALIDATION_FAILED for an invalid name, and for another kind. */
  putList(list: string, settings: FleetListSettings, by: string): FleetList {
    if (!isListName(list)) {
      const message = 'the name of a list must be 1 to 32 of the characters a to z, 0 to 9 and -';
      throw new Refusal('VALIDATION_FAILED', message);
    }
    const before = this.table.definition(list);
    const { Kind, Title, Adopt, LocalUnban } = { ...NEW_LIST, ...before, ...settings };
    if (before !== undefined && before.Kind !== Kind) {
      throw new Refusal('VALIDATION_FAILED', `the kind of ${list} is ${before.Kind}, and cannot be changed`);
    }
    const Since = before?.Since ?? this.bucket.nextChange();
    const definition = { Kind, Title, Adopt, LocalUnban, Active: true, ChangedBy: by, Since };
    const stored = this.bucket.write<ListDefinition>(definitionKey(list), definition);
    for (const report of this.#reports.values()) void this.#adoptAll(report, [list]);
    return this.#listReply(list, stored);
  }

  deleteList(list: string, by: string): void {
    const deleted = { ...this.definition(list), Active: false, ChangedBy: by };
    this.bucket.write<ListDefinition>(definitionKey(list), deleted);
  }

  /** Puts a subject on a list, or replaces reason and expiry. Throws VALIDATION_FAILED. */
  put(list: string, subject: ListSubject, details: BanDetails, by: string): FleetBan {
    this.#assertTakes(list, this.#isOn(list, subject) ? [] : [subject]);
    return this.#put(list, subject, details, by);
  }

  /** Lifts an entry. Throws BAN_NOT_FOUND where none is active. */
  lift(list: string, subject: ListSubject, by: string): FleetBan {
    this.definition(list);
    const entry = this.table.entry(list, subject);
    if (entry?.Active === true) return this.#lift(list, entry, by, this.#now());
    throw new Refusal('BAN_NOT_FOUND', `${subject.Id} is not on the list ${list}`);
  }

  /** Puts many on a list; existing entries stay. Throws VALIDATION_FAILED before anything is changed. */
  async putAll(
    list: string,
    entries: readonly ImportedEntry[],
    by: string,
  ): Promise<{ Added: number; Unchanged: number }> {
    const added: ImportedEntry[] = [];
    for (const [index, entry] of entries.entries()) {
      if (index % IMPORT_BATCH === 0) await turn();
      if (!this.#isOn(list, entry.subject)) added.push(entry);
    }
    this.#assertTakes(
      list,
      added.map(({ subject }) => subject),
    );
    for (let at = 0; at < added.length; at += IMPORT_BATCH) {
      transaction(this.#context.database, () => {
        for (const { subject, ...details } of added.slice(at, at + IMPORT_BATCH))
          this.#put(list, subject, details, by);
      });
      await turn();
    }
    return { Added: added.length, Unchanged: entries.length - added.length };
  }

  /** A page of the entries, newest first. Throws VALIDATION_FAILED for a cursor of another list. */
  page(list: string, query: RouteQuery<typeof getFleetBans>) {
    const { Find = '', Kind, State } = query;
    this.definition(list);
    const find = Find.toLowerCase();
    const entries = this.table.entriesOf(list).map((entry) => this.#banReply(entry));
    const matching = entries
      .filter((ban) => (Kind ?? ban.Kind) === ban.Kind && (State ?? ban.State) === ban.State)
      .filter(({ Id, Reason, BannedBy }) => `${Id}\n${Reason}\n${BannedBy}`.toLowerCase().includes(find));
    const { rows: Bans, next: Next } = pageOf(matching, { ...query, Order: 'Descending' }, 'BannedAt', {
      keyOf: ({ BannedAt }) => BannedAt,
      idOf: ({ Kind, Id }) => `${Kind} ${Id}`,
    });
    return { Total: entries.length, Matching: matching.length, Next, Bans };
  }

  /** The active entries, in the order of their keys. */
  bans(list: string): FleetBan[] {
    this.definition(list);
    return this.table
      .entriesOf(list)
      .map((entry) => this.#banReply(entry))
      .filter(({ State }) => State === 'Active');
  }

  /** The bans of worlds that await a decision for a list. */
  #pending(list: string): PendingBan[] {
    const { Kind, Adopt } = this.definition(list);
    if (Kind !== 'Ban' || Adopt !== 'Offer') return [];
    const nowMs = this.#context.clock.now();
    const active = this.table.entriesOf(list).filter((entry) => isActiveAt(entry, nowMs));
    const listed = new Set(active.map(({ Kind, Id }) => `${Kind} ${Id}`));
    const decisions = this.table.decisionsOf(list);
    const pending: PendingBan[] = [];
    for (const { world, bans } of this.#reports.values().filter(({ lists }) => lists.includes(list))) {
      for (const ban of bans) {
        if (!isActiveAt(ban, nowMs) || listed.has(`${ban.Kind} ${ban.Id}`)) continue;
        const decided = decisions.size > 0 && decisions.get(decisionKey(list, world, ban));
        if (decided !== ban.BannedAt) pending.push({ world, ban });
      }
    }
    return pending;
  }

  /** A page of the offers, by world, kind and id. */
  offersPage(list: string, query: RouteQuery<typeof getFleetOffers>) {
    const pending = this.#pending(list);
    const { rows, next: Next } = pageOf(pending, query, 'World', {
      keyOf: ({ world }) => world,
      idOf: ({ world, ban: { Kind, Id } }) => `${world} ${Kind} ${Id}`,
    });
    return { Total: pending.length, Matching: pending.length, Next, Offers: rows.map(offerOf) };
  }

  /** Puts a ban of a world on a list. Throws OFFER_NOT_FOUND. */
  accept(list: string, key: OfferKey): FleetBan {
    const { World, ...ban } = this.#offer(list, key);
    const entry = this.#write(list, { ...ban, Active: true, BannedBy: worldIssuer(World) });
    this.#decide(list, key, ban);
    return entry;
  }

  /** Leaves a ban of a world off a list. Throws OFFER_NOT_FOUND. */
  decline(list: string, key: OfferKey): void {
    this.#decide(list, key, this.#offer(list, key));
  }

  hasBans(world: WorldKey, version: string): boolean {
    return this.#reports.get(world)?.version === version;
  }

  async onBans(world: WorldKey, lists: readonly string[], { version, bans = [] }: Snapshot): Promise<void> {
    const report = { world, version, lists, bans };
    this.#reports.set(world, report);
    await this.#adoptAll(report, lists);
  }

  forgetWorld(world: WorldKey): void {
    this.#reports.delete(world);
  }

  /** Never rejects: after an error the world is asked for its bans again. */
  async #adoptAll(report: BansOfWorld, lists: readonly string[]): Promise<void> {
    try {
      for (const list of lists) await this.#adopt(report, list);
    } catch (error) {
      this.#context.log.warn({ err: error, world: report.world }, 'could not adopt bans of a world');
      if (this.#reports.get(report.world) === report) this.#reports.delete(report.world);
    }
  }

  /** Copies new and lifted bans of a world into a list that adopts, until a newer report replaces this one. */
  async #adopt(report: BansOfWorld, list: string): Promise<void> {
    const { world, lists, bans } = report;
    const isReplaced = () => this.#reports.get(world) !== report;
    const definition = this.table.definition(list);
    if (definition?.Kind !== 'Ban' || definition.Adopt !== 'Adopt' || !lists.includes(list)) return;
    const { log } = this.#context;
    const reported = new Map(bans.map((ban) => [entryKey(list, ban), ban]));
    let seen = 0;
    for (const ban of reported.values()) {
      if (++seen % ADOPT_BATCH === 0) await turn();
      if (isReplaced()) return;
      const stored = this.table.entry(list, ban);
      if (!ban.Active || stored?.Active === true) continue;
      if (stored !== undefined && lastChangeMs(stored) >= Date.parse(ban.BannedAt)) continue;
      this.#write(list, { ...ban, BannedBy: worldIssuer(world) });
      log.info({ list, world, id: ban.Id }, 'adopted a ban of a world');
    }
    for (const entry of this.table.entriesOf(list)) {
      if (++seen % ADOPT_BATCH === 0) await turn();
      if (isReplaced()) return;
      const ban = reported.get(entryKey(list, entry));
      if (!entry.Active || entry.BannedBy !== worldIssuer(world) || ban?.Active === true) continue;
      this.#lift(list, entry, worldIssuer(world), ban?.UnbannedAt ?? this.#now());
      log.info({ list, world, id: entry.Id }, 'adopted the end of a ban of a world');
    }
  }

  #put(list: string, subject: ListSubject, { reason, expires }: BanDetails, by: string): FleetBan {
    return this.#write(list, {
      ...subject,
      Active: true,
      Reason: reason,
      BannedBy: by,
      BannedAt: this.#now(),
      ...(expires !== undefined && { Expires: expires }),
    });
  }

  #lift(list: string, entry: ListEntry, by: string, at: string): FleetBan {
    return this.#write(list, { ...entry, Active: false, UnbannedBy: by, UnbannedAt: at });
  }

  #write(list: string, ban: WorldBan): FleetBan {
    return this.#banReply(this.bucket.write<ListEntry>(entryKey(list, ban), ban));
  }

  #offer(list: string, { World, Kind, Id }: OfferKey): FleetOffer {
    const pending = this.#pending(list).find(
      ({ world, ban }) => world === World && ban.Kind === Kind && ban.Id === Id,
    );
    if (pending === undefined) throw new Refusal('OFFER_NOT_FOUND');
    return offerOf(pending);
  }

  #decide(list: string, key: OfferKey, { BannedAt }: Pick<ListDecision, 'BannedAt'>): void {
    this.bucket.write<ListDecision>(decisionKey(list, key.World, key), { BannedAt });
  }

  #isOn(list: string, subject: ListSubject): boolean {
    const entry = this.table.entry(list, subject);
    return entry !== undefined && this.#isActive(entry);
  }

  #isActive(ban: WorldBan): boolean {
    return isActiveAt(ban, this.#context.clock.now());
  }

  /** Throws VALIDATION_FAILED for entries that a list does not accept. `added`: those that are not on it. */
  #assertTakes(list: string, added: readonly ListSubject[]): void {
    const { Kind } = this.definition(list);
    const address = added.find((subject) => Kind === 'Allow' && subject.Kind === 'IP');
    if (address !== undefined) {
      throw new Refusal('VALIDATION_FAILED', `${address.Id}: a list of kind Allow takes users only`);
    }
    if (added.length + this.countOf(list).active <= FLEET_LIST_ENTRIES) return;
    throw new Refusal('VALIDATION_FAILED', `a list has at most ${FLEET_LIST_ENTRIES} active entries`);
  }

  /** The entries of a list that are active, and all. */
  countOf(list: string): { active: number; total: number } {
    return this.table.countOf(list, this.#now());
  }

  #listReply(list: string, definition: ListDefinition): FleetList {
    const { active: Active, total: Total } = this.countOf(list);
    return pick(FleetList, {
      ...definition,
      List: list,
      Active,
      Total,
      Offers: this.#pending(list).length,
      ChangedAt: new Date(definition.t).toISOString(),
    });
  }

  #banReply(entry: ListEntry): FleetBan {
    const State = this.#isActive(entry) ? 'Active' : entry.Active ? 'Expired' : 'Lifted';
    return pick(FleetBan, { ...entry, State });
  }

  #now(): string {
    return new Date(this.#context.clock.now()).toISOString();
  }
}

interface PendingBan {
  readonly world: WorldKey;
  readonly ban: WorldBan;
}

function offerOf({ world, ban }: PendingBan): FleetOffer {
  return pick(FleetOffer, { ...ban, World: world });
}

function worldIssuer(world: WorldKey): string {
  return `world:${world}`;
}

/** When an entry was changed last: ms since 1970. */
function lastChangeMs({ BannedAt, UnbannedAt = '' }: ListEntry): number {
  return Math.max(Date.parse(BannedAt), Date.parse(UnbannedAt) || 0);
}

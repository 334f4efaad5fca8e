import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import {
  DEFAULT_PAGE,
  FLEET_LIST_ENTRIES,
  type FleetBan,
  type FleetList,
  type FleetListSettings,
  type FleetOffer,
  type getFleetBans,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import {
  compareText,
  decisionKey,
  definitionKey,
  entryKey,
  isInForce,
  isListName,
  type ListDecision,
  type ListDefinition,
  type ListEntry,
  type ListSubject,
  type ListValue,
  type Snapshot,
  type WorldKey,
} from '@palatine/fleet';
import { transaction } from '../../data-folder/sqlite.ts';
import { ListTable } from '../../fleet/list-table.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { SharedBucket } from '../shared-bucket.ts';
import type { ImportedEntry } from './read-import.ts';

/** What an entry is to say, besides whom it is about. */
export interface BanWords {
  readonly reason: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly expires?: string | undefined;
}

type WorldBan = NonNullable<Snapshot['bans']>[number];

/** Which ban of which world. */
export interface OfferName extends ListSubject {
  readonly World: WorldKey;
}

/** Entries of an import that take one commit, of some 10 ms. */
const PUT_AT_ONCE = 250;

const NEW_LIST = { Kind: 'Ban', Title: '', Adopt: 'Ignore', LocalUnban: true } as const;

/** The shared lists of a fleet. Every method may throw LIST_NOT_FOUND; what is written is on disk on return. */
export class FleetLists {
  readonly #options: GatewayContext;
  readonly #table: ListTable;
  readonly #bucket: SharedBucket<ListValue>;
  readonly #offers: ReturnType<typeof worldBans>;

  constructor(options: GatewayContext) {
    const { database, log } = options;
    this.#options = options;
    this.#table = new ListTable(database, log);
    this.#bucket = new SharedBucket<ListValue>({ ...options, bucket: 'lists', table: this.#table });
    this.#offers = worldBans(database);
  }

  start(): void {
    this.#bucket.start();
  }

  stop(): Promise<void> {
    return this.#bucket.stop();
  }

  /** Changes for worlds. */
  get table(): Pick<ListTable, 'newest' | 'after'> {
    return this.#table;
  }

  /** Whether the broker has every change. */
  get isPushed(): boolean {
    return this.#bucket.isPushed;
  }

  lists(): FleetList[] {
    return this.#table.names().map((list) => this.#shown(list, this.definition(list)));
  }

  /** What a list is. */
  definition(list: string): ListDefinition {
    const definition = this.#table.definition(list);
    if (definition !== undefined) return definition;
    throw new Refusal('LIST_NOT_FOUND', `the fleet has no shared list called ${list}`);
  }

  /** Makes a list, or changes what it is. Throws VALIDATION_FAILED for a name that is none, and for another kind. */
  putList(list: string, settings: FleetListSettings, by: string): FleetList {
    if (!isListName(list)) {
      const message = 'a list has a name of 1 to 32 of the characters a to z, 0 to 9 and -';
      throw new Refusal('VALIDATION_FAILED', message);
    }
    const definition = this.#bucket.write<ListDefinition>(definitionKey(list), (stored, t) => {
      const before = stored?.Active === true ? stored : undefined;
      const { Kind, Title, Adopt, LocalUnban } = { ...NEW_LIST, ...before, ...settings };
      if (before !== undefined && before.Kind !== Kind) {
        throw new Refusal('VALIDATION_FAILED', `${list} is a list of kind ${before.Kind}, and stays one`);
      }
      return { Kind, Title, Adopt, LocalUnban, Active: true, ChangedBy: by, Since: before?.Since ?? t };
    });
    for (const world of this.#offers.worlds()) this.#adopt(world, list);
    return this.#shown(list, definition);
  }

  /** Deletes a list with its entries. */
  deleteList(list: string, by: string): void {
    const definition = this.definition(list);
    this.#bucket.write<ListDefinition>(definitionKey(list), () => ({
      ...definition,
      Active: false,
      ChangedBy: by,
    }));
  }

  /** Puts somebody on a list, or says anew why and until when. Throws VALIDATION_FAILED. */
  put(list: string, subject: ListSubject, words: BanWords, by: string): FleetBan {
    this.#assertTakes(list, [subject]);
    return this.#shownBan(this.#put(list, subject, words, by));
  }

  /** Lifts an entry. Throws BAN_NOT_FOUND where none is active. */
  lift(list: string, subject: ListSubject, by: string): FleetBan {
    this.definition(list);
    const entry = this.#bucket.write<ListEntry>(entryKey(list, subject), (stored) => {
      if (stored?.Active !== true) {
        throw new Refusal('BAN_NOT_FOUND', `${subject.Id} is not on the list ${list}`);
      }
      return { ...stored, Active: false, UnbannedBy: by, UnbannedAt: this.#now() };
    });
    return this.#shownBan(entry);
  }

  /** Puts many on a list; who is on it stays as they are. Throws VALIDATION_FAILED before anything is done. */
  async putAll(
    list: string,
    entries: readonly ImportedEntry[],
    by: string,
  ): Promise<{ Added: number; Unchanged: number }> {
    const added = entries.filter(({ subject }) => !this.#isOn(list, subject));
    this.#assertTakes(
      list,
      added.map(({ subject }) => subject),
    );
    for (let at = 0; at < added.length; at += PUT_AT_ONCE) {
      transaction(this.#options.database, () => {
        for (const { subject, ...words } of added.slice(at, at + PUT_AT_ONCE))
          this.#put(list, subject, words, by);
      });
      await turn();
    }
    return { Added: added.length, Unchanged: entries.length - added.length };
  }

  /** A page of the entries, newest first. Throws VALIDATION_FAILED for a cursor of another list. */
  page(
    list: string,
    { Find = '', Kind, State, Limit = DEFAULT_PAGE, Cursor }: RouteQuery<typeof getFleetBans>,
  ) {
    this.definition(list);
    const find = Find.toLowerCase();
    const entries = this.#table.entriesOf(list);
    const matching = entries
      .filter((entry) => Kind === undefined || entry.Kind === Kind)
      .filter(({ Id, Reason, BannedBy }) => `${Id}\n${Reason}\n${BannedBy}`.toLowerCase().includes(find))
      .map((entry) => this.#shownBan(entry))
      .filter((ban) => State === undefined || ban.State === State)
      .sort((one, other) => compareText(placeOf(other), placeOf(one)));
    const after = Cursor === undefined || Cursor === '' ? undefined : placeIn(Cursor);
    const rest = after === undefined ? matching : matching.filter((ban) => placeOf(ban) < after);
    const Bans = rest.slice(0, Limit);
    const last = rest.length > Limit ? Bans.at(-1) : undefined;
    return {
      Total: entries.length,
      Matching: matching.length,
      ...(last !== undefined && { Next: Buffer.from(placeOf(last)).toString('base64url') }),
      Bans,
    };
  }

  /** The entries that count. */
  bans(list: string): FleetBan[] {
    this.definition(list);
    return this.#table
      .entriesOf(list)
      .filter((entry) => this.#counts(entry))
      .map((entry) => this.#shownBan(entry))
      .sort((one, other) => compareText(one.Kind, other.Kind) || compareText(one.Id, other.Id));
  }

  /** The bans on which somebody is to decide for a list, in the order of world, kind and id. */
  offers(list: string): FleetOffer[] {
    const { Kind: kind, Adopt } = this.definition(list);
    if (kind !== 'Ban' || Adopt !== 'Offer') return [];
    return this.#offers.worlds().flatMap(({ world, lists, bans }) =>
      bans
        .filter((ban) => lists.includes(list) && this.#isPending(list, world, ban))
        .map(({ Kind, Id, Reason, BannedBy, BannedAt, Expires }) => ({
          World: world,
          Kind,
          Id,
          Reason,
          BannedBy,
          BannedAt,
          ...(Expires !== undefined && { Expires }),
        })),
    );
  }

  /** Puts a ban of a world on a list. Throws OFFER_NOT_FOUND. */
  accept(list: string, name: OfferName, by: string): FleetBan {
    const ban = this.#pendingBan(list, name);
    const entry = this.#bucket.write<ListEntry>(entryKey(list, name), () => ({
      ...ban,
      BannedBy: worldIssuer(name.World),
    }));
    this.#decide(list, name, { Accepted: true, By: by, BannedAt: ban.BannedAt });
    return this.#shownBan(entry);
  }

  /** Leaves a ban of a world off a list. Throws OFFER_NOT_FOUND. */
  decline(list: string, name: OfferName, by: string): void {
    const { BannedAt } = this.#pendingBan(list, name);
    this.#decide(list, name, { Accepted: false, By: by, BannedAt });
  }

  /** Whether the bans of a world are those that were told last. */
  knowsBans(world: WorldKey, version: string): boolean {
    return this.#offers.versionOf(world) === version;
  }

  /** A world tells the bans that it has given by itself, and the lists that it enforces. */
  onBans(world: WorldKey, lists: readonly string[], { version, bans = [] }: Snapshot): void {
    this.#offers.set(world, version, lists, bans);
    for (const list of lists) this.#adopt({ world, lists, bans }, list);
  }

  forgetWorld(world: WorldKey): void {
    this.#offers.delete(world);
  }

  /** Takes the bans of a world over into a list that adopts, new and lifted ones. */
  #adopt({ world, lists, bans }: BansOfWorld, list: string): void {
    const definition = this.#table.definition(list);
    if (definition?.Kind !== 'Ban' || definition.Adopt !== 'Adopt' || !lists.includes(list)) return;
    const told = new Map(bans.map((ban) => [entryKey(list, ban), ban]));
    for (const [key, ban] of told) {
      const stored = this.#table.get(key) as ListEntry | undefined; // as its key says
      if (!ban.Active || stored?.Active === true) continue;
      if (stored !== undefined && lastWordMs(stored) >= Date.parse(ban.BannedAt)) continue;
      this.#bucket.write<ListEntry>(key, () => ({ ...ban, BannedBy: worldIssuer(world) }));
      this.#options.log.info({ list, world, id: ban.Id }, 'a ban of a world was taken over');
    }
    for (const entry of this.#table.entriesOf(list)) {
      const key = entryKey(list, entry);
      if (!entry.Active || entry.BannedBy !== worldIssuer(world) || told.get(key)?.Active === true) continue;
      const UnbannedAt = told.get(key)?.UnbannedAt ?? this.#now();
      const lifted = { Active: false, UnbannedBy: worldIssuer(world), UnbannedAt };
      this.#bucket.write<ListEntry>(key, () => ({ ...entry, ...lifted }));
      this.#options.log.info({ list, world, id: entry.Id }, 'the end of a ban of a world was taken over');
    }
  }

  #put(list: string, subject: ListSubject, { reason, expires }: BanWords, by: string): ListEntry {
    return this.#bucket.write<ListEntry>(entryKey(list, subject), () => ({
      ...subject,
      Active: true,
      Reason: reason,
      BannedBy: by,
      BannedAt: this.#now(),
      ...(expires !== undefined && { Expires: expires }),
    }));
  }

  #decide(list: string, name: OfferName, decision: Pick<ListDecision, 'Accepted' | 'By' | 'BannedAt'>): void {
    this.#bucket.write<ListDecision>(decisionKey(list, name.World, name), () => decision);
  }

  #pendingBan(list: string, { World, Kind, Id }: OfferName): WorldBan {
    this.definition(list);
    const told = this.#offers.worlds().find(({ world, lists }) => world === World && lists.includes(list));
    const ban = told?.bans.find((one) => one.Kind === Kind && one.Id === Id);
    if (ban !== undefined && this.#isPending(list, World, ban)) return ban;
    throw new Refusal('OFFER_NOT_FOUND');
  }

  #isPending(list: string, world: WorldKey, ban: WorldBan): boolean {
    if (!isInForce(ban, this.#options.clock.now())) return false;
    const decision = this.#table.get(decisionKey(list, world, ban)) as ListDecision | undefined; // as its key says
    return decision?.BannedAt !== ban.BannedAt && !this.#isOn(list, ban);
  }

  #isOn(list: string, subject: ListSubject): boolean {
    const entry = this.#table.get(entryKey(list, subject)) as ListEntry | undefined; // as its key says
    return entry !== undefined && entry.t > this.definition(list).Since && this.#counts(entry);
  }

  #counts(entry: ListEntry): boolean {
    return isInForce(entry, this.#options.clock.now());
  }

  /** Throws VALIDATION_FAILED for entries that a list does not take. */
  #assertTakes(list: string, added: readonly ListSubject[]): void {
    const { Kind } = this.definition(list);
    const address = added.find((subject) => Kind === 'Allow' && subject.Kind === 'IP');
    if (address !== undefined) {
      throw new Refusal('VALIDATION_FAILED', `${address.Id}: a list of kind Allow takes users only`);
    }
    const more = added.filter((subject) => !this.#isOn(list, subject)).length;
    if (
      more + this.#table.entriesOf(list).filter((entry) => this.#counts(entry)).length <=
      FLEET_LIST_ENTRIES
    )
      return;
    throw new Refusal('VALIDATION_FAILED', `a list has at most ${FLEET_LIST_ENTRIES} entries that count`);
  }

  #shown(list: string, { Kind, Title, Adopt, LocalUnban, ChangedBy, t }: ListDefinition): FleetList {
    const entries = this.#table.entriesOf(list);
    return {
      List: list,
      Kind,
      Title,
      Adopt,
      LocalUnban,
      Active: entries.filter((entry) => this.#counts(entry)).length,
      Total: entries.length,
      Offers: this.offers(list).length,
      ChangedBy,
      ChangedAt: new Date(t).toISOString(),
    };
  }

  /** An entry as routes answer it. */
  #shownBan(entry: ListEntry): FleetBan {
    const { Kind, Id, Active, Reason, BannedBy, BannedAt, UnbannedBy, UnbannedAt, Expires } = entry;
    return {
      Kind,
      Id,
      State: this.#counts(entry) ? 'Active' : Active ? 'Expired' : 'Lifted',
      Reason,
      BannedBy,
      BannedAt,
      ...(UnbannedBy !== undefined && { UnbannedBy }),
      ...(UnbannedAt !== undefined && { UnbannedAt }),
      ...(Expires !== undefined && { Expires }),
    };
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

/** The issuer of an entry that was taken over from a world. */
function worldIssuer(world: WorldKey): string {
  return `world:${world}`;
}

/** When the last word on an entry was said: ms since 1970. */
function lastWordMs({ BannedAt, UnbannedAt = '' }: ListEntry): number {
  return Math.max(Date.parse(BannedAt), Date.parse(UnbannedAt) || 0);
}

/** Where an entry stands in a list: later bans come first. */
function placeOf({ BannedAt, Kind, Id }: Pick<FleetBan, 'BannedAt' | 'Kind' | 'Id'>): string {
  return `${BannedAt} ${Kind} ${Id}`;
}

function placeIn(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString();
  if (/^\d{4}-\S+Z (User|IP) /.test(place)) return place;
  throw new Refusal('VALIDATION_FAILED', 'Cursor is none of this list');
}

/** What a world has told of the bans that it gives itself, and the lists that it enforces. */
interface BansOfWorld {
  readonly world: WorldKey;
  readonly lists: readonly string[];
  readonly bans: readonly WorldBan[];
}

function worldBans(database: DatabaseSync) {
  const known = new Map<WorldKey, BansOfWorld & { readonly version: string }>();
  for (const row of database.prepare('select * from worldBans').all() as Record<string, string>[]) {
    const { world = '', version = '', lists = '', bans = '' } = row; // its columns, as `set` has written them
    known.set(world, { world, version, lists: JSON.parse(lists), bans: JSON.parse(bans) } as never);
  }
  const set = database.prepare('insert or replace into worldBans values (?, ?, ?, ?)');
  const remove = database.prepare('delete from worldBans where world = ?');
  return {
    worlds: () => [...known.values()].sort((one, other) => compareText(one.world, other.world)),
    versionOf: (world: WorldKey) => known.get(world)?.version,
    set(world: WorldKey, version: string, lists: readonly string[], bans: readonly WorldBan[]): void {
      set.run(world, version, JSON.stringify(lists), JSON.stringify(bans));
      known.set(world, { world, version, lists, bans });
    },
    delete(world: WorldKey): void {
      remove.run(world);
      known.delete(world);
    },
  };
}

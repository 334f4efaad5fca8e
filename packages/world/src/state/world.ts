import {
  type Banlist,
  EVENT_STREAM,
  type EventData,
  type EventType,
  type IPBan,
  searchKey,
  type UserBan,
  ZERO_GUID,
} from '@palatine/contract';
import { words } from '@palatine/contract/words';
import { canonicalAddress } from '@palatine/platform/address';
import { layerOf } from '../catalogue/map-object-class.ts';
import { getOrAdd } from '../catalogue/table.ts';
import { campCountsOf, guildFactsOf } from './aggregates.ts';
import type * as model from './model.ts';
import { type Change, type Index, Table } from './table.ts';

/** Facts about the world as a whole. */
export interface WorldInfo {
  readonly name: string;
  /** `demo`, or `save` for an imported one. */
  readonly origin: 'demo' | 'save';
  /** ms since 1970: when it was generated or imported. */
  readonly createdAtMs: number;
  /** Seed of everything that the simulation invents for it. */
  readonly seed: number;
}

/** The tables of the ban list; Banlist.json has their entries as well. */
export const BAN_TABLE_NAMES = ['userBans', 'ipBans'] as const;

/** Fields of Banlist.json beside its entries, with the keys that an operator has added. */
export type BanlistHead = Pick<Banlist, 'Version' | 'BannedMessage'>;

/** The tables of the store. */
export const TABLE_NAMES = words(
  'accounts sessions players technologies userBans ipBans playerBans discoveries characters containers',
  'guilds camps mapObjects deliveries deliveryBatches identities gameBans events',
);
export type TableName = (typeof TABLE_NAMES)[number];

export type WorldTables = { [Name in TableName]: World[Name] extends Table<infer Row> ? Row : never };

const byUid = ({ uid }: { uid: string }) => uid;
const byId = ({ id }: { id: string }) => id;

interface WorldOptions {
  readonly survey?: model.Survey | null;
  readonly eventsKept?: EventBounds;
}

/**
 * The authoritative world. One thread owns it and runs one command at a time, so nothing here needs a lock. Every
 * change goes through `put` and `remove` of a table and can be rolled back to a savepoint.
 */
export class World {
  readonly info: WorldInfo;
  readonly #journal: Change[] = [];
  readonly #eventsKept: EventBounds;
  /** Not journaled: a rollback does not undo changes of it. */
  banlistHead: BanlistHead = { Version: 1, BannedMessage: '' };
  #lastEventId = 0;
  /** Facts of the newest save of this world; null for a demo world. Neither commands nor rollbacks change it. */
  survey: model.Survey | null;

  readonly accounts = this.#table<model.Account>('accounts', byUid);
  readonly sessions = this.#table<model.Session>('sessions', byUid);
  readonly players = this.#table<model.Player>('players', byUid);
  /** By id in lower case. */
  readonly technologies = this.#table<model.UnlockedTechnology>('technologies', ({ id }) => id.toLowerCase());
  readonly playerBans = this.#table<model.PlayerBan>('playerBans', byUid);
  /** By PlayerUID. */
  readonly discoveries = this.#table<model.Discoveries>('discoveries', byUid);
  readonly characters = this.#table<model.Character>('characters', byId);
  readonly containers = this.#table<model.Container>('containers', byId);
  readonly guilds = this.#table<model.Guild>('guilds', byId);
  readonly camps = this.#table<model.Camp>('camps', byId);
  readonly mapObjects = this.#table<model.MapObject>('mapObjects', byId);
  readonly deliveries = this.#table<model.DeliveryRecord>('deliveries', byId);
  readonly deliveryBatches = this.#table<model.DeliveryBatch>('deliveryBatches', byId);
  /** By `<userId> <uid>`. */
  readonly identities = this.#table<model.Identity>('identities', ({ key }) => key);
  readonly gameBans = this.#table<model.GameBan>('gameBans', ({ userId }) => userId);
  readonly events = this.#table<WorldEvent>('events', ({ id }) => String(id));
  readonly userBans = this.#table<UserBan>('userBans', ({ UserId }) => UserId, { keepsOrder: true });
  /** By the one spelling of the address or range (see address.ts). */
  readonly ipBans = this.#table<IPBan>('ipBans', ({ IP }) => IP, { keepsOrder: true });
  /** Not journaled: a lost step of a walk is negligible. */
  readonly locations = new Table<model.PlayerLocation>('locations', byUid, null);

  readonly accountsByUserId = this.accounts.groupBy(({ userId }) => [userId]);
  /** Accounts by the canonical spelling of each address they have played from; see also `sessionsByIp`. */
  readonly accountsByAddress = this.accounts.groupBy(({ addresses = [] }) => [
    ...new Set(addresses.map(({ ip }) => canonicalAddress(ip) ?? '')),
  ]);
  readonly sessionsByUserId = this.sessions.groupBy(({ userId }) => [userId]);
  readonly sessionsByIp = this.sessions.groupBy(({ ip }) => [ip]);
  readonly eventLog = this.events.index(new EventLog());
  /** Bans of masked ranges by their bits: `24` for 198.51.100.0/24. */
  readonly ipBansByBits = this.ipBans.groupBy(({ IP }) => [IP.split('/')[1] ?? '']);
  /** Characters by the box they are in. */
  readonly charactersByBox = this.characters.groupBy(({ place }) => [place?.containerId ?? '']);
  /** Players' own bodies by PlayerUID, also of those without a player file. */
  readonly bodiesByPlayer = this.characters.groupBy(({ playerUid }) => [playerUid]);
  /** Pals and people with a nickname, by its `searchKey`. */
  readonly palsByNickname = this.characters.groupBy(({ playerUid, nickname }) => [
    playerUid === null ? searchKey(nickname) : '',
  ]);
  readonly guildsByMember = this.guilds.groupBy(({ members }) => members.map(({ uid }) => uid));
  readonly guildsByAdmin = this.guilds.groupBy(({ adminUid }) => [adminUid]);
  readonly campsByGuild = this.camps.groupBy(({ guildId }) => [guildId]);
  /** Players by the containers of their team and Palbox. */
  readonly playersByBox = this.players.groupBy(({ team, palbox }) => [team.containerId, palbox.containerId]);
  readonly campsByBox = this.camps.groupBy(({ workers }) => [workers.containerId]);
  /** Booths and machines by the container of the Pals inside. */
  readonly mapObjectsByBooth = this.mapObjects.groupBy(({ booth }) => [booth?.containerId ?? '']);
  /** Objects by their camp, without the landscape. */
  readonly mapObjectsByCamp = this.mapObjects.groupBy(({ campId }) => [campId === ZERO_GUID ? '' : campId]);
  readonly mapObjectsByOwner = this.mapObjects.groupBy(({ ownerId }) => [ownerId]);
  /** Owners of a container of items: player, guild, or object. */
  readonly playersByContainer = this.players.groupBy(({ inventory }) => Object.values(inventory));
  readonly guildsByChest = this.guilds.groupBy(({ chestId }) => [chestId]);
  readonly mapObjectsByContainer = this.mapObjects.groupBy(({ containerId }) => [containerId]);
  /** Facts of each guild for the lists of guilds and bases. */
  readonly guildFacts = guildFactsOf(this);
  readonly campCounts = campCountsOf(this);
  /** Pals and people by species, without the bodies of players. */
  readonly charactersBySpecies = this.characters.groupBy(({ playerUid, species }) => [
    playerUid === null ? species.toLowerCase() : '',
  ]);
  /** The characters that were summoned, under `summoned`. */
  readonly summonedCharacters = this.characters.groupBy(({ summoned }) => [summoned ? 'summoned' : '']);
  /** Objects by the layer of the map that shows them. */
  readonly mapObjectsByLayer = this.mapObjects.groupBy(({ objectId, natural }) => [
    layerOf(objectId, natural) ?? '',
  ]);
  readonly deliveriesByState = this.deliveries.groupBy(({ state }) => [state]);
  readonly identitiesByUserId = this.identities.groupBy(({ userId }) => [userId]);
  readonly identitiesByUid = this.identities.groupBy(({ uid }) => [uid]);

  /** `eventsKept`: fewer, for tests of what is dropped. */
  constructor(info: WorldInfo, { survey = null, eventsKept = EVENTS_KEPT }: WorldOptions = {}) {
    this.info = info;
    this.survey = survey;
    this.#eventsKept = eventsKept;
    // Never reuse the id of an event that was rolled back: a listener may have seen it.
    this.events.index({
      changed: (_, event) => {
        if (event !== undefined) this.#lastEventId = Math.max(this.#lastEventId, event.id);
      },
    });
  }

  #table<Row extends object>(name: TableName, keyOf: (record: Row) => string, options = {}): Table<Row> {
    return new Table(name, keyOf, this.#journal, options);
  }

  /** Adds an event and drops the oldest beyond EVENTS_KEPT. A rollback removes it and restores those. */
  emit<T extends EventType>(type: T, atMs: number, data: EventData<T>): void {
    // `type` and `data` are of one kind by the signature.
    this.events.put({ id: this.#lastEventId + 1, atMs, type, data } as WorldEvent);
    while (this.eventLog.exceeds(this.#eventsKept)) {
      this.events.remove(String(this.eventLog.oldest?.id)); // a log that exceeds its bounds has an oldest
    }
  }

  /** The last id of an event, even of one that was rolled back; 0 before the first. */
  get lastEventId(): number {
    return this.#lastEventId;
  }

  /** A position in the journal for {@link rollbackTo}. */
  savepoint(): number {
    return this.#journal.length;
  }

  /** Undoes every change since the savepoint, newest first. */
  rollbackTo(savepoint: number): void {
    while (this.#journal.length > savepoint) {
      const change = this.#journal.pop() as Change; // length > savepoint >= 0
      // That table wrote the journal entry, so the record is of its kind.
      const table = this[change.table as TableName] as Table<object>;
      table.restore(change.key, change.before as object | undefined);
      const next = this.#journal.length > savepoint ? this.#journal.at(-1) : undefined;
      if (change.order !== undefined && next?.order !== change.order) table.reorder(change.order);
    }
  }

  /** The changes since `clearJournal`: the last state of each changed record, undefined if deleted, and the one before it. */
  pendingChanges() {
    const last = new Map<string, Map<string, Change>>();
    for (const change of this.#journal) getOrAdd(last, change.table, () => new Map()).set(change.key, change);
    const changes = last.values().flatMap((ofTable) => ofTable.values());
    return Array.from(changes, (change) => ({
      table: change.table as TableName,
      key: change.key,
      record: change.after as object | undefined,
      former: change.before as object | undefined,
    }));
  }

  /** Whether one of these tables has changed since a savepoint. */
  hasChanged(tables: readonly TableName[], savepoint = 0): boolean {
    return this.#journal.slice(savepoint).some(({ table }) => tables.includes(table as TableName));
  }

  /** Makes the changes so far permanent: they can no longer be rolled back. */
  clearJournal(): void {
    this.#journal.length = 0;
  }

  /** Runs a command completely or not at all: a throw rolls its changes back. */
  transaction<R>(command: () => R): R {
    const savepoint = this.savepoint();
    try {
      return command();
    } catch (error) {
      this.rollbackTo(savepoint);
      throw error;
    }
  }

  /** Runs a command and rolls everything back, including events and their ids, which must not have been published. */
  rehearse<R>(command: () => R): R {
    const [savepoint, lastEventId] = [this.savepoint(), this.#lastEventId];
    try {
      return command();
    } finally {
      this.rollbackTo(savepoint);
      this.#lastEventId = lastEventId;
    }
  }

  /** The records with these keys, in the order of the keys. */
  pick<T extends object>(table: { get(key: string): T | undefined }, keys: Iterable<string>): T[] {
    const records: T[] = [];
    for (const key of keys) {
      const record = table.get(key);
      if (record !== undefined) records.push(record);
    }
    return records;
  }
}

/** One event. Ids count up, also across restarts. */
export type WorldEvent<T extends EventType = EventType> = {
  [K in T]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventData<K> };
}[T];

/** Maximum events, and maximum bytes of them as JSON: whichever is reached first. */
export interface EventBounds {
  readonly events: number;
  readonly bytes: number;
}

/** Bounds of the event log; the oldest events are dropped first. */
export const EVENTS_KEPT: EventBounds = { events: EVENT_STREAM.keptEvents, bytes: EVENT_STREAM.keptBytes };

const texts = new WeakMap<WorldEvent, string>();

/** An event as the store writes it. Computed once: the log counts its bytes, and the store writes it. */
export const eventJson = (event: WorldEvent): string => getOrAdd(texts, event, () => JSON.stringify(event));

const bytesOf = (event: WorldEvent) => Buffer.byteLength(eventJson(event));

/** Dropped events that are cut off at a time: each cut moves all others. */
const CUT_AT_ONCE = 100;

/** Events in the order of their ids, which a rollback changes in the table, with their sizes. */
class EventLog implements Index<WorldEvent> {
  readonly #events: WorldEvent[] = [];
  /** The index of the oldest: those before it are dropped. */
  #start = 0;
  #bytes = 0;

  get size(): number {
    return this.#events.length - this.#start;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): WorldEvent | undefined {
    return this.#events[this.#start];
  }

  get newest(): WorldEvent | undefined {
    return this.size === 0 ? undefined : this.#events.at(-1);
  }

  /** Whether the oldest must be dropped. The newest stays, even if too large. */
  exceeds({ events, bytes }: EventBounds): boolean {
    return this.size > events || (this.#bytes > bytes && this.size > 1);
  }

  /** The events that follow an id, oldest first, within the bounds; at least one when there is one. */
  after(id: number, { events, bytes }: EventBounds): WorldEvent[] {
    const page: WorldEvent[] = [];
    let remaining = bytes;
    const from = this.#indexAfter(id);
    for (const event of this.#events.slice(from, from + events)) {
      remaining -= bytesOf(event);
      if (remaining < 0 && page.length > 0) break;
      page.push(event);
    }
    return page;
  }

  /** Every event, except those emitted meanwhile. */
  *newestFirst(): Generator<WorldEvent> {
    yield* this.#events.slice(this.#start).reverse();
  }

  changed(before: WorldEvent | undefined, after: WorldEvent | undefined): void {
    if (before !== undefined) {
      this.#bytes -= bytesOf(before);
      if (before.id === this.oldest?.id) this.#dropOldest();
      else this.#events.splice(this.#indexAfter(before.id - 1), 1);
    }
    if (after !== undefined) {
      this.#bytes += bytesOf(after);
      this.#events.splice(this.#indexAfter(after.id), 0, after);
    }
  }

  #dropOldest(): void {
    (this.#events as unknown[])[this.#start] = undefined; // for its memory
    this.#start += 1;
    if (this.#start < CUT_AT_ONCE) return;
    this.#events.splice(0, this.#start);
    this.#start = 0;
  }

  /** Index of the first event whose id is greater. */
  #indexAfter(id: number): number {
    let [low, high] = [this.#start, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.#events[middle] as WorldEvent; // low <= middle < high
      if (event.id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

import {
  type Banlist,
  type EventData,
  type EventType,
  type IPBan,
  searchKey,
  type UserBan,
  ZERO_GUID,
} from '@palatine/contract';
import { canonicalAddress } from './address.ts';
import { CampCountIndex } from './camp-counts.ts';
import { EVENTS_KEPT, type EventBounds, EventLog, type WorldEvent } from './events.ts';
import { type GuildFacts, guildFactsOf } from './guild-facts.ts';
import { layerOf } from './map-layers.ts';
import type {
  Account,
  Camp,
  Character,
  Container,
  DeliveryBatch,
  DeliveryRecord,
  Discoveries,
  GameBan,
  Guild,
  Identity,
  MapObject,
  Player,
  PlayerBan,
  PlayerLocation,
  Session,
  Survey,
  UnlockedTechnology,
} from './model.ts';
import { type Change, type DerivedFacts, GroupIndex, Table, Tally, UniqueIndex } from './table.ts';

/** Facts about the world as a whole. */
export interface WorldInfo {
  readonly name: string;
  /** `demo`, or `save` for an imported one. */
  readonly origin: 'demo' | 'save';
  /** ms since 1970: when it was generated or imported. */
  readonly createdAtMs: number;
  /** Seed of everything the simulation makes up for it. */
  readonly seed: number;
}

/** The tables of the ban list; Banlist.json has their entries as well. */
export const BAN_TABLE_NAMES = ['userBans', 'ipBans'] as const;
export type BanTableName = (typeof BAN_TABLE_NAMES)[number];

/** What Banlist.json holds beside its entries, with the keys that an operator has added. */
export type BanlistHead = Pick<Banlist, 'Version' | 'BannedMessage'>;

/** The tables of the store, by name, with their record types. */
export interface WorldTables {
  accounts: Account;
  sessions: Session;
  players: Player;
  technologies: UnlockedTechnology;
  userBans: UserBan;
  ipBans: IPBan;
  playerBans: PlayerBan;
  discoveries: Discoveries;
  characters: Character;
  containers: Container;
  guilds: Guild;
  camps: Camp;
  mapObjects: MapObject;
  deliveries: DeliveryRecord;
  deliveryBatches: DeliveryBatch;
  identities: Identity;
  gameBans: GameBan;
  events: WorldEvent;
}
export type TableName = keyof WorldTables;

export const TABLE_NAMES = [
  'accounts',
  'sessions',
  'players',
  'technologies',
  'userBans',
  'ipBans',
  'playerBans',
  'discoveries',
  'characters',
  'containers',
  'guilds',
  'camps',
  'mapObjects',
  'deliveries',
  'deliveryBatches',
  'identities',
  'gameBans',
  'events',
] as const satisfies readonly TableName[];

interface WorldOptions {
  readonly survey?: Survey | null;
  readonly eventsKept?: EventBounds;
}

interface PendingChange {
  table: TableName;
  key: string;
  /** Undefined for a record that was deleted. */
  record: object | undefined;
  former?: object | undefined;
}

/**
 * The authoritative world. One thread owns it and runs one command at a time, so nothing here needs a lock. Every
 * change goes through `put` and `remove` of a table and can be rolled back to a savepoint.
 */
export class World {
  readonly info: WorldInfo;
  readonly #journal: Change[] = [];
  readonly #eventsKept: EventBounds;
  /** No rollback undoes a change of it. */
  banlistHead: BanlistHead = { Version: 1, BannedMessage: '' };
  #lastEventId = 0;
  #survey: Survey | null;

  readonly accounts: Table<Account>;
  readonly sessions: Table<Session>;
  readonly players: Table<Player>;
  /** By id in lower case. */
  readonly technologies: Table<UnlockedTechnology>;
  /** By PlayerUID. */
  readonly playerBans: Table<PlayerBan>;
  /** By PlayerUID. */
  readonly discoveries: Table<Discoveries>;
  readonly characters: Table<Character>;
  readonly containers: Table<Container>;
  readonly guilds: Table<Guild>;
  readonly camps: Table<Camp>;
  readonly mapObjects: Table<MapObject>;
  readonly deliveries: Table<DeliveryRecord>;
  readonly deliveryBatches: Table<DeliveryBatch>;
  /** By `<userId> <uid>`. */
  readonly identities: Table<Identity>;
  /** By UserId. */
  readonly gameBans: Table<GameBan>;
  readonly events: Table<WorldEvent>;
  /** By UserId. */
  readonly userBans: Table<UserBan>;
  /** By the one spelling of the address or range (see address.ts). */
  readonly ipBans: Table<IPBan>;
  /** Not journaled: losing a step of a walk loses nothing of value. */
  readonly locations: Table<PlayerLocation>;

  /** Accounts by UserId, as last seen. */
  readonly accountsByUserId: GroupIndex<Account>;
  /** Accounts by the canonical spelling of each address they have played from; see also `sessionsByIp`. */
  readonly accountsByAddress: GroupIndex<Account>;
  readonly sessionsByUserId: GroupIndex<Session>;
  readonly sessionsByIp: GroupIndex<Session>;
  /** Characters by the box they are in. */
  readonly charactersByBox: GroupIndex<Character>;
  /** Players' own bodies by PlayerUID, also of those without a player file. */
  readonly bodiesByPlayer: GroupIndex<Character>;
  /** Pals and people with a nickname by that, as `searchKey` gives it. */
  readonly palsByNickname: GroupIndex<Character>;
  readonly guildsByMember: GroupIndex<Guild>;
  readonly guildsByAdmin: GroupIndex<Guild>;
  /** Bans of masked ranges by their bits: `24` for 198.51.100.0/24. */
  readonly ipBansByBits: GroupIndex<IPBan>;
  readonly campsByGuild: GroupIndex<Camp>;
  /** Players by the containers of their team and Palbox. */
  readonly playersByBox: GroupIndex<Player>;
  /** Camps by the container of their workers. */
  readonly campsByBox: GroupIndex<Camp>;
  /** Booths and machines by the container of the Pals inside. */
  readonly mapObjectsByBooth: GroupIndex<MapObject>;
  /** Without the landscape, which is in no camp. */
  readonly mapObjectsByCamp: GroupIndex<MapObject>;
  readonly mapObjectsByOwner: GroupIndex<MapObject>;
  /** Whose inventory, whose chest, and what object a container of items is. */
  readonly playersByContainer: UniqueIndex<Player>;
  readonly guildsByChest: UniqueIndex<Guild>;
  readonly mapObjectsByContainer: UniqueIndex<MapObject>;
  /** What the lists of guilds and bases say of each guild. */
  readonly guildFacts: DerivedFacts<Guild, GuildFacts>;
  readonly campCounts: CampCountIndex;
  /** Pals and people by species, without the bodies of players. */
  readonly speciesCounts: Tally<Character>;
  /** The characters that were summoned, under `summoned`. */
  readonly summonedCharacters: GroupIndex<Character>;
  /** Objects by the layer of the map that shows them. */
  readonly mapObjectsByLayer: GroupIndex<MapObject>;
  readonly deliveriesByState: GroupIndex<DeliveryRecord>;
  readonly identitiesByUserId: GroupIndex<Identity>;
  readonly identitiesByUid: GroupIndex<Identity>;
  readonly eventLog: EventLog;

  /** `eventsKept`: fewer, for tests of what is dropped. */
  constructor(info: WorldInfo, { survey = null, eventsKept = EVENTS_KEPT }: WorldOptions = {}) {
    this.info = info;
    this.#survey = survey;
    this.#eventsKept = eventsKept;
    const byUid = (record: { uid: string }) => record.uid;
    const byId = (record: { id: string }) => record.id;
    this.accounts = new Table<Account>('accounts', byUid, this.#journal);
    this.sessions = new Table<Session>('sessions', byUid, this.#journal);
    this.players = new Table<Player>('players', byUid, this.#journal);
    this.technologies = new Table<UnlockedTechnology>(
      'technologies',
      ({ id }) => id.toLowerCase(),
      this.#journal,
    );
    this.playerBans = new Table<PlayerBan>('playerBans', byUid, this.#journal);
    this.discoveries = new Table<Discoveries>('discoveries', byUid, this.#journal);
    this.characters = new Table<Character>('characters', byId, this.#journal);
    this.containers = new Table<Container>('containers', byId, this.#journal);
    this.guilds = new Table<Guild>('guilds', byId, this.#journal);
    this.camps = new Table<Camp>('camps', byId, this.#journal);
    this.mapObjects = new Table<MapObject>('mapObjects', byId, this.#journal);
    this.deliveries = new Table<DeliveryRecord>('deliveries', byId, this.#journal);
    this.deliveryBatches = new Table<DeliveryBatch>('deliveryBatches', byId, this.#journal);
    this.identities = new Table<Identity>('identities', ({ key }) => key, this.#journal);
    this.gameBans = new Table<GameBan>('gameBans', ({ userId }) => userId, this.#journal);
    this.events = new Table<WorldEvent>('events', (event) => String(event.id), this.#journal);
    const keepsOrder = { keepsOrder: true };
    this.userBans = new Table<UserBan>('userBans', (ban) => ban.UserId, this.#journal, keepsOrder);
    this.ipBans = new Table<IPBan>('ipBans', (ban) => ban.IP, this.#journal, keepsOrder);
    this.locations = new Table<PlayerLocation>('locations', byUid, null);

    this.accountsByUserId = this.accounts.index(
      new GroupIndex<Account>(byUid, (account) => [account.userId]),
    );
    this.accountsByAddress = this.accounts.index(
      new GroupIndex<Account>(byUid, ({ addresses = [] }) => [
        ...new Set(addresses.map(({ ip }) => canonicalAddress(ip) ?? '')),
      ]),
    );
    this.sessionsByUserId = this.sessions.index(
      new GroupIndex<Session>(byUid, (session) => [session.userId]),
    );
    this.sessionsByIp = this.sessions.index(new GroupIndex<Session>(byUid, (session) => [session.ip]));
    // Never reuse the id of an event that was rolled back: a listener may have seen it.
    this.events.index({
      changed: (_, event) => {
        if (event !== undefined) this.#lastEventId = Math.max(this.#lastEventId, event.id);
      },
    });
    this.eventLog = this.events.index(new EventLog());
    this.ipBansByBits = this.ipBans.index(
      new GroupIndex<IPBan>(
        (ban) => ban.IP,
        (ban) => [ban.IP.split('/')[1] ?? ''],
      ),
    );
    this.charactersByBox = this.characters.index(
      new GroupIndex<Character>(byId, (character) => [character.place?.containerId ?? '']),
    );
    this.bodiesByPlayer = this.characters.index(
      new GroupIndex<Character>(byId, ({ playerUid }) => [playerUid ?? '']),
    );
    this.palsByNickname = this.characters.index(
      new GroupIndex<Character>(byId, ({ playerUid, nickname }) => [
        playerUid === null ? searchKey(nickname) : '',
      ]),
    );
    this.guildsByMember = this.guilds.index(
      new GroupIndex<Guild>(byId, (guild) => guild.members.map((member) => member.uid)),
    );
    this.guildsByAdmin = this.guilds.index(new GroupIndex<Guild>(byId, ({ adminUid }) => [adminUid]));
    this.campsByGuild = this.camps.index(new GroupIndex<Camp>(byId, (camp) => [camp.guildId]));
    this.playersByBox = this.players.index(
      new GroupIndex<Player>(byUid, ({ team, palbox }) => [team.containerId, palbox.containerId]),
    );
    this.campsByBox = this.camps.index(new GroupIndex<Camp>(byId, ({ workers }) => [workers.containerId]));
    this.mapObjectsByBooth = this.mapObjects.index(
      new GroupIndex<MapObject>(byId, ({ booth }) => [booth?.containerId ?? '']),
    );
    this.mapObjectsByCamp = this.mapObjects.index(
      new GroupIndex<MapObject>(byId, ({ campId }) => [campId === ZERO_GUID ? '' : campId]),
    );
    this.playersByContainer = this.players.index(
      new UniqueIndex<Player>(byUid, ({ inventory }) => Object.values(inventory)),
    );
    this.guildsByChest = this.guilds.index(new UniqueIndex<Guild>(byId, ({ chestId }) => [chestId]));
    this.mapObjectsByContainer = this.mapObjects.index(
      new UniqueIndex<MapObject>(byId, ({ containerId }) => [containerId]),
    );
    this.guildFacts = guildFactsOf(this);
    this.campCounts = new CampCountIndex(this.mapObjects, this.containers);
    this.speciesCounts = this.characters.index(
      new Tally<Character>(({ playerUid, species }) => (playerUid === null ? species.toLowerCase() : '')),
    );
    this.summonedCharacters = this.characters.index(
      new GroupIndex<Character>(byId, ({ summoned }) => [summoned === undefined ? '' : 'summoned']),
    );
    this.mapObjectsByLayer = this.mapObjects.index(
      new GroupIndex<MapObject>(byId, (object) => [layerOf(object) ?? '']),
    );
    this.deliveriesByState = this.deliveries.index(
      new GroupIndex<DeliveryRecord>(byId, ({ state }) => [state]),
    );
    this.identitiesByUserId = this.identities.index(
      new GroupIndex<Identity>(
        ({ key }) => key,
        ({ userId }) => [userId],
      ),
    );
    this.identitiesByUid = this.identities.index(
      new GroupIndex<Identity>(
        ({ key }) => key,
        ({ uid }) => [uid],
      ),
    );
    this.mapObjectsByOwner = this.mapObjects.index(
      new GroupIndex<MapObject>(byId, ({ ownerId }) => [ownerId ?? '']),
    );
  }

  /** Null for a demo world. */
  get survey(): Survey | null {
    return this.#survey;
  }

  /** What a newer save of the same world says of itself. No command changes it, and no rollback. */
  replaceSurvey(survey: Survey | null): void {
    this.#survey = survey;
  }

  /** Adds an event and drops the oldest beyond EVENTS_KEPT. A rollback takes it away and brings those back. */
  emit<T extends EventType>(type: T, atMs: number, data: EventData<T>): void {
    // The kind vouches for the data.
    this.events.put({ id: this.#lastEventId + 1, atMs, type, data } as WorldEvent);
    while (this.eventLog.exceeds(this.#eventsKept)) {
      this.events.remove(String(this.eventLog.oldest?.id)); // a log that exceeds its bounds has an oldest
    }
  }

  /** The last id that was given to an event, also to one that was rolled back; 0 before the first. */
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

  /** The changes since `clearJournal`: the last state of each changed record, and the one before it. */
  pendingChanges(): PendingChange[] {
    const last = new Map<string, Change>();
    for (const change of this.#journal) last.set(`${change.table} ${change.key}`, change);
    return [...last.values()].map((change) => ({
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

  /**
   * Runs a command and takes everything back, events with their ids included. Nobody may have seen one of them.
   * @returns what the command returned.
   */
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

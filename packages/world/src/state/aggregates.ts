import { type Guid, searchKey } from '@palatine/contract';
import type { Account, Camp, Container, Guild, GuildMember, ItemStack, MapObject, Session } from './model.ts';
import { DerivedFacts, type GroupIndex, type Table } from './table.ts';

/** A guild with what the lists of guilds and bases say of it. */
export type GuildFacts = Readonly<ReturnType<typeof factsOf>>;

interface Tables {
  readonly guilds: Table<Guild>;
  readonly accounts: Table<Account>;
  readonly sessions: Table<Session>;
  readonly containers: Table<Container>;
  readonly camps: Table<Camp>;
  readonly mapObjects: Table<MapObject>;
  readonly guildsByMember: GroupIndex<Guild>;
  readonly guildsByAdmin: GroupIndex<Guild>;
  readonly guildsByChest: GroupIndex<Guild>;
  readonly mapObjectsByCamp: GroupIndex<MapObject>;
  readonly mapObjectsByContainer: GroupIndex<MapObject>;
}

/** The facts of every guild. Follows guilds, accounts, sessions, and the containers that are their chests. */
export function guildFactsOf(world: Tables): DerivedFacts<Guild, GuildFacts> {
  const facts = new DerivedFacts<Guild, GuildFacts>(world.guilds, (guild) => factsOf(world, guild));
  const touchGuildOf = (uid: Guid = '') => {
    facts.touch(world.guildsByMember.first(uid));
    for (const id of world.guildsByAdmin.keys(uid)) facts.touch(id); // the admin may be no member, but has a name
  };
  world.accounts.index({ changed: (before, after) => touchGuildOf((after ?? before)?.uid) });
  world.sessions.index({ changed: (before, after) => touchGuildOf((after ?? before)?.uid) });
  world.containers.index({
    changed: (before, after) => facts.touch(world.guildsByChest.first((after ?? before)?.id ?? '')),
  });
  return facts;
}

function factsOf(world: Tables, guild: Guild) {
  const chest = guild.chestId === null ? undefined : world.containers.get(guild.chestId);
  const head = headName(world, guild);
  const online = guild.members.filter(({ uid }) => world.sessions.has(uid)).length;
  return {
    guild,
    /** '' when unknown. */
    headName: head,
    /** Name and name of the head, as `searchKey` gives them. */
    searchText: `${searchKey(guild.name)}\n${searchKey(head)}`,
    online,
    /** When the member seen last went offline, ms since 1970; null while one is online, and when unknown. */
    lastSeenMs: online > 0 ? null : lastSeenMs(world, guild),
    /** Slots of the chest; null when the world has none. */
    chest: chest === undefined ? null : { used: usedSlots(chest), max: chest.capacity },
  };
}

/** The name of the head of a guild; '' when unknown. */
export function headName(world: Pick<Tables, 'accounts'>, { adminUid, members }: Guild): string {
  return memberName(world, members.find(({ uid }) => uid === adminUid) ?? { uid: adminUid, name: '' });
}

/** The name in the row of a member, else that of the account; '' without either. */
export function memberName(
  { accounts }: Pick<Tables, 'accounts'>,
  { uid, name }: Pick<GuildMember, 'uid' | 'name'>,
): string {
  return name || (accounts.get(uid)?.name ?? '');
}

function lastSeenMs({ accounts }: Tables, { members }: Guild): number | null {
  let latest: number | null = null;
  for (const { uid } of members) {
    const lastOnlineMs = accounts.get(uid)?.lastOnlineAtMs ?? null;
    if (lastOnlineMs !== null && (latest === null || lastOnlineMs > latest)) latest = lastOnlineMs;
  }
  return latest;
}

const COUNTED: Partial<Record<MapObject['class'], 'Buildings' | 'Defences' | 'Drops'>> = {
  building: 'Buildings',
  defense: 'Defences',
  dropItem: 'Drops',
};

export type CampCounts = Readonly<ReturnType<typeof countObjects>>;

/** Counts of the objects of every base, by the classes of a deletion. Follows objects and containers. */
export function campCountsOf(world: Tables): DerivedFacts<Camp, CampCounts> {
  const { camps, mapObjects, mapObjectsByContainer } = world;
  const counts = new DerivedFacts<Camp, CampCounts>(camps, ({ id }) => countObjects(world, id));
  mapObjects.index({
    changed(before, after) {
      counts.touch(before?.campId);
      counts.touch(after?.campId);
    },
  });
  world.containers.index({
    changed(before, after) {
      const objectId = mapObjectsByContainer.first((after ?? before)?.id ?? '');
      counts.touch(mapObjects.get(objectId ?? '')?.campId);
    },
  });
  return counts;
}

function countObjects({ mapObjects, mapObjectsByCamp, containers }: Tables, campId: Guid) {
  const counts = { Buildings: 0, Storages: 0, Stacks: 0, Defences: 0, Drops: 0 };
  for (const id of mapObjectsByCamp.keys(campId)) {
    const object = mapObjects.get(id);
    if (object === undefined || object.natural) continue;
    const column = COUNTED[object.class];
    if (column !== undefined) counts[column] += 1;
    if (!object.storage || object.containerId === null) continue;
    counts.Storages += 1;
    counts.Stacks += usedSlots(containers.get(object.containerId));
  }
  return counts;
}

/** Contents of a slot; undefined when it is empty, or beyond the capacity. */
function stackAt(container: Container | undefined, slot: string): ItemStack | undefined {
  const stack = container?.slots[Number(slot)];
  if (container === undefined || stack === undefined) return undefined;
  return Number(slot) < container.capacity && stack.count > 0 ? stack : undefined;
}

function usedSlots(container: Container | undefined): number {
  let used = 0;
  for (const slot in container?.slots) if (stackAt(container, slot) !== undefined) used += 1;
  return used;
}

/** The ids of a single item, and of the Pal inside an egg. */
export function singleIdsOf({ instance }: ItemStack): Guid[] {
  if (instance === undefined) return [];
  return instance.kind === 'egg' && instance.pal !== null ? [instance.id, instance.pal.id] : [instance.id];
}

interface Holdings {
  total: number;
  stacks: number;
  /** Units by container. */
  readonly counts: Map<Guid, number>;
}

/** The containers that hold an item, by its id in any case, or a single one. Counts occupied slots only. */
export class ItemIndex {
  /** By the id in lower case, and by each spelling that was met: one object for all spellings of an item. */
  readonly #items = new Map<string, Holdings>();
  /** Containers by the ids of single items, and of the Pals inside eggs. */
  readonly #singles = new Map<Guid, Guid>();

  constructor({ containers }: Pick<Tables, 'containers'>) {
    containers.index({ changed: (before, after) => this.#countChange(before, after) });
  }

  holdings(itemId: string): Readonly<Holdings> {
    return this.#items.get(itemId.toLowerCase()) ?? { total: 0, stacks: 0, counts: new Map() };
  }

  /** The container of a weapon, armor or egg, or of the Pal inside an egg. */
  containerOf(id: Guid): Guid | undefined {
    return this.#singles.get(id);
  }

  #countChange(before: Container | undefined, after: Container | undefined): void {
    if (before?.slots === after?.slots && before?.capacity === after?.capacity) return;
    const sameSize = before?.capacity === after?.capacity;
    for (const slot in before?.slots) {
      const stack = before.slots[Number(slot)];
      if (!sameSize || stack !== after?.slots[Number(slot)]) this.#count(before, slot, -1);
    }
    for (const slot in after?.slots) {
      const stack = after.slots[Number(slot)];
      if (!sameSize || stack !== before?.slots[Number(slot)]) this.#count(after, slot, 1);
    }
  }

  #count(container: Container, slot: string, sign: 1 | -1): void {
    const stack = stackAt(container, slot);
    if (stack === undefined) return;
    const holdings = this.#items.get(stack.itemId) ?? this.#newSpelling(stack.itemId);
    holdings.total += sign * stack.count;
    holdings.stacks += sign;
    const count = (holdings.counts.get(container.id) ?? 0) + sign * stack.count;
    if (count > 0) holdings.counts.set(container.id, count);
    else holdings.counts.delete(container.id);
    for (const id of singleIdsOf(stack)) {
      if (sign === 1) this.#singles.set(id, container.id);
      else if (this.#singles.get(id) === container.id) this.#singles.delete(id);
    }
  }

  #newSpelling(itemId: string): Holdings {
    const key = itemId.toLowerCase();
    const holdings = this.#items.get(key) ?? { total: 0, stacks: 0, counts: new Map<Guid, number>() };
    this.#items.set(key, holdings);
    this.#items.set(itemId, holdings);
    return holdings;
  }
}

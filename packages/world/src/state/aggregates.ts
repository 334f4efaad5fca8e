import { type Guid, searchKey, ZERO_GUID } from '@palatine/contract';
import { getOrAdd } from '../catalogue/table.ts';
import type { Account, Container, Guild, GuildMember, ItemStack, MapObject, Session } from './model.ts';
import { DerivedFacts, type GroupIndex, type Table, type UniqueIndex } from './table.ts';

/** A guild with what the lists of guilds and bases say of it. */
export type GuildFacts = Readonly<ReturnType<typeof factsOf>>;

interface Tables {
  readonly guilds: Table<Guild>;
  readonly accounts: Table<Account>;
  readonly sessions: Table<Session>;
  readonly containers: Table<Container>;
  readonly guildsByMember: GroupIndex<Guild>;
  readonly guildsByAdmin: GroupIndex<Guild>;
  readonly guildsByChest: UniqueIndex<Guild>;
}

/** The facts of every guild. Follows guilds, accounts, sessions, and the containers that are their chests. */
export function guildFactsOf(world: Tables): DerivedFacts<Guild, GuildFacts> {
  const facts = new DerivedFacts<Guild, GuildFacts>(
    world.guilds,
    ({ id }) => id,
    (guild) => factsOf(world, guild),
  );
  const touchGuildOf = (uid: Guid = '') => {
    facts.touch(world.guildsByMember.first(uid));
    for (const id of world.guildsByAdmin.keys(uid)) facts.touch(id); // the admin may be no member, but has a name
  };
  world.accounts.index({ changed: (before, after) => touchGuildOf((after ?? before)?.uid) });
  world.sessions.index({ changed: (before, after) => touchGuildOf((after ?? before)?.uid) });
  world.containers.index({
    changed: (before, after) => facts.touch(world.guildsByChest.get((after ?? before)?.id ?? '')),
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

const NO_COUNTS = {
  buildings: 0,
  defences: 0,
  drops: 0,
  storages: 0,
  stacks: 0,
};

export type CampCounts = Readonly<typeof NO_COUNTS>;

const COUNTED: Partial<Record<MapObject['class'], keyof CampCounts>> = {
  building: 'buildings',
  defense: 'defences',
  dropItem: 'drops',
};

/** Counts the objects of each base while objects and containers change, by the classes of a deletion. */
export class CampCountIndex {
  readonly #containers: Table<Container>;
  readonly #counts = new Map<Guid, typeof NO_COUNTS>();
  /** The base of each container that is storage there, and how many of its slots are counted. */
  readonly #storages = new Map<Guid, { readonly campId: Guid; used: number }>();

  constructor(mapObjects: Table<MapObject>, containers: Table<Container>) {
    this.#containers = containers;
    mapObjects.index({ changed: (before, after) => this.#objectChanged(before, after) });
    containers.index({ changed: (before, after) => this.#containerChanged((after ?? before)?.id ?? '') });
  }

  of(campId: Guid): CampCounts {
    return this.#counts.get(campId) ?? NO_COUNTS;
  }

  #objectChanged(before: MapObject | undefined, after: MapObject | undefined): void {
    if (before !== undefined) this.#count(before, -1);
    if (after !== undefined) this.#count(after, 1);
  }

  #count(object: MapObject, sign: 1 | -1): void {
    const { campId, containerId, natural } = object;
    if (natural || campId === ZERO_GUID) return;
    const counts = this.#countsOf(campId);
    const column = COUNTED[object.class];
    if (column !== undefined) counts[column] += sign;
    if (!object.storage || containerId === null) return;
    counts.storages += sign;
    const used = usedSlots(this.#containers.get(containerId));
    counts.stacks += sign * used;
    if (sign === 1) this.#storages.set(containerId, { campId, used });
    else this.#storages.delete(containerId);
  }

  #containerChanged(id: Guid): void {
    const storage = this.#storages.get(id);
    if (storage === undefined) return;
    const used = usedSlots(this.#containers.get(id));
    this.#countsOf(storage.campId).stacks += used - storage.used;
    storage.used = used;
  }

  #countsOf(campId: Guid): typeof NO_COUNTS {
    return getOrAdd(this.#counts, campId, () => ({ ...NO_COUNTS }));
  }
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

/** Amount of an item in the world, and its containers. */
interface Holdings {
  /** Units. */
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

import { type Guid, searchKey } from '@palatine/contract';
import { usedSlots } from './camp-counts.ts';
import type { Account, Container, Guild, GuildMember, Session } from './model.ts';
import { DerivedFacts, type GroupIndex, type Table, type UniqueIndex } from './table.ts';

/** A guild with what the lists of guilds and bases say of it. */
export type GuildFacts = Readonly<ReturnType<typeof workOut>>;

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
    (guild) => workOut(world, guild),
  );
  const touchGuildOf = (uid: Guid = '') => {
    facts.touch(world.guildsByMember.first(uid));
    for (const id of world.guildsByAdmin.keys(uid)) facts.touch(id); // who may be no member, and has a name all the same
  };
  world.accounts.index({ changed: (before, after) => touchGuildOf((after ?? before)?.uid) });
  world.sessions.index({ changed: (before, after) => touchGuildOf((after ?? before)?.uid) });
  world.containers.index({
    changed: (before, after) => facts.touch(world.guildsByChest.get((after ?? before)?.id ?? '')),
  });
  return facts;
}

function workOut(world: Tables, guild: Guild) {
  const chest = guild.chestId === null ? undefined : world.containers.get(guild.chestId);
  const head = headName(world, guild);
  const online = guild.members.filter(({ uid }) => world.sessions.has(uid)).length;
  return {
    guild,
    /** '' when unknown. */
    headName: head,
    /** Name and name of the head, as `searchKey` gives them. */
    searchText: `${searchKey(guild.name)}\n${searchKey(head)}`,
    /** Members who are online. */
    online,
    /** When the member seen last went offline, ms since 1970; null while one is online, and when nobody knows. */
    lastSeenMs: online > 0 ? null : lastSeenMs(world, guild),
    /** Slots of the chest; null when the world has none. */
    chest: chest === undefined ? null : { used: usedSlots(chest), max: chest.capacity },
  };
}

/** The name of the head of a guild; '' when unknown. */
export function headName(world: Pick<Tables, 'accounts'>, { adminUid, members }: Guild): string {
  return memberName(world, members.find(({ uid }) => uid === adminUid) ?? { uid: adminUid, name: '' });
}

/** The name in the row of a member, else that of the account; '' when neither knows. */
export function memberName(
  { accounts }: Pick<Tables, 'accounts'>,
  { uid, name }: Pick<GuildMember, 'uid' | 'name'>,
): string {
  return name || (accounts.get(uid)?.name ?? '');
}

function lastSeenMs({ accounts }: Tables, { members }: Guild): number | null {
  let latest: number | null = null;
  for (const { uid } of members) {
    const seenMs = accounts.get(uid)?.lastOnlineAtMs ?? null;
    if (seenMs !== null && (latest === null || seenMs > latest)) latest = seenMs;
  }
  return latest;
}

import {
  type GUILD_COLUMNS,
  type GuildRow,
  parseGuid,
  type RouteQuery,
  type searchGuilds as route,
  searchKey,
} from '@palatine/contract';
import { pageOf, type SortKey } from '@palatine/platform/list-pages';
import type { GuildFacts } from '../state/aggregates.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { isoTime } from './player-row.ts';
import { GUILD_TABLES, query } from './query.ts';

type Query = RouteQuery<typeof route>;

/** Guilds that match the filters, a page of them. Cost: one comparison of facts for each guild, and a sort. */
export const searchGuilds = query<'searchGuilds'>({
  reads: [...GUILD_TABLES, 'camps'],
  run({ world }, _params, { query }) {
    const { Sort = 'Name' } = query;
    const find = readFind(query.Find);
    const matching = [...world.guildFacts.values()].filter((facts) => matches(world, facts, query, find));
    const { rows, next } = pageOf(matching, query, Sort, {
      keyOf: (facts) => KEYS[Sort](facts, world),
      idOf: ({ guild }) => guild.id,
    });
    return {
      Total: world.guilds.size,
      Matching: matching.length,
      Rows: rows.map((facts) => guildRow(world, facts)),
      ...(next !== undefined && { Next: next }),
    };
  },
});

const KEYS: Record<(typeof GUILD_COLUMNS)[number], (facts: GuildFacts, world: World) => SortKey> = {
  Name: ({ guild, headName }) => (guild.name || headName).toLowerCase(),
  Level: ({ guild }) => guild.baseCampLevel,
  Members: ({ guild }) => guild.members.length,
  Online: ({ online }) => online,
  Camps: ({ guild }, world) => world.campsByGuild.keys(guild.id).size,
  LastSeen: seenKey,
  Chest: ({ chest }) => (chest === null || chest.max === 0 ? null : chest.used / chest.max),
};

/** An online player is seen now, later than all others. */
export function seenKey({ online, lastSeenMs }: GuildFacts): SortKey {
  return online > 0 ? Number.MAX_SAFE_INTEGER : lastSeenMs;
}

function matches(world: World, facts: GuildFacts, { SeenBefore, WithCamps }: Query, find?: Find): boolean {
  return (
    (WithCamps === undefined || world.campsByGuild.keys(facts.guild.id).size > 0 === WithCamps) &&
    (SeenBefore === undefined || wasSeenBefore(facts, Date.parse(SeenBefore))) &&
    (find === undefined || isNamed(facts, find))
  );
}

/** Whether all members have been away since; false when unknown. */
export function wasSeenBefore({ online, lastSeenMs }: GuildFacts, atMs: number): boolean {
  return online === 0 && lastSeenMs !== null && lastSeenMs < atMs;
}

export function isNamed({ guild, searchText }: GuildFacts, find: Find): boolean {
  return searchText.includes(find.text) || guild.id === find.id;
}

/** A parsed `Find`, read once for a whole list. */
export interface Find {
  /** As `searchKey` gives it. */
  readonly text: string;
  readonly id: string | undefined;
}

/** Undefined for an empty text. */
export function readFind(text: string | undefined): Find | undefined {
  return text ? { text: searchKey(text), id: parseGuid(text) } : undefined;
}

export function guildRow(world: World, { guild, headName, online, lastSeenMs, chest }: GuildFacts): GuildRow {
  return {
    Id: guild.id,
    Name: guild.name,
    HeadUid: guild.adminUid,
    HeadName: headName,
    Level: int32(guild.baseCampLevel),
    Members: guild.members.length,
    Online: online,
    Camps: world.campsByGuild.keys(guild.id).size,
    ...(lastSeenMs !== null && { LastSeen: isoTime(lastSeenMs) }),
    ...(chest !== null && { Chest: { Used: int32(chest.used), Max: int32(chest.max) } }),
  };
}

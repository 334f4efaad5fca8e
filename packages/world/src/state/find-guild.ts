import { type Guid, parseGuid } from '@palatine/contract';
import type { Camp, Guild } from './model.ts';
import type { World } from './world.ts';

/** The guild a `guild_id` names, in any spelling of a GUID. */
export function findGuild(world: World, guildId: string): Guild | undefined {
  const id = parseGuid(guildId);
  return id === undefined ? undefined : world.guilds.get(id);
}

/** Why a `guild_id` names no guild. */
export function guildNotFoundMessage(guildId: string): string {
  const id = parseGuid(guildId);
  if (id !== undefined) return `no guild has the id ${id}`;
  return `${JSON.stringify(guildId)} is not a guild id (32 hexadecimal digits); names are not identifiers`;
}

/** The guild of a player; nobody is in two. */
export function guildOf(world: World, uid: Guid): Guild | undefined {
  const id = world.guildsByMember.first(uid);
  return id === undefined ? undefined : world.guilds.get(id);
}

/** A guild's camps in the order of the table: the order of the index changes whenever a camp does. */
export function campsOf(world: World, guildId: Guid): Camp[] {
  const ids = world.campsByGuild.keys(guildId);
  if (ids.size < 2) return world.pick(world.camps, ids);
  return [...world.camps.values()].filter((camp) => ids.has(camp.id));
}

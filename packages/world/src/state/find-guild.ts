import { type Guid, parseGuid, Refusal } from '@palatine/contract';
import type { GameContext } from './game-context.ts';
import type { Camp, Guild } from './model.ts';
import type { World } from './world.ts';

/** The guild a `guild_id` names, in any spelling of a GUID. */
export function findGuild(world: World, guildId: string): Guild | undefined {
  const id = parseGuid(guildId);
  return id === undefined ? undefined : world.guilds.get(id);
}

export function guildNotFoundMessage(guildId: string): string {
  const id = parseGuid(guildId);
  if (id !== undefined) return `no guild has the id ${id}`;
  return `${JSON.stringify(guildId)} is not a guild id (32 hexadecimal digits); names are not identifiers`;
}

/** The guild of a player; no player is in two. */
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

/**
 * The base camp that an id names, in any spelling of a GUID. Throws INVALID_BASE_CAMP_ID, BASE_CAMP_NOT_FOUND, and
 * BASE_CAMP_MANAGER_UNAVAILABLE where that fault is injected.
 */
export function findCamp({ world, faults }: GameContext, campId: string): Camp {
  const id = parseGuid(campId);
  if (id === undefined)
    throw new Refusal(
      'INVALID_BASE_CAMP_ID',
      `${JSON.stringify(campId)} is not a GUID: the id of a base camp has 32 hexadecimal digits`,
    );
  if (faults.baseCampManagerUnavailable) throw new Refusal('BASE_CAMP_MANAGER_UNAVAILABLE');
  const camp = world.camps.get(id);
  if (camp === undefined) throw new Refusal('BASE_CAMP_NOT_FOUND', `no base camp has the id ${id}`);
  return camp;
}

import {
  type CampPal,
  type GuildDetailsReply,
  type GuildEntry,
  type GuildItemSlot,
  type GuildItems,
  type GuildMemberRow,
  Refusal,
} from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { finite, mapCoordinate, worldCoordinate } from '../catalogue/map-coordinates.ts';
import { headName, memberName } from '../state/aggregates.ts';
import { campsOf, findGuild, guildNotFoundMessage } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Camp, Character, Guild, GuildMember } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { campRow } from './camp-search.ts';
import { guildRow } from './guild-search.ts';
import { inventorySlots, occupiedSlots } from './items.ts';
import { charactersInBox, enumFields } from './pals.ts';
import { isoTime, levelOf, playerRecords } from './player-row.ts';
import { CAMP_TABLES, GUILD_TABLES, query } from './query.ts';

export const getGuilds = query<'getGuilds'>({
  reads: ['accounts', 'guilds', 'camps'],
  run({ world }) {
    const camps = Map.groupBy(world.camps.values(), (camp) => camp.guildId);
    return Object.fromEntries(
      world.guilds.values().map((guild) => [guild.id, guildEntry(world, guild, camps.get(guild.id) ?? [])]),
    );
  },
});

export const getGuild = query<'getGuild'>({
  reads: [...GUILD_TABLES, 'characters', 'camps'],
  run(game, params) {
    const { world } = game;
    const guild = findGuild(world, params.guild_id);
    if (guild === undefined) throw new Refusal('GUILD_NOT_FOUND', guildNotFoundMessage(params.guild_id));
    const camps = campsOf(world, guild.id);
    return {
      name: guild.name,
      Level: int32(guild.baseCampLevel),
      admin: { id: guild.adminUid, name: headName(world, guild) },
      member_count: guild.members.length,
      members: guild.members.map((member) => ({
        player_uid: member.uid,
        player_name: memberName(world, member),
        status: world.sessions.has(member.uid) ? 'Online' : 'Logout',
      })),
      camp_count: camps.length,
      camps: camps.map((camp) => ({
        id: camp.id,
        level: int32(guild.baseCampLevel),
        world_pos: worldCoordinate(camp.location),
        map_pos: mapCoordinate(camp.location),
        state: camp.state,
        pals: Object.fromEntries(
          charactersInBox(world, camp.workers.containerId).map((pal) => [pal.id, campPal(pal)]),
        ),
        buildings: 'WIP',
      })),
      items: chestItems(world, guild),
      expeditions: { finished: int32(guild.expeditions.finished), missions: missions(game, guild) },
      laboratory: {
        current_research: guild.laboratory.currentResearch || 'None',
        researches: Object.fromEntries(
          [...workDone(game.catalogue, guild.laboratory)].map(([id, work]) => {
            const required = finite(game.catalogue.research.find(id)?.requiredWork);
            const percentage = required > 0 ? work / required : 0;
            return [id, { work_amount: work, required_work_amount: required, percentage }];
          }),
        ),
      },
    };
  },
});

function guildEntry(world: World, guild: Guild, camps: readonly Camp[]): GuildEntry {
  return {
    name: guild.name,
    Level: int32(guild.baseCampLevel),
    admin: { id: guild.adminUid, name: headName(world, guild) },
    camp_count: camps.length,
    camps: camps.map((camp) => ({
      id: camp.id,
      world_pos: worldCoordinate(camp.location),
      map_pos: mapCoordinate(camp.location),
    })),
    member_count: guild.members.length,
    members: guild.members.map((member) => member.uid),
  };
}

/** A worker of a camp. An absent name is `None` (docs/api.md#absent-values). */
function campPal(pal: Character): CampPal {
  const { Gender, PhysicalHealth, WorkerSick } = enumFields(pal);
  return {
    nickname: pal.nickname,
    pal_id: pal.species,
    npc_id: pal.uniqueNpcId || 'None',
    skin_id: pal.skinId || 'None',
    gender: Gender,
    level: int32(pal.level),
    shiny: pal.shiny,
    phisical_health: PhysicalHealth,
    worker_sick: WorkerSick,
    san: finite(pal.sanity),
    imported: pal.imported,
    friendship: int32(pal.friendshipPoints),
    active_skills: [...pal.activeSkills],
    learnt_skills: [...pal.learntSkills],
    passives: [...pal.passives],
  };
}

function chestItems(world: World, { chestId }: Guild): GuildItems {
  const chest = world.containers.get(chestId ?? '');
  if (chest === undefined) return { current: 0, max: 0 };
  const max = int32(chest.capacity);
  const occupied = occupiedSlots(chest);
  const slots: Record<number, GuildItemSlot> = Array.from({ length: max }, () => ({}));
  for (const { index, stack } of occupied)
    slots[index] = { item_id: stack.itemId, count: int32(stack.count) };
  return { ...slots, container_id: chest.id, current: occupied.length, max };
}

function missions({ catalogue }: GameContext, { expeditions }: Guild): Record<string, boolean> {
  return Object.fromEntries([
    ...catalogue.expeditions.all().map((expedition) => [expedition.id, false] as const),
    ...expeditions.released.map((id) => [catalogue.expeditions.find(id)?.id ?? id, true] as const),
  ]);
}

/** The work of every research of the catalogue, in its order, then of those that only the guild has. */
function workDone({ research }: Catalogue, { workAmounts }: Guild['laboratory']): Map<string, number> {
  const done = new Map<string, number>(research.all().map(({ id }) => [id, 0]));
  for (const [id, work] of Object.entries(workAmounts)) done.set(research.find(id)?.id ?? id, finite(work));
  return done;
}

/** A guild with its members, bases, chest, laboratory and expeditions. Throws GUILD_NOT_FOUND. */
export const getGuildDetails = query<'getGuildDetails'>({
  reads: [...CAMP_TABLES, 'players'],
  run(game, params, { query }) {
    const { world, catalogue } = game;
    const guild = findGuild(world, params.guild_id);
    const facts = guild && world.guildFacts.get(guild.id);
    if (guild === undefined || facts === undefined) {
      throw new Refusal('GUILD_NOT_FOUND', guildNotFoundMessage(params.guild_id));
    }
    const { expeditions, laboratory } = guild;
    const current = catalogue.research.find(laboratory.currentResearch)?.id;
    return {
      Guild: guildRow(world, facts),
      Members: guild.members.map((member) => memberRow(world, member)),
      Camps: campsOf(world, guild.id).map((camp) => campRow(game, camp)),
      ...chestOf(game, guild),
      Laboratory: {
        CurrentResearch: laboratory.currentResearch,
        Researches: [...workDone(catalogue, laboratory)]
          .filter(([id, work]) => query.All || work > 0 || id === current)
          .map(([Id, Work]) => ({ Id, Work })),
      },
      Expeditions: {
        Finished: int32(expeditions.finished),
        Released: expeditions.released.map((id) => catalogue.expeditions.find(id)?.id ?? id),
      },
    };
  },
});

function memberRow(world: World, member: GuildMember): GuildMemberRow {
  const account = world.accounts.get(member.uid);
  const online = world.sessions.has(member.uid);
  const level = account === undefined ? undefined : levelOf(playerRecords(world, account));
  const lastSeenMs = account?.lastOnlineAtMs ?? null;
  return {
    Uid: member.uid,
    Name: memberName(world, member),
    Role: int32(member.role),
    ...(level !== undefined && { Level: level }),
    Online: online,
    ...(!online && lastSeenMs !== null && { LastSeen: isoTime(lastSeenMs) }),
  };
}

function chestOf({ world, catalogue }: GameContext, { chestId }: Guild): Pick<GuildDetailsReply, 'Chest'> {
  const chest = world.containers.get(chestId ?? '');
  if (chest === undefined) return {};
  const slots = inventorySlots(catalogue, chest);
  return { Chest: { ContainerId: chest.id, Used: slots.length, Max: int32(chest.capacity), Slots: slots } };
}

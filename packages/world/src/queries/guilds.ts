import {
  type CampPal,
  type GuildEntry,
  type GuildItemSlot,
  type GuildItems,
  Refusal,
  type ResearchProgress,
} from '@palatine/contract';
import type { Static } from 'typebox';
import type { Catalogue } from '../catalogue/index.ts';
import { finite, mapCoordinate, worldCoordinate } from '../catalogue/map-coordinates.ts';
import { headName, memberName } from '../state/aggregates.ts';
import { campsOf, findGuild, guildNotFoundMessage } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Camp, Character, Guild } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { occupiedSlots } from './items.ts';
import { charactersInBox, enumFields } from './pals.ts';
import { GUILD_TABLES, query } from './query.ts';

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
        researches: researches(game, guild),
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
  const chest = chestId === null ? undefined : world.containers.get(chestId);
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
export function workDone({ research }: Catalogue, { workAmounts }: Guild['laboratory']): Map<string, number> {
  const done = new Map<string, number>(research.all().map(({ id }) => [id, 0]));
  for (const [id, work] of Object.entries(workAmounts)) done.set(research.find(id)?.id ?? id, finite(work));
  return done;
}

function researches(
  { catalogue }: GameContext,
  { laboratory }: Guild,
): Record<string, Static<typeof ResearchProgress>> {
  return Object.fromEntries(
    [...workDone(catalogue, laboratory)].map(([id, work]) => {
      const required = finite(catalogue.research.find(id)?.requiredWork);
      const percentage = required > 0 ? work / required : 0;
      return [id, { work_amount: work, required_work_amount: required, percentage }];
    }),
  );
}

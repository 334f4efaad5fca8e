import { type GuildDetailsReply, type GuildMemberRow, Refusal } from '@palatine/contract';
import { memberName } from '../state/aggregates.ts';
import { campsOf, findGuild, guildNotFoundMessage } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Guild, GuildMember } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { campRow } from './camp-search.ts';
import { guildRow } from './guild-search.ts';
import { workDone } from './guilds.ts';
import { inventorySlots } from './items.ts';
import { isoTime, levelOf, playerRecords } from './player-row.ts';
import { CAMP_TABLES, query } from './query.ts';

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
    return {
      Guild: guildRow(world, facts),
      Members: guild.members.map((member) => memberRow(world, member)),
      Camps: campsOf(world, guild.id).map((camp) => campRow(game, camp)),
      ...chestOf(game, guild),
      Laboratory: {
        CurrentResearch: laboratory.currentResearch,
        Researches: researches(game, guild, query.All ?? false),
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
  const chest = chestId === null ? undefined : world.containers.get(chestId);
  if (chest === undefined) return {};
  const slots = inventorySlots(catalogue, chest);
  return {
    Chest: { ContainerId: chest.id, Used: slots.length, Max: int32(chest.capacity), Slots: slots },
  };
}

/** In the order of the catalogue, then those that only the guild has. `all`: also those without work. */
function researches(
  { catalogue }: GameContext,
  { laboratory }: Guild,
  all: boolean,
): GuildDetailsReply['Laboratory']['Researches'] {
  const current = catalogue.research.find(laboratory.currentResearch)?.id;
  return [...workDone(catalogue, laboratory)]
    .filter(([id, work]) => all || work > 0 || id === current)
    .map(([Id, Work]) => ({ Id, Work }));
}

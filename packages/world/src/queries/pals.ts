import { GENDERS, type Guid, type Pal, PHYSICAL_HEALTHS, WORKER_SICKNESSES } from '@palatine/contract';
import { finite, mapCoordinate, worldCoordinate } from '../catalogue/map-coordinates.ts';
import { campsOf, guildOf } from '../state/find-guild.ts';
import { characterNotLoaded, findPlayer, isLoaded, playerNotFound } from '../state/find-player.ts';
import type { Character } from '../state/model.ts';
import { IVS, SOULS } from '../state/pal-values.ts';
import { enumValue, inNames, int32, int32Counts } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { PLAYER_TABLES, query } from './query.ts';

type PalPlace = Pick<Pal, 'team_slot_index' | 'page' | 'slot' | 'base_camp_slot_index'>;

/** Team, Palbox and the camps of the player's guild. The box, not the owner field, determines the player. */
export const getPals = query<'getPals'>({
  reads: [...PLAYER_TABLES, 'guilds', 'camps'],
  run(game, params) {
    const { world, catalogue } = game;
    const identifier = params.player_identifier;
    const player = findPlayer(game, identifier);
    if (player === undefined) throw playerNotFound('PLAYER_NOT_FOUND', game, identifier);
    if (!isLoaded(player)) throw characterNotLoaded('PLAYER_STATE_NOT_FOUND', identifier);

    const slotsPerPage = catalogue.limit('palboxSlotsPerPage');
    const team = palsInBox(world, player.player.team.containerId, (slot) => ({ team_slot_index: slot }));
    const palbox = palsInBox(world, player.player.palbox.containerId, (slot) => ({
      page: Math.floor(slot / slotsPerPage),
      slot: slot % slotsPerPage,
    }));
    const guild = guildOf(world, player.uid);
    const camps = guild === undefined ? [] : campsOf(world, guild.id);

    return {
      Meta: {
        PlayerUID: player.uid,
        Player: identifier,
        TeamCount: Object.keys(team).length,
        PalboxCount: Object.keys(palbox).length,
        BaseCampCount: camps.length,
      },
      Pals: {
        Team: team,
        Palbox: palbox,
        BaseCamps: camps.map((camp) => ({
          id: camp.id,
          level: int32(guild?.baseCampLevel),
          world_pos: worldCoordinate(camp.location),
          map_pos: mapCoordinate(camp.location),
          state: camp.state,
          pals: palsInBox(world, camp.workers.containerId, (slot) => ({ base_camp_slot_index: slot })),
        })),
      },
    };
  },
});

/** The Pals and captured people of a box in the order of their slots, without players' own bodies. */
export function charactersInBox(world: World, containerId: Guid): Character[] {
  return world
    .pick(world.characters, world.charactersByBox.keys(containerId))
    .filter((character) => character.playerUid === null)
    .sort((a, b) => (a.place?.slot ?? 0) - (b.place?.slot ?? 0));
}

/** The enum fields of a character, each limited to the contract's values. */
export function enumFields(character: Pick<Character, 'gender' | 'physicalHealth' | 'workerSick'>) {
  return {
    Gender: enumValue(GENDERS, character.gender, 'None'),
    PhysicalHealth: enumValue(PHYSICAL_HEALTHS, character.physicalHealth, 'Healthful'),
    WorkerSick: enumValue(WORKER_SICKNESSES, character.workerSick, 'None'),
  };
}

function palsInBox(world: World, containerId: Guid, placeAt: (slot: number) => PalPlace): Record<Guid, Pal> {
  const pals = charactersInBox(world, containerId);
  return Object.fromEntries(
    pals.map((pal) => [pal.id, { ...toPalDto(pal), ...placeAt(int32(pal.place?.slot)) }]),
  );
}

/** A Pal as the service answers with it, without its place. */
export function toPalDto(pal: Omit<Character, 'id' | 'place' | 'ownerUid'>): Pal {
  return {
    PalID: pal.species,
    ...(pal.uniqueNpcId !== '' && { UniqueNPCID: pal.uniqueNpcId }),
    Nickname: pal.nickname,
    SkinId: pal.skinId,
    ...enumFields(pal),
    Level: int32(pal.level),
    Exp: int32(pal.exp),
    Shiny: pal.shiny,
    PartnerSkillLevel: int32(pal.partnerSkillLevel),
    CondensedPals: int32(pal.condensedPals),
    UnusedStatusPoints: int32(pal.unusedStatusPoints),
    FriendshipPoints: int32(pal.friendshipPoints),
    ImportedCharacter: pal.imported,
    HP: finite(pal.hp),
    ...(pal.mp !== undefined && { MP: finite(pal.mp) }),
    ...(pal.sp !== undefined && { SP: finite(pal.sp) }),
    ...(pal.shield !== undefined && { Shield: finite(pal.shield) }),
    Hunger: finite(pal.stomach),
    MaxHunger: finite(pal.maxStomach),
    SAN: finite(pal.sanity),
    Support: int32(pal.support),
    CraftSpeed: int32(pal.craftSpeed),
    PalSouls: inNames(SOULS, pal.souls),
    IVs: inNames(IVS, pal.ivs),
    ActiveSkills: [...pal.activeSkills],
    LearntSkills: [...pal.learntSkills],
    Passives: [...pal.passives],
    ExtraWorkSuitabilities: int32Counts(pal.extraWorkSuitabilities),
    DisableWorkPreferences: [...pal.disabledWork],
  };
}

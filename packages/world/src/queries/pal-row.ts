import type { PalCondition, PalPlace, PalPlaceKind, PalRow, PlayerReference } from '@palatine/contract';
import { finite } from '../catalogue/map-coordinates.ts';
import { guildOf } from '../state/find-guild.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Camp, Character, Guild } from '../state/model.ts';
import { fullHp, speciesOf } from '../state/pal-species.ts';
import { IVS } from '../state/pal-values.ts';
import { inNames, int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { enumFields } from './pals.ts';

/** Shares of a full stomach and of full sanity below which a Pal is marked; the game shows no such threshold. */
const HUNGRY_SHARE = 0.3;
const DEPRESSED_SANITY = 50;

/** A Pal or captured person as lists show it. `impossible`: whether the game could not produce it, where that is known. */
export function palRow(game: GameContext, pal: Character, impossible?: boolean): PalRow {
  const { world, catalogue } = game;
  const box = ownerOfBox(world, pal.place?.containerId ?? '');
  const species = speciesOf(catalogue, pal.species);
  const owner = box.playerUid ?? pal.ownerUid; // the owner of its box, else the catcher
  return {
    Id: pal.id,
    PalID: pal.species,
    Nickname: pal.nickname,
    Level: int32(pal.level),
    ...enumFields(pal),
    Shiny: pal.shiny,
    Alpha: species.kind === 'pal' && species.pal.alpha,
    Rank: int32(pal.partnerSkillLevel),
    IVs: inNames(IVS, pal.ivs),
    IVSum: ivSum(pal),
    Passives: [...pal.passives],
    HP: finite(pal.hp),
    ...(species.kind !== 'unknown' && {
      MaxHP: finite(pal.summoned === undefined ? fullHp(game, species, pal) : pal.hp),
    }),
    Hunger: finite(pal.stomach),
    MaxHunger: finite(pal.maxStomach),
    SAN: finite(pal.sanity),
    Condition: conditionOf(pal),
    ...(owner !== null && { Owner: playerReference(world, owner) }),
    ...(box.guild !== undefined && { GuildId: box.guild.id }),
    Place: placeOf(pal, box),
    Impossible: impossible ?? impossibilities(game, species, pal).length > 0,
  };
}

/** The sum of the IVs that the game shows: health, attack and defense. Melee attack has no effect. */
export function ivSum({ ivs: { health, attackShot, defense } }: Pick<Character, 'ivs'>): number {
  return int32(health) + int32(attackShot) + int32(defense);
}

export function conditionOf(pal: Character): PalCondition {
  if (pal.physicalHealth !== 'Healthful') return 'Hurt';
  if (pal.workerSick !== 'None') return 'Sick';
  if (pal.stomach < pal.maxStomach * HUNGRY_SHARE) return 'Hungry';
  return pal.sanity < DEPRESSED_SANITY ? 'Depressed' : 'Fine';
}

export function playerReference(world: World, uid: string): PlayerReference {
  return { Uid: uid, Name: world.accounts.get(uid)?.name ?? '' };
}

function placeOf({ place }: Character, { kind, id }: BoxOwner): PalPlace {
  return {
    Kind: kind,
    ...(id !== '' && { Id: id }),
    ...(place !== null && { Slot: int32(place.slot) }),
  };
}

/** Kind and owner of a container of characters. */
interface BoxOwner {
  readonly kind: PalPlaceKind;
  /** PlayerUID, id of the camp, id of the object; '' elsewhere. */
  readonly id: string;
  /** Undefined for a box of a base. */
  readonly playerUid: string | undefined;
  readonly guild: Guild | undefined;
  readonly camp: Camp | undefined;
}

const ELSEWHERE: BoxOwner = {
  kind: 'Elsewhere',
  id: '',
  playerUid: undefined,
  guild: undefined,
  camp: undefined,
};

/** Owner of a box. A container without a reference, such as that of an expedition, is elsewhere. */
export function ownerOfBox(world: World, containerId: string): BoxOwner {
  const [player] = world.pick(world.players, world.playersByBox.keys(containerId));
  if (player !== undefined) {
    const { uid, team } = player;
    const kind = team.containerId === containerId ? 'Team' : 'Palbox';
    return { kind, id: uid, playerUid: uid, guild: guildOf(world, uid), camp: undefined };
  }
  const [camp] = world.pick(world.camps, world.campsByBox.keys(containerId));
  if (camp !== undefined) return ofCamp(world, 'Camp', camp.id, camp);
  const [booth] = world.pick(world.mapObjects, world.mapObjectsByBooth.keys(containerId));
  return booth === undefined ? ELSEWHERE : ofCamp(world, 'Booth', booth.id, world.camps.get(booth.campId));
}

function ofCamp(world: World, kind: PalPlaceKind, id: string, camp: Camp | undefined): BoxOwner {
  const guild = camp === undefined ? undefined : world.guilds.get(camp.guildId);
  return { kind, id, playerUid: undefined, guild, camp };
}

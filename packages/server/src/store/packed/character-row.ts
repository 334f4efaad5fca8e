import { type Character, type CharacterHead, PAL_CRAFT_SPEED } from '@palatine/world';
import type { NameRef } from './names.ts';
import { packByName, packNames, type RowFormat, type ValuesByName, withoutNullsAtEnd } from './row-format.ts';

/**
 * First what the indexes of the world need, so that `headOf` finds it at the beginning of a row; then what every Pal
 * has; then what few have: null, or missing at the end, is the value that most have.
 */
export type CharacterPlaces = [
  /** 1 for a body of a player, and for what has a nickname or was summoned: the indexes need more of it. */
  special: 0 | 1,
  containerId: string | null,
  slot: number | null,
  species: NameRef,
  gender: NameRef,
  level: number,
  exp: number,
  hp: number,
  stomach: number,
  maxStomach: number,
  sanity: number,
  friendshipPoints: number,
  ivHealth: number,
  ivAttackMelee: number,
  ivAttackShot: number,
  ivDefense: number,
  activeSkills: NameRef[],
  learntSkills: NameRef[],
  passives: NameRef[],
  physicalHealth: NameRef,
  ownerUid?: string | null,
  partnerSkillLevel?: number | null,
  condensedPals?: number | null,
  shiny?: boolean | null,
  souls?: PackedSouls | null,
  nickname?: string | null,
  playerUid?: string | null,
  uniqueNpcId?: NameRef | null,
  skinId?: NameRef | null,
  support?: number | null,
  craftSpeed?: number | null,
  workerSick?: NameRef | null,
  imported?: boolean | null,
  awakened?: boolean | null,
  extraWorkSuitabilities?: ValuesByName<number> | null,
  disabledWork?: NameRef[] | null,
  unusedStatusPoints?: number | null,
  statusPoints?: ValuesByName<number> | null,
  optional?: Optional | null,
];

type PackedSouls = [health: number, attack: number, defense: number, craftSpeed: number];
type Optional = Pick<Character, 'mp' | 'sp' | 'shield' | 'summoned'>;

const NOT_SICK = 'None';
const NO_SOULS: Character['souls'] = Object.freeze({ health: 0, attack: 0, defense: 0, craftSpeed: 0 });

/** The beginning of the row of a Pal that is not special. */
const PLAIN = /^\[0,(?:"([0-9A-F-]{35})",(\d+)|null,null),(\d+),/;

export const CHARACTER_ROW: RowFormat<Character, CharacterPlaces, CharacterHead> = {
  pack(character, names) {
    const { ivs, place, uniqueNpcId, skinId, workerSick, playerUid, nickname, summoned } = character;
    const places: CharacterPlaces = [
      playerUid === null && nickname === '' && summoned === undefined ? 0 : 1,
      place === null ? null : place.containerId,
      place === null ? null : place.slot,
      names.refOf(character.species),
      names.refOf(character.gender),
      character.level,
      character.exp,
      character.hp,
      character.stomach,
      character.maxStomach,
      character.sanity,
      character.friendshipPoints,
      ivs.health,
      ivs.attackMelee,
      ivs.attackShot,
      ivs.defense,
      packNames(character.activeSkills, names),
      packNames(character.learntSkills, names),
      packNames(character.passives, names),
      names.refOf(character.physicalHealth),
      character.ownerUid,
      unless(1, character.partnerSkillLevel),
      unless(0, character.condensedPals),
      unless(false, character.shiny),
      packSouls(character.souls),
      unless('', nickname),
      playerUid,
      uniqueNpcId === '' ? null : names.refOf(uniqueNpcId),
      skinId === '' ? null : names.refOf(skinId),
      unless(0, character.support),
      unless(PAL_CRAFT_SPEED, character.craftSpeed),
      workerSick === NOT_SICK ? null : names.refOf(workerSick),
      unless(false, character.imported),
      unless(false, character.awakened),
      packByName(character.extraWorkSuitabilities, names),
      character.disabledWork.length === 0 ? null : packNames(character.disabledWork, names),
      unless(0, character.unusedStatusPoints),
      packByName(character.statusPoints, names),
      optionalOf(character),
    ];
    return withoutNullsAtEnd(places);
  },

  unpack(key, packed, shared) {
    const [, containerId, slot] = packed;
    const uniqueNpcId = packed[27] ?? null;
    const skinId = packed[28] ?? null;
    const workerSick = packed[31] ?? null;
    const optional = packed[38] ?? null;
    const character: Character = {
      id: key,
      playerUid: shared.id(packed[26] ?? null),
      species: shared.name(packed[3]),
      uniqueNpcId: uniqueNpcId === null ? '' : shared.name(uniqueNpcId),
      nickname: packed[25] ?? '',
      skinId: skinId === null ? '' : shared.name(skinId),
      gender: shared.name(packed[4]) as Character['gender'], // packed above
      level: packed[5],
      exp: packed[6],
      shiny: packed[23] ?? false,
      partnerSkillLevel: packed[21] ?? 1,
      condensedPals: packed[22] ?? 0,
      souls: unpackSouls(packed[24] ?? null),
      ivs: { health: packed[12], attackMelee: packed[13], attackShot: packed[14], defense: packed[15] },
      hp: packed[7],
      stomach: packed[8],
      maxStomach: packed[9],
      sanity: packed[10],
      support: packed[29] ?? 0,
      craftSpeed: packed[30] ?? PAL_CRAFT_SPEED,
      physicalHealth: shared.name(packed[19]),
      workerSick: workerSick === null ? NOT_SICK : shared.name(workerSick),
      friendshipPoints: packed[11],
      imported: packed[32] ?? false,
      awakened: packed[33] ?? false,
      activeSkills: shared.names(packed[16]),
      learntSkills: shared.names(packed[17]),
      passives: shared.names(packed[18]),
      extraWorkSuitabilities: shared.byName(packed[34] ?? null),
      disabledWork: shared.names(packed[35] ?? null),
      unusedStatusPoints: packed[36] ?? 0,
      statusPoints: shared.byName(packed[37] ?? null),
      ownerUid: shared.id(packed[20] ?? null),
      place: containerId === null ? null : { containerId: shared.id(containerId), slot: slot ?? 0 },
    };
    return optional === null ? character : { ...character, ...optional };
  },

  headOf(key, row, shared) {
    const plain = PLAIN.exec(row);
    if (plain === null) return undefined;
    const [, containerId, slot, species] = plain;
    return {
      id: key,
      playerUid: null,
      nickname: '',
      species: shared.name(Number(species)),
      place: containerId === undefined ? null : { containerId: shared.id(containerId), slot: Number(slot) },
    };
  },
};

function unless<V>(usual: V, value: V): V | null {
  return value === usual ? null : value;
}

function packSouls({ health, attack, defense, craftSpeed }: Character['souls']): PackedSouls | null {
  const any = health !== 0 || attack !== 0 || defense !== 0 || craftSpeed !== 0;
  return any ? [health, attack, defense, craftSpeed] : null;
}

function unpackSouls(packed: PackedSouls | null): Character['souls'] {
  if (packed === null) return NO_SOULS;
  const [health, attack, defense, craftSpeed] = packed;
  return { health, attack, defense, craftSpeed };
}

function optionalOf({ mp, sp, shield, summoned }: Character): Optional | null {
  if (mp === undefined && sp === undefined && shield === undefined && summoned === undefined) return null;
  return {
    ...(mp !== undefined && { mp }),
    ...(sp !== undefined && { sp }),
    ...(shield !== undefined && { shield }),
    ...(summoned !== undefined && { summoned }),
  };
}

import { ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SaveEra } from '@palatine/save/save-types';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { characterOf } from '../import/characters.ts';
import type { Character } from '../state/model.ts';
import { fullHp, speciesOf } from '../state/pal-species.ts';
import type { ChangeJob } from './change-job.ts';
import fieldNames from './field-names.json' with { type: 'json' };
import { differingFields } from './same-in-save.ts';
import {
  AMOUNT,
  BYTE,
  INT32,
  inWords,
  POINTS,
  RANK,
  type Range,
  rangeRefusal,
  UINT16,
} from './save-ranges.ts';

/** The work that saves store in a separate field. */
const BASE_CAMP_BATTLE = 'BaseCampBattle';

/**
 * The character as a save holds it: the inverse of `characterOf` of the import. `stored` is the save's record, which
 * supplies the fields that the world does not know. A new Pal has the defaults.
 */
export function toSaveCharacter(character: Character, era: SaveEra, stored?: SaveCharacter): SaveCharacter {
  const { souls, place } = character;
  return {
    instanceId: character.id,
    playerUid: character.playerUid ?? stored?.playerUid ?? ZERO_GUID,
    isPlayer: character.playerUid !== null,
    groupId: stored?.groupId ?? ZERO_GUID,
    characterId: character.species,
    uniqueNpcId: character.uniqueNpcId,
    nickname: character.nickname,
    gender: character.gender,
    level: character.level,
    exp: character.exp,
    rank: character.partnerSkillLevel,
    rankUpExp: character.condensedPals,
    souls: { ...souls },
    ivs: {
      ...character.ivs,
      attackMelee: era === 'A' ? character.ivs.attackMelee : (stored?.ivs.attackMelee ?? 0),
    },
    isRare: character.shiny,
    isAwakened: character.awakened,
    isImported: character.imported,
    passives: [...character.passives],
    equippedSkills: [...character.activeSkills],
    masteredSkills: [...character.learntSkills],
    hp: character.hp,
    shield: character.shield ?? null,
    ...valuesOfOldSaves(character, stored),
    stomach: character.stomach,
    sanity: character.sanity,
    physicalHealth: character.physicalHealth,
    workerSick: character.workerSick,
    friendshipPoints: character.friendshipPoints,
    ownerPlayerUid: character.ownerUid ?? ZERO_GUID,
    slot: place === null ? null : { containerId: place.containerId, index: place.slot },
    statusPoints: statusPointsOf(character, stored),
    extraStatusPoints: stored?.extraStatusPoints ?? [],
    unusedStatusPoints: character.unusedStatusPoints,
    extraWorkSuitabilities: Object.entries(character.extraWorkSuitabilities).map(([suitability, rank]) => ({
      suitability,
      rank,
    })),
    ...disabledWorkOf(character, stored),
    skinId: character.skinId,
  };
}

/** Values that only saves of 2024 hold; since then they follow from the species. */
function valuesOfOldSaves(character: Character, stored: SaveCharacter | undefined) {
  const ifSaved = (saved: number | null | undefined, value: number | undefined) =>
    saved === null || saved === undefined ? null : (value ?? null);
  return {
    mp: ifSaved(stored?.mp, character.mp),
    maxHp: stored?.maxHp ?? null,
    maxSp: ifSaved(stored?.maxSp, character.sp),
    maxStomach: ifSaved(stored?.maxStomach, character.maxStomach),
    craftSpeed: ifSaved(stored?.craftSpeed, character.craftSpeed),
    support: ifSaved(stored?.support, character.support),
  };
}

/** In the order of the save; statuses that it does not list yet follow. */
function statusPointsOf({ statusPoints }: Character, stored: SaveCharacter | undefined) {
  const savedNames = (stored?.statusPoints ?? []).map(({ name }) => name);
  const names = new Set([
    ...savedNames.filter((name) => Object.hasOwn(statusPoints, name)),
    ...Object.keys(statusPoints),
  ]);
  return [...names].map((name) => ({ name, points: statusPoints[name] ?? 0 }));
}

function disabledWorkOf({ playerUid, disabledWork }: Character, stored: SaveCharacter | undefined) {
  if (playerUid !== null) {
    return { disabledWork: [...disabledWork], allowBaseCampBattle: stored?.allowBaseCampBattle ?? true };
  }
  return {
    disabledWork: disabledWork.filter((work) => work !== BASE_CAMP_BATTLE),
    allowBaseCampBattle: !disabledWork.includes(BASE_CAMP_BATTLE),
  };
}

/**
 * Why the HP and stomach of a new Pal would harm it; empty when they do not. A Pal with more HP than its maximum sleeps
 * for ever, one with another stomach than its species' eats for ever (docs/save-format.md#characters).
 */
export function vitalsRefusals(catalogue: Catalogue, name: string, pal: Character): string[] {
  const species = speciesOf(catalogue, pal.species);
  if (species.kind === 'unknown') {
    return [`${name} is of the species ${JSON.stringify(pal.species)}, whose HP and stomach are not known`];
  }
  const maxHp = fullHp({ catalogue }, species, pal);
  const { stomach } = species.kind === 'pal' ? species.pal : species.npc;
  const refusals: string[] = [];
  if (pal.hp > maxHp)
    refusals.push(`${name} would have ${inWords(pal.hp)} HP, more than its maximum of ${inWords(maxHp)}`);
  if (pal.stomach > stomach) {
    refusals.push(
      `${name} would have ${inWords(pal.stomach)} in its stomach, more than its maximum of ${inWords(stomach)}`,
    );
  }
  return refusals;
}

type Check = readonly [what: string, value: number, range: Range];

export function rangeRefusals(subject: string, character: SaveCharacter): string[] {
  const { souls, ivs, statusPoints, extraWorkSuitabilities } = character;
  const checks: Check[] = [
    ['as the level', character.level, RANK],
    ['EXP', character.exp, AMOUNT],
    ['as the partner skill level', character.rank, RANK],
    ['condensed Pals', character.rankUpExp, UINT16],
    ['souls of health', souls.health, BYTE],
    ['souls of attack', souls.attack, BYTE],
    ['souls of defense', souls.defense, BYTE],
    ['souls of work speed', souls.craftSpeed, BYTE],
    ['as the IV of health', ivs.health, BYTE],
    ['as the IV of attack', ivs.attackShot, BYTE],
    ['as the IV of defense', ivs.defense, BYTE],
    ['HP', Math.trunc(character.hp), POINTS],
    ['points of shield', Math.trunc(character.shield ?? 0), POINTS],
    ['friendship points', character.friendshipPoints, INT32],
    ['unused status points', character.unusedStatusPoints, UINT16],
    ...statusPoints.map(({ name, points }): Check => [`points of ${name}`, points, INT32]),
    ...extraWorkSuitabilities.map(
      ({ suitability, rank }): Check => [`added ranks of ${suitability}`, rank, INT32],
    ),
  ];
  return checks.flatMap(([what, value, range]) => rangeRefusal(subject, what, value, range) ?? []);
}

/** Labels of the fields of a character in sentences; by default the name of the field. */
const FIELD_NAMES: Partial<Record<keyof Character, string>> = fieldNames;

/** `the work speed 90`, for sentences. */
export function fieldInWords(field: keyof Character, { [field]: value }: Character): string {
  return `the ${FIELD_NAMES[field] ?? field} ${typeof value === 'number' ? inWords(value) : JSON.stringify(value)}`;
}

/** The fields that would be lost: the import would give the saved record another value than the character has. */
export function lostFields(
  { spelling, catalogue, save }: Pick<ChangeJob, 'spelling' | 'catalogue' | 'save'>,
  character: Character,
  saved: SaveCharacter,
): (keyof Character)[] {
  const back = characterOf({ spelling, catalogue }, saved, character.place);
  return differingFields(character, back, save.era);
}

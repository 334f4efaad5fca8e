import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter } from '@palatine/save';
import { finite } from '../catalogue/map-coordinates.ts';
import { type Character, PAL_CRAFT_SPEED } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { Boxes } from './boxes.ts';
import { amount, type ImportJob, nameOrNone } from './import-job.ts';

/** Imports bodies, then Pals. Skips repeated instance ids and bodies without an owner. */
export function importCharacters(
  job: ImportJob,
  bodies: ReadonlyMap<Guid, SaveCharacter>,
  boxes: Boxes,
): void {
  const { save, world } = job;
  for (const body of bodies.values()) world.characters.put(characterOf(job, body, null));
  for (const saved of save.characters) {
    if (saved.isPlayer || saved.instanceId === ZERO_GUID || world.characters.has(saved.instanceId)) continue;
    world.characters.put(characterOf(job, saved, boxes.placeOf(saved)));
  }
}

type CharacterJob = Pick<ImportJob, 'catalogue' | 'spelling'>;

/** A character with the game's defaults for fields the save leaves out. */
export function characterOf(job: CharacterJob, saved: SaveCharacter, place: Character['place']): Character {
  const { spelling } = job;
  const species = spelling.species(nameOrNone(saved.characterId));
  return {
    id: saved.instanceId,
    playerUid: saved.isPlayer ? saved.playerUid : null,
    species,
    uniqueNpcId: nameOrNone(saved.uniqueNpcId),
    nickname: saved.isPlayer ? saved.nickname : nameOrNone(saved.nickname),
    skinId: nameOrNone(saved.skinId),
    gender: saved.gender,
    level: Math.max(1, amount(saved.level)),
    exp: amount(saved.exp),
    shiny: saved.isRare,
    partnerSkillLevel: Math.max(1, amount(saved.rank)),
    condensedPals: amount(saved.rankUpExp),
    souls: { ...saved.souls },
    ivs: { ...saved.ivs },
    hp: finite(saved.hp),
    ...(saved.mp !== null && { mp: finite(saved.mp) }),
    ...(saved.maxSp !== null && { sp: finite(saved.maxSp) }), // saves hold no other stamina
    ...(saved.shield !== null && { shield: finite(saved.shield) }),
    stomach: finite(saved.stomach),
    maxStomach: finite(saved.maxStomach ?? maxStomachOf(job, saved, species)),
    sanity: finite(saved.sanity),
    support: int32(saved.support ?? 0),
    craftSpeed: int32(saved.craftSpeed ?? PAL_CRAFT_SPEED),
    physicalHealth: saved.physicalHealth,
    workerSick: saved.workerSick,
    friendshipPoints: int32(saved.friendshipPoints),
    imported: saved.isImported,
    awakened: saved.isAwakened,
    activeSkills: saved.equippedSkills.map(spelling.skill),
    learntSkills: saved.masteredSkills.map(spelling.skill),
    passives: saved.passives.map(spelling.passive),
    extraWorkSuitabilities: Object.fromEntries(
      saved.extraWorkSuitabilities.map(({ suitability, rank }) => [suitability, int32(rank)]),
    ),
    disabledWork: disabledWorkOf(saved),
    unusedStatusPoints: amount(saved.unusedStatusPoints),
    statusPoints: statusPointsOf(saved),
    ownerUid: saved.ownerPlayerUid === ZERO_GUID ? null : saved.ownerPlayerUid,
    place,
  };
}

/** The species' value, which saves do not hold since 2025; at least the current stomach. */
function maxStomachOf({ catalogue }: CharacterJob, saved: SaveCharacter, species: string): number {
  if (saved.isPlayer) return catalogue.limit('playerStomach');
  const row = catalogue.pals.find(species) ?? catalogue.npcs.find(species);
  return Math.max(row?.stomach ?? 0, finite(saved.stomach));
}

/** Adds BaseCampBattle, a work that saves store in a separate field. */
function disabledWorkOf({ isPlayer, disabledWork, allowBaseCampBattle }: SaveCharacter): string[] {
  if (isPlayer || allowBaseCampBattle) return [...disabledWork];
  return [...new Set([...disabledWork, 'BaseCampBattle'])];
}

/** By name; of two rows with one name the last. `fromEntries` keeps a name such as `__proto__` a mere key. */
function statusPointsOf({ statusPoints }: Pick<SaveCharacter, 'statusPoints'>): Record<string, number> {
  return Object.fromEntries(statusPoints.map(({ name, points }) => [name, int32(points)]));
}

import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SaveWorld } from '@palatine/save/save-types';
import { finite } from '../catalogue/map-coordinates.ts';
import { getOrAdd } from '../catalogue/table.ts';
import { type Character, type CharacterBox, PAL_CRAFT_SPEED } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import { amount, type ImportJob, isSlot, MAX_SLOTS, nameOrNone } from './import-job.ts';

/** Imports bodies, then Pals. Skips repeated instance ids and bodies without an owner. */
export function importCharacters(job: ImportJob, bodies: ReadonlyMap<Guid, SaveCharacter>, boxes: Boxes) {
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

export function boxesOf(save: SaveWorld) {
  const stored = new Map(save.characterContainers.map((container) => [container.id, container.capacity]));
  const highestSlots = highestSlotsOf(save);
  const used = new Map<Guid, number>();
  const takenSlots = new Map<Guid, Map<number, number>>();

  function take(containerId: Guid, defaultCapacity: number): CharacterBox {
    if (containerId === ZERO_GUID || used.has(containerId)) {
      return { containerId: ZERO_GUID, capacity: defaultCapacity };
    }
    const stated = stored.get(containerId) ?? defaultCapacity;
    // A wrong stated size must not drop a Pal.
    const needed = (highestSlots.get(containerId) ?? -1) + 1;
    const capacity = Math.min(MAX_SLOTS, Math.max(amount(stated), needed));
    used.set(containerId, capacity);
    return { containerId, capacity };
  }
  return {
    /** Assigns a box. The first owner gets it; any further one gets a box without a container. */
    take,
    /** Assigns a box that the save holds; null for one that it lacks, or that another owner has. */
    takeStored: (id: Guid) => (stored.has(id) && !used.has(id) && id !== ZERO_GUID ? take(id, 0) : null),
    /** The slot of a Pal; null when it has none, or when its slot and all slots after it are taken. */
    placeOf({ slot }: SaveCharacter): Character['place'] {
      if (slot === null || slot.containerId === ZERO_GUID || !isSlot(slot.index)) return null;
      const { containerId } = slot;
      const taken = getOrAdd(takenSlots, containerId, () => new Map());
      const free = takeSlot(taken, slot.index, used.get(containerId) ?? MAX_SLOTS);
      return free === undefined ? null : { containerId, slot: free };
    },
  };
}

export type Boxes = ReturnType<typeof boxesOf>;

function highestSlotsOf(save: SaveWorld): Map<Guid, number> {
  const highest = new Map<Guid, number>();
  for (const { slot, isPlayer } of save.characters) {
    if (slot === null || isPlayer || !isSlot(slot.index)) continue;
    highest.set(slot.containerId, Math.max(highest.get(slot.containerId) ?? 0, slot.index));
  }
  return highest;
}

/**
 * Takes this slot, or the next free one. @returns its number; undefined if every slot from there to `capacity` is taken.
 * `taken` maps each taken slot to a later one, so that a search is short however many Pals claim the same slot.
 */
function takeSlot(taken: Map<number, number>, slot: number, capacity: number): number | undefined {
  let free = slot;
  for (let next = taken.get(free); next !== undefined; next = taken.get(free)) free = next;
  // The next search from any slot of this path starts at its end.
  for (let at = slot; at < free; ) {
    const next = taken.get(at) ?? free;
    taken.set(at, free);
    at = next;
  }
  if (free >= capacity) return undefined;
  taken.set(free, free + 1);
  return free;
}

import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { ContainerFacts, GroupFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation.ts';

/** C1 to C11: the characters, their slots and their groups agree. */
export function checkCharacters(facts: SaveFacts, violations: ViolationList): void {
  checkIds(facts, violations);
  checkPlaces(facts, violations);
  for (const container of facts.level.characterContainers) checkSlots(facts, container, violations);
  for (const container of facts.level.itemContainers) checkSlots(facts, container, violations);
  checkSlotNames(facts, violations);
  checkGroups(facts, violations);
  for (const group of facts.level.groups) {
    // Other groups list wild characters, which are in no save.
    if (group.guild !== null) checkHandles(facts, group, violations);
  }
  checkOwners(facts, violations);
  checkWorkers(facts, violations);
  checkStations(facts, violations);
}

function checkIds({ level }: SaveFacts, violations: ViolationList): void {
  const sections: [string, readonly SaveGuid[]][] = [
    ['Pals and players', level.characters.map(({ id }) => id)],
    ['containers of items', level.itemContainers.map(({ id }) => id)],
    ['containers of Pals', level.characterContainers.map(({ id }) => id)],
    ['weapons, armor and eggs', level.dynamicItems.map(({ id }) => id)],
    ['groups', level.groups.map(({ key }) => key)],
    ['guilds’ chests and laboratories', level.guildExtras.map(({ guildId }) => guildId)],
    ['camps', level.camps.map(({ key }) => key)],
    ['raid records', level.raidCampIds],
    ['objects', level.mapObjects.map(({ id }) => id)],
    ['works', level.works.map(({ id }) => id)],
  ];
  for (const [words, ids] of sections) {
    const seen = new Set<SaveGuid>();
    for (const id of ids) {
      if (seen.has(id)) violations.add('C1', id, `Two records among the ${words} have the id ${id}.`);
      seen.add(id);
    }
  }
}

function checkPlaces(facts: SaveFacts, violations: ViolationList): void {
  const inSlots = new Map<string, SaveGuid>();
  for (const { id, slots } of facts.level.characterContainers) {
    for (const { index, instanceId } of slots) inSlots.set(`${id}/${index}`, instanceId);
  }
  for (const { id, isPlayer, containerId, slotIndex } of facts.level.characters) {
    if (isPlayer) continue;
    const occupant = inSlots.get(`${containerId}/${slotIndex}`);
    if (occupant === id) continue;
    const place = `slot ${slotIndex} of ${facts.container(containerId)}`;
    const why = whyNotThere(facts, containerId, occupant);
    const message = `${facts.character(id)} is in ${place}, but ${why}: the game will not show it.`;
    violations.add('C2', id, message);
  }
}

function whyNotThere(facts: SaveFacts, containerId: SaveGuid, occupant: SaveGuid | undefined): string {
  if (!facts.characterContainers.has(containerId)) return 'that container does not exist';
  if (occupant === undefined || occupant === ZERO_GUID) return 'that slot is empty';
  return `that slot names ${facts.character(occupant)}`;
}

function checkSlots(
  facts: SaveFacts,
  { id, capacity, slots }: ContainerFacts<{ readonly index: number }>,
  violations: ViolationList,
): void {
  const seen = new Set<number>();
  for (const { index } of slots) {
    const subject = `${id}/${index}`;
    if (seen.has(index))
      violations.add('C4', subject, `Slot ${index} occurs twice in ${facts.container(id)}.`);
    seen.add(index);
    if (index >= 0 && index < (capacity ?? Number.POSITIVE_INFINITY)) continue;
    const message = `Slot ${index} of ${facts.container(id)} is beyond its capacity of ${capacity}: the game loses what is in it.`;
    violations.add('C4', subject, message);
  }
}

function checkSlotNames(facts: SaveFacts, violations: ViolationList): void {
  const seen = new Set<SaveGuid>();
  for (const { id, slots } of facts.level.characterContainers) {
    for (const { index, instanceId } of slots) {
      if (instanceId === ZERO_GUID) continue;
      if (!facts.characters.has(instanceId)) {
        const message = `Slot ${index} of ${facts.container(id)} names the Pal ${instanceId}, which does not exist.`;
        violations.add('C3', `${id}/${index}`, message);
      }
      if (seen.has(instanceId)) {
        violations.add('C5', instanceId, `${facts.character(instanceId)} is in two slots.`);
      }
      seen.add(instanceId);
    }
  }
}

function checkGroups(facts: SaveFacts, violations: ViolationList): void {
  const handles = new Map(facts.level.groups.map((group) => [group.key, new Set(group.handles)]));
  for (const { id, groupId } of facts.level.characters) {
    const members = handles.get(groupId);
    if (members?.has(id)) continue;
    const isGone = groupId !== ZERO_GUID && members === undefined;
    const why = isGone ? ', which does not exist' : members && ', which does not list it';
    const message = `${facts.character(id)} ${facts.membership(groupId)}${why ?? ''}: the game will not show it.`;
    violations.add('C6', id, message);
  }
}

function checkHandles(facts: SaveFacts, { key, handles }: GroupFacts, violations: ViolationList): void {
  const seen = new Set<SaveGuid>();
  for (const id of handles) {
    const group = () => facts.guild(key);
    const character = facts.characters.get(id);
    if (seen.has(id)) violations.add('C7', id, `${group()} lists ${facts.character(id)} twice.`);
    else if (character === undefined)
      violations.add('C7', id, `${group()} lists the character ${id}, which does not exist.`);
    else if (character.groupId !== key) {
      const message = `${group()} lists ${facts.character(id)}, which ${facts.membership(character.groupId)}.`;
      violations.add('C8', id, message);
    }
    seen.add(id);
  }
}

function checkOwners(facts: SaveFacts, violations: ViolationList): void {
  const bodies = facts.level.characters.filter(({ isPlayer }) => isPlayer);
  const players = new Set(bodies.map(({ playerUid }) => playerUid));
  for (const { id, ownerUid } of facts.level.characters) {
    if (ownerUid === ZERO_GUID || players.has(ownerUid)) continue;
    const message = `${facts.character(id)} belongs to the player ${ownerUid}, who is not in this world.`;
    violations.add('C9', id, message);
  }
}

function checkWorkers(facts: SaveFacts, violations: ViolationList): void {
  for (const { key, guildId, director } of facts.level.camps) {
    const container = facts.characterContainers.get(director?.containerId ?? ZERO_GUID);
    for (const { instanceId } of container?.slots ?? []) {
      const worker = facts.characters.get(instanceId);
      if (worker === undefined || worker.groupId === guildId) continue;
      const message = `${facts.character(instanceId)} works in ${facts.camp(key)}, but ${facts.membership(worker.groupId)}.`;
      violations.add('C10', instanceId, message);
    }
  }
}

function checkStations(facts: SaveFacts, violations: ViolationList): void {
  const stations = new Set(facts.level.mapObjects.map(({ concreteId }) => concreteId));
  for (const { id, stationId } of facts.level.characters) {
    if (stationId === ZERO_GUID || stations.has(stationId)) continue;
    const message = `${facts.character(id)} is on an expedition of the station ${stationId}, which does not exist: it never comes back.`;
    violations.add('C11', id, message);
  }
}

import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { CampFacts, GroupFacts, MapObjectFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation.ts';

/** M1 to M6: what objects name exists. */
export function checkObjects(facts: SaveFacts, violations: ViolationList): void {
  const works = new Set(facts.level.works.map(({ id }) => id));
  const used = new Set<SaveGuid>();
  for (const object of facts.level.mapObjects) {
    checkHalves(facts, object, violations);
    const { itemContainerIds, characterContainerIds } = object;
    for (const id of itemContainerIds)
      checkContainer(facts, object, id, facts.itemContainers, used, violations);
    for (const id of characterContainerIds) {
      checkContainer(facts, object, id, facts.characterContainers, used, violations);
    }
    for (const id of object.workIds) {
      if (works.has(id)) continue;
      const message = `${facts.mapObject(object.id)} names the work ${id}, which does not exist.`;
      violations.add('M3', object.id, message);
    }
    checkPlace(facts, object, violations);
    checkNeighbours(facts, object, violations);
  }
}

function checkHalves(facts: SaveFacts, object: MapObjectFacts, violations: ViolationList): void {
  const { id, concreteId, concrete } = object;
  if (concrete === null || (concrete.id === concreteId && concrete.modelId === id)) return;
  const message = `The two halves of ${facts.mapObject(id)} do not name each other: the game drops it.`;
  violations.add('M1', id, message);
}

function checkContainer(
  facts: SaveFacts,
  object: MapObjectFacts,
  id: SaveGuid,
  containers: { has(id: SaveGuid): boolean },
  used: Set<SaveGuid>,
  violations: ViolationList,
): void {
  const name = () => facts.mapObject(object.id);
  if (id === ZERO_GUID) violations.add('M2', object.id, `${name()} names no container.`);
  else if (!containers.has(id)) {
    violations.add('M2', object.id, `${name()} has the container ${id}, which does not exist.`);
  } else if (used.has(id)) {
    violations.add('M2', object.id, `${name()} shares the container ${id} with another object.`);
  }
  used.add(id);
}

function checkPlace(
  facts: SaveFacts,
  { id, campId, groupId }: MapObjectFacts,
  violations: ViolationList,
): void {
  const name = () => facts.mapObject(id);
  if (campId !== ZERO_GUID && !facts.camps.has(campId)) {
    violations.add('M4', id, `${name()} is in the camp ${campId}, which does not exist.`);
  }
  if (groupId !== ZERO_GUID && !facts.groups.has(groupId)) {
    violations.add('M4', id, `${name()} belongs to the group ${groupId}, which does not exist.`);
  }
}

function checkNeighbours(facts: SaveFacts, object: MapObjectFacts, violations: ViolationList): void {
  const { id, joinedIds, ownerId } = object;
  for (const joinedId of joinedIds) {
    if (facts.mapObjects.has(joinedId)) continue;
    const message = `${facts.mapObject(id)} is joined to the object ${joinedId}, which does not exist.`;
    violations.add('M5', id, message);
  }
  if (ownerId !== ZERO_GUID && !facts.mapObjects.has(ownerId)) {
    const message = `${facts.mapObject(id)} belongs to the object ${ownerId}, which does not exist.`;
    violations.add('M6', id, message);
  }
}

/** B1 to B4: camps, their guilds, Palboxes, parts and raid records. */
export function checkCamps(facts: SaveFacts, violations: ViolationList): void {
  for (const camp of facts.level.camps) {
    checkGuildOf(facts, camp, violations);
    checkPalbox(facts, camp, violations);
    checkParts(facts, camp, violations);
  }
  for (const group of facts.level.groups) {
    checkCampsOf(facts, group, violations);
    checkPalboxesOf(facts, group, violations);
  }
  checkRaids(facts, violations);
}

function checkGuildOf(facts: SaveFacts, { key, guildId }: CampFacts, violations: ViolationList): void {
  if (facts.groups.get(guildId)?.guild?.campIds.includes(key)) return;
  const why = guildId === ZERO_GUID ? '' : ', which does not list it';
  violations.add('B1', key, `${facts.camp(key)} ${facts.membership(guildId)}${why}.`);
}

function checkCampsOf(facts: SaveFacts, { key, guild }: GroupFacts, violations: ViolationList): void {
  for (const campId of guild?.campIds ?? []) {
    const camp = facts.camps.get(campId);
    if (camp?.guildId === key) continue;
    const why =
      camp === undefined ? 'which does not exist: the server may not start' : 'which is of another guild';
    violations.add('B1', campId, `${facts.guild(key)} lists the camp ${campId}, ${why}.`);
  }
}

function checkPalbox(facts: SaveFacts, { key, palboxId }: CampFacts, violations: ViolationList): void {
  const palbox = facts.mapObjects.get(palboxId);
  if (palbox?.objectId.toLowerCase() === 'palboxv2' && palbox.campId === key) return;
  const why = palbox === undefined ? 'it does not exist' : `${facts.mapObject(palboxId)} is not its Palbox`;
  violations.add('B2', key, `${facts.camp(key)} names the Palbox ${palboxId}, but ${why}.`);
}

function checkPalboxesOf(facts: SaveFacts, { key, guild }: GroupFacts, violations: ViolationList): void {
  if (guild === null) return;
  const boxIds = facts.level.camps.filter(({ guildId }) => guildId === key).map(({ palboxId }) => palboxId);
  const isWrong =
    boxIds.length !== guild.palboxIds.length || boxIds.some((id) => !guild.palboxIds.includes(id));
  if (isWrong) {
    const message = `${facts.guild(key)} lists ${guild.palboxIds.length} Palboxes, which are not those of its ${boxIds.length} camps.`;
    violations.add('B2', key, message);
  }
}

function checkParts(facts: SaveFacts, camp: CampFacts, violations: ViolationList): void {
  const { key, id, director, works } = camp;
  const name = facts.camp(key);
  for (const [part, partId] of [
    ['record', id],
    ['worker list', director?.id],
    ['work list', works?.id],
  ] as const) {
    if (partId === key) continue;
    violations.add('B3', key, `${name} has a ${part} with the id ${partId ?? 'of none'}.`);
  }
  const containerId = director?.containerId ?? ZERO_GUID;
  if (facts.characterContainers.has(containerId)) return;
  const message = `${name} keeps its workers in the container ${containerId}, which does not exist.`;
  violations.add('B3', key, message);
}

/** Saves of 2024 have no raid records. */
function checkRaids(facts: SaveFacts, violations: ViolationList): void {
  const raids = new Set(facts.level.raidCampIds);
  for (const id of raids) {
    if (!facts.camps.has(id))
      violations.add('B4', id, `There is a raid record of the camp ${id}, which does not exist.`);
  }
  if (facts.level.itemContainers.every(({ storesEmptySlots }) => storesEmptySlots)) return;
  for (const { key } of facts.level.camps) {
    if (!raids.has(key)) violations.add('B4', key, `${facts.camp(key)} has no raid record.`);
  }
}

import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { MapObjectFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { ViolationList } from './violation.ts';

/** M1 to M6: what objects name exists. */
export function checkObjects(facts: SaveFacts, violations: ViolationList): void {
  const works = new Set(facts.level.works.map(({ id }) => id));
  const taken = new Set<SaveGuid>();
  for (const object of facts.level.mapObjects) {
    checkHalves(facts, object, violations);
    const { itemContainerIds, characterContainerIds } = object;
    for (const id of itemContainerIds)
      checkContainer(facts, object, id, facts.itemContainers, taken, violations);
    for (const id of characterContainerIds) {
      checkContainer(facts, object, id, facts.characterContainers, taken, violations);
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
  taken: Set<SaveGuid>,
  violations: ViolationList,
): void {
  const name = () => facts.mapObject(object.id);
  if (id === ZERO_GUID) violations.add('M2', object.id, `${name()} has lost its container.`);
  else if (!containers.has(id)) {
    violations.add('M2', object.id, `${name()} has the container ${id}, which does not exist.`);
  } else if (taken.has(id)) {
    violations.add('M2', object.id, `${name()} shares the container ${id} with another object.`);
  }
  taken.add(id);
}

function checkPlace(
  facts: SaveFacts,
  { id, campId, groupId }: MapObjectFacts,
  violations: ViolationList,
): void {
  const name = () => facts.mapObject(id);
  if (campId !== ZERO_GUID && !facts.camps.has(campId)) {
    violations.add('M4', id, `${name()} stands in the camp ${campId}, which does not exist.`);
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

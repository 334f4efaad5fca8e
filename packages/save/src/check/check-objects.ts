import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import type { CampFacts, GroupFacts, MapObjectFacts } from './level-facts.ts';
import type { SaveFacts } from './save-facts.ts';
import type { InvariantCode, ViolationList } from './violation.ts';

/** M1 to M6: what objects name exists. */
export function checkObjects(facts: SaveFacts, violations: ViolationList): void {
  const works = new Set(facts.level.works.map(({ id }) => id));
  const used = new Set<SaveGuid>();
  for (const object of facts.level.mapObjects) checkObject(facts, object, works, used, violations);
}

function checkObject(
  facts: SaveFacts,
  object: MapObjectFacts,
  works: ReadonlySet<SaveGuid>,
  used: Set<SaveGuid>,
  violations: ViolationList,
): void {
  const { id, concreteId, concrete, campId, groupId, ownerId } = object;
  const add = (code: InvariantCode, problem: string) =>
    violations.add(code, id, `${facts.mapObject(id)} ${problem}`);
  if (concrete !== null && (concrete.id !== concreteId || concrete.modelId !== id)) {
    const message = `The two halves of ${facts.mapObject(id)} do not name each other: the game drops it.`;
    violations.add('M1', id, message);
  }
  const checkContainer = (container: SaveGuid, containers: ReadonlyMap<SaveGuid, unknown>) => {
    if (container === ZERO_GUID) add('M2', 'names no container.');
    else if (!containers.has(container)) add('M2', `has the container ${container}, which does not exist.`);
    else if (used.has(container)) add('M2', `shares the container ${container} with another object.`);
    used.add(container);
  };
  for (const container of object.itemContainerIds) checkContainer(container, facts.itemContainers);
  for (const container of object.characterContainerIds) checkContainer(container, facts.characterContainers);
  for (const work of object.workIds) {
    if (!works.has(work)) add('M3', `names the work ${work}, which does not exist.`);
  }
  if (campId !== ZERO_GUID && !facts.camps.has(campId)) {
    add('M4', `is in the camp ${campId}, which does not exist.`);
  }
  if (groupId !== ZERO_GUID && !facts.groups.has(groupId)) {
    add('M4', `belongs to the group ${groupId}, which does not exist.`);
  }
  for (const joined of object.joinedIds) {
    if (!facts.mapObjects.has(joined)) add('M5', `is joined to the object ${joined}, which does not exist.`);
  }
  if (ownerId !== ZERO_GUID && !facts.mapObjects.has(ownerId)) {
    add('M6', `belongs to the object ${ownerId}, which does not exist.`);
  }
}

/** B1 to B4: camps, their guilds, Palboxes, parts and raid records. */
export function checkCamps(facts: SaveFacts, violations: ViolationList): void {
  for (const camp of facts.level.camps) checkCamp(facts, camp, violations);
  for (const group of facts.level.groups) {
    checkCampsOf(facts, group, violations);
    checkPalboxesOf(facts, group, violations);
  }
  checkRaids(facts, violations);
}

function checkCamp(facts: SaveFacts, camp: CampFacts, violations: ViolationList): void {
  const { key, id, guildId, palboxId, director, works } = camp;
  const add = (code: InvariantCode, problem: string) =>
    violations.add(code, key, `${facts.camp(key)} ${problem}.`);
  if (!facts.groups.get(guildId)?.guild?.campIds.includes(key)) {
    add('B1', `${facts.membership(guildId)}${guildId === ZERO_GUID ? '' : ', which does not list it'}`);
  }
  const palbox = facts.mapObjects.get(palboxId);
  if (palbox?.objectId.toLowerCase() !== 'palboxv2' || palbox.campId !== key) {
    const why = palbox === undefined ? 'it does not exist' : `${facts.mapObject(palboxId)} is not its Palbox`;
    add('B2', `names the Palbox ${palboxId}, but ${why}`);
  }
  for (const [part, partId] of [
    ['record', id],
    ['worker list', director?.id],
    ['work list', works?.id],
  ] as const) {
    if (partId !== key) add('B3', `has a ${part} with the id ${partId ?? 'of none'}`);
  }
  const containerId = director?.containerId ?? ZERO_GUID;
  if (facts.characterContainers.has(containerId)) return;
  add('B3', `keeps its workers in the container ${containerId}, which does not exist`);
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

/** Saves of 2024 have no raid records. */
function checkRaids(facts: SaveFacts, violations: ViolationList): void {
  const raids = new Set(facts.level.raidCampIds);
  for (const id of raids) {
    if (!facts.camps.has(id))
      violations.add('B4', id, `There is a raid record of the camp ${id}, which does not exist.`);
  }
  if (facts.level.itemContainers.every(({ capacity }) => capacity === null)) return;
  for (const { key } of facts.level.camps) {
    if (!raids.has(key)) violations.add('B4', key, `${facts.camp(key)} has no raid record.`);
  }
}

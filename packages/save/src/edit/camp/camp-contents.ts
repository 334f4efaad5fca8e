import { ZERO_GUID } from '../../format/guid.ts';
import { guidFinder } from '../../format/guid-finder.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { LevelEditor, SectionName } from '../level-editor.ts';
import { requireProperty, textOf } from '../property-list.ts';
import { SaveEditError } from '../save-edit.ts';
import { type CampRecord, readCampRecord } from './camp-record.ts';
import { type CharacterRecord, readCharacterRecord } from './character-record.ts';
import { containersOfObject } from './container-modules.ts';
import { type ObjectModel, readObjectModel } from './object-model.ts';
import { dynamicItemsOf } from './stored-items.ts';
import { readWorkPlace } from './work.ts';

/** The identities that go with a camp (save-writing 4 h). */
export interface CampContents {
  readonly camp: CampRecord;
  /** What was built or dropped in the camp, and what belongs to that. */
  readonly objects: ReadonlyMap<SaveGuid, ObjectModel>;
  /** Rocks, logs and treasure boxes of the camp, which stay. */
  readonly natural: readonly SaveGuid[];
  readonly works: ReadonlySet<SaveGuid>;
  readonly workers: ReadonlySet<SaveGuid>;
  readonly characterContainers: ReadonlySet<SaveGuid>;
  readonly itemContainers: ReadonlySet<SaveGuid>;
  readonly dynamicItems: ReadonlySet<SaveGuid>;
}

/** Throws a `SaveEditError` where the camp does not exist or holds what no deletion may take. */
export function campContents(level: LevelEditor, campId: SaveGuid): CampContents {
  const camp = readCampRecord(level, campId);
  const models = objectModels(level);
  const objects = removedObjects(models, campId);
  const natural = models.filter((model) => model.campId === campId && !objects.has(model.instanceId));
  const held = containersOf(level, objects.keys());
  const characterContainers = new Set([camp.workerContainerId, ...held.characters]);
  const workers = workersIn(level, camp, characterContainers);
  const chests = guildChests(level);
  const equipment = [...workers.values()].flatMap((worker) => worker.equipmentIds);
  const itemContainers = [...held.items, ...equipment].filter((id) => !chests.has(id));
  return {
    camp,
    objects,
    natural: natural.map((model) => model.instanceId),
    works: worksOf(level, campId, objects),
    workers: new Set(workers.keys()),
    characterContainers: present(level, 'CharacterContainerSaveData', characterContainers),
    itemContainers: present(level, 'ItemContainerSaveData', itemContainers),
    dynamicItems: dynamicItemsIn(level, itemContainers),
  };
}

function objectModels(level: LevelEditor): ObjectModel[] {
  if (!level.has('MapObjectSaveData')) return [];
  const objects = level.section('MapObjectSaveData');
  return objects.ids().map((id) => objects.requireBlob(id, ['Model'], readObjectModel));
}

/** The camp's objects that no spawner made, and the objects that belong to a removed one. */
function removedObjects(models: readonly ObjectModel[], campId: SaveGuid): Map<SaveGuid, ObjectModel> {
  const removed = new Map<SaveGuid, ObjectModel>();
  let found = models.filter((model) => model.campId === campId && model.spawnerId === ZERO_GUID);
  while (found.length > 0) {
    for (const model of found) removed.set(model.instanceId, model);
    found = models.filter(({ instanceId, ownerId }) => removed.has(ownerId) && !removed.has(instanceId));
  }
  return removed;
}

function worksOf(
  level: LevelEditor,
  campId: SaveGuid,
  objects: ReadonlyMap<SaveGuid, ObjectModel>,
): Set<SaveGuid> {
  if (!level.has('WorkSaveData')) return new Set();
  const works = level.section('WorkSaveData');
  const places = works.ids().map((id) => works.requireBlob(id, [], readWorkPlace));
  const removed = places.filter((place) => place.campId === campId || objects.has(place.objectId));
  return new Set(removed.map((place) => place.id));
}

function containersOf(level: LevelEditor, objects: Iterable<SaveGuid>) {
  const held = { items: [] as SaveGuid[], characters: [] as SaveGuid[] };
  for (const id of objects) {
    level.section('MapObjectSaveData').edit(id, ({ properties }) => {
      const { items, characters } = containersOfObject(properties);
      held.items.push(...items);
      held.characters.push(...characters);
    });
  }
  return held;
}

/** The Pals that stand in these containers. Throws a `SaveEditError` for a player's own in another than the camp's. */
function workersIn(
  level: LevelEditor,
  camp: CampRecord,
  containers: ReadonlySet<SaveGuid>,
): Map<SaveGuid, CharacterRecord> {
  const workers = new Map<SaveGuid, CharacterRecord>();
  for (const [id, character] of charactersNaming(level, containers)) {
    if (!containers.has(character.placeId)) continue;
    if (
      character.isPlayer ||
      (character.ownerPlayerUid !== ZERO_GUID && character.placeId !== camp.workerContainerId)
    )
      throw new SaveEditError(refusal(level, camp.id, character));
    workers.set(id, character);
  }
  return workers;
}

function refusal(level: LevelEditor, campId: SaveGuid, character: CharacterRecord): string {
  const begin = `the base camp ${campId} cannot be deleted: `;
  if (character.isPlayer) return `${begin}the player ${character.name} stands in one of its containers`;
  const owner = playerName(level, character.ownerPlayerUid);
  return `${begin}the Pal ${character.name} of ${owner} is in one of its buildings; take it out in the game first`;
}

function playerName(level: LevelEditor, uid: SaveGuid): string {
  for (const [id, { isPlayer, name }] of charactersNaming(level, new Set([uid]))) {
    const { key } = level.section('CharacterSaveParameterMap').require(id);
    if (!isPlayer || !Array.isArray(key)) continue;
    if (textOf(requireProperty(key, 'PlayerUId').value) === uid) return name;
  }
  return `the player ${uid}`;
}

/** The characters whose record names one of these identities anywhere. */
export function charactersNaming(
  level: LevelEditor,
  ids: ReadonlySet<SaveGuid>,
): [SaveGuid, CharacterRecord][] {
  if (!level.has('CharacterSaveParameterMap')) return [];
  const characters = level.section('CharacterSaveParameterMap');
  const find = guidFinder(ids);
  const naming = characters.ids().filter((id) => find(characters.bytes(id) as Buffer).size > 0);
  return naming.map((id) => [id, characters.requireBlob(id, [], readCharacterRecord)]);
}

/** The guilds' own chests, which outlive every camp. */
function guildChests(level: LevelEditor): Set<SaveGuid> {
  if (!level.has('GuildExtraSaveDataMap')) return new Set();
  const extras = level.section('GuildExtraSaveDataMap');
  const chests = extras.ids().map((id) => extras.blob(id, ['GuildItemStorage']));
  return new Set(
    chests.filter((blob) => blob !== undefined).map(({ bytes }) => new ByteReader(bytes).guid()),
  );
}

function present(level: LevelEditor, name: SectionName, ids: Iterable<SaveGuid>): Set<SaveGuid> {
  if (!level.has(name)) return new Set();
  const section = level.section(name);
  return new Set([...ids].filter((id) => section.has(id)));
}

function dynamicItemsIn(level: LevelEditor, containers: readonly SaveGuid[]): Set<SaveGuid> {
  const items: SaveGuid[] = [];
  for (const id of present(level, 'ItemContainerSaveData', containers)) {
    level
      .section('ItemContainerSaveData')
      .edit(id, ({ properties }) => items.push(...dynamicItemsOf(properties)));
  }
  return present(level, 'DynamicItemSaveData', items);
}

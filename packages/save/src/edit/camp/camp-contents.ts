import { ZERO_GUID } from '../../format/guid.ts';
import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { TreeProperty } from '../../tree/property-tree.ts';
import { SaveEditError } from '../edits.ts';
import { storedStack } from '../item-slots.ts';
import type { LevelEditor, SectionName } from '../level-editor.ts';
import { elementsAt, entriesOf, findProperty, listOf, structAt, textOf } from '../property-list.ts';
import { blobInTree, type RecordBlob, readWhole } from '../record-blob.ts';
import {
  assertNoDroppedPal,
  type CharacterRecord,
  charactersNaming,
  playerName,
} from './character-record.ts';
import { type ObjectModel, readObjectModel } from './object-model.ts';

/** Throws a `SaveEditError` for a missing camp or players' belongings in it, a `SaveError` for damage. */
export function campContents(level: LevelEditor, campId: SaveGuid) {
  const camp = readCampRecord(level, campId);
  const all = level.section('MapObjectSaveData');
  const models = all.ids().map((id) => all.readBlob(id, ['Model'], readObjectModel));
  const objects = removedObjects(models, campId);
  assertNoDroppedPal(level, campId, objects.keys());
  const containers = containersOf(level, objects.keys());
  const boxes = new Set([camp.workerContainerId, ...containers.characters]);
  const halves = new Set([...objects.values()].map((model) => model.concreteId));
  const characters = charactersNaming(level, [...boxes, ...halves]);
  const workers = workersIn(level, camp, boxes, characters);
  const itemContainers = itemContainersOf(level, containers.items, workers.values());
  return {
    camp,
    /** Objects built or dropped in the camp, and those that belong to them. */
    objects,
    /** All other objects of the world; the rocks, logs and treasure boxes of the camp are among them. */
    staying: models.filter((model) => !objects.has(model.instanceId)),
    works: worksOf(level, campId, objects),
    workers,
    /** Pals that a station of the camp has sent out; they stay. */
    travelers: characters.flatMap(([id, { expeditionId }]) =>
      expeditionId !== ZERO_GUID && halves.has(expeditionId) && !workers.has(id) ? [id] : [],
    ),
    characterContainers: present(level, 'CharacterContainerSaveData', boxes),
    itemContainers,
    dynamicItems: present(level, 'DynamicItemSaveData', dynamicItemsIn(level, itemContainers)),
  };
}

export type CampContents = ReturnType<typeof campContents>;

/** Every identity that goes, with what it is, for a message. Among them are the second halves of the objects. */
export function removedIdentities(contents: CampContents): Map<SaveGuid, string> {
  const removed = new Map<SaveGuid, string>();
  const { camp } = contents;
  const halves = [...contents.objects.values()].map((model) => model.concreteId);
  for (const [kind, ids] of [
    ['the map object', contents.objects.keys()],
    ['the second half of the map object', halves],
    ['the work', contents.works],
    ...[...contents.workers].map(([id, { name }]) => [`the Pal ${name}`, [id]] as const),
    ['the container of Pals', contents.characterContainers],
    ['the container of items', contents.itemContainers],
    ['the item with a state', contents.dynamicItems],
  ] as const) {
    for (const id of ids) removed.set(id, `${kind} ${id} of the base camp ${camp.id}`);
  }
  removed.set(camp.id, `the base camp ${camp.id}`);
  removed.delete(ZERO_GUID);
  return removed;
}

/** The camp's objects that no spawner made, and the objects that belong to a removed one. */
function removedObjects(models: readonly ObjectModel[], campId: SaveGuid): Map<SaveGuid, ObjectModel> {
  const removed = new Map<SaveGuid, ObjectModel>();
  let next = models.filter((model) => model.campId === campId && model.spawnerId === ZERO_GUID);
  while (next.length > 0) {
    for (const model of next) removed.set(model.instanceId, model);
    next = models.filter(({ instanceId, ownerId }) => removed.has(ownerId) && !removed.has(instanceId));
  }
  return removed;
}

function worksOf(level: LevelEditor, campId: SaveGuid, objects: ReadonlyMap<SaveGuid, unknown>) {
  const works = level.section('WorkSaveData');
  const removed = works.ids().filter((id) => {
    const place = works.readBlob(id, [], readWorkPlace);
    return place.campId === campId || objects.has(place.objectId);
  });
  return new Set(removed);
}

function containersOf(level: LevelEditor, objects: Iterable<SaveGuid>): ObjectContainers {
  const containers: ObjectContainers = { items: [], characters: [] };
  for (const id of objects) {
    level
      .section('MapObjectSaveData')
      .changeRecord(id, ({ properties }) => addContainers(properties, containers));
  }
  return containers;
}

/** The Pals in these containers. Of players' Pals only those at work may go: see `refusal`. */
function workersIn(
  level: LevelEditor,
  camp: CampRecord,
  containers: ReadonlySet<SaveGuid>,
  characters: Iterable<[SaveGuid, CharacterRecord]>,
): Map<SaveGuid, CharacterRecord> {
  const workers = new Map<SaveGuid, CharacterRecord>();
  for (const [id, character] of characters) {
    if (!containers.has(character.placeId)) continue;
    // Workers of 2024 have an owner.
    const mayGo = character.ownerPlayerUid === ZERO_GUID || character.placeId === camp.workerContainerId;
    if (character.isPlayer || !mayGo) throw new SaveEditError(refusal(level, camp.id, character));
    workers.set(id, character);
  }
  return workers;
}

function refusal(level: LevelEditor, campId: SaveGuid, character: CharacterRecord): string {
  const begin = `the base camp ${campId} cannot be deleted:`;
  if (character.isPlayer) return `${begin} the player ${character.name} is in one of its containers`;
  const owner = playerName(level, character.ownerPlayerUid);
  return `${begin} the Pal ${character.name} of ${owner} is in one of its buildings; take it out in the game first`;
}

function itemContainersOf(
  level: LevelEditor,
  items: readonly SaveGuid[],
  workers: Iterable<CharacterRecord>,
) {
  const chests = guildChests(level);
  const equipment = [...workers].flatMap((worker) => worker.equipmentIds);
  const all = [...items, ...equipment].filter((id) => !chests.has(id));
  return present(level, 'ItemContainerSaveData', all);
}

/** The guild chests, which outlive every camp. */
function guildChests(level: LevelEditor): Set<SaveGuid> {
  const extras = level.section('GuildExtraSaveDataMap');
  const chests = extras.ids().map((id) => {
    const blob = extras.findBlob(id, ['GuildItemStorage']);
    return blob === undefined || blob.bytes.length === 0 ? ZERO_GUID : new ByteReader(blob.bytes).guid();
  });
  return new Set(chests);
}

function present(level: LevelEditor, name: SectionName, ids: Iterable<SaveGuid>): Set<SaveGuid> {
  const section = level.section(name);
  return new Set([...ids].filter((id) => section.has(id)));
}

function dynamicItemsIn(level: LevelEditor, containers: Iterable<SaveGuid>): SaveGuid[] {
  const items: SaveGuid[] = [];
  for (const id of containers) {
    level.section('ItemContainerSaveData').changeRecord(id, ({ properties }) => {
      const slots = elementsAt(properties, 'Slots');
      items.push(...slots.map((slot, position) => storedStack(slot, position)?.localId ?? ZERO_GUID));
    });
  }
  return items;
}

/** The owners in the beginning of a `WorkSaveData` blob, alike for all types (docs/save-format.md#works). */
function readWorkPlace({ bytes }: RecordBlob) {
  const reader = new ByteReader(bytes);
  reader.take(16 + 14 * 8); // the id, bounds and their place
  const [campId, objectId] = [reader.guid(), reader.guid()];
  reader.take(16 + 1); // concrete model, state
  return { campId, objectId };
}

type CampRecord = ReturnType<typeof readCampRecord>;

/** The ids in a record (docs/save-format.md#base-camps). Throws a `SaveEditError` for another id. */
function readCampRecord(level: LevelEditor, id: SaveGuid) {
  const camps = level.section('BaseCampSaveData');
  if (!camps.has(id)) throw new SaveEditError(`the save has no base camp ${id}`);
  return {
    id,
    ...camps.readBlob(id, [], readCamp),
    workerContainerId: camps.readBlob(id, ['WorkerDirector'], readWorkerContainer),
  };
}

function readCamp(blob: RecordBlob) {
  return readWhole(blob, (reader) => {
    reader.take(16); // the id
    reader.skipText(); // the name
    reader.take(1 + 80 + 4); // state, Transform, area
    const guildId = reader.guid();
    reader.take(80); // fast travel
    return { guildId, palboxObjectId: reader.guid() };
  });
}

function readWorkerContainer(blob: RecordBlob): SaveGuid {
  return readWhole(blob, (reader) => {
    reader.take(16 + 80 + 2); // id, spawn point, order, battle
    return reader.guid();
  });
}

type ObjectContainers = Readonly<Record<'items' | 'characters', SaveGuid[]>>;

/** Reads the modules of a map object, from its record. Throws `CorruptDataError`. */
function addContainers(object: readonly TreeProperty[], { items, characters }: ObjectContainers): void {
  const concrete = structAt(object, 'ConcreteModel');
  const modules = findProperty(concrete, 'ModuleMap');
  for (const [type, module] of modules ? entriesOf(modules.value) : []) {
    const blob = blobInTree(listOf(module), []);
    if (blob === undefined || blob.bytes.length === 0) continue;
    const kind = textOf(type).toLowerCase();
    if (kind === `${MODULE}itemcontainer`) items.push(readWhole(blob, readItemModule));
    if (kind === `${MODULE}charactercontainer`) characters.push(readWhole(blob, (reader) => reader.guid()));
  }
}

const MODULE = 'epalmapobjectconcretemodelmoduletype::';

function readItemModule(reader: ByteReader): SaveGuid {
  const id = reader.guid();
  reader.array(5, () => {
    reader.u8();
    reader.skipArray(4);
  });
  reader.skipArray(1);
  reader.take(4 + 1); // whether it drops when destroyed, usage
  return id;
}

import type { WorkFacts } from '../check/level-facts.ts';
import { guidProperty, structProperty } from '../edit/make-property.ts';
import {
  blobAt,
  bytesOf,
  elementsOf,
  entriesOf,
  listOf,
  requireProperty,
  structAt,
  textAt,
} from '../edit/property-list.ts';
import type { SaveEra, SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { readOpenSave } from '../read/read-save-folder.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { readProperties, readPropertyList } from '../tree/read-properties.ts';
import { writeProperties, writePropertyList } from '../tree/write-properties.ts';
import { CAMP_SAVE, concreteIdOf } from './camp-save-ids.ts';
import { levelOf, type OpenedSave, withLevel } from './edited-save.ts';
import { PropertyWriter } from './property-writer.ts';
import { writeBlobStruct, writeMark } from './save-era.ts';
import { writeRaid, writeWork } from './write-sound-save.ts';

const id = CAMP_SAVE;

/** Adds what the writers of records leave out: works, connectors, raids and equipment. */
export async function addCampSections({ files }: OpenedSave, era: SaveEra): Promise<OpenedSave> {
  const tree = readProperties(levelOf(files), 'Level.sav');
  const world = structAt(tree.properties, 'worldSaveData');
  for (const object of elementsOf(section(world, 'MapObjectSaveData'))) addConnector(listOf(object), era);
  for (const [key, value] of entriesOf(section(world, 'CharacterSaveParameterMap'))) {
    if (textAt(listOf(key), 'InstanceId') === id.worker) addEquipment(listOf(value), era);
  }
  const added = written(era, (writer) => {
    writer.structs('WorkSaveData', 'PalWorkSaveData', WORKS, (work) => writeWork(writer, work));
    if (era === 'A') return;
    const camps = [id.camp, id.otherCamp];
    writer.map('InvaderSaveData', 'StructProperty', 'StructProperty', camps, (camp) =>
      writeRaid(writer, camp),
    );
  });
  world.push(...added);
  const edited = withLevel(files, writeProperties(tree));
  return { files: edited, save: await readOpenSave(edited) };
}

/** The properties that `list` writes. */
function written(era: SaveEra, list: (writer: PropertyWriter) => void): TreeProperty[] {
  const writer = new PropertyWriter(era);
  list(writer);
  writer.none();
  return readPropertyList(writer.result()).properties;
}

function section(world: TreeProperty[], name: string): TreeValue {
  return requireProperty(world, name).value;
}

function addConnector(object: TreeProperty[], era: SaveEra): void {
  const model = structAt(object, 'Model');
  const instanceId = new ByteReader(blobAt(model)).guid();
  const connector = written(era, (writer) =>
    writeBlobStruct(writer, ['Connector', 'PalMapObjectConnectorSaveData'], (blob) =>
      writeConnector(blob, instanceId, LINKS),
    ),
  );
  model.splice(1, 0, ...connector);
}

/** The linked objects of a connector: anywhere, and at side 3. */
type Links = Readonly<Record<SaveGuid, { anywhere: readonly SaveGuid[]; side: readonly SaveGuid[] }>>;

/** The palbox of the camp holds to the foundation outside; that and the wall to the camp and to each other. */
const LINKS: Links = {
  [id.palboxObject]: { anywhere: [id.foundation], side: [] },
  [id.foundation]: { anywhere: [id.palboxObject, id.wall], side: [id.chest] },
  [id.wall]: { anywhere: [], side: [id.foundation, id.chest, id.palboxObject] },
};

const LINKS_WITHOUT_CAMP: Links = {
  [id.foundation]: { anywhere: [id.wall], side: [] },
  [id.wall]: { anywhere: [], side: [id.foundation] },
};

/** The blob of a connector outside the camp once the camp is deleted. */
export function connectorWithoutCamp(era: SaveEra, instanceId: SaveGuid): Buffer {
  return new PropertyWriter(era).blob((writer) => {
    writeConnector(writer, instanceId, LINKS_WITHOUT_CAMP);
    writeMark(writer);
  });
}

function writeConnector(writer: PropertyWriter, instanceId: SaveGuid, links: Links): void {
  const { anywhere, side } = links[instanceId] ?? { anywhere: [], side: [] };
  const group = (index: number, objects: readonly SaveGuid[]) => {
    writer.u8(index);
    writer.list(objects, (object) => {
      writer.guid(object);
      writer.u8(index);
    });
  };
  writer.i32(2);
  group(0xfe, anywhere);
  if (instanceId !== id.foundation && instanceId !== id.wall) return;
  writeMark(writer);
  for (let index = 5; index > 0; index -= 1) group(index, index === 3 ? side : []);
  if (instanceId === id.wall) writer.u32(7); // pillars
}

function addEquipment(character: TreeProperty[], era: SaveEra): void {
  const blob = requireProperty(character, 'RawData');
  const bytes = bytesOf(blob.value);
  const { properties, end } = readPropertyList(bytes);
  const name = era === 'A' ? 'EquipItemContainerId' : 'ItemContainerId';
  const container = structProperty(name, 'PalContainerId', [guidProperty('ID', id.equipment)]);
  structAt(properties, 'SaveParameter').push(container);
  blob.value = Buffer.concat([writePropertyList(properties), bytes.subarray(end)]);
}

const aWork = (
  workId: SaveGuid,
  campId: SaveGuid,
  object: SaveGuid,
  ...assignedIds: SaveGuid[]
): WorkFacts => {
  return { id: workId, campId, objectId: object, concreteId: concreteIdOf(object), type: '', assignedIds };
};

/** The camp repairs the foundation and works at the station; the other camp has a work of both workers. */
const WORKS = [
  aWork(id.repair, id.camp, id.foundation),
  aWork(id.stationWork, id.camp, id.station, id.worker),
  aWork(id.otherWork, id.otherCamp, id.otherPalboxObject, id.worker, id.otherWorker),
];

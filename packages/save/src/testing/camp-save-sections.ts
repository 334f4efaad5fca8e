import assert from 'node:assert/strict';
import {
  boolProperty,
  bytesProperty,
  enumProperty,
  guidProperty,
  structProperty,
  structsProperty,
} from '../edit/make-property.ts';
import { bytesOf, elementsOf, entriesOf, listOf, requireProperty } from '../edit/property-list.ts';
import { printGuid, ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid } from '../format/save-types.ts';
import { BLOB_VERSION_IDS } from '../read/blob-versions.ts';
import { readOpenSave } from '../read/read-save-folder.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { readProperties, readPropertyList } from '../tree/read-properties.ts';
import { writeProperties, writePropertyList } from '../tree/write-properties.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { CAMP_SAVE, concreteIdOf } from './camp-save-ids.ts';
import type { OpenedSave } from './edited-save.ts';

const id = CAMP_SAVE;

/** Adds what the typed records of a save do not hold: works, connectors, second halves, raids and equipment. */
export async function addCampSections({ files }: OpenedSave, era: SaveEra): Promise<OpenedSave> {
  const level = files.get('Level.sav');
  assert.ok(level);
  const tree = readProperties(level.gvas, 'Level.sav');
  const world = listOf(requireProperty(tree.properties, 'worldSaveData').value);
  for (const object of elementsOf(section(world, 'MapObjectSaveData'))) completeObject(listOf(object), era);
  for (const [key, value] of entriesOf(section(world, 'CharacterSaveParameterMap'))) {
    completeCharacter(guidIn(listOf(key), 'InstanceId'), listOf(value), era);
  }
  for (const [key, value] of entriesOf(section(world, 'GroupSaveDataMap'))) {
    if (key === id.guild) addPalboxes(listOf(value), era);
  }
  world.push(worksProperty(era));
  if (era !== 'A') world.push(raidsProperty());
  const edited = new Map(files).set('Level.sav', { ...level, gvas: writeProperties(tree) });
  return { files: edited, save: await readOpenSave(edited) };
}

function section(world: TreeProperty[], name: string): TreeValue {
  return requireProperty(world, name).value;
}

function guidIn(list: TreeProperty[], name: string): SaveGuid {
  const { value } = requireProperty(list, name);
  assert.equal(typeof value, 'string');
  return value as SaveGuid; // just asserted
}

/** Gives an object its second half, its repair work and its neighbours. */
function completeObject(object: TreeProperty[], era: SaveEra): void {
  const model = listOf(requireProperty(object, 'Model').value);
  const blob = requireProperty(model, 'RawData');
  const bytes = Buffer.from(bytesOf(blob.value));
  const instanceId = printGuid(...wordsAt(bytes, 0));
  bytes.set(guidBytes(concreteIdOf(instanceId)), 16);
  if (instanceId === id.foundation) bytes.set(guidBytes(id.repair), 152);
  blob.value = bytes;
  const concrete = requireProperty(listOf(requireProperty(object, 'ConcreteModel').value), 'RawData');
  concrete.value = Buffer.concat([guidBytes(concreteIdOf(instanceId)), bytesOf(concrete.value).subarray(16)]);
  const connector = blobProperties(era, (writer, mark) => writeConnector(writer, mark, instanceId));
  model.splice(1, 0, structProperty('Connector', 'PalMapObjectConnectorSaveData', connector));
}

/** The foundation and the wall outside hold to the camp and to each other; the palbox of the camp to the foundation. */
function writeConnector(writer: ByteWriter, mark: () => void, instanceId: SaveGuid): void {
  const group = (index: number, objects: readonly SaveGuid[]) => {
    writer.u8(index);
    writer.u32(objects.length);
    for (const object of objects) {
      writer.guid(object);
      writer.u8(index);
    }
  };
  writer.i32(2);
  group(0xfe, instanceId === id.palboxObject ? [id.foundation] : (ANYWHERE[instanceId] ?? []));
  mark();
  if (instanceId !== id.foundation && instanceId !== id.wall) return;
  for (let side = 5; side > 0; side -= 1) group(side, side === 3 ? (SIDES[instanceId] ?? []) : []);
  if (instanceId === id.wall) writer.u32(7); // pillars
  mark();
}

const ANYWHERE: Readonly<Record<SaveGuid, SaveGuid[]>> = { [id.foundation]: [id.palboxObject, id.wall] };
const SIDES: Readonly<Record<SaveGuid, SaveGuid[]>> = {
  [id.foundation]: [id.chest],
  [id.wall]: [id.foundation, id.chest, id.palboxObject],
};

/** The connectors that remain without the camp: links anywhere, and links at side 3. */
export const LINKS_WITHOUT_CAMP = [
  { object: id.foundation, anywhere: [id.wall], side: [], pillars: null },
  { object: id.wall, anywhere: [], side: [id.foundation], pillars: 7 },
];

function completeCharacter(instanceId: SaveGuid, value: TreeProperty[], era: SaveEra): void {
  const blob = requireProperty(value, 'RawData');
  const bytes = bytesOf(blob.value);
  const { properties, end } = readPropertyList(bytes);
  const list = listOf(requireProperty(properties, 'SaveParameter').value);
  if (instanceId === id.worker) {
    const name = era === 'A' ? 'EquipItemContainerId' : 'ItemContainerId';
    list.push(structProperty(name, 'PalContainerId', [guidProperty('ID', id.equipment)]));
  }
  if (instanceId === id.traveller) {
    list.push(guidProperty('MapObjectConcreteInstanceIdAssignedToExpedition', concreteIdOf(id.station)));
  }
  blob.value = Buffer.concat([writePropertyList(properties), bytes.subarray(end)]);
}

/** Behind the guild's camps and their level. */
function addPalboxes(group: TreeProperty[], era: SaveEra): void {
  const blob = requireProperty(group, 'RawData');
  const bytes = Buffer.from(bytesOf(blob.value));
  const camps = guidBytes(id.otherCamp);
  const mark = era === 'A' || era === 'B' ? 0 : 4;
  const countAt = bytes.indexOf(camps) + 16 + mark + 4;
  assert.equal(bytes.readUInt32LE(countAt), 0, 'no palboxes are written yet');
  const palboxes = new ByteWriter();
  palboxes.u32(2);
  palboxes.guid(id.palboxObject);
  palboxes.guid(id.otherPalboxObject);
  blob.value = Buffer.concat([bytes.subarray(0, countAt), palboxes.result(), bytes.subarray(countAt + 4)]);
}

/** The camp repairs the foundation and works at the station; the other camp has a work of both workers. */
function worksProperty(era: SaveEra): TreeProperty {
  const works = [
    aWork(era, { workId: id.repair, campId: id.camp, object: id.foundation, pals: [] }),
    aWork(era, { workId: id.stationWork, campId: id.camp, object: id.station, pals: [id.worker] }),
    aWork(era, {
      workId: id.otherWork,
      campId: id.otherCamp,
      object: id.otherPalboxObject,
      pals: [id.worker, id.otherWorker],
    }),
  ];
  return structsProperty('WorkSaveData', 'PalWorkSaveData', works);
}

interface WorkRecord {
  workId: SaveGuid;
  campId: SaveGuid;
  object: SaveGuid;
  pals: SaveGuid[];
}

function aWork(era: SaveEra, { workId, campId, object, pals }: WorkRecord): TreeProperty[] {
  const assignments = pals.map((pal, place): [TreeValue, TreeValue] => [
    place,
    {
      kind: 'list',
      properties: blobProperties(era, (writer, mark) => {
        writer.guid(workId);
        writer.i32(place);
        writer.u8(1);
        writer.guid(ZERO_GUID);
        writer.guid(pal);
        writer.u8(2);
        writer.u32(1);
        mark();
      }),
    },
  ]);
  const map: TreeProperty = {
    ...boolProperty('WorkAssignMap', false),
    type: 'MapProperty',
    types: ['IntProperty', 'StructProperty'],
    value: { kind: 'map', entries: assignments },
  };
  const blob = blobProperties(era, (writer, mark) => {
    writer.guid(workId);
    for (let number = 0; number < 14; number += 1) writer.f64(number);
    writer.guid(campId);
    writer.guid(object);
    writer.guid(concreteIdOf(object));
    writer.u8(1);
    writer.text('Work_0'); // the rest depends on the type
    mark();
  });
  return [enumProperty('WorkableType', 'EPalWorkableType', 'Progress'), map, ...blob];
}

function raidsProperty(): TreeProperty {
  return {
    ...boolProperty('InvaderSaveData', false),
    type: 'MapProperty',
    types: ['StructProperty', 'StructProperty'],
    value: {
      kind: 'map',
      entries: [id.camp, id.otherCamp].map((campId) => [
        campId,
        { kind: 'list', properties: [boolProperty('bIsInvading', false)] },
      ]),
    },
  };
}

/** `RawData` and, since 2025, its `CustomVersionData`, which lists the mark since mid 2025. */
function blobProperties(era: SaveEra, write: (writer: ByteWriter, mark: () => void) => void): TreeProperty[] {
  const hasMark = era === 'C' || era === 'D';
  const blob = new ByteWriter();
  write(blob, () => {
    if (hasMark) blob.u32(0);
  });
  const versions = new ByteWriter();
  versions.u32(hasMark ? 1 : 0);
  if (hasMark) {
    versions.guid(BLOB_VERSION_IDS.mark);
    versions.i32(1);
  }
  const properties = [bytesProperty('RawData', blob.result())];
  if (era !== 'A') properties.push(bytesProperty('CustomVersionData', versions.result()));
  return properties;
}

function guidBytes(guid: SaveGuid): Buffer {
  const writer = new ByteWriter();
  writer.guid(guid);
  return writer.result();
}

function wordsAt(bytes: Buffer, at: number): [number, number, number, number] {
  const word = (index: number) => bytes.readUInt32LE(at + index * 4);
  return [word(0), word(1), word(2), word(3)];
}

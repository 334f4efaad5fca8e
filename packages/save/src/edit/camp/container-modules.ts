import type { SaveGuid } from '../../format/save-types.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { TreeProperty } from '../../tree/property-tree.ts';
import { expectEnd, expectMark } from '../blob-end.ts';
import { entriesOf, findProperty, listOf, requireProperty, textOf } from '../property-list.ts';
import { blobInTree, type RecordBlob } from '../record-blob.ts';

/** The containers that a map object holds. */
export interface ObjectContainers {
  readonly items: SaveGuid[];
  readonly characters: SaveGuid[];
}

/** Reads the modules of a map object, from its record. Throws `CorruptDataError`. */
export function containersOfObject(object: readonly TreeProperty[]): ObjectContainers {
  const containers: ObjectContainers = { items: [], characters: [] };
  const concrete = listOf(requireProperty(object, 'ConcreteModel').value);
  const modules = findProperty(concrete, 'ModuleMap');
  for (const [type, module] of modules ? entriesOf(modules.value) : []) {
    const blob = blobInTree(listOf(module), []);
    if (blob === undefined || blob.bytes.length === 0) continue;
    switch (textOf(type).toLowerCase()) {
      case 'epalmapobjectconcretemodelmoduletype::itemcontainer':
        containers.items.push(readItemModule(blob));
        break;
      case 'epalmapobjectconcretemodelmoduletype::charactercontainer':
        containers.characters.push(readCharacterModule(blob));
    }
  }
  return containers;
}

function readItemModule({ bytes, versions }: RecordBlob): SaveGuid {
  const reader = new ByteReader(bytes);
  const id = reader.guid();
  reader.each(5, () => {
    reader.u8();
    reader.skipArray(4);
  });
  reader.skipArray(1);
  reader.take(4 + 1); // whether it drops when destroyed, usage
  expectMark(reader, versions);
  expectEnd(reader);
  return id;
}

function readCharacterModule({ bytes, versions }: RecordBlob): SaveGuid {
  const reader = new ByteReader(bytes);
  const id = reader.guid();
  expectMark(reader, versions);
  expectEnd(reader);
  return id;
}

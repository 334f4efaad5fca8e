import type { SaveGuid } from '../../format/save-types.ts';
import type { ByteReader } from '../../read/byte-reader.ts';
import type { TreeProperty } from '../../tree/property-tree.ts';
import { readWhole } from '../blob-end.ts';
import { entriesOf, findProperty, listOf, requireProperty, textOf } from '../property-list.ts';
import { blobInTree } from '../record-blob.ts';

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
        containers.items.push(readWhole(blob, readItemModule));
        break;
      case 'epalmapobjectconcretemodelmoduletype::charactercontainer':
        containers.characters.push(readWhole(blob, (reader) => reader.guid()));
    }
  }
  return containers;
}

function readItemModule(reader: ByteReader): SaveGuid {
  const id = reader.guid();
  reader.each(5, () => {
    reader.u8();
    reader.skipArray(4);
  });
  reader.skipArray(1);
  reader.take(4 + 1); // whether it drops when destroyed, usage
  return id;
}

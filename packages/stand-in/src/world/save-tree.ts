import type { PropertyTree, TreeProperty, TreeValue } from '@palatine/save/property-tree';

// Values that the stand-in writes beside the edits of `@palatine/save`: places, dates and days.

/** The list of a struct that is a property list. Throws for anything else. */
export function listOf(property: TreeProperty): TreeProperty[] {
  const { value } = property;
  if (typeof value === 'object' && 'kind' in value && value.kind === 'list') return value.properties;
  throw new Error(`${property.name} is not a list`);
}

/** The struct `SaveData` of a player file or LevelMeta.sav. */
export function saveDataOf(tree: PropertyTree): TreeProperty[] {
  const property = find(tree.properties, 'SaveData');
  if (property === undefined) throw new Error('the file has no SaveData');
  return listOf(property);
}

/** Names are compared without regard to case, as the game does. */
export function find(list: readonly TreeProperty[], name: string): TreeProperty | undefined {
  return list.find((property) => property.name.toLowerCase() === name.toLowerCase());
}

/** Sets a property; one that is absent comes first in its list. */
export function set(list: TreeProperty[], property: TreeProperty): void {
  const present = find(list, property.name);
  if (present !== undefined) present.value = property.value;
  else list.unshift(property);
}

export function intProperty(name: string, value: number): TreeProperty {
  return { ...TAG, name, type: 'IntProperty', value };
}

export function int64Property(name: string, value: bigint): TreeProperty {
  return { ...TAG, name, type: 'Int64Property', value };
}

export function textProperty(name: string, value: string): TreeProperty {
  return { ...TAG, name, type: 'StrProperty', value };
}

export function enumProperty(name: string, enumType: string, value: string): TreeProperty {
  return { ...TAG, name, type: 'EnumProperty', types: [enumType], value: `${enumType}::${value}` };
}

export function structProperty(
  name: string,
  structType: string,
  value: TreeProperty[] | TreeValue,
): TreeProperty {
  const isList = Array.isArray(value) && typeof value[0] === 'object';
  return {
    ...TAG,
    name,
    type: 'StructProperty',
    types: [structType],
    structGuid: new Uint8Array(16),
    value: isList ? { kind: 'list', properties: value as TreeProperty[] } : (value as TreeValue),
  };
}

const TAG = { types: [], structGuid: null, index: 0, guid: null };

const EPOCH_TICKS = 621_355_968_000_000_000n;
export const TICKS_PER_MS = 10_000n;

export function dateTicks(ms: number): bigint {
  return BigInt(Math.floor(ms)) * TICKS_PER_MS + EPOCH_TICKS;
}

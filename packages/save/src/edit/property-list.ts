import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { isKind, type TreeProperty, type TreeValue } from '../tree/property-tree.ts';

// Names match in any case: the game has changed the case of some (docs/save-format.md#names-and-defaults).

/** The property of that name; undefined where it is absent, which means its default. */
export function findProperty(list: readonly TreeProperty[], name: string): TreeProperty | undefined {
  const key = name.toLowerCase();
  return list.find((property) => property.name.toLowerCase() === key);
}

/** Like `findProperty`. Throws `CorruptDataError` where the property is absent. */
export function requireProperty(list: readonly TreeProperty[], name: string): TreeProperty {
  const property = findProperty(list, name);
  if (property === undefined) throw new CorruptDataError(`it has no ${name}`);
  return property;
}

/** The properties of a struct. Throws `CorruptDataError` for a value of another kind. */
export function listOf(value: TreeValue): TreeProperty[] {
  if (isKind(value, 'list')) return value.properties;
  throw new CorruptDataError('a struct was expected');
}

/** The properties of the struct of that name. Throws `CorruptDataError` where it is absent, or no struct. */
export function structAt(list: readonly TreeProperty[], name: string): TreeProperty[] {
  return listOf(requireProperty(list, name).value);
}

/** The elements of an array or a set. Throws `CorruptDataError` for a value of another kind. */
export function elementsOf(value: TreeValue): TreeValue[] {
  if (isKind(value, 'array')) return value.elements;
  throw new CorruptDataError('an array was expected');
}

/** The elements of the array of that name. Throws `CorruptDataError` where it is absent, or no array. */
export function elementsAt(list: readonly TreeProperty[], name: string): TreeValue[] {
  return elementsOf(requireProperty(list, name).value);
}

/** The entries of a map. Throws `CorruptDataError` for a value of another kind. */
export function entriesOf(value: TreeValue): [TreeValue, TreeValue][] {
  if (isKind(value, 'map')) return value.entries;
  throw new CorruptDataError('a map was expected');
}

/** The bytes of a byte array. Throws `CorruptDataError` for a value of another kind. */
export function bytesOf(value: TreeValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new CorruptDataError('bytes were expected');
}

/** The bytes of the blob of a record or a slot. Throws `CorruptDataError` where it has none. */
export function blobAt(list: readonly TreeProperty[]): Uint8Array {
  return bytesOf(requireProperty(list, 'RawData').value);
}

/** A text, a name, an enum value or a GUID. Throws `CorruptDataError` for a value of another kind. */
export function textOf(value: TreeValue): string {
  if (typeof value === 'string') return value;
  throw new CorruptDataError('a text was expected');
}

/** The text of a property; '' where it is absent. */
export function textAt(list: readonly TreeProperty[], name: string): string {
  const property = findProperty(list, name);
  return property === undefined ? '' : textOf(property.value);
}

/** The number of a property; `fallback` where it is absent. Throws `CorruptDataError` for a value of another kind. */
export function numberAt(list: readonly TreeProperty[], name: string, fallback: number): number {
  const { value = fallback } = findProperty(list, name) ?? {};
  if (typeof value === 'number') return value;
  throw new CorruptDataError(`${name} is not a number`);
}

/** The GUID at the end of a path of properties; zero where one is absent. */
export function guidAt(list: readonly TreeProperty[], [name = '', ...rest]: readonly string[]): SaveGuid {
  const property = findProperty(list, name);
  if (property === undefined) return ZERO_GUID;
  return rest.length === 0 ? textOf(property.value) : guidAt(listOf(property.value), rest);
}

/** Sets a property: an absent one before the first that is later in `order`; a present one keeps spelling and type. */
export function setProperty(list: TreeProperty[], order: NameOrder, fresh: TreeProperty): void {
  const present = findProperty(list, fresh.name);
  if (present !== undefined) present.value = fresh.value;
  else list.splice(insertionIndex(list, order, fresh.name), 0, fresh);
}

/** Sets a property like `setProperty`, or removes it when it becomes its default, as saves do. */
export function setOrRemoveProperty(
  list: TreeProperty[],
  order: NameOrder,
  fresh: TreeProperty,
  isDefault: boolean,
): void {
  if (isDefault) removeProperty(list, fresh.name);
  else setProperty(list, order, fresh);
}

export function removeProperty(list: TreeProperty[], name: string): void {
  const present = findProperty(list, name);
  if (present !== undefined) list.splice(list.indexOf(present), 1);
}

function insertionIndex(list: readonly TreeProperty[], order: NameOrder, name: string): number {
  const rank = order.get(name.toLowerCase());
  if (rank === undefined) return list.length;
  const index = list.findIndex((property) => (order.get(property.name.toLowerCase()) ?? -1) > rank);
  return index < 0 ? list.length : index;
}

/** The place of each name in an order, by the name in lower case. */
type NameOrder = ReadonlyMap<string, number>;

export const NO_ORDER: NameOrder = new Map();

export function orderOf(names: string): NameOrder {
  const keys = names.trim().toLowerCase().split(/\s+/);
  return new Map(keys.map((name, rank) => [name, rank]));
}

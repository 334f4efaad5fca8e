import { isDeepStrictEqual } from 'node:util';
import { CorruptDataError } from '../format/save-error.ts';
import { isKind, type TreeProperty, type TreeValue } from '../tree/property-tree.ts';
import { readPropertyList } from '../tree/read-properties.ts';

type Properties = readonly TreeProperty[];

/**
 * Paths of the properties that differ between two property lists, including nested structs and arrays of equal length.
 * With `blobs` the lists at the beginning of `RawData` blobs are compared too, as if they were inline.
 */
export function changedProperties(
  before: Properties,
  after: Properties,
  blobs: boolean,
  path = '',
): string[] {
  const unmatched = new Map(before.map((property) => [property.name.toLowerCase(), property]));
  const changed = after.flatMap((property) => {
    const key = property.name.toLowerCase();
    const former = unmatched.get(key);
    unmatched.delete(key);
    if (isDeepStrictEqual(former, property)) return [];
    const isSameType = former?.type === property.type && former.types.join() === property.types.join();
    const deeper = isSameType ? changedParts(former, property, blobs, path) : [];
    // A tag alone may differ too, in its spelling for one.
    return deeper.length > 0 ? deeper : [path + property.name];
  });
  return [...changed, ...[...unmatched.values()].map(({ name }) => path + name)];
}

/** Paths of the differing parts of two values of one type; none when the value has no parts to compare. */
function changedParts(
  { value: before }: TreeProperty,
  { name, value: after }: TreeProperty,
  blobs: boolean,
  path: string,
): string[] {
  if (isKind(before, 'list') && isKind(after, 'list')) {
    return changedProperties(before.properties, after.properties, blobs, `${path}${name}.`);
  }
  if (isKind(before, 'array') && isKind(after, 'array') && after.structs !== null) {
    return changedElements(before.elements, after.elements, blobs, `${path}${name}`);
  }
  const areBlobs = before instanceof Uint8Array && after instanceof Uint8Array;
  return blobs && areBlobs && name.toLowerCase() === 'rawdata' ? changedInBlob(before, after, path) : [];
}

function changedElements(
  before: readonly TreeValue[],
  after: readonly TreeValue[],
  blobs: boolean,
  path: string,
): string[] {
  if (before.length !== after.length) return [];
  return after.flatMap((element, index) => {
    const former = before[index];
    if (former === undefined || !isKind(former, 'list') || !isKind(element, 'list')) return [];
    return changedProperties(former.properties, element.properties, blobs, `${path}[${index}].`);
  });
}

function changedInBlob(before: Uint8Array, after: Uint8Array, path: string): string[] {
  try {
    const [former, present] = [readPropertyList(before), readPropertyList(after)];
    const isRestSame = isDeepStrictEqual(before.slice(former.end), after.slice(present.end));
    const properties = changedProperties(former.properties, present.properties, true, path);
    return isRestSame ? properties : [...properties, `${path}RawData`];
  } catch (error) {
    if (error instanceof CorruptDataError) return []; // no property list begins the blob
    throw error;
  }
}

import {
  type ListDecision,
  type ListDefinition,
  type ListEntry,
  type ListKey,
  listDecision,
  listDefinition,
  listEntry,
  parseListKey,
} from '@palatine/fleet';

/** What a key of the bucket LISTS holds. */
export type ListValue = ListDefinition | ListEntry | ListDecision;

/** The value of a text. Throws a MessageError for one that cannot be read. */
export function unpack({ of }: ListKey, text: string): ListValue {
  if (of === 'List') return listDefinition.unpack(text);
  return of === 'Entry' ? listEntry.unpack(text) : listDecision.unpack(text);
}

/** The value of a text in the bucket; undefined for one that cannot be read. */
export function unpackKey(key: string, text: string): ListValue | undefined {
  const of = parseListKey(key);
  try {
    return of && unpack(of, text);
  } catch {
    return undefined; // whoever followed the bucket has reported it
  }
}

/** The text of a value in the bucket. */
export function pack(key: string, value: ListValue): string {
  const of = parseListKey(key)?.of;
  // The key says which of them the value is.
  if (of === 'List') return listDefinition.pack(value as ListDefinition);
  return of === 'Entry' ? listEntry.pack(value as ListEntry) : listDecision.pack(value as ListDecision);
}

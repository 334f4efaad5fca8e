import type { CharacterBox } from '@palatine/world';
import type { NameRef, Names } from './names.ts';

/**
 * How the records of a table are packed: as a JSON array whose places have a meaning of their own in each table.
 * `unpack` is the inverse of `pack`; packed-records.test.ts holds it for any record.
 */
export interface RowFormat<T, Places extends unknown[] = unknown[], Head extends object = never> {
  pack(record: T, names: Names): Places;
  /** `key` is that of the row. */
  unpack(key: string, packed: Places, shared: SharedTexts): T;
  /**
   * What the indexes of the world need of a record, without reading the rest of its row; undefined where the row has to
   * be read. Absent for tables whose indexes need whole records.
   */
  headOf?(key: string, row: string, shared: SharedTexts): Head | undefined;
}

/** Names and values in turn. */
export type ValuesByName<V> = (NameRef | V)[];

const NO_NAMES: readonly string[] = Object.freeze([]);
const NO_VALUES: Readonly<Record<string, never>> = Object.freeze({});

/** The texts of which all records that are loaded share one copy each. */
export class SharedTexts {
  readonly #names: Names;
  readonly #ids = new Map<string, string>();

  constructor(names: Names) {
    this.#names = names;
  }

  name(ref: NameRef): string {
    return this.#names.textOf(ref);
  }

  names(refs: readonly NameRef[] | null): readonly string[] {
    if (refs === null || refs.length === 0) return NO_NAMES;
    return refs.map((ref) => this.#names.textOf(ref));
  }

  /** What packByName has packed. */
  byName<V>(flat: ValuesByName<V> | null): Readonly<Record<string, V>> {
    if (flat === null) return NO_VALUES;
    const entries: [string, V][] = [];
    for (let at = 0; at < flat.length; at += 2) {
      entries.push([this.name(flat[at] as NameRef), flat[at + 1] as V]); // in turn
    }
    return Object.fromEntries(entries);
  }

  /** An id that many records hold, such as that of an owner or of a box. */
  id<Id extends string | null>(id: Id): Id;
  id(id: string | null): string | null {
    if (id === null) return null;
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    this.#ids.set(id, id);
    return id;
  }
}

/** A box of Pals. */
export type PackedBox = [containerId: string, capacity: number];

export function packBox({ containerId, capacity }: CharacterBox): PackedBox {
  return [containerId, capacity];
}

export function unpackBox([containerId, capacity]: PackedBox, shared: SharedTexts): CharacterBox {
  return { containerId: shared.id(containerId), capacity };
}

export function packNames(texts: readonly string[], names: Names): NameRef[] {
  return texts.map((text) => names.refOf(text));
}

/** Null without any value. */
export function packByName<V>(values: Readonly<Record<string, V>>, names: Names): ValuesByName<V> | null {
  const flat: ValuesByName<V> = [];
  for (const [name, value] of Object.entries(values)) flat.push(names.refOf(name), value);
  return flat.length === 0 ? null : flat;
}

/** Drops the places at the end that hold null: unpacking reads a place that is missing as null. */
export function withoutNullsAtEnd<Places extends unknown[]>(places: Places): Places {
  let length = places.length;
  while (length > 0 && places[length - 1] === null) length -= 1;
  places.length = length;
  return places;
}

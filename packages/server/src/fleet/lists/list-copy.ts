import {
  belongsTo,
  compareText,
  definitionKey,
  isInForce,
  isPast,
  type ListDecision,
  type ListDefinition,
  type ListEntry,
  listDecision,
  listDefinition,
  listEntry,
  parseListKey,
} from '@palatine/fleet';
import { type Codec, ReplicatedTable, type ReplicatedTableOptions } from '../replicated-table.ts';

/** A list with what it is. */
export interface KnownList {
  readonly list: string;
  readonly definition: ListDefinition;
}

/** A value of the bucket LISTS. */
export type ListValue = ListDefinition | ListEntry | ListDecision;

const CODECS = { List: listDefinition, Entry: listEntry, Decision: listDecision };

/** A copy of the shared lists. */
export class ListCopy extends ReplicatedTable<ListValue> {
  constructor(options: Omit<ReplicatedTableOptions, 'name'>) {
    super({ ...options, name: 'fleetList' });
  }

  definition(list: string): ListDefinition | undefined {
    return this.get(definitionKey(list)) as ListDefinition | undefined; // as its key says
  }

  /** The lists that were not deleted, by name. */
  lists(): KnownList[] {
    return [...this.entries()]
      .filter(([key]) => key === definitionKey(firstPart(key)))
      .map(([key, value]) => ({ list: firstPart(key), definition: value as ListDefinition })) // as its key says
      .filter(({ definition }) => definition.Active)
      .sort((one, other) => compareText(one.list, other.list));
  }

  /** The entries of a list, also those that count no more. */
  entriesOf(list: string): ListEntry[] {
    return this.#keyedEntries(list).map(([, entry]) => entry);
  }

  /** The entries of a list that count at this moment, by kind and id. */
  entriesInForce(list: string, nowMs: number): ListEntry[] {
    const definition = this.definition(list);
    if (definition === undefined) return [];
    return this.entriesOf(list)
      .filter((entry) => isInForce(entry, nowMs) && belongsTo(entry, definition))
      .sort((one, other) => compareText(one.Kind, other.Kind) || compareText(one.Id, other.Id));
  }

  /** Whether an entry has expired after the first time and not after the second. */
  expiredBetween(fromMs: number, toMs: number): boolean {
    return this.entries().some(
      ([, value]) => 'Expires' in value && isInForce(value, fromMs) && !isInForce(value, toMs),
    );
  }

  protected override codecOf(key: string): Codec<ListValue> | undefined {
    const of = parseListKey(key)?.of;
    return of && (CODECS[of] as Codec<ListValue>); // the key says which of them its value is
  }

  /** Entries of a new list may arrive before its definition. They are not past, and are kept. */
  protected override isPast(key: string, value: ListValue): boolean {
    const list = firstPart(key);
    const definition = key === definitionKey(list) ? undefined : this.definition(list);
    return definition !== undefined && isPast(value, definition);
  }

  /** With a new definition go the entries of an earlier list of its name. */
  protected override endedBy(key: string, value: ListValue): string[] {
    const list = firstPart(key);
    if (key !== definitionKey(list)) return [];
    return this.#keyedEntries(list)
      .filter(([, entry]) => isPast(entry, value as ListDefinition)) // as its key says
      .map(([ended]) => ended);
  }

  #keyedEntries(list: string): [key: string, entry: ListEntry][] {
    const prefix = `${list}.`;
    return [...this.entries()].filter(
      (pair): pair is [string, ListEntry] => pair[0].startsWith(prefix) && pair[0] !== definitionKey(list),
    );
  }
}

/** The name of a list, but in the key of a decision. */
function firstPart(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

import type { DatabaseSync } from 'node:sqlite';
import {
  definitionKey,
  isPast,
  type ListDefinition,
  type ListEntry,
  type ListValue,
  listCodec,
  listPrefix,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { type Codec, type KeyedText, ReplicatedTable } from './replicated-table.ts';

/** The shared lists, at a world or at the gateway. */
export class ListTable extends ReplicatedTable<ListValue> {
  constructor(database: DatabaseSync, log: Logger) {
    super({
      database,
      name: 'lists',
      codecOf: (key) => listCodec(key) as Codec<ListValue> | undefined, // the key says which of them its value is
      report: (problem, key) => log.warn({ key, problem }, 'an entry of a shared list does not count'),
    });
  }

  /** What a list is; undefined where there is none, or was one. */
  definition(list: string): ListDefinition | undefined {
    const definition = this.get(definitionKey(list)) as ListDefinition | undefined; // as its key says
    return definition?.Active === true ? definition : undefined;
  }

  /** The names of the lists, in order. */
  names(): string[] {
    return [...this.entries()]
      .map(([key]) => key.slice(0, key.indexOf('.')))
      .filter((name, at, all) => all.indexOf(name) === at && this.definition(name) !== undefined)
      .sort();
  }

  /** The entries of a list, also those that count no more. */
  entriesOf(list: string): ListEntry[] {
    const definition = this.definition(list);
    if (definition === undefined) return [];
    return this.#keyed(list)
      .map(([, entry]) => entry)
      .filter((entry) => !isPast(entry, definition));
  }

  /** With a new definition go the entries of an earlier list of its name. */
  override take(changes: readonly KeyedText[], upTo?: number): boolean {
    const news = super.take(changes, upTo);
    for (const [key] of changes) {
      const list = key.slice(0, key.indexOf('.'));
      const definition = key === definitionKey(list) ? (this.get(key) as ListDefinition) : undefined; // as its key says
      if (definition === undefined) continue;
      const past = this.#keyed(list).filter(([, entry]) => isPast(entry, definition));
      if (past.length > 0) this.delete(past.map(([ended]) => ended));
    }
    return news;
  }

  #keyed(list: string): [key: string, entry: ListEntry][] {
    const [prefix, definition] = [listPrefix(list), definitionKey(list)];
    return [...this.entries()].filter(
      (pair): pair is [string, ListEntry] => pair[0].startsWith(prefix) && pair[0] !== definition,
    );
  }
}

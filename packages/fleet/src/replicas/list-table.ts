import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import {
  decisionPrefix,
  definitionKey,
  entryKey,
  type ListDecision,
  type ListDefinition,
  type ListEntry,
  type ListSubject,
  type ListValue,
  listCodec,
  listPrefix,
} from '../messages/lists.ts';
import { ReplicatedTable } from './replicated-table.ts';

export * from '../messages/lists.ts';
export { type Change, replicaTables } from './replicated-table.ts';
export type { ReplicatedTable };

/** The shared lists, at a world or at the gateway. */
export class ListTable extends ReplicatedTable<ListValue> {
  readonly #definitionKeys;
  readonly #count;
  /** The entries of lists, read since the last change. */
  readonly #entries = new Map<string, readonly ListEntry[]>();

  constructor(database: DatabaseSync, log: Logger) {
    super(database, 'lists', listCodec, (error, key) =>
      log.warn({ err: error, key }, 'ignoring invalid list entry'),
    );
    this.#count = database.prepare(
      `select (select count(*) from lists where key > :from and key < :from || '~' and key <> :definition and t > :since) as total,
         (select count(*) from lists where key > :from and key < :from || '~' and key <> :definition and t > :since
            and value ->> 'Active' = 1 and coalesce(value ->> 'Expires' > :now, 1)) as active`,
    );
    this.#definitionKeys = database.prepare(`select key from lists where key like '${definitionKey('%')}'`);
  }

  /** The definition of a list; undefined for a missing or deleted one. */
  definition(list: string): ListDefinition | undefined {
    const definition = this.get(definitionKey(list)) as ListDefinition | undefined; // as its key says
    return definition?.Active === true ? definition : undefined;
  }

  names(): string[] {
    const keys = this.#definitionKeys.all() as { key: string }[]; // its column
    return keys
      .map(({ key }) => key.slice(0, key.indexOf('.')))
      .filter((list) => this.definition(list) !== undefined)
      .sort();
  }

  /** The entry of a list for a subject, even if it is no longer valid. */
  entry(list: string, subject: ListSubject): ListEntry | undefined {
    const entry = this.get(entryKey(list, subject)) as ListEntry | undefined; // as its key says
    return entry !== undefined && entry.t > this.#sinceOf(list) ? entry : undefined;
  }

  /** The entries of a list in the order of their keys, even if they are no longer valid. */
  entriesOf(list: string): readonly ListEntry[] {
    const read = this.#entries.get(list);
    if (read !== undefined) return read;
    const since = this.#sinceOf(list);
    const entries = this.entries(listPrefix(list))
      .filter(([key, { t }]) => key !== definitionKey(list) && t > since)
      .map(([, entry]) => entry as ListEntry); // as their keys say
    this.#entries.set(list, entries);
    return entries;
  }

  override apply(...changes: Parameters<ReplicatedTable<ListValue>['apply']>): boolean {
    this.reread();
    return super.apply(...changes);
  }

  /** Reads the entries again, as after a change that was rolled back. */
  reread(): void {
    this.#entries.clear();
  }

  /** When the bans of worlds were given that were decided for a list, by the keys of the decisions. */
  decisionsOf(list: string): Map<string, string> {
    const decisions = this.entries(decisionPrefix(list)) as [string, ListDecision][]; // as their keys say
    return new Map(decisions.map(([key, { BannedAt }]) => [key, BannedAt]));
  }

  /** The number of entries of a list, and of those that are active at a time of ISO 8601. */
  countOf(list: string, now: string): { active: number; total: number } {
    const since = this.definition(list)?.Since ?? Number.MAX_SAFE_INTEGER;
    const of = { from: listPrefix(list), definition: definitionKey(list), since, now };
    return this.#count.get(of) as { active: number; total: number }; // its columns
  }

  /** Entries up to this time belong to an earlier list of the same name. */
  #sinceOf(list: string): number {
    return this.definition(list)?.Since ?? Number.POSITIVE_INFINITY;
  }
}

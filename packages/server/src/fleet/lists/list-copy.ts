import type { DatabaseSync } from 'node:sqlite';
import {
  type BucketMessage,
  belongsTo,
  isPast,
  isTooFarAhead,
  type ListDefinition,
  type ListEntry,
  type ListKey,
  type ListSubject,
  listDefinition,
  listEntry,
  type MessageError,
  merge,
  parseListKey,
  type SeenMark,
} from '@palatine/fleet';
import { transaction } from '../../data-folder/sqlite.ts';
import { createListTables, type ListValue, listStatements, pack, unpack } from './list-tables.ts';

/** A list with what it is. */
export interface KnownList {
  readonly list: string;
  readonly definition: ListDefinition;
}

type Row = { value: string; sequence: number };

export interface ListCopyOptions {
  readonly now: () => number;
  /** Says that something in the bucket does not count. */
  readonly report: (problem: string, key: string) => void;
}

/** A copy of the shared lists in tables of its own. Everything is merged into it, so it never goes back. */
export class ListCopy {
  readonly #database: DatabaseSync;
  readonly #options: ListCopyOptions;
  readonly #sql: ReturnType<typeof listStatements>;

  constructor(database: DatabaseSync, options: ListCopyOptions) {
    createListTables(database);
    this.#database = database;
    this.#options = options;
    this.#sql = listStatements(database);
  }

  /** Up to where the bucket was read, and whether all of it ever was. */
  get mark(): SeenMark & { readonly whole: boolean } {
    const row = this.#sql.mark.get() as { sequence: number; timeMs: number; whole: number } | undefined;
    return { sequence: row?.sequence ?? 0, timeMs: row?.timeMs ?? 0, whole: row?.whole === 1 };
  }

  setWhole(): void {
    const { sequence, timeMs, whole } = this.mark;
    if (!whole) this.#sql.setMark.run(sequence, timeMs, 1);
  }

  /** Says that the bucket is to be read from its start. Until that is done, the copy is not whole. */
  startAnew(): void {
    this.#sql.setMark.run(0, 0, 0);
  }

  /** Takes over changes of the bucket, durably on return. @returns whether anything is new. */
  take(messages: readonly BucketMessage[], mark?: SeenMark): boolean {
    return transaction(this.#database, () => {
      const changed = messages.map((message) => this.#takeOne(message)).includes(true);
      if (mark !== undefined) this.#sql.setMark.run(mark.sequence, mark.timeMs, this.mark.whole ? 1 : 0);
      return changed;
    });
  }

  /** Takes over what a clock that was ahead has given, once our own clock has come there. @returns whether anything is new. */
  takeEarly(): boolean {
    const rows = this.#sql.allEarly.all() as unknown as (Row & { key: string })[];
    if (rows.length === 0) return false;
    return transaction(this.#database, () =>
      rows.map((row) => this.#takeText(row.key, row.value, row.sequence)).includes(true),
    );
  }

  /** Merges a value that was just put into the bucket. */
  put(key: string, value: ListValue, sequence: number): void {
    transaction(this.#database, () => this.#takeText(key, pack(key, value), sequence));
  }

  /** The value of a key; undefined where none is known. */
  get(key: string): ListValue | undefined {
    const of = parseListKey(key);
    const row = of && this.#rowOf(of);
    return of && row && unpack(of, row.value);
  }

  definition(list: string): ListDefinition | undefined {
    const row = this.#sql.list.get(list) as Row | undefined;
    return row && listDefinition.unpack(row.value);
  }

  /** The lists that were not deleted, by name. */
  lists(): KnownList[] {
    const rows = this.#sql.lists.all() as unknown as (Row & { list: string })[];
    return rows
      .map(({ list, value }) => ({ list, definition: listDefinition.unpack(value) }))
      .filter(({ definition }) => definition.Active);
  }

  /** The entries of a list that count at this moment. */
  entriesInForce(list: string, nowMs: number): ListEntry[] {
    const definition = this.definition(list);
    if (definition?.Active !== true) return [];
    const rows = this.#sql.entriesInForce.all(list, nowMs) as unknown as Row[];
    return rows.map(({ value }) => listEntry.unpack(value)).filter((entry) => belongsTo(entry, definition));
  }

  /** Whether an entry has expired after the first time and not after the second. */
  expiredBetween(fromMs: number, toMs: number): boolean {
    return this.#sql.expired.get(fromMs, toMs) !== undefined;
  }

  /** Says that the bucket is another one: it may lack everything. */
  forgetSequences(): void {
    transaction(this.#database, () => {
      for (const table of ['fleetList', 'fleetListEntry', 'fleetListDecision']) {
        this.#database.exec(`update ${table} set sequence = 0`);
      }
    });
  }

  /** The keys whose value the bucket lacks. */
  missingInBucket(): ListKey[] {
    const lists = this.#sql.missingLists.all() as unknown as { list: string }[];
    const entries = this.#sql.missingEntries.all() as unknown as SubjectRow[];
    const decisions = this.#sql.missingDecisions.all() as unknown as (SubjectRow & { world: string })[];
    return [
      ...lists.map(({ list }) => ({ of: 'List', list }) as const),
      ...entries.map((row) => ({ of: 'Entry', list: row.list, subject: subjectOf(row) }) as const),
      ...decisions.map(
        (row) => ({ of: 'Decision', list: row.list, world: row.world, subject: subjectOf(row) }) as const,
      ),
    ];
  }

  #takeOne({ key, text, sequence, deleted }: BucketMessage): boolean {
    if (!deleted) return this.#takeText(key, text, sequence);
    const of = parseListKey(key);
    if (of !== undefined) this.#markMissing(of);
    return false;
  }

  #takeText(key: string, text: string, sequence: number): boolean {
    const of = parseListKey(key);
    if (of === undefined) return false; // of a newer version
    let value: ListValue;
    try {
      value = unpack(of, text);
    } catch (error) {
      this.#options.report(`it cannot be read: ${(error as MessageError).message}`, key);
      return false;
    }
    if (isTooFarAhead(value.t, this.#options.now())) {
      this.#sql.setEarly.run(key, text, sequence);
      this.#options.report('it is more than five minutes ahead of the clock of this machine', key);
      return false;
    }
    this.#sql.deleteEarly.run(key);
    return this.#merge(of, key, value, sequence);
  }

  #merge(of: ListKey, key: string, value: ListValue, sequence: number): boolean {
    const row = this.#rowOf(of);
    const before = row && unpack(of, row.value);
    const merged = before === undefined ? value : merge(before, value);
    const inBucket = merged === value || pack(key, merged) === pack(key, value);
    const former = row !== undefined && row.sequence > sequence ? row.sequence : 0;
    if (of.of === 'Entry' && this.#isPast(of.list, merged as ListEntry)) return false;
    this.#set(of, pack(key, merged), merged, inBucket ? sequence : former);
    if (of.of === 'List') this.#dropPast(of.list, merged as ListDefinition);
    return merged !== before;
  }

  /** Entries of a new list may arrive before its definition. They are not past, and are kept. */
  #isPast(list: string, entry: ListEntry): boolean {
    const definition = this.definition(list);
    return definition !== undefined && isPast(entry, definition);
  }

  #dropPast(list: string, definition: ListDefinition): void {
    const rows = this.#sql.entries.all(list) as unknown as (SubjectRow & Row)[];
    for (const { kind, id, value } of rows) {
      if (isPast(listEntry.unpack(value), definition)) this.#sql.deleteEntry.run(list, kind, id);
    }
  }

  #rowOf(of: ListKey): Row | undefined {
    const { list } = of;
    if (of.of === 'List') return this.#sql.list.get(list) as Row | undefined;
    const { Kind, Id } = of.subject;
    if (of.of === 'Entry') return this.#sql.entry.get(list, Kind, Id) as Row | undefined;
    return this.#sql.decision.get(list, of.world, Kind, Id) as Row | undefined;
  }

  #set(of: ListKey, text: string, value: ListValue, sequence: number): void {
    const { list } = of;
    if (of.of === 'List') return void this.#sql.setList.run(list, text, sequence);
    const { Kind, Id } = of.subject;
    if (of.of === 'Decision') {
      return void this.#sql.setDecision.run(list, of.world, Kind, Id, text, sequence);
    }
    const { Active, Expires, BannedAt, BannedBy, Reason } = value as ListEntry; // unpacked as one
    const expiresAtMs = Expires === undefined ? null : Date.parse(Expires);
    const words = [Id, Reason, BannedBy].join('\n').toLowerCase();
    const active = Active ? 1 : 0;
    this.#sql.setEntry.run(
      ...[list, Kind, Id, active, expiresAtMs, Date.parse(BannedAt), words, text, sequence],
    );
  }

  #markMissing(of: ListKey): void {
    const row = this.#rowOf(of);
    if (row !== undefined) this.#set(of, row.value, unpack(of, row.value), 0);
  }
}

interface SubjectRow {
  list: string;
  kind: ListSubject['Kind'];
  id: string;
}

function subjectOf({ kind, id }: SubjectRow): ListSubject {
  return { Kind: kind, Id: id };
}

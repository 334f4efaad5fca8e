import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '@palatine/platform/sqlite';
import { ownEntry } from './audit-rows.ts';
import { auditStore } from './audit-store.ts';
import { addBase, type BaseSave, type PackedSave } from './base-save.ts';
import { openWorldFile, readWorldFile } from './open-world-file.ts';
import { onWorldFile, WorldFileError } from './world-file-error.ts';

/** Digests of the files of a save, by their paths inside its folder. */
export type FileDigests = ReadonlyMap<string, { readonly sha256: string }>;

/** A state of the save of a world, without its content. */
export interface BaseState extends Omit<BaseSave, 'files'> {
  readonly id: string;
  readonly digests: FileDigests;
}

export type BaseStates = NonNullable<ReturnType<typeof readBaseStates>>;

/** Maximum states of each kind; the oldest are deleted. */
const MAX_KEPT = 100;

type State = 'base' | 'pending' | 'replaced' | 'former' | 'copy';

/** Undefined for a world without a base. Changes nothing. Throws a WorldFileError. */
export function readBaseStates(file: string) {
  return readWorldFile(file, (database) => {
    const [base] = statesOf(database, 'base');
    if (base === undefined) return undefined;
    const applied = database.prepare('select at from appliedBases where id = ?').get(base.id);
    return {
      base,
      /** State that an interrupted apply was writing. */
      pending: statesOf(database, 'pending')[0],
      /** State that the pending one replaces, if not the base: the game has written the save since. */
      replaced: statesOf(database, 'replaced')[0],
      /** States before an apply, which an undo restores; newest first. */
      former: statesOf(database, 'former'),
      /** States written to other folders; newest first. */
      copies: statesOf(database, 'copy'),
      /** When the changes since the base reached a save, from a world that was replaced; undefined if never. */
      appliedAtMs: (applied as { at: number } | undefined)?.at,
    };
  });
}

function statesOf(database: DatabaseSync, state: State): BaseState[] {
  const rows = database
    .prepare('select id, at as atMs, folder, records from bases where state = ? order by rowid desc')
    .all(state) as unknown as Omit<BaseState, 'digests'>[];
  const filesOf = database.prepare('select path, sha256 from baseFiles where base = ? order by path');
  return rows.map((row) => {
    const files = filesOf.all(row.id) as { path: string; sha256: string }[];
    return { ...row, digests: new Map(files.map(({ path, sha256 }) => [path, { sha256 }])) };
  });
}

/** A state stored as digests only. */
export type KnownState = Omit<BaseState, 'id'>;

/** Records a state before an apply writes it. `replaced`: the state that it replaces, if not the base. */
export function addPending(file: string, pending: BaseSave, replaced: KnownState | undefined): void {
  change(file, (database) => {
    addBase(database, pending, 'pending');
    if (replaced !== undefined) addKnown(database, replaced, 'replaced');
  });
}

export function dropPending(file: string): void {
  change(file, (database) => database.exec("delete from bases where state in ('pending', 'replaced')"));
}

/** Makes the written pending state the base, and the base a former one. `summary`: for the audit. */
export function promotePending(file: string, summary: string): void {
  change(file, (database) => {
    const [base, pending] = [statesOf(database, 'base')[0], statesOf(database, 'pending')[0]];
    if (base === undefined || pending === undefined) throw new RangeError(`${file}: nothing is pending`);
    noteApplied(database, base.id, pending.atMs);
    retire(database, base.id);
    database.prepare("update bases set state = 'base' where id = ?").run(pending.id);
    const { atMs, folder: Target } = pending;
    const subject = { id: randomUUID(), atMs, Route: 'palatine save apply', Target } as const;
    auditStore(database).add(ownEntry({ ...subject, Outcome: 'OK', summary }));
  });
}

/** Makes another known state the base of the world's changes. */
export function returnToState(file: string, state: BaseState, files: PackedSave): void {
  change(file, (database) => {
    const [base] = statesOf(database, 'base');
    if (base !== undefined) retire(database, base.id);
    database.prepare('delete from bases where id = ?').run(state.id);
    addBase(database, { ...state, files });
  });
}

/** Records that the changes were written to another folder, not into the save itself. @returns the id of the copy. */
export function addCopy(file: string, copy: KnownState): string {
  return change(file, (database) => addKnown(database, copy, 'copy'));
}

export function dropCopy(file: string, id: string): void {
  change(file, (database) => database.prepare("delete from bases where state = 'copy' and id = ?").run(id));
}

/** Copies applied states into a draft world. `former`: just replaced. The caller flushes. */
export function carryBases(present: string, draft: string, former?: KnownState): void {
  const applied = appliedIn(present);
  if (applied.length === 0 && former === undefined) return;
  const base = former && readBaseStates(present)?.base;
  change(draft, (database) => {
    for (const { id, at } of applied) noteApplied(database, id, at);
    if (base !== undefined) noteApplied(database, base.id, Date.now());
    if (former !== undefined) addKnown(database, former, 'former');
  });
}

/** Empty for an unreadable world, which must not stop the restore that repairs it. */
function appliedIn(file: string): { id: string; at: number }[] {
  if (!existsSync(file)) return [];
  try {
    const rows = readWorldFile(file, (database) => database.prepare('select id, at from appliedBases').all());
    return rows as { id: string; at: number }[];
  } catch (error) {
    if (error instanceof WorldFileError) return [];
    throw error;
  }
}

function addKnown(database: DatabaseSync, known: KnownState, state: State): string {
  const { atMs, folder, records, digests } = known;
  const id = randomUUID();
  database.prepare('insert into bases values (?, ?, ?, ?, ?)').run(id, state, atMs, folder, records);
  const addFile = database.prepare('insert into baseFiles (base, path, sha256) values (?, ?, ?)');
  for (const [path, { sha256 }] of digests) addFile.run(id, path, sha256);
  forgetOldest(database, state);
  return id;
}

function noteApplied(database: DatabaseSync, id: string, atMs: number): void {
  database.prepare('insert into appliedBases values (?, ?) on conflict (id) do nothing').run(id, atMs);
}

/** Keeps its digests, to recognize it. */
function retire(database: DatabaseSync, id: string): void {
  database.prepare("update bases set state = 'former' where id = ?").run(id);
  database.prepare('update baseFiles set content = null where base = ?').run(id);
  forgetOldest(database, 'former');
}

function forgetOldest(database: DatabaseSync, state: State): void {
  for (const { id } of statesOf(database, state).slice(MAX_KEPT)) {
    database.prepare('delete from bases where id = ?').run(id);
  }
}

function change<T>(file: string, work: (database: DatabaseSync) => T): T {
  return onWorldFile(file, () => {
    using database = openWorldFile(file);
    return transaction(database, () => work(database));
  });
}
